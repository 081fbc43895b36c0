import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';

/** `signal` and `timeoutMs` end the running statement itself, not only the waiting for it. */
export interface Limits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** DuckDB forgets an interrupt that comes between two statements, so it is repeated until the work has ended. */
const REPEAT_MS = 25;

const stopped = (reason: unknown, timeoutMs: number | undefined): Error =>
  timeoutMs !== undefined && reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new PlatformError(`The request was stopped after ${timeoutMs} ms`, {
        code: ReplyCode.NoResponse,
        type: 'internal',
        hint: 'Narrow the time range or the filter, or ask for fewer buckets.',
        cause: reason,
      })
    : new DOMException('The request was cancelled', 'AbortError');

/** What may stop the work that runs on a connection. */
const stops = new WeakMap<DuckDBConnection, AbortSignal>();

/** For work in JavaScript, which interrupting statements does not reach. @throws once a limit of what runs there is reached */
export const throwIfStopped = (connection: DuckDBConnection): void => stops.get(connection)?.throwIfAborted();

/** What ends with the first of both; undefined without any. */
function firstOf(signal: AbortSignal | undefined, timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal;
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

/** Runs `work` on `connection`; once a limit is reached its statements are interrupted and the promise rejects. */
export async function interruptible<T>(
  connection: DuckDBConnection,
  work: () => Promise<T>,
  { signal, timeoutMs }: Limits,
): Promise<T> {
  const either = firstOf(signal, timeoutMs);
  if (either === undefined) return work();
  if (either.aborted) throw stopped(either.reason, timeoutMs);
  let timer: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    connection.interrupt();
    timer ??= setInterval(() => connection.interrupt(), REPEAT_MS);
  };
  either.addEventListener('abort', interrupt, { once: true });
  stops.set(connection, either);
  try {
    return await work();
  } catch (error) {
    throw either.aborted ? stopped(either.reason, timeoutMs) : error;
  } finally {
    either.removeEventListener('abort', interrupt);
    clearInterval(timer);
    stops.delete(connection);
  }
}
