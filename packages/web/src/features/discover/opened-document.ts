import type { HitAnswer } from '@datasarana/client';
import { timeOfId } from '@datasarana/schema';
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
  const { _user_name: who } = now._source ?? {};
  const named = changed.slice(0, NAMED).join(', ');
  const further = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
  const at = writtenAt(now);
  // rows of a rejected batch that are mended keep their batch, and may keep their time
  const when = at !== null && at !== writtenAt(first) ? ` at ${clockWords(at)}` : '';
  return `Changed${when}${typeof who === 'string' ? ` by ${who}` : ''}: ${named}${further}.`;
}

/** Who stored a document last and when, as its system fields have it. */
export function storedWords(hit: HitAnswer): string | null {
  const { _user_name: who } = hit._source ?? {};
  const at = writtenAt(hit);
  return at === null ? null : `Stored ${formatListDate(at)}${typeof who === 'string' ? ` by ${who}` : ''}`;
}

/**
 * ms at which a document was written last. An edit leaves `_ts` as it was, the moment at which the record came, and makes an
 * id of its own for `_batch`; a rejected row that was mended has the id of its import, and a later `_ts`.
 */
export function writtenAt({ _source: source = {} }: HitAnswer): number | null {
  const { _ts: came } = source;
  const written = editedAt(source);
  return written ?? (typeof came === 'number' ? came : null);
}

/** The import that a document came with, and was left by as it is; null for one that was written by itself. */
export function importOf({ _source: source = {} }: HitAnswer): string | null {
  const { _batch: batch, _post_type: kind } = source;
  return typeof batch === 'string' && kind !== 'single' && editedAt(source) === null ? batch : null;
}

/** ms between the moment of an import and that of its id at most. */
const SAME_MOMENT = 1000;

function editedAt({ _batch: batch, _ts: came }: NonNullable<HitAnswer['_source']>): number | null {
  const made = typeof batch === 'string' ? timeOfId(batch) : null;
  return made !== null && (typeof came !== 'number' || made - came > SAME_MOMENT) ? made : null;
}

/** Names of the template's own fields whose values differ. */
function changedFields(first: HitAnswer, now: HitAnswer): readonly string[] {
  const [before, after] = [first._source ?? {}, now._source ?? {}];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !name.startsWith('_') && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
