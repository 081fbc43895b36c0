import { isList, isObject, type Json, shown } from '../suite/exact-json.ts';
import { javaRegex, patternOf } from './java-text.ts';
import type { Memory } from './memory.ts';
import { isSame, numberOf, valueAt } from './values.ts';

/** Says what is wrong; null when it holds. */
type Check = (actual: Json | undefined, expected: Json, memory: Memory) => string | null;

const EMPTY: ReadonlySet<string> = new Set(['', '0', 'false']);

function isTruthy(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  return isList(value) || isObject(value) || !EMPTY.has(String(numberOf(value) ?? value).toLowerCase());
}

const got = (value: Json | undefined): string => `got ${shown(value)}`;

const holds = (test: (actual: Json | undefined) => boolean): Check => {
  return (actual) => (test(actual) ? null : got(actual));
};

const compares = (test: (a: number | bigint | string, b: number | bigint | string) => boolean): Check => {
  return (actual, expected) => {
    const a = numberOf(actual) ?? (typeof actual === 'string' ? actual : undefined);
    const b = numberOf(expected) ?? (typeof expected === 'string' ? expected : undefined);
    const comparable = a !== undefined && b !== undefined && (typeof a === 'string') === (typeof b === 'string');
    return comparable && test(a, b) ? null : got(actual);
  };
};

const matches: Check = (actual, expected) => {
  const pattern = patternOf(expected);
  const fits =
    pattern === null ? isSame(actual, expected) : typeof actual === 'string' && javaRegex(pattern, true).test(actual);
  return fits ? null : got(actual);
};

const hasLength: Check = (actual, expected) => {
  const length =
    typeof actual === 'string' || isList(actual) ? actual.length : isObject(actual) ? Object.keys(actual).length : null;
  if (length === null) return got(actual);
  return length === Number(numberOf(expected) ?? expected) ? null : `got length ${length}`;
};

const contains: Check = (actual, expected) => {
  const fits = (each: Json): boolean =>
    isObject(expected)
      ? isObject(each) && Object.entries(expected).every(([name, value]) => isSame(each[name], value))
      : isSame(each, expected);
  return isList(actual) && actual.some(fits) ? null : got(actual);
};

const isClose: Check = (actual, expected) => {
  const [a, b, error] = [actual, valueAt(expected, 'value'), valueAt(expected, 'error')].map(numberOf);
  if (a === undefined || b === undefined || error === undefined) return got(actual);
  return Math.abs(Number(a) - Number(b)) <= Number(error) ? null : got(actual);
};

/** Own to this runner: the answer as text, byte by byte, has the expected text in it. */
const isInText: Check = (_actual, expected, memory) => {
  const text = memory.answer?.text ?? '';
  return text.includes(String(expected)) ? null : `got ${text.slice(0, 300)}`;
};

/** Checks with a field and an expected value, by name. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['match', matches],
  ['length', hasLength],
  ['gt', compares((a, b) => a > b)],
  ['gte', compares((a, b) => a >= b)],
  ['lt', compares((a, b) => a < b)],
  ['lte', compares((a, b) => a <= b)],
  ['contains', contains],
  ['close_to', isClose],
  ['is_after', (actual, expected) => (new Date(String(actual)) > new Date(String(expected)) ? null : got(actual))],
]);

/** Checks with a field only. */
const STATES: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['is_true', holds(isTruthy)],
  ['is_false', holds((value) => !isTruthy(value))],
  ['exists', holds((value) => value !== undefined)],
  ['not_exists', holds((value) => value === undefined)],
]);

/** Every step but `do`. */
export const ASSERTIONS: ReadonlySet<string> = new Set([
  ...CHECKS.keys(),
  ...STATES.keys(),
  'set',
  'transform_and_set',
  'text_has',
]);

/** Puts values of the last answer aside. */
function keep(op: string, arg: Json, memory: Memory): void {
  if (!isObject(arg)) throw new Error(`${op} wants an object`);
  for (const [left, right] of Object.entries(arg)) {
    if (op === 'set') {
      memory.keep(String(right), memory.actual(left));
      continue;
    }
    const keys = /^#base64EncodeCredentials\((.+)\)$/.exec(String(right))?.[1]?.split(',');
    const parts = keys?.map((key) => String(memory.actual(key.trim())));
    memory.keep(left, parts ? Buffer.from(parts.join(':')).toString('base64') : (right ?? null));
  }
}

/** Runs one step that is no call. @throws Error when it does not hold */
export function assertStep(op: string, arg: Json, memory: Memory): void {
  if (op === 'set' || op === 'transform_and_set') {
    keep(op, arg, memory);
    return;
  }
  const state = STATES.get(op);
  const fault = op === 'text_has' ? isInText(undefined, arg, memory) : checked();
  if (fault !== null) throw new Error(`${op} ${typeof arg === 'string' ? arg : shown(arg)}: ${fault}`);

  function checked(): string | null {
    if (state) return state(memory.actual(String(arg ?? '')), null, memory);
    const [[field, raw] = ['', null]] = isObject(arg) ? Object.entries(arg) : [];
    const check = CHECKS.get(op);
    if (!check) throw new Error(`there is no step ${op}`);
    return check(memory.actual(field), memory.fill(raw ?? null), memory);
  }
}
