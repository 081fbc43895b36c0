import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { throwIfStopped } from './interruptible.ts';

/** ms for which one piece of work may hold the thread all others wait for. */
const LONGEST_MS = 20;

/**
 * Lets others have their turn while much is done in JavaScript: `if (breath.isDue) await breath.take()`. Work for what runs
 * on a connection ends there once that is stopped.
 */
export class Breath {
  readonly #connection: DuckDBConnection | null;
  #began = performance.now();

  constructor(connection: DuckDBConnection | null = null) {
    this.#connection = connection;
  }

  get isDue(): boolean {
    return performance.now() - this.#began > LONGEST_MS;
  }

  async take(): Promise<void> {
    await setImmediate();
    if (this.#connection !== null) throwIfStopped(this.#connection);
    this.#began = performance.now();
  }
}
