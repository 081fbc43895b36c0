import type { SearchAnswer } from '@datasarana/client';
import type { AccuracyNote } from '@datasarana/query';
import { formatCount } from '../records/format.ts';
import { isOnAxes, standsOut, type ViewDefinition } from './definition.ts';
import { countsRecords, levelOf } from './nested.ts';
import type { ResultTable } from './result-table.ts';
import { hasOthers, MOST_SERIES, MOST_SLICES, seriesCount } from './series.ts';

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

/** How many series or slices are too many to be drawn, in words; null when all are. */
function seriesWords(view: ViewDefinition, table: ResultTable): string | null {
  const parts = table.rows.length;
  if ((view.visual === 'Pie' || view.visual === 'Doughnut') && parts > MOST_SLICES)
    return `The largest ${MOST_SLICES} of ${formatCount(parts)} slices are drawn, the others as one`;
  if (!isOnAxes(view.visual)) return null;
  const all = seriesCount(table);
  return all > MOST_SERIES ? `The largest ${MOST_SERIES} of ${formatCount(all)} series are drawn` : null;
}

/** What the answer says of all of it. */
const OF_ALL: Readonly<Record<string, (note: AccuracyNote) => string>> = {
  shards: ({ shown = 0, of = 0 }) => `${formatCount(shown)} of ${formatCount(of)} shards answered`,
  time: () => 'Partial: the search was stopped before its end',
  hits: ({ shown = 0 }) => `At least ${formatCount(shown)} documents match`,
};

function wordsOf(note: AccuracyNote, view: ViewDefinition, table: ResultTable): string | null {
  const { at, kind, bound = 0, of } = note;
  if (kind === 'approximate') return `Figures lie within ${bound * 100} % of the true ones`;
  const ofAll = OF_ALL[at];
  if (ofAll) return ofAll(note);
  const level = view.buckets.findIndex(({ id }) => at.split('>').at(-1) === id);
  const bucket = view.buckets[level];
  // Of groups that are counted in full `cutWords` knows what the drawing shows all the same.
  if (!bucket || !standsOut(bucket) || of !== undefined) return null;
  const found = new Set(table.rows.map(({ keys }) => keys[level]?.value)).size;
  return level === 0 ? `The ${formatCount(found)} that stand out most` : 'Of each group those that stand out most';
}

/**
 * What a drawing leaves out, or cannot promise, in words to stand beside it; empty when it is whole and exact (QRY-24). How
 * exact an answer is it says itself.
 */
export function remarksOn(
  view: ViewDefinition,
  table: ResultTable,
  { accuracy }: Pick<SearchAnswer, 'accuracy'>,
): readonly string[] {
  const words = accuracy.notes.map((note) => wordsOf(note, view, table));
  return [...words, cutWords(view, table), seriesWords(view, table)].filter((each) => each !== null);
}
