import { isDeepStrictEqual } from 'node:util';
import { visiblePart } from './field-rights.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A record as it will be stored in place of another. */
export interface OverStored {
  readonly whole: Fields;
  /** Which of the kept paths come with another value than they have; what comes back unchanged is no writing, unless it was guessed. */
  readonly written: readonly string[];
}

/**
 * The record with what the caller may not see or write as it was. Objects of a list are known by the rest of them, those that
 * changed by their place; of a list that is left out everything stays.
 * @param stored `{}` for a record that is new
 * @param kept dotted paths
 * @param hidden those of them that the caller may not see: whether a value sent for one is right is not told
 */
export function overStored(
  data: Fields,
  stored: Fields,
  kept: ReadonlySet<string>,
  hidden: readonly string[] = [],
): OverStored {
  const written = new Set<string>();
  return { whole: keptIn(data, stored, { paths: [...kept], above: '', written, hidden }), written: [...written] };
}

interface Kept {
  /** Dotted paths below `above`. */
  readonly paths: readonly string[];
  readonly above: string;
  readonly written: Set<string>;
  readonly hidden: readonly string[];
}

function keptIn(given: Fields, stored: Fields, { paths, above, written, hidden }: Kept): Fields {
  const whole: Record<string, unknown> = { ...given };
  const byName = Map.groupBy(paths, (path) => path.split('.', 1)[0] ?? '');
  for (const [name, these] of byName) {
    const path = above + name;
    const below = these.filter((each) => each !== name).map((each) => each.slice(name.length + 1));
    const value =
      below.length < these.length
        ? (given[name] ?? stored[name])
        : keptBelow(given[name], stored[name], { paths: below, above: `${path}.`, written, hidden });
    if (below.length < these.length && isWritten(given[name], stored[name], hidden.includes(path))) written.add(path);
    if (value !== undefined) whole[name] = value;
  }
  return whole;
}

const isWritten = (given: unknown, stored: unknown, hidden: boolean): boolean =>
  hidden ? given !== undefined && given !== null : given !== undefined && !isDeepStrictEqual(given, stored ?? null);

function keptBelow(given: unknown, stored: unknown, kept: Kept): unknown {
  if (given === undefined || given === null) return isPlain(stored) ? onlyKept(stored, kept.paths) : (stored ?? given);
  if (isPlain(given)) return keptIn(given, isPlain(stored) ? stored : {}, kept);
  if (!Array.isArray(given)) return given;
  const before = alikeIn(Array.isArray(stored) ? stored.filter(isPlain) : [], given, kept.paths);
  return given.map((entry: unknown, i) => (isPlain(entry) ? keptIn(entry, before[i] ?? {}, kept) : entry));
}

/** For each given object the stored one that is the same but for the kept paths, else the one at its place if nobody has it. */
function alikeIn(
  stored: readonly Fields[],
  given: readonly unknown[],
  kept: readonly string[],
): readonly (Fields | undefined)[] {
  const textOf = (entry: Fields): string => JSON.stringify(Object.entries(visiblePart(entry, kept)).sort());
  const places = Map.groupBy(stored.keys(), (i) => textOf(stored[i] ?? {}));
  const found = given.map((entry) => (isPlain(entry) ? places.get(textOf(entry))?.shift() : undefined));
  const taken = new Set(found);
  return found.map((place, i) => stored[place ?? (taken.has(i) ? -1 : i)]);
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of an object that is left out, what is kept; undefined when it has none of it. */
function onlyKept(stored: Fields, paths: readonly string[]): Fields | undefined {
  const only = keptIn({}, stored, { paths, above: '', written: new Set(), hidden: [] });
  return Object.keys(only).length > 0 ? only : undefined;
}
