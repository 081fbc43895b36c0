import type { DuckDBConnection } from '@duckdb/node-api';
import { throwIfStopped } from './interruptible.ts';
import { shortFirst } from './short-first.ts';

/** ms for which one piece of work may hold the thread that others wait for. */
const LONGEST_MS = 0.25;

/** The same of what is written while nobody reads: to be interrupted costs bulks a tenth. */
const LONGEST_ALONE_MS = 20;

/**
 * Lets others have their turn while much is done in JavaScript: `if (breath.isDue) await breath.take()`. What is done for a question, with
 * the connection it is read on, lets short ones go first and ends there once it is stopped; without one it is part of what is written.
 */
export class Breath {
  readonly #connection: DuckDBConnection | null;
  readonly #since: number;
  #began = performance.now();

  constructor(connection: DuckDBConnection | null = null) {
    this.#connection = connection;
    this.#since = (connection && shortFirst.since(connection)) ?? this.#began;
  }

  get isDue(): boolean {
    const isAlone = this.#connection === null && !shortFirst.isRead;
    return performance.now() - this.#began > (isAlone ? LONGEST_ALONE_MS : LONGEST_MS);
  }

  async take(): Promise<void> {
    if (this.#connection === null) await shortFirst.pauseOfWrite();
    else {
      await shortFirst.turn(this.#since);
      throwIfStopped(this.#connection);
    }
    this.#began = performance.now();
  }
}
