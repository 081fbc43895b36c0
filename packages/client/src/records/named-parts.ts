import { isUnchanged } from './same.ts';

/** One part of a list whose parts are told apart, as a field of a template. */
export type Part = Readonly<Record<string, unknown>>;

const partsOf = (list: unknown): readonly Part[] => (Array.isArray(list) ? list : []);

/** What tells a part from the others: its id through renames, its name until it has one. */
const keyOf = ({ id, name }: Part): string => (typeof id === 'string' && id !== '' ? id : String(name));

/** Parts by what tells them apart from `base` on: a sender that names no ids gets new ones, and means the parts of those names. */
function byKey(list: unknown, base: unknown): ReadonlyMap<string, Part> {
  const parts = partsOf(list);
  const own = new Set(parts.map(keyOf));
  const known = new Set(partsOf(base).map(keyOf));
  const namesakes = new Map(
    partsOf(base).flatMap((part) => (own.has(keyOf(part)) ? [] : [[part.name, keyOf(part)] as const])),
  );
  return new Map(
    parts.map((part) => {
      const key = keyOf(part);
      return [known.has(key) ? key : (namesakes.get(part.name) ?? key), part];
    }),
  );
}

/** A part without its place, which follows from where it stands, and without what the platform writes into it. */
function placeless(part: Part | undefined): unknown {
  if (part === undefined) return undefined;
  const { sequence: _, id: _id, data_id: _data, ts: _ts, items, ...rest } = part;
  return { ...rest, items: partsOf(items).map(placeless) };
}

const isSamePart = (a: Part | undefined, b: Part | undefined): boolean =>
  (a === undefined) === (b === undefined) && isUnchanged(placeless(a), placeless(b));

/** The part of a list with this key. */
export const partAt = (list: unknown, key: string, base: unknown): Part | undefined => byKey(list, base).get(key);

/** Keys of the parts that two edits of one list changed: both to something else, and theirs alone. */
export function partsBetween(base: unknown, mine: unknown, theirs: unknown) {
  const [was, here, there] = [byKey(base, base), byKey(mine, base), byKey(theirs, base)];
  const moved = [...new Set([...there.keys(), ...was.keys()])].filter(
    (key) => !isSamePart(there.get(key), was.get(key)),
  );
  const edited = (key: string): boolean => !isSamePart(here.get(key), was.get(key));
  return {
    clashing: moved.filter((key) => edited(key) && !isSamePart(here.get(key), there.get(key))),
    changed: moved.filter((key) => !edited(key)),
  };
}

/** The order of the list that was put in order here, otherwise theirs; parts only the other list has come behind. */
function orderOf(base: unknown, mine: unknown, theirs: unknown): readonly string[] {
  const [was, here, there] = [base, mine, theirs].map((list) => [...byKey(list, base).keys()]);
  const common = (keys: readonly string[] = [], others: readonly string[] = []) =>
    keys.filter((key) => others.includes(key)).join('\n');
  const isMoved = common(here, was) !== common(was, here);
  return [...new Set([...((isMoved ? here : there) ?? []), ...((isMoved ? there : here) ?? [])])];
}

/** Their list with my changed parts in it, except those that `isTheirs`; numbered by place. */
export function mergedParts(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  isTheirs: (key: string) => boolean,
): readonly Part[] {
  const [was, here, there] = [byKey(base, base), byKey(mine, base), byKey(theirs, base)];
  const isMine = (key: string): boolean => !isTheirs(key) && !isSamePart(here.get(key), was.get(key));
  return orderOf(base, mine, theirs)
    .map((key) => (isMine(key) ? here : there).get(key))
    .filter((part) => part !== undefined)
    .map((part, at) => ({ ...part, sequence: at + 1 }));
}
