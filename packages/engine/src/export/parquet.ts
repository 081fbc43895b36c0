import { DuckDBInstance } from '@duckdb/node-api';
import { interruptible } from '../store/interruptible.ts';

/** A column of a Parquet file to be written. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'VARCHAR';
}

const MAX_ROW_BYTES = 32 * 1024 * 1024;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

let last: Promise<unknown> = Promise.resolve();

/** Each file takes up to half a gigabyte beside what the tenants have: one is written at a time. */
function inTurn<T>(write: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const turn = last.then(() => {
    signal?.throwIfAborted();
    return write();
  });
  last = turn.catch(() => undefined);
  return turn;
}

/**
 * Turns rows in the normal form of delimited text (UTF-8, no header, comma, `\n`; an empty cell is no value) into a Parquet
 * file, with flat memory, once those asked for before are written. A cell that is not of its column's type is an error;
 * `signal` ends it.
 */
export const writeParquet = (
  csvFile: string,
  columns: readonly ParquetColumn[],
  file: string,
  signal?: AbortSignal,
): Promise<void> => inTurn(() => writeNow(csvFile, columns, file, signal), signal);

async function writeNow(
  csvFile: string,
  columns: readonly ParquetColumn[],
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '512MB', threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run('SET preserve_insertion_order = true');
    const types = columns.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
    const values = columns.map(({ name, type }, i) => `CAST(c${i} AS ${type}) AS ${quoted(name)}`).join(', ');
    const copy = `COPY (SELECT ${values} FROM read_csv(${literal(csvFile)}, header = false, auto_detect = false, delim = ',', quote = '"',
         escape = '"', new_line = '\\n', strict_mode = true, max_line_size = ${MAX_ROW_BYTES}, buffer_size = ${MAX_ROW_BYTES},
         columns = {${types}})) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`;
    await interruptible(connection, () => connection.run(copy), { signal });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
