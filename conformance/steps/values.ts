import { isList, isObject, type Json, WrittenNumber } from '../suite/exact-json.ts';

/** The steps of a path such as `hits.hits.0._source.a\.b`. */
function stepsOf(path: string): readonly string[] {
  return path
    .split(/(?<!\\)\./)
    .map((step) => step.replaceAll('\\', ''))
    .filter((step) => step !== '');
}

/** The value at a path; undefined when there is none. @throws Error where the path cannot be walked */
export function valueAt(
  root: Json | undefined,
  path: string,
  named: (step: string) => string = (s) => s,
): Json | undefined {
  let value = root;
  for (const written of stepsOf(path)) {
    const step = named(written);
    if (isList(value)) {
      if (!/^\d+$/.test(step)) throw new Error(`a list is asked for "${step}" in ${path}`);
      if (Number(step) >= value.length) throw new Error(`a list of ${value.length} has no ${step} in ${path}`);
      value = value[Number(step)];
    } else if (isObject(value)) {
      if (step === '_arbitrary_key_') value = Object.keys(value)[0];
      else value = Object.hasOwn(value, step) ? value[step] : undefined;
    } else throw new Error(`there is no object to ask for "${step}" in ${path}`);
    if (value === undefined || value === null) return undefined;
  }
  return value;
}

/** A value as a number; undefined for what is none. */
export function numberOf(value: Json | undefined): number | bigint | undefined {
  if (value instanceof WrittenNumber) return value.value;
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

/** Two whole numbers digit by digit, any others as doubles: a double has no more digits than it needs. */
const isSameNumber = (a: number | bigint, b: number | bigint): boolean =>
  typeof a === 'bigint' && typeof b === 'bigint' ? a === b : Object.is(Number(a), Number(b)) || Number(a) === Number(b);

/** Whether two values are equal: numbers by what they count, objects without order. */
export function isSame(actual: Json | undefined, expected: Json | undefined): boolean {
  const [a, b] = [numberOf(actual), numberOf(expected)];
  if (a !== undefined && b !== undefined) return isSameNumber(a, b);
  if (actual === undefined || actual === null || expected === undefined || expected === null) {
    return (actual ?? null) === null && (expected ?? null) === null;
  }
  if (isList(expected)) {
    return isList(actual) && actual.length === expected.length && expected.every((each, i) => isSame(actual[i], each));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return false;
    const names = Object.keys(expected);
    return (
      names.length === Object.keys(actual).length &&
      names.every((name) => Object.hasOwn(actual, name) && isSame(actual[name], expected[name]))
    );
  }
  return actual === expected;
}
