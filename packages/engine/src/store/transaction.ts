import type { DuckDBConnection } from '@duckdb/node-api';

/** Runs `work` between BEGIN and COMMIT; any error, an interrupt included, rolls back. */
export async function inTransaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run('BEGIN TRANSACTION');
  let result: T;
  try {
    result = await work();
    await connection.run('COMMIT');
  } catch (error) {
    await rollback(connection);
    throw error;
  }
  return result;
}

/** A repeated interrupt may hit the ROLLBACK itself, which then has to be said again. */
export async function rollback(connection: DuckDBConnection): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const failure = await connection.run('ROLLBACK').then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null || String(failure).includes('no transaction is active')) return;
  }
}
