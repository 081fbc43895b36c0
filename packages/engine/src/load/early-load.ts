import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { interruptible } from '../store/interruptible.ts';
import { inPlaceOfWriter } from '../store/page-pool.ts';
import { commit, rollback, withLargeCommit } from '../store/transaction.ts';
import type { ComingRows, CountedFile, Ledger } from './batch.ts';
import type { Report } from './close-batch.ts';
import { readCounters } from './counters.ts';
import { type DirectInput, DirectLoad } from './direct.ts';
import { ROW_GROUP } from './row-group.ts';

/**
 * Rows of a file that is read early: a row group of DuckDB 1.5.6. A thread that reads just one has it written and joined with the table as
 * it is; the rows of a smaller part are written a second time, behind those of the other threads.
 */
export const ROWS_TOGETHER = ROW_GROUP;

/**
 * Files are read by twos, a thread each: one that finds no task does not rest but asks again and again. As many as have come meanwhile are
 * read by one statement, since at the end of each statement one thread waits for the other; not more, since pages are let go of between two.
 */
const FILES_TOGETHER = 2;
const MOST_TOGETHER = 4;

/** An open transaction keeps the file from being written anew, so a slow upload gives its early reading up. */
const LONGEST_MS = 60_000;

/**
 * Reads the first files of a batch while the others still come in, in a transaction of its own. It is a head start and no
 * more: whatever goes wrong with it, the batch is taken in afresh from its files.
 */
export class EarlyLoad {
  readonly #connection: DuckDBConnection;
  readonly #release: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting: CountedFile[] = [];
  #load: Promise<DirectLoad>;
  #taken = 0;
  #isWhole = false;
  #ended = false;

  /** `release` is called once, when the connection is free again. */
  constructor(connection: DuckDBConnection, layout: IndexLayout, rows: ComingRows, release: () => void) {
    this.#connection = connection;
    this.#release = release;
    this.#load = this.#begin(layout, rows);
    this.#load.catch(() => {});
    this.#timer = setTimeout(() => void this.abort(), LONGEST_MS);
    this.#timer.unref();
  }

  async #begin(layout: IndexLayout, rows: ComingRows): Promise<DirectLoad> {
    await this.#connection.run('BEGIN TRANSACTION');
    const counters = await readCounters(this.#connection, layout);
    return DirectLoad.begin(this.#connection, layout, counters, rows, { beside: true });
  }

  /** Adds the next file, in the order of the batch, with no more than `ROWS_TOGETHER` rows; returns at once. */
  take(file: CountedFile): void {
    this.#waiting.push(file);
    this.#isWhole = file.isLast === true;
    if (this.#taken++ === 0) this.#next((load) => load.lookInto(file));
    if (this.#isWhole || this.#waiting.length % FILES_TOGETHER === 0) this.#next((load) => this.#takeNext(load));
  }

  #next(step: (load: DirectLoad) => Promise<void>): void {
    this.#load = this.#load.then(async (load) => {
      if (this.#ended) throw new Error('The early reading has ended');
      await step(load);
      return load;
    });
    this.#load.catch(() => {});
  }

  /** There is nothing to do where an earlier statement has taken those that came together. */
  async #takeNext(load: DirectLoad): Promise<void> {
    const { length } = this.#waiting;
    const ready = this.#isWhole ? length : length - (length % FILES_TOGETHER);
    const files = this.#waiting.splice(0, Math.min(ready, MOST_TOGETHER));
    if (files.length > 0) await load.takeCounted(files);
  }

  /**
   * Ends the batch when nothing else changed the index meanwhile: `nextDoc` is where its numbers stand now.
   * @returns null when the batch has to be taken in afresh
   */
  async finish(input: DirectInput, nextDoc: number, started: number, report: Report): Promise<Ledger | null> {
    const load = this.#ended ? null : await inPlaceOfWriter(this.#connection, () => this.#load).catch(() => null);
    if (load === null || this.#ended || load.counters.nextDoc !== nextDoc) {
      await this.abort();
      return null;
    }
    this.#ended = true;
    clearTimeout(this.#timer);
    try {
      const committed = async (): Promise<Ledger> => {
        const { result, last } = await load.finish(input, started, report);
        await commit(this.#connection, last);
        return result;
      };
      const limits = { signal: input.signal };
      const whole = () => withLargeCommit(this.#connection, () => inPlaceOfWriter(this.#connection, committed));
      return await interruptible(this.#connection, whole, limits);
    } catch (cause) {
      await rollback(this.#connection);
      // a conflict with another write is no fault of the batch
      if (input.signal?.aborted) throw cause;
      return null;
    } finally {
      this.#release();
    }
  }

  /** Leaves no trace; harmless when it has ended. */
  async abort(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    const stop = setInterval(() => this.#connection.interrupt(), 25);
    await this.#load.catch(() => {});
    clearInterval(stop);
    try {
      await rollback(this.#connection);
    } finally {
      this.#release();
    }
  }
}
