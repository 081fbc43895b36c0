import { type Client, endpointsOfKind } from '@datasarana/client';
import { csvRow, MAX_LIST_ROWS } from '@datasarana/schema';

/** A column of an export: its title, and the plain value of a row; dates as ISO 8601 UTC (FMT-08). */
export interface ExportColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => unknown;
}

/** Everything a list search finds, page by page, as CSV whose cells no spreadsheet runs (SEC-04). */
export async function exportList<Row>(
  api: Client,
  kind: string,
  search: Readonly<Record<string, unknown>>,
  columns: readonly ExportColumn<Row>[],
): Promise<{ readonly csv: string; readonly rows: number }> {
  const calls = endpointsOfKind(kind);
  const lines = [csvRow(columns.map(({ title }) => title))];
  for (let from = 0; ; from += MAX_LIST_ROWS) {
    const body = { ...search, from, to: from + MAX_LIST_ROWS };
    const { data, total } = await api.call<readonly Row[] | null>(calls.search, { params: calls.params, body });
    const rows = data ?? [];
    for (const row of rows) lines.push(csvRow(columns.map(({ value }) => value(row))));
    if (rows.length === 0 || from + rows.length >= (total ?? 0)) break;
  }
  return { csv: lines.join(''), rows: lines.length - 1 };
}

/** Hands a text to the browser as a file. */
export const saveText = (name: string, text: string, type = 'text/csv;charset=utf-8'): void =>
  saveBlob(name, new Blob([text], { type }));

/** Hands what was made in the page to the browser as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
