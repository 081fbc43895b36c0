import type { DuckDBConnection } from '@duckdb/node-api';

/** Who is told before what is written on a connection is committed. */
const hearers = new WeakMap<DuckDBConnection, () => Promise<unknown>>();

/** Has `hear` called before a transaction of the connection is committed, which waits for it. */
export const beforeCommits = (connection: DuckDBConnection, hear: () => Promise<unknown>): void =>
  void hearers.set(connection, hear);

/** Commits the transaction of a connection, behind `last` statements in the same step. */
export async function commit(connection: DuckDBConnection, last = ''): Promise<void> {
  await hearers.get(connection)?.();
  await connection.run(`${last}COMMIT`);
}

/** Runs `work` between BEGIN and COMMIT; any error, an interrupt included, rolls back. */
export const inTransaction = <T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> =>
  inTransactionEnding(connection, async () => ({ result: await work(), last: '' }));

/** What a transaction came to, and statements of its own that are run together with COMMIT: one way to DuckDB and back less. */
export interface Ending<T> {
  readonly result: T;
  /** Each with its semicolon. */
  readonly last: string;
}

/** The same, for work that has a last word. */
export async function inTransactionEnding<T>(connection: DuckDBConnection, work: () => Promise<Ending<T>>): Promise<T> {
  await connection.run(BEGIN);
  return ending(connection, work);
}

/** The same, for work that begins with what `first` asks: it says `begin` itself, with more in the same step. */
export async function inTransactionFrom<F, T>(
  connection: DuckDBConnection,
  first: (begin: string) => Promise<F>,
  work: (found: F) => Promise<Ending<T>>,
): Promise<T> {
  return ending(connection, async () => work(await first(`${BEGIN}; `)));
}

const BEGIN = 'BEGIN TRANSACTION';

async function ending<T>(connection: DuckDBConnection, work: () => Promise<Ending<T>>): Promise<T> {
  try {
    const { result, last } = await work();
    await commit(connection, last);
    return result;
  } catch (error) {
    await rollback(connection);
    throw error;
  }
}

/**
 * Length of the write-ahead log from which it is worth being worked into the file, and above which DuckDB does it in any case. That takes the
 * longer the more stands in it, and everybody waits for it; a file that was not closed takes 15 ms for each MB of its log to open again.
 */
export const LOG_BYTES = { least: 16 * 1024 * 1024, most: 64 * 1024 * 1024 };

/** Rows from which on a batch is committed straight into the file. */
export const LARGE_ROWS = 50_000;

/** A transaction whose commit writes the file anew at once instead of a long log that is worked in later. */
export const inLargeTransaction = <T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> =>
  withLargeCommit(connection, () => inTransaction(connection, work));

/** Has memory that was let go of given back to the system at once. The process has one such setting: a file that is closed unsets it. */
export const GIVE_BACK = 'SET allocator_background_threads = true';

/** Any commit inside `work` writes the file anew at once. */
export async function withLargeCommit<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run(`SET checkpoint_threshold = '1KB'; ${GIVE_BACK}`);
  try {
    return await work();
  } finally {
    await connection.run(`SET checkpoint_threshold = '${LOG_BYTES.most}B'`);
  }
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
