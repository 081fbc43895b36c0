/** Numbers of the values that documents have, by number of document. */
export type Codes = Uint8Array | Uint16Array;

/** Values beyond that many are not numbered. */
export const MOST_KEYS = 65_535;

/**
 * One column of an index with its different values numbered. The number of a document's value is
 * `map[codes[doc]]`, or `codes[doc]` itself without a map; 0 is NULL, which also stands where there is no document.
 */
export interface Coded {
  /** Tells one way of numbering `codes` from another; further values get further numbers. */
  readonly numbering: string;
  readonly codes: Codes;
  /** How many different codes there are. */
  readonly base: number;
  readonly map: Uint16Array | null;
  readonly keys: readonly unknown[];
  /** Tells it from other columns with the same values or others. */
  readonly name: string;
}

/** Where a value stands among all; DuckDB's order: texts by their UTF-8 bytes, false before true, NULL behind. */
export function ranksOf(keys: readonly unknown[]): Uint16Array {
  const known = rankings.get(keys);
  if (known) return known;
  const order = keys.map((_, code) => code).sort((a, b) => compareKeys(keys[a], keys[b]));
  const ranks = new Uint16Array(keys.length);
  for (const [rank, code] of order.entries()) ranks[code] = rank;
  rankings.set(keys, ranks);
  return ranks;
}

const rankings = new WeakMap<readonly unknown[], Uint16Array>();

export function compareKeys(a: unknown, b: unknown): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const [x, y] = [a as number, b as number];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** By code points, which is the order of UTF-8's bytes; JavaScript compares halves of surrogate pairs. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return lifted(x) - lifted(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
const lifted = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);
