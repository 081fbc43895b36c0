import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { CATALOGUE_DDL } from '../index/tables.ts';
import type { ColumnMemoryOptions } from '../search/columns/column-memory.ts';
import { registerShapeFunction } from '../search/geometry/shape-function.ts';
import type { PostingsMemoryOptions } from '../search/text/postings-memory.ts';
import { beforeFirst } from './before-first.ts';
import { tenantFileName } from './file-name.ts';
import { interruptible, type Limits } from './interruptible.ts';
import { openFile } from './open-file.ts';
import { PagePool } from './page-pool.ts';
import { roomFor } from './room.ts';
import { allRows } from './rows.ts';
import { shortFirst } from './short-first.ts';
import { beforeCommits, GIVE_BACK, LOG_BYTES, rollback } from './transaction.ts';

export interface StoreOptions {
  readonly folder: string;
  readonly memoryLimitMb: number;
  readonly threads: number;
  /** What of the columns is kept in memory for aggregations. */
  readonly columns?: ColumnMemoryOptions;
  /** What of the words of texts is kept in memory. */
  readonly postings?: PostingsMemoryOptions;
  /** Runs each write, once it is its turn. */
  readonly inWrite?: <T>(write: () => Promise<T>) => Promise<T>;
}

/**
 * Begins a read-only transaction, unless one is open that has seen all that was written up to a generation.
 * @param since that generation, or null
 */
export type Begin = (connection: DuckDBConnection, since: number | null) => Promise<unknown>;

const begin: Begin = async (connection, since) => {
  if (since === null) await connection.run(BEGIN_READ);
};

/** Reads on a connection; `since` as in `Begin`. */
export type Read<T> = (connection: DuckDBConnection, since: number | null) => Promise<T>;

/** A reader whose transaction was left open. */
interface OpenReader {
  readonly connection: DuckDBConnection;
  readonly since: number;
}

export const BEGIN_READ = 'BEGIN TRANSACTION READ ONLY';

/** Bytes, for each megabyte of memory, of rows that are in no file yet. */
const MOST_HELD = 256 * 1024;

let generations = 0;

/** One tenant's open database file: a writer that takes one piece of work at a time, readers with a snapshot each. */
export class TenantStore {
  readonly #instance: DuckDBInstance;
  readonly #writer: DuckDBConnection;
  readonly #pages: PagePool;
  readonly #idleReaders: DuckDBConnection[] = [];
  /**
   * Those that see what there is: to begin anew takes a millisecond, as long as some searches. Ended before anything is written, and again
   * before that is committed: a transaction that reads keeps the log from being worked in.
   */
  readonly #openReaders: OpenReader[] = [];
  readonly #ending = new Set<Promise<void>>();
  #queue: Promise<unknown> = Promise.resolve();
  #generation = ++generations;
  #isCommitting = false;

  readonly #inWrite: NonNullable<StoreOptions['inWrite']>;
  readonly #file: string;
  readonly threads: number;
  readonly #memoryMb: number;
  /** What the memory was raised to for wide rows; it stays so until the file is closed. */
  #raisedMb = 0;

  private constructor(
    instance: DuckDBInstance,
    [writer, other]: readonly [writer: DuckDBConnection, other: DuckDBConnection],
    file: string,
    options: StoreOptions,
  ) {
    this.#inWrite = options.inWrite ?? ((write) => write());
    this.threads = options.threads;
    this.#memoryMb = options.memoryLimitMb;
    this.#file = file;
    this.#instance = instance;
    this.#writer = writer;
    this.#pages = new PagePool(other, () => Math.max(this.#memoryMb, this.#raisedMb));
    this.#pages.add(writer);
    this.#hearCommits(writer);
  }

  static async open(tenant: string, options: StoreOptions): Promise<TenantStore> {
    const name = tenantFileName(tenant);
    const spill = join(options.folder, 'spill', name);
    await mkdir(spill, { recursive: true });
    const file = join(options.folder, name);
    const instance = await openFile(file, {
      memory_limit: `${options.memoryLimitMb}MB`,
      threads: String(options.threads),
      temp_directory: spill,
      checkpoint_threshold: `${LOG_BYTES.most}B`,
      storage_compatibility_version: 'latest',
      // else full row groups of a batch wait for four more, uncompressed in memory, where its words are read from
      write_buffer_row_group_count: '1',
      autoinstall_known_extensions: 'false',
    });
    const writer = await instance.connect();
    await writer.run(`SET TimeZone = 'UTC'; ${GIVE_BACK}`);
    registerShapeFunction(writer);
    for (const statement of CATALOGUE_DDL) await writer.run(statement);
    return new TenantStore(instance, [writer, await instance.connect()], file, options);
  }

  /** Another one after every write, in all stores of the process; null while one is committed. */
  get generation(): number | null {
    return this.#isCommitting ? null : this.#generation;
  }

