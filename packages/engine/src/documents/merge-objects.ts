import { isRawNumber } from '@datasarana/schema';

type Members = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object; a number with all its digits is none. */
export const hasMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** An object laid over another one: objects within are merged, whatever else both have is that of the one above. */
export function mergeObjects(under: Members, over: Members): Members {
  const merged: Record<string, unknown> = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const known = Object.hasOwn(under, name) ? under[name] : undefined;
    const joined = hasMembers(known) && hasMembers(value) ? mergeObjects(known, value) : value;
    Object.defineProperty(merged, name, { value: joined, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}
