import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBListVector,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  type DuckDBVector,
  type JS,
  JSDuckDBValueConverter,
  VARCHAR,
} from '@duckdb/node-api';
import { runAtOnce } from '../store/at-once.ts';
import { Breath } from '../store/breath.ts';
import type { Sql } from './sql.ts';

const valuesOf = ({ values }: Sql): DuckDBValue[] => values.map((bound) => bound.value);
const typesOf = ({ values }: Sql) => values.map((bound) => bound.type);

const run = (connection: DuckDBConnection, statement: Sql): Promise<DuckDBMaterializedResult> =>
  runAtOnce(connection, statement.text, valuesOf(statement), typesOf(statement));

/** Runs a statement to its end; values come column by column inside the chunks. */
export async function chunksOf(connection: DuckDBConnection, statement: Sql): Promise<readonly DuckDBDataChunk[]> {
  const result = await run(connection, statement);
  return result.fetchAllChunks();
}

/** The same chunk by chunk, so that those that were read need no memory. */
export async function* eachOfChunks(connection: DuckDBConnection, statement: Sql): AsyncGenerator<DuckDBDataChunk> {
  const result = await run(connection, statement);
  for (let chunk = await result.fetchChunk(); chunk !== null; chunk = await result.fetchChunk()) yield chunk;
}

/** Runs a statement chunk by chunk, as they are read; nothing else may run on the connection until the last one. */
export async function* eachChunkOf(connection: DuckDBConnection, statement: Sql): AsyncGenerator<DuckDBDataChunk> {
  const result = await connection.stream(statement.text, valuesOf(statement), typesOf(statement));
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk())
    yield chunk;
}

/** Rows of a result as arrays of plain values; BIGINT as number where it is exact. Others have their turn between some thousand of them. */
export async function rowsOf(connection: DuckDBConnection, statement: Sql): Promise<readonly (readonly unknown[])[]> {
  const result = await run(connection, statement);
  const breath = new Breath(connection);
  const rows: unknown[][] = [];
  for (const chunk of await result.fetchAllChunks()) {
    const from = rows.length;
    for (let row = chunk.rowCount; row > 0; row--) rows.push([]);
    for (let column = 0; column < chunk.columnCount; column++) {
      const values = chunk.convertColumnValues<JS>(column, JSDuckDBValueConverter);
      for (const [row, value] of values.entries()) rows[from + row]?.push(plain(value));
    }
    if (breath.isDue) await breath.take();
  }
  return rows;
}

/** DuckDB's whole numbers come as bigint; those a JavaScript number holds exactly become one. */
export function plain(value: unknown): unknown {
  if (typeof value !== 'bigint') return Array.isArray(value) ? value.map(plain) : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

type RecordOfRow = Readonly<Record<string, JS>>;

/** Rows of a result as objects by column name; others have their turn between some thousand of them. */
export async function recordsOf(connection: DuckDBConnection, statement: Sql): Promise<readonly RecordOfRow[]> {
  const result = await run(connection, statement);
  const names = result.deduplicatedColumnNames();
  const breath = new Breath(connection);
  const records: RecordOfRow[] = [];
  for (const chunk of await result.fetchAllChunks()) {
    for (const record of recordsIn(chunk, names)) records.push(record);
    if (breath.isDue) await breath.take();
  }
  return records;
}

/** The columns of a result that are texts. */
export async function textsIn(connection: DuckDBConnection, statement: Sql): Promise<ReadonlySet<string>> {
  const result = await run(connection, statement);
  return new Set(result.columnNames().filter((_, i) => result.columnType(i) === VARCHAR));
}

/** Column by column: going by rows asks DuckDB for the size of the chunk with each of them. */
export function recordsIn(chunk: DuckDBDataChunk, names: readonly string[]): Record<string, JS>[] {
  const records: Record<string, JS>[] = Array.from({ length: chunk.rowCount }, () => ({}));
  for (const [i, column] of names.entries()) {
    const values = chunk.convertColumnValues<JS>(i, JSDuckDBValueConverter);
    for (let row = 0; row < records.length; row++) (records[row] as Record<string, JS>)[column] = values[row] ?? null;
  }
  return records;
}

/** node-api keeps the typed array of a vector to itself; reading value by value takes ten times as long. */
const typedItems = (vector: DuckDBVector): unknown => Reflect.get(vector, 'items');

/** Values of an INTEGER vector without NULL. */
export function integersOf(vector: DuckDBVector): Int32Array {
  const items = typedItems(vector);
  return items instanceof Int32Array ? items : Int32Array.from(vector.toArray(), Number);
}

/** Values of one list of an INTEGER[] vector, without NULL in it. */
export function integersIn(vector: DuckDBVector | undefined, row: number): Int32Array {
  const list = vector instanceof DuckDBListVector ? vector.getItemVector(row) : null;
  return list === null ? new Int32Array() : integersOf(list);
}

/** Values of a UTINYINT vector without NULL. */
export function bytesOf(vector: DuckDBVector): Uint8Array {
  const items = typedItems(vector);
  return items instanceof Uint8Array ? items : Uint8Array.from(vector.toArray(), Number);
}

/** Values of a USMALLINT vector without NULL. */
export function shortsOf(vector: DuckDBVector): Uint16Array {
  const items = typedItems(vector);
  return items instanceof Uint16Array ? items : Uint16Array.from(vector.toArray(), Number);
}

/** Values of a DOUBLE vector without NULL. */
export function doublesOf(vector: DuckDBVector): Float64Array {
  const items = typedItems(vector);
  return items instanceof Float64Array ? items : Float64Array.from(vector.toArray(), Number);
}
