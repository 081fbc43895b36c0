import type { HitAnswer } from '@datasarana/client';
import { csvRow, formatExportDate, ValueType } from '@datasarana/schema';
import type { ViewDefinition } from './definition.ts';
import { valueAt } from './records/value-at.ts';
import type { ResultKey } from './result-row.ts';
import { metricLabel, type ResultTable } from './result-table.ts';

/** The rows behind a drawing as CSV, exactly those shown (VIS-19); no spreadsheet runs a cell of it (SEC-04). */
export const resultCsv = (table: ResultTable): string =>
  [
    [...table.buckets.map((bucket) => bucket.field), ...table.metrics.map(metricLabel)],
    ...table.rows.map((row) => [...row.keys.map(keyCell), ...row.figures.map((figure) => figure ?? '')]),
  ]
    .map(csvRow)
    .join('');

/** A number leaves without the separators it is shown with, a moment in ISO 8601 (FMT-08). */
function keyCell({ label, value, exported }: ResultKey): string | number {
  if (exported !== undefined) return exported;
  const figure = Number(label.replaceAll(',', ''));
  return typeof value === 'number' && !Number.isNaN(figure) ? figure : label;
}

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
