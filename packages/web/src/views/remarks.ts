import { formatCount } from '../records/format.ts';
import { standsOut, type ViewDefinition } from './definition.ts';
import { countsRecords, levelOf } from './nested.ts';
import { bucketAnswers, type ResultTable, type SearchAnswer } from './result-table.ts';
import { hasOthers } from './series.ts';

/** How much a list of groups was cut, in words; null when it is whole. */
function cutWords(view: ViewDefinition, table: ResultTable): string | null {
  const hidden = table.leftOut - (hasOthers(view.visual, table) ? table.others : 0);
  // A table says so in its last row.
  if (hidden <= 0 || view.visual === 'Table') return null;
  const records = view.buckets.find(countsRecords);
  // What is left out is counted in objects, of which a record may hold many.
  if (records) return `${formatCount(hidden)} of ${levelOf(records)} are in groups that are not shown`;
  const shown = table.rows.reduce((sum, { documents }) => sum + documents, 0);
  const all = shown + table.leftOut;
  // A document with several values stands in several groups.
  const what = all > table.total ? 'values' : 'documents';
  return `${formatCount(all - hidden)} of ${formatCount(all)} ${what} are in the groups shown`;
}

function standingOut(view: ViewDefinition, answer: SearchAnswer): string | null {
  const [first] = view.buckets;
  if (!first || !standsOut(first)) return null;
  const found = answer.aggregations?.[first.id]?.buckets?.length ?? 0;
  return found > 0 && found >= (first.size ?? 10) ? `The ${formatCount(found)} that stand out most` : null;
}

/** What a drawing leaves out, or cannot promise, in words to stand beside it; empty when it is whole and exact (QRY-24). */
export function remarksOn(view: ViewDefinition, table: ResultTable, answer: SearchAnswer): readonly string[] {
  const { value: total, relation } = answer.hits.total;
  const { _shards: shards, timed_out } = answer;
  const bounds = [...bucketAnswers(view.buckets, answer.aggregations)].map(
    (one) => one.doc_count_error_upper_bound ?? 0,
  );
  const bound = Math.max(0, ...bounds);
  return [
    shards && shards.failed > 0
      ? `${formatCount(shards.total - shards.failed)} of ${formatCount(shards.total)} shards answered`
      : null,
    timed_out ? 'Partial: the search was stopped before its end' : null,
    relation === 'gte' ? `At least ${formatCount(total)} documents match` : null,
    bound > 0 ? `Counts may be off by ${formatCount(bound)}` : null,
    cutWords(view, table),
    standingOut(view, answer),
  ].filter((words) => words !== null);
}
