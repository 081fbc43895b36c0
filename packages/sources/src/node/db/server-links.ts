import type { DatabaseSettings } from '../../source/source.ts';
import { DatabaseRefused, type QueryLimits } from './database.ts';

interface ServerLink {
  readonly usable: boolean;
  close(reason?: unknown): void;
}

interface StatementEnd<L> {
  /** Ends what the server is about when nobody waits for it any more. */
  readonly stop: (link: L) => void;
  /** Whether the server ended the statement because of its own limit. */
  readonly isTooLong?: (cause: unknown) => boolean;
  /** What the driver threw, in words for who asked. */
  readonly refusal: (cause: unknown) => Error;
}

/** The connections to one server: one for questions about its schema, one more for each reader and each statement. */
export class ServerLinks<L extends ServerLink> {
  readonly #connect: (signal?: AbortSignal) => Promise<L>;
  readonly #links = new Set<L>();
  #asking: Promise<L> | null = null;

  constructor(connect: (signal?: AbortSignal) => Promise<L>) {
    this.#connect = connect;
  }

  /** A connection that whoever asked for it closes. */
  readonly open = async (signal?: AbortSignal): Promise<L> => {
    const link = await this.#connect(signal);
    for (const known of this.#links) if (!known.usable) this.#links.delete(known);
    this.#links.add(link);
    return link;
  };

  /** The connection for questions about the schema. */
  async forAsking(): Promise<L> {
    const link = await this.#asking?.catch(() => null);
    if (link?.usable) return link;
    this.#asking = this.open();
    return this.#asking;
  }

  /** Runs a statement on a connection of its own. @throws DatabaseRefused when it takes longer than it may, or as `refusal` says */
  async run<T>(
    limits: QueryLimits,
    { stop, isTooLong, refusal }: StatementEnd<L>,
    statement: (link: L) => Promise<T>,
  ): Promise<T> {
    const link = await this.open(limits.signal);
    const timer = AbortSignal.timeout(limits.timeout);
    const signal = limits.signal ? AbortSignal.any([limits.signal, timer]) : timer;
    const onAbort = (): void => stop(link);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await statement(link);
    } catch (cause) {
      limits.signal?.throwIfAborted();
      if (timer.aborted || isTooLong?.(cause)) {
        const message = `The statement took longer than ${limits.timeout / 1000} seconds and was stopped. Narrow it down.`;
        throw new DatabaseRefused('timeout', message, { cause });
      }
      throw refusal(cause);
    } finally {
      signal.removeEventListener('abort', onAbort);
      link.close();
      this.#links.delete(link);
    }
  }

  closeAll(): void {
    for (const link of this.#links) link.close();
    this.#links.clear();
  }
}

/** @throws DatabaseRefused when no database was chosen */
export function chosenDatabase({ database }: Pick<DatabaseSettings, 'database'>): string {
  if (database) return database;
  throw new DatabaseRefused('database', 'No database was chosen.');
}
