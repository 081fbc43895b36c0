/**
 * Readers of what any client may have stored or written into an address. A value of another kind than is meant counts as absent,
 * as null does: what is read never stops a screen, and what is sound beside it stays.
 */

/** A value as it is meant; undefined for one that is not. */
export type Read<T> = (value: unknown) => T | undefined;

export const readText: Read<string> = (value) => (typeof value === 'string' ? value : undefined);

export const readFlag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export const readFinite: Read<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined);

export const oneOf =
  <T>(choices: readonly T[]): Read<T> =>
  (value) =>
    choices.find((choice) => choice === value);

/** The entries of a list that are what is meant. */
export const listOf =
  <T>(read: (value: unknown, at: number) => T | undefined): Read<readonly T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(read).filter((entry) => entry !== undefined) : undefined;

/** The named parts of an object that are what is meant; none of what is no object. */
export const partsOf =
  <T extends object>(reads: { readonly [K in keyof T]-?: Read<T[K]> }) =>
  (value: unknown): Partial<T> => {
    const entries = Object.entries<Read<unknown>>(reads).map(([name, read]) => [name, read(partOf(value, name))]);
    return Object.fromEntries(entries.filter(([, part]) => part !== undefined)) as Partial<T>;
  };

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** What a stored text of JSON says; undefined for a text that is none. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
