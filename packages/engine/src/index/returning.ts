import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '../store/rows.ts';
import { columnTypes, type FieldColumn, type IndexLayout } from './layout.ts';

/** Fields that are in an index again, taken out by an earlier definition: their columns were never dropped. */
export interface Returning {
  /** Their values are as they were; words of texts are to be written again. */
  readonly texts: readonly FieldColumn[];
  /** Their columns hold values of another type: paths. */
  readonly unfit: readonly string[];
}

export async function findReturning(
  connection: DuckDBConnection,
  before: IndexLayout,
  after: IndexLayout,
): Promise<Returning> {
  const rows = await allRows(
    connection,
    'SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $docs',
    { docs: before.docs },
  );
  const kept = new Map(rows.map(({ column_name, data_type }) => [String(column_name), String(data_type)]));
  const returning = after.own.filter(
    (column) => !before.fields.has(column.path) && columnTypes(column).some(([name]) => kept.has(name)),
  );
  return {
    texts: returning.filter(({ postings }) => postings !== null),
    unfit: returning
      .filter((column) => columnTypes(column).some(([name, type]) => kept.get(name) !== type))
      .map(({ path }) => path),
  };
}
