import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows, type SqlValues } from '../store/rows.ts';
import { columnTypes, type FieldColumn, type IndexLayout } from './layout.ts';
import { docsDdl } from './tables.ts';

/** Letters of a text from which on its column is kept as it is, on average. */
export const LONG_TEXT = 1500;

/** Documents that are looked at for how long texts are. */
export const LOOKED_AT = 100;

/** Fields of one text each. */
export const textsOf = ({ own }: IndexLayout): readonly FieldColumn[] =>
  own.filter((column) => columnTypes(column).every(([, type]) => type === 'VARCHAR'));

/**
 * Has long texts of an index without documents kept as they are. To read one text DuckDB unpacks the 2,048 around it: of 4,000
 * letters each that takes 2 ms for each document of an answer.
 * @param names columns of the documents table
 */
export async function keepAsTheyAre(
  connection: DuckDBConnection,
  { docs }: IndexLayout,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  // a column cannot be given another compression
  const columns = await allRows(connection, `SELECT name, type FROM pragma_table_info('${docs}') ORDER BY cid`);
  const typed = columns.map(({ name, type }) => [String(name), String(type)] as const);
  await connection.run(`DROP TABLE ${docs}; ${docsDdl(docs, typed, new Set(names))}`);
}

/** Columns with long texts in rows that are about to come in, which have the columns of the index. */
export async function longColumnsOf(
  connection: DuckDBConnection,
  layout: IndexLayout,
  rows: { readonly source: string; readonly which: string; readonly values?: SqlValues },
): Promise<readonly string[]> {
  const names = textsOf(layout).flatMap(({ columns }) => columns);
  if (names.length === 0) return [];
  const lengths = names.map((name) => `avg(length(${name})) AS ${name}`).join(', ');
  const sample = `(SELECT ${names.join(', ')} FROM ${rows.source} WHERE ${rows.which} LIMIT ${LOOKED_AT})`;
  const [found] = await allRows(connection, `SELECT ${lengths} FROM ${sample}`, rows.values);
  return names.filter((name) => Number(found?.[name] ?? 0) >= LONG_TEXT);
}
