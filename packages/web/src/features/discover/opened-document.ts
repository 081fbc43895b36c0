import type { HitAnswer } from '@datasarana/client';
import { formatListDate } from '../../records/format.ts';
import { clockWords } from '../../views/refresh/use-refresh.ts';

/** A document while somebody reads it: as it was found first, and as it is now. */
export interface OpenedDocument {
  /** Undefined: what is found next counts as the first. */
  readonly first: HitAnswer | undefined;
  /** Undefined: it is not there any more, or never was. */
  readonly now: HitAnswer | undefined;
  /** ms at which it was found to be gone. */
  readonly goneAt?: number;
}

/** What is known of an open document after another look at `at` (ms), which found it or did not. */
export function lookedAt(known: OpenedDocument | undefined, found: HitAnswer | undefined, at: number): OpenedDocument {
  if (found) return { first: known?.first ?? found, now: found };
  return { first: known?.first, now: undefined, goneAt: known?.goneAt ?? at };
}

const NAMED = 3;

/** What became of a document since it was opened, in one sentence or two; null when nothing did. */
export function changeWords({ first, now, goneAt }: OpenedDocument): string | null {
  if (first === undefined) return null;
  if (now === undefined) return `Deleted, seen at ${clockWords(goneAt ?? 0)}. Below is how it was.`;
  const changed = changedFields(first, now);
  if (changed.length === 0) return null;
  const { _ts: at, _user_name: who } = now._source ?? {};
  const named = changed.slice(0, NAMED).join(', ');
  const further = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
  // an edit may leave the time at which the record came as it is
  const when = typeof at === 'number' && at !== first._source?._ts ? ` at ${clockWords(at)}` : '';
  return `Changed${when}${typeof who === 'string' ? ` by ${who}` : ''}: ${named}${further}.`;
}

/** Who stored a document and when, as its system fields have it. */
export function storedWords({ _source: source = {} }: HitAnswer): string | null {
  const { _ts: at, _user_name: who } = source;
  if (typeof at !== 'number') return null;
  return `Stored ${formatListDate(at)}${typeof who === 'string' ? ` by ${who}` : ''}`;
}

/** Names of the template's own fields whose values differ. */
function changedFields(first: HitAnswer, now: HitAnswer): readonly string[] {
  const [before, after] = [first._source ?? {}, now._source ?? {}];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !name.startsWith('_') && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