  #hearCommits(connection: DuckDBConnection): void {
    beforeCommits(connection, () => {
      this.#isCommitting = true;
      return this.#endOpen();
    });
  }

  #endOpen(): Promise<unknown> {
    for (const { connection } of this.#openReaders.splice(0)) this.#end(connection);
    return Promise.all(this.#ending);
  }

  /** Runs `work` alone on the writer; whoever asks next waits for it. */
  write<T>(work: (connection: DuckDBConnection) => Promise<T>, limits: Limits = {}): Promise<T> {
    const turn = this.#queue
      .then(() => this.#endOpen())
      .then(() =>
        interruptible(
          this.#writer,
          () => this.#inWrite(() => this.#pages.writing(this.#writer, () => work(this.#writer))),
          limits,
        ),
      )
      .finally(() => {
        this.#isCommitting = false;
        this.#generation = ++generations;
        void this.#endOpen();
      });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** Whether rows of so many columns fit the memory of this store with all its threads. */
  fits(columns: number): boolean {
    return roomFor(columns, this.threads) <= this.#memoryMb;
  }

  /** Within a write: runs `work` on rows of so many columns, on one thread and with the memory they need if they do not fit. */
  async withRoom<T>(columns: number, work: () => Promise<T>): Promise<T> {
    if (this.fits(columns)) return work();
    this.#raisedMb = Math.max(this.#raisedMb, this.#memoryMb, roomFor(columns, 1));
    await this.#writer.run(`SET memory_limit = '${this.#raisedMb}MB'; SET threads = 1`);
    try {
      return await work();
    } finally {
      await this.#writer.run(`SET threads = ${this.threads}`);
    }
  }

  /**
   * Runs `work` inside one read-only transaction, begun when it is needed: whatever it asks, it sees one state of the data. It is that of the
   * read before where nothing was written since.
   * @param begins says `BEGIN_READ` itself where none is open, with more in the same step
   */
  async read<T>(work: Read<T>, limits: Limits = {}, begins: Begin = begin): Promise<T> {
    const open = this.#openReaders.pop();
    const connection = open?.connection ?? this.#idleReaders.pop() ?? (await this.#instance.connect());
    const since = open?.since ?? null;
    let isBegun = open !== undefined;
    let seen = since;
    let isDone = false;
    // a table of its own that it fills goes with the transaction
    let isPlain = true;
    const asked = beforeFirst(
      connection,
      () => {
        isBegun = true;
        seen ??= this.generation;
        return begins(connection, since);
      },
      () => {
        isPlain = false;
      },
    );
    const ends = shortFirst.begin(asked);
    try {
      const result = await this.#pages.reading(() => interruptible(asked, () => work(asked, since), limits));
      isDone = true;
      return result;
    } finally {
      ends();
      const isOpen = isDone && isPlain && seen !== null && seen === this.generation;
      if (!isBegun) this.#idleReaders.push(connection);
      else if (isOpen) this.#openReaders.push({ connection, since: seen ?? 0 });
      else this.#end(connection);
    }
  }

  /** Nobody waits for a transaction that has only read to end. */
  #end(connection: DuckDBConnection): void {
    const ended = rollback(connection).finally(() => {
      this.#ending.delete(ended);
      this.#idleReaders.push(connection);
    });
    this.#ending.add(ended);
  }

  /** Runs `work` with a connection of its own, for a transaction that stays open beside the writer's. */
  async connected<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#instance.connect();
    this.#hearCommits(connection);
    await this.#pages.hold(connection);
    try {
      return await work(connection);
    } finally {
      this.#pages.release(connection);
      connection.closeSync();
    }
  }

  /** Whether the write-ahead log is to be worked in: one as long as the file itself, or any that is worth it while nothing else is written. */
  async hasLongLog({ idle = false } = {}): Promise<boolean> {
    const [file, log] = await Promise.all([sizeOf(this.#file), sizeOf(`${this.#file}.wal`)]);
    return log > (idle ? LOG_BYTES.least : Math.min(Math.max(file, LOG_BYTES.least), LOG_BYTES.most));
  }

  /** Whether rows that stand in the log alone take much of the memory, as those of many small tables: none can be let go of before. */
  async #holdsMuch(connection: DuckDBConnection): Promise<boolean> {
    const [held] = await allRows(
      connection,
      `SELECT coalesce(sum(memory_usage_bytes), 0) AS bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'`,
    );
    return Number(held?.bytes) > this.#memoryMb * MOST_HELD;
  }

  /** Whether `tidy` has anything to do. */
  async isTidyDue(connection: DuckDBConnection, when: { readonly idle?: boolean } = {}): Promise<boolean> {
    return (await this.hasLongLog(when)) || (await this.#holdsMuch(connection));
  }

  /**
   * Works a log into the file that is long, or holds much in memory. DuckDB refuses to while rows are read in a transaction beside the writer: the log then stays
   * until after a later write.
   */
  async tidy(connection: DuckDBConnection, when: { readonly idle?: boolean } = {}): Promise<void> {
    if (!(await this.isTidyDue(connection, when))) return;
    await this.#endOpen();
    await connection.run('CHECKPOINT').catch((error: unknown) => {
      if (!String(error).includes('other write transactions active')) throw error;
    });
  }

  /** Waits for the writer, writes the file anew and lets go of it. */
  async close(): Promise<void> {
    await this.#queue;
    await this.#endOpen();
    for (const reader of this.#idleReaders) reader.closeSync();
    this.#pages.close();
    this.#writer.closeSync();
    this.#instance.closeSync();
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
