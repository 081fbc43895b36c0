import type { DocBits } from '../text/bits.ts';
import type { Coded, Codes } from './coded.ts';

/** Documents are gone through in pieces of this many, which stay in the processor's nearest memory. */
export const BLOCK = 16_384;

/** Which documents count, and into which group each falls. */
export interface Grouping {
  readonly groups: number;
  readonly keys: readonly GroupKey[];
  readonly tests: readonly Passing[];
  readonly bits: DocBits | null;
  readonly live: Uint8Array | null;
}

/** One of the keys of a group; a document has the key `coded.keys[numbers[code]]`. */
export interface GroupKey {
  /** Tells it from keys that others fall into. */
  readonly name: string;
  readonly coded: Coded;
  /** By code; -1 where the document falls into no group. */
  readonly numbers: Int32Array;
}

/** Whether every document counts. */
export const isEverything = ({ tests, bits }: Grouping): boolean => tests.length === 0 && bits === null;

/** More groups are not worth keeping figures of. */
const MOST_KEPT = 1 << 18;

/** Whether figures of these groups are kept for other questions. */
export const isKept = (grouping: Grouping): boolean =>
  isEverything(grouping) && grouping.keys.length <= 2 && grouping.groups <= MOST_KEPT;

/** Documents whose code passes. */
export interface Passing {
  /** How the codes are numbered, and how many there are. */
  readonly numbering: string;
  readonly base: number;
  readonly codes: Codes;
  readonly pass: Uint8Array;
}

/** The documents for which a test is true. */
export function passing({ codes, map, keys, base, numbering }: Coded): Passing {
  const pass = Uint8Array.from({ length: base }, (_, code) =>
    keys[map === null ? code : (map[code] ?? 0)] === true ? 1 : 0,
  );
  return { numbering, base, codes, pass };
}

/** Writes the group of each document from `from` on into `into`, -1 for those that do not count. */
export function groupBlock(
  { keys, tests, bits, live }: Grouping,
  from: number,
  length: number,
  into: Int32Array,
): void {
  into.fill(0, 0, length);
  for (const key of keys) addKey(key, from, length, into);
  for (const test of tests) leaveOut(test, from, length, into);
  if (live !== null) for (let i = 0; i < length; i++) if (live[from + i] === 0) into[i] = -1;
  if (bits !== null) for (let i = 0; i < length; i++) if (!bits.has(from + i)) into[i] = -1;
}

function addKey({ coded, numbers }: GroupKey, from: number, length: number, into: Int32Array): void {
  const { codes } = coded;
  const size = coded.keys.length;
  for (let i = 0; i < length; i++) {
    const group = into[i] ?? -1;
    const number = numbers[codes[from + i] ?? 0] ?? -1;
    into[i] = group < 0 || number < 0 ? -1 : group * size + number;
  }
}

function leaveOut({ codes, pass }: Passing, from: number, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) if (pass[codes[from + i] ?? 0] === 0) into[i] = -1;
}
