import { isBlank } from '@datasarana/schema';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether two values of a record are alike at every depth. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

/** Members that hold nothing left out: a form empties a field to null where the stored record never had it. */
function filled(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(filled);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isBlank(member))
      .map(([name, member]) => [name, filled(member)]),
  );
}

/** Whether a person would call two values of an item the same: what is empty is empty, however it is written. */
export const isUnchanged = (a: unknown, b: unknown): boolean =>
  (isBlank(a) && isBlank(b)) || isSame(filled(a), filled(b));
