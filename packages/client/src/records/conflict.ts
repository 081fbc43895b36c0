import type { StoredValues, Values } from './record-source.ts';
import { isUnchanged } from './same.ts';

/** The record was changed by someone else while it was edited here (REC-38). */
export interface RecordConflict {
  /** As it is stored now. */
  readonly theirs: Values;
  /** Edited here and changed there to something else: one of the two must be chosen. */
  readonly clashing: readonly string[];
  /** Changed there only: taken over in any case. */
  readonly changed: readonly string[];
}

/** What stands against each other when `mine`, edited from `base`, meets `theirs`; nobody chooses between `stamps`. */
export function conflictOf(
  base: Values,
  mine: Values,
  theirs: Values,
  stamps: ReadonlySet<string> = NONE,
): RecordConflict {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(base)])].filter((name) => !stamps.has(name));
  const moved = names.filter((name) => !isUnchanged(theirs[name], base[name]));
  const edited = (name: string): boolean => !isUnchanged(mine[name], base[name]);
  return {
    theirs,
    clashing: moved.filter((name) => edited(name) && !isUnchanged(mine[name], theirs[name])),
    changed: moved.filter((name) => !edited(name)),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Whose value of a field stays. */
export type Side = 'mine' | 'theirs';

/** Their record with my edits on top, except where theirs was chosen. */
export function mergedValues(
  base: Values,
  mine: Values,
  { theirs, clashing }: RecordConflict,
  choose: (name: string) => Side,
): Values {
  const kept = Object.keys(mine).filter(
    (name) => !isUnchanged(mine[name], base[name]) && !(clashing.includes(name) && choose(name) === 'theirs'),
  );
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) };
}

/** Whether what is stored is newer than what an edit is based on. */
export const isNewer = (stored: StoredValues | null, base: number): stored is StoredValues =>
  stored !== null && stored.base !== base;
