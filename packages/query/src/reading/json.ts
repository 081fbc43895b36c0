/** A single value of a document or a query, as JSON carries it. */
export type Scalar = string | number | boolean;

/** Whatever JSON can hold. */
export type Json = null | Scalar | readonly Json[] | JsonObject;
/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is an object of JSON, no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && !Number.isNaN(value));
}

/** Freezes a freshly parsed tree, so that a node can be shared without copying. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}

/** `{a: undefined, b: 1}` → `{b: 1}`: absent parameters leave no key, in a node as in printed DSL. */
export function present<T extends object>(entries: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}
