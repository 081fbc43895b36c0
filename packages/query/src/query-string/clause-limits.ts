import { malformed, type PlatformError } from '@datasarana/schema';
import type { Query } from '../clauses/query.ts';
import { SearchTextFault } from './fault.ts';
import { hasWords, type SearchableField } from './fields.ts';

/** OpenSearch's `indices.query.bool.max_clause_count`. */
const MOST_CLAUSES = 1024;

const REASON = `maxClauseCount is set to ${MOST_CLAUSES}`;
const REMEDY = 'Search for fewer words at once, or in fewer fields.';

/**
 * Refuses what a text became where OpenSearch does: more than 1,024 clauses beside each other, or in all of it, each field that has words
 * counted by itself.
 */
export function refuseManyClauses(query: Query, known: readonly SearchableField[], text: string | null): void {
  const wordy = new Set(known.filter(hasWords).map(({ name }) => name));
  if (hasManyBeside(query)) throw text === null ? tooManyBeside() : tooManyInText(text);
  if (leavesOf(query, wordy) > MOST_CLAUSES) throw tooManyNested();
}

function hasManyBeside(query: Query): boolean {
  const inner = innerOf(query);
  return inner !== null && ((query.kind === 'bool' && inner.length > MOST_CLAUSES) || inner.some(hasManyBeside));
}

/** The clauses something is made of; null for one that is made of none. */
function innerOf(query: Query): readonly Query[] | null {
  if (query.kind === 'bool') return [...query.must, ...query.filter, ...query.should, ...query.mustNot];
  return query.kind === 'dis_max' ? query.queries : null;
}

function leavesOf(query: Query, wordy: ReadonlySet<string>): number {
  const inner = innerOf(query);
  if (inner !== null) return inner.reduce((sum, each) => sum + leavesOf(each, wordy), 0);
  // a word that is no number is not looked for among numbers
  if (query.kind === 'multi_match') return query.fields.filter(({ field }) => wordy.has(field)).length;
  return query.kind === 'match' && !wordy.has(query.field) ? 0 : 1;
}

function tooManyInText(whole: string): SearchTextFault {
  const text = whole.length > 100 ? `${whole.slice(0, 100)}…` : whole;
  const problem = 'too many boolean clauses';
  const place = { text, at: 0, problem, remedy: REMEDY, cause: { type: 'too_many_clauses', reason: REASON } };
  return new SearchTextFault(`query: ${problem}, ${REASON}`, place);
}

const tooManyBeside = (): PlatformError =>
  malformed(`failed to create query: ${REASON}`, REMEDY, {
    type: 'query_shard_exception',
    caused_by: { type: 'too_many_clauses', reason: REASON },
  });

/** OpenSearch's name for it, and not its status of 500. */
const tooManyNested = (): PlatformError =>
  malformed(`Query contains too many nested clauses; ${REASON}`, REMEDY, { type: 'too_many_nested_clauses' });
