import { DuckDBInstance } from '@duckdb/node-api';

type Config = Readonly<Record<string, string>>;

/**
 * DuckDB 1.5 cannot read again, when it opens a file, a log in which a column was given another type by a function (`ALTER … USING`):
 * it looks for the function in a default database that is not there yet.
 */
const isUnread = (error: unknown): boolean =>
  error instanceof Error &&
  /Failure while replaying WAL/.test(error.message) &&
  /no default database/.test(error.message);

/** Works the log of a file into it. Beside another database the log is read as a whole. */
async function workIn(file: string, config: Config): Promise<void> {
  const beside = await DuckDBInstance.create(':memory:', config);
  try {
    const connection = await beside.connect();
    await connection.run(`ATTACH '${file.replaceAll("'", "''")}' AS opened`);
    await connection.run('CHECKPOINT opened');
    await connection.run('DETACH opened');
    connection.closeSync();
  } finally {
    beside.closeSync();
  }
}

/** Opens a file of DuckDB, also one whose process was killed behind a change of a column's type. */
export async function openFile(file: string, config: Config): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(file, config);
  } catch (error) {
    if (!isUnread(error)) throw error;
    await workIn(file, config);
    return DuckDBInstance.create(file, config);
  }
}
