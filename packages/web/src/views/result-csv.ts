import { csvRow } from '@datasarana/schema';
import { metricLabel, type ResultKey, type ResultTable } from './result-table.ts';

/** The rows behind a drawing as CSV, exactly those shown (VIS-19); no spreadsheet runs a cell of it (SEC-04). */
export const resultCsv = (table: ResultTable): string =>
  [
    [...table.buckets.map((bucket) => bucket.field), ...table.metrics.map(metricLabel)],
    ...table.rows.map((row) => [...row.keys.map(keyCell), ...row.figures.map((figure) => figure ?? '')]),
  ]
    .map(csvRow)
    .join('');

/** A number leaves without the separators it is shown with. */
function keyCell({ label, value }: ResultKey): string | number {
  const figure = Number(label.replaceAll(',', ''));
  return typeof value === 'number' && !Number.isNaN(figure) ? figure : label;
}
