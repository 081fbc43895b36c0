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

/** One of the keys of a group. */
export interface GroupKey {
  /** Tells it from keys that others fall into; null when hardly anybody groups by the same again. */
  readonly name: string | null;
  /** The values its numbers stand for. */
  readonly keys: readonly unknown[];
  /** The numbers by code, where a code settles them. */
  readonly codes: { readonly coded: Coded; readonly numbers: Int32Array } | null;
  /** Goes on from the group each document has by the keys before; those without a number of this one are left out. */
  readonly add: (documents: Selected) => void;
}

/** Documents of a block that count, ascending, and the group of each. */
export class Selected {
  readonly docs = new Int32Array(BLOCK);
  readonly groups = new Int32Array(BLOCK);
  length = 0;
}

/** Whether every document counts. */
export const isEverything = ({ tests, bits }: Grouping): boolean => tests.length === 0 && bits === null;

/** More groups are not worth keeping figures of. */
const MOST_KEPT = 1 << 18;

/** Whether figures of these groups are kept for other questions. */
export const isKept = (grouping: Grouping): boolean =>
  isEverything(grouping) &&
  grouping.keys.length <= 2 &&
  grouping.groups <= MOST_KEPT &&
  grouping.keys.every(({ name }) => name !== null);

/**
 * Tells the groups of a grouping from those of others, for as long as documents are only added: values of the first key that come later have the
 * next groups, those of another key would move the groups of all.
 */
export const groupsName = ({ keys }: Grouping): string =>
  keys.map(({ name, keys: { length } }, at) => (at === 0 ? name : `${name} ${length}`)).join();

/** Documents whose code passes. */
export interface Passing {
  /** How the codes are numbered, and how many there are. */
  readonly numbering: string;
  readonly base: number;
  readonly codes: Codes;
  readonly pass: Uint8Array;
}

/** By code: whether what an expression makes of it passes. */
export function passesBy(base: number, map: Uint16Array | null, isWanted: (key: number) => boolean): Uint8Array {
  const pass = new Uint8Array(base);
  for (let code = 0; code < base; code++) if (isWanted(map === null ? code : (map[code] ?? 0))) pass[code] = 1;
  return pass;
}

/** The documents for which a test is true. */
export function passing({ codes, map, keys, base, numbering }: Coded): Passing {
  const known = map === null ? undefined : passes.get(map);
  const pass = known ?? passesBy(base, map, (key) => keys[key] === true);
  if (map !== null) passes.set(map, pass);
  return { numbering, base, codes, pass };
}

/** A key by the numbers of codes; -1 where a document falls into no group. */
export function codedKey(name: string, coded: Coded, numbers: Int32Array): GroupKey {
  const { codes, keys } = coded;
  const size = keys.length;
  const add = (documents: Selected): void => {
    const { docs, groups, length } = documents;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      const number = numbers[codes[doc] ?? 0] ?? -1;
      docs[kept] = doc;
      groups[kept] = (groups[i] ?? 0) * size + number;
      if (number >= 0) kept++;
    }
    documents.length = kept;
  };
  return { name, keys, codes: { coded, numbers }, add };
}

/** The same tests, those that look at the same codes as one. */
export const together = (tests: readonly Passing[]): readonly Passing[] =>
  [...Map.groupBy(tests, ({ numbering, base }) => `${numbering} ${base}`).values()].map((same) => same.reduce(both));

const both = ({ pass, ...test }: Passing, other: Passing): Passing => ({
  ...test,
  pass: pass.map((passes, code) => passes & (other.pass[code] ?? 0)),
});

/** The documents from `from` on that count, with the group of each. */
export function selectBlock({ keys, tests, bits, live }: Grouping, from: number, length: number, into: Selected): void {
  if (bits === null) selectAll(from, length, into);
  else selectIn(bits, from, length, into);
  if (live !== null) leaveOut(live, ALIVE, into);
  for (const { codes, pass } of tests) leaveOut(codes, pass, into);
  into.groups.fill(0, 0, into.length);
  for (const key of keys) key.add(into);
}

const ALIVE = Uint8Array.of(0, 1);

function selectAll(from: number, length: number, into: Selected): void {
  for (let i = 0; i < length; i++) into.docs[i] = from + i;
  into.length = length;
}

function selectIn(bits: DocBits, from: number, length: number, into: Selected): void {
  into.length = bits.into(into.docs, from, length);
}

/** By what an expression makes of codes: whether it passes. */
const passes = new WeakMap<Uint16Array, Uint8Array>();

function leaveOut(codes: Codes, pass: Uint8Array, into: Selected): void {
  const { docs, length } = into;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i] ?? 0;
    docs[kept] = doc;
    if (pass[codes[doc] ?? 0] !== 0) kept++;
  }
  into.length = kept;
}
