import type { HitAnswer } from '@datasarana/client';
import { csvRow, formatExportDate, ValueType } from '@datasarana/schema';
import { formatListDate } from '../records/format.ts';
import type { CalendarInterval, ViewBucket, ViewDefinition } from './definition.ts';
import { valueAt } from './records/value-at.ts';
import type { ResultKey } from './result-row.ts';
import { metricLabel, type ResultTable } from './result-table.ts';

/** The rows behind a drawing as CSV, exactly those shown (VIS-19); no spreadsheet runs a cell of it (SEC-04). */
export const resultCsv = (table: ResultTable): string =>
  [
    [...table.buckets.map((bucket) => bucket.field), ...table.metrics.map(metricLabel)],
    ...table.rows.map((row) => [
      ...row.keys.map((key, i) => keyCell(key, table.buckets[i])),
      ...row.figures.map((figure) => figure ?? ''),
    ]),
  ]
    .map(csvRow)
    .join('');

/** A number leaves without the separators it is shown with, a moment in ISO 8601 (FMT-08). */
function keyCell({ label, value, exported }: ResultKey, bucket: ViewBucket | undefined): string | number {
  if (bucket?.function === 'date_histogram') return spanCell(new Date(Number(value)), bucket);
  if (exported !== undefined) return exported;
  const figure = Number(label.replaceAll(',', ''));
  return typeof value === 'number' && !Number.isNaN(figure) ? figure : label;
}

/** Letters of ISO 8601 that say a whole day, month or year. */
const LETTERS: Partial<Record<CalendarInterval, number>> = { year: 4, quarter: 7, month: 7, week: 10, day: 10 };

/** Days and what is longer begin at the viewer's midnight, and leave as their day; hours and minutes as their moment. */
const spanCell = (begin: Date, { calendar = 'day', days }: ViewBucket): string => {
  const letters = LETTERS[calendar];
  if (letters === undefined) return formatExportDate(begin);
  return (days ? begin.toISOString() : formatListDate(begin)).slice(0, letters);
};

/** The records of a table as CSV, those loaded, with its columns; dates in ISO 8601 UTC (FMT-08). */
export const recordsCsv = ({ columns = [] }: ViewDefinition, hits: readonly HitAnswer[]): string =>
  [
    columns.map(({ field, label = field }) => label),
    ...hits.map((hit) =>
      columns.map(({ field, value_type }) => {
        const value = valueAt(hit, field);
        return value_type === ValueType.Date ? formatExportDate(value) || value : value;
      }),
    ),
  ]
    .map(csvRow)
    .join('');
