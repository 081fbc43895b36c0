import { mergedParts, partAt, partsBetween } from './named-parts.ts';
import type { StoredValues, Values } from './record-source.ts';
import { isUnchanged } from './same.ts';

/** The record was changed by someone else while it was edited here (REC-38). */
export interface RecordConflict {
  /** As it is stored now. */
  readonly theirs: Values;
  /** Edited here and changed there to something else: one of the two must be chosen. A part of a list as `items.KEY`. */
  readonly clashing: readonly string[];
  /** Changed there only: taken over in any case. */
  readonly changed: readonly string[];
}

/** How the items of a record are held against each other. */
export interface ConflictRules {
  /** Items the platform writes with every change by itself: nobody chooses between two of them. */
  readonly stamps: ReadonlySet<string>;
  /** Items that are lists of parts: those are chosen one by one, as `items.KEY`. */
  readonly lists?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** What stands against each other when `mine`, edited from `base`, meets `theirs`. */
export function conflictOf(
  base: Values,
  mine: Values,
  theirs: Values,
  { stamps, lists = NONE }: ConflictRules = { stamps: NONE },
): RecordConflict {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(base)])].filter((name) => !stamps.has(name));
  const moved = names.filter((name) => !isUnchanged(theirs[name], base[name]));
  const edited = (name: string): boolean => !isUnchanged(mine[name], base[name]);
  const found = moved.map((name) => {
    if (!edited(name)) return { clashing: [], changed: [name] };
    if (isUnchanged(mine[name], theirs[name])) return { clashing: [], changed: [] };
    if (!lists.has(name)) return { clashing: [name], changed: [] };
    const { clashing, changed } = partsBetween(base[name], mine[name], theirs[name]);
    const path = (key: string): string => `${name}.${key}`;
    return { clashing: clashing.map(path), changed: changed.map(path) };
  });
  return {
    theirs,
    clashing: found.flatMap(({ clashing }) => clashing),
    changed: found.flatMap(({ changed }) => changed),
  };
}

/** Whose value of a field stays. */
export type Side = 'mine' | 'theirs';

/** Their record with my edits on top, except where theirs was chosen. */
export function mergedValues(
  base: Values,
  mine: Values,
  { theirs, clashing }: RecordConflict,
  choose: (name: string) => Side,
  { lists = NONE }: Pick<ConflictRules, 'lists'> = {},
): Values {
  const isTheirs = (name: string): boolean => clashing.includes(name) && choose(name) === 'theirs';
  const kept = Object.keys(mine).filter((name) => !isUnchanged(mine[name], base[name]) && !isTheirs(name));
  const merged = (name: string): unknown =>
    lists.has(name)
      ? mergedParts(base[name], mine[name], theirs[name], (key) => isTheirs(`${name}.${key}`))
      : mine[name];
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, merged(name)])) };
}

/** The value of an item, or of one part of a list as a conflict names it; `base` is what the edit began from. */
export function valueAt(values: Values, path: string, base: Values): unknown {
  const at = path.indexOf('.');
  if (at < 0) return values[path];
  const list = path.slice(0, at);
  return partAt(values[list], path.slice(at + 1), base[list]);
}

/** Whether what is stored is newer than what an edit is based on. */
export const isNewer = (stored: StoredValues | null, base: number): stored is StoredValues =>
  stored !== null && stored.base !== base;
