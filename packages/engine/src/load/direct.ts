import { type CellForm, commonForms } from '@datasarana/sources';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { keepAsTheyAre, LONG_TEXT, longColumnsOf } from '../index/long-texts.ts';
import { runAtOnce } from '../store/at-once.ts';
import { letGoOfPages } from '../store/page-pool.ts';
import { oneNumber } from '../store/rows.ts';
import { type Ending, inTransactionFrom, withLargeCommit } from '../store/transaction.ts';
import type { BatchInput, ComingRows, CountedFile, CsvShape, Ledger } from './batch.ts';
import { closeBatch, type Report } from './close-batch.ts';
import { type Counters, readCounters } from './counters.ts';
import { firstErrors } from './ledgers.ts';
import { countParts } from './parts.ts';
import { type Reached, readOddRows } from './read-rows.ts';
import { RowSink } from './row-sink.ts';
import {
  bytesOf,
  type CsvReading,
  type CsvRows,
  createReadyFixed,
  createStage,
  csvReading,
  FIXED,
  ownNames,
  REFUSED,
} from './stage.ts';
import { systemColumns } from './system-values.ts';
import { idPrefix, writeDocuments } from './write.ts';

/** Files that are read by one statement, whose pages stay in memory until it has ended; at its end one thread waits for the other. */
const FILES_TOGETHER = 16;

/** Spools from this size on are committed straight into the file. */
const LARGE_BYTES = 8 * 1024 * 1024;

export type DirectInput = BatchInput & { readonly rows: CsvRows };

/** Rows that only come in addition need no comparing, so they need no table in between. */
export const isDirect = (layout: IndexLayout, input: BatchInput): input is DirectInput =>
  input.rows.format === 'csv' && layout.definition.keyFields.length === 0 && input.dryRun !== true && !input.replays;

/** Takes a CSV batch without key fields in: the spool is typed straight into the documents table. */
export async function applyDirect(
  connection: DuckDBConnection,
  layout: IndexLayout,
  input: DirectInput,
  started: number,
  report: Report,
): Promise<Ledger> {
  const whole = (): Promise<Ledger> =>
    inTransactionFrom(
      connection,
      (begin) => readCounters(connection, layout, begin),
      async (counters) => {
        const { batch, system, rows } = input;
        const load = await DirectLoad.begin(connection, layout, counters, { batch, system, ...rows });
        return load.finish(input, started, report);
      },
    );
  return (await isLarge(input.rows.files)) ? withLargeCommit(connection, whole) : whole();
}

/** Whether files hold so much that they are committed straight into the file. */
export const isLarge = async (files: readonly string[]): Promise<boolean> => (await bytesOf(files)) >= LARGE_BYTES;

/** Files of the spool that were read: what is known of their cells, the ordinal of their first row, and how many of their rows SQL did not take. */
interface Part {
  readonly files: readonly string[];
  readonly forms?: readonly CellForm[] | undefined;
  readonly base: number;
  readonly odd: number;
}

/** Files of rows on their way into the documents table, within one transaction of the caller's. */
export class DirectLoad {
  readonly counters: Counters;
  readonly #connection: DuckDBConnection;
  readonly #layout: IndexLayout;
  readonly #rows: ComingRows;
  readonly #isBeside: boolean;
  readonly #parts: Part[] = [];
  #taken = 0;
  #read = 0;
  #inserted = 0;
  #isSure = false;

  private constructor(
    connection: DuckDBConnection,
    layout: IndexLayout,
    counters: Counters,
    rows: ComingRows,
    isBeside: boolean,
  ) {
    this.counters = counters;
    this.#connection = connection;
    this.#layout = layout;
    this.#rows = rows;
    this.#isBeside = isBeside;
  }

  /** @param how `beside` for a transaction that is open beside the writer's */
  static async begin(
    connection: DuckDBConnection,
    layout: IndexLayout,
    counters: Counters,
    rows: ComingRows,
    { beside = false } = {},
  ): Promise<DirectLoad> {
    await createStage(connection, layout);
    return new DirectLoad(connection, layout, counters, rows, beside);
  }

  /** Finds out by the first file whether SQL reads such rows, and how long their texts are, while the next one still comes. */
  async lookInto({ path: file, forms }: CountedFile): Promise<void> {
    await this.#ask({ ...this.#rows, files: [file], forms });
  }

  /** @returns how many rows there are when SQL can read none of them, else null; the index is prepared for the first it can read */
  async #ask(rows: FileRows): Promise<number | null> {
    const noneSure = await countIfNoneSure(this.#connection, this.#layout, rows);
    if (noneSure === null && !this.#isSure) await this.#begin(rows);
    this.#isSure ||= noneSure === null;
    return noneSure;
  }

  /** Inserts every row of the next files SQL can surely read. */
  async take(files: readonly string[]): Promise<void> {
    if (files.length === 0) return;
    const first = this.counters.nextDoc + this.#read;
    await this.#take({ files }, [{ first }], { isAsked: true });
  }

  /**
   * The same with a thread for each file. Behind files whose rows SQL could read, several are not asked first whether it can: that takes 15 to 80 ms.
   * @throws when a file does not have the rows it is said to have, or SQL can read none of those that were not asked
   */
  async takeCounted(files: readonly CountedFile[]): Promise<void> {
    let next = this.counters.nextDoc + this.#read;
    const numberings = files.map(({ rows }) => {
      const first = next;
      next += rows;
      return { first, rows };
    });
    const part = { files: files.map(({ path }) => path), forms: commonForms(files.map(({ forms }) => forms)) };
    // of several that were cut by their rows one that SQL reads none of is seldom among others like it
    await this.#take(part, numberings, { isAsked: !this.#isSure || files.length === 1 });
  }

  async #take(
    part: Pick<Part, 'files' | 'forms'>,
    numberings: readonly Numbering[],
    { isAsked }: { readonly isAsked: boolean },
  ): Promise<void> {
    const { files } = part;
    const rows = { ...this.#rows, ...part };
    const noneSure = isAsked ? await this.#ask(rows) : null;
    const { read, inserted } =
      noneSure === null
        ? await insertSure(this.#connection, this.#layout, rows, numberings)
        : { read: noneSure, inserted: 0 };
    if (!isAsked && inserted === 0) throw new Error(`SQL reads none of the rows of ${files.join(', ')}`);
    this.#parts.push({ ...part, base: this.#read, odd: read - inserted });
    this.#taken += files.length;
    this.#read += read;
    this.#inserted += inserted;
    await letGoOfPages(this.#connection);
  }

  /**
   * Prepares an index without documents for such rows.
   * @throws beside the writer, who could not write to a table that is being made anew
   */
  async #begin(rows: FileRows): Promise<void> {
    if (this.counters.nextDoc + this.#read > 0) return;
    if (rows.forms?.every(({ longest }) => longest < LONG_TEXT)) return;
    const { source, surely, parameters } = csvReading(this.#layout, rows);
    const found = { source, which: surely, values: parameters.values };
    const long = await longColumnsOf(this.#connection, this.#layout, found);
    if (long.length > 0 && this.#isBeside) throw new Error('Long texts come in by the writer first');
    await keepAsTheyAre(this.#connection, this.#layout, long);
  }

  /** Takes the files that are left, reads by the rules what SQL could not, and closes the batch. */
  async finish(input: DirectInput, started: number, report: Report): Promise<Ending<Ledger>> {
    const [connection, layout] = [this.#connection, this.#layout];
    report('read', this.#read);
    while (this.#taken < input.rows.files.length) {
      await this.take(input.rows.files.slice(this.#taken, this.#taken + FILES_TOGETHER));
    }
    const reached = (at: number): void => report('validate', at);
    reached(0);
    const rejected = await this.#readOthers(input, reached);
    report('compare', this.#read);
    const fixed = await oneNumber(connection, `SELECT count(*) FROM temp.${FIXED}`);
    report('write', this.#read);
    const plan = { accepted: fixed, replaced: 0, unchanged: 0, written: null };
    const next = { ...this.counters, nextDoc: this.counters.nextDoc + this.#read };
    const context = { batch: input.batch, system: input.system, ts: started };
    const { nextDoc } = fixed === 0 ? next : await writeDocuments(connection, layout, plan, next, context);
    const planned: Ledger = {
      batch: input.batch,
      index: layout.name,
      requestId: input.requestId,
      ts: started,
      took: 0,
      read: this.#read + input.structural.length,
      accepted: this.#inserted + fixed,
      replaced: 0,
      unchanged: 0,
      rejected,
      errors: rejected === 0 ? [] : await firstErrors(connection, `temp.${REFUSED}`),
      ...(await countParts(connection, input, { read: this.#read, written: null })),
    };
    const written = { counters: this.counters, nextDoc, retired: 0, written: this.#inserted + fixed };
    return closeBatch(connection, layout, input, planned, written, report);
  }

  /** Puts structural rejects aside and reads the rows that are left by the rules. @returns how many were refused */
  async #readOthers({ rows, structural }: DirectInput, reached: Reached): Promise<number> {
    const [connection, layout] = [this.#connection, this.#layout];
    const odd = this.#parts.filter((part) => part.odd > 0);
    const sink = await RowSink.open(connection, layout);
    try {
      await sink.addAllStructural(structural);
      if (odd.length > 0) {
        await connection.run(`CREATE OR REPLACE TEMP TABLE ${ODD} (ord BIGINT, raw VARCHAR[])`);
        for (const { base, ...part } of odd) {
          await keepOdd(connection, csvReading(layout, { ...this.#rows, ...part }), base);
        }
        await readOddRows(connection, layout, rows, { table: ODD, ordinal: 'ord' }, sink, reached);
      }
    } finally {
      sink.close();
    }
    await createReadyFixed(connection, layout);
    return sink.refused;
  }
}

type FileRows = ComingRows & Pick<CsvRows, 'files'>;

interface Sure {
  /** Rows in the files. */
  readonly read: number;
  readonly inserted: number;
}

/**
 * How many rows the files have when SQL can surely read none of them; null when it can. An INSERT that finds no row must not be
 * run: DuckDB 1.5.6 leaves an empty row group behind, at the start or after a large INSERT, and in the same transaction loses rows
 * that are inserted after it.
 */
export async function countIfNoneSure(
  connection: DuckDBConnection,
  layout: IndexLayout,
  rows: CsvShape & Pick<CsvRows, 'files'>,
): Promise<number | null> {
  for (const file of rows.files) {
    const { source, surely, parameters } = csvReading(layout, { ...rows, files: [file] });
    const first = await runAtOnce(connection, `SELECT 1 FROM ${source} WHERE ${surely} LIMIT 1`, parameters.values);
    if (first.rowCount > 0) return null;
  }
  const { source, surely, parameters } = csvReading(layout, rows);
  // the test stands in the statement because DuckDB refuses parameters that a statement does not name
  return oneNumber(connection, `SELECT count(*) FROM (SELECT ${surely} AS surely FROM ${source})`, parameters.values);
}

/** Which numbers documents are given: those from `first` on, as many as there are rows where that is known. */
interface Numbering {
  readonly first: number;
  readonly rows?: number;
}

const sequenceOf = (numbering: number): string => `numbers${numbering}`;
const nextOf = (numbering: number): string => `nextval('temp.${sequenceOf(numbering)}')`;

/** The number of a row: of several numberings each is for the rows of one file. */
function numberSql({ length }: readonly Numbering[]): string {
  const last = length - 1;
  const others = Array.from({ length: last }, (_, i) => `WHEN ${i} THEN ${nextOf(i)}`);
  return last === 0 ? nextOf(0) : `CASE file_index ${others.join(' ')} ELSE ${nextOf(last)} END`;
}

/**
 * Before and behind an INSERT whose rows say themselves where they stand. DuckDB keeps rows in order only with 4 MB for each column of the
 * table and thread: 31 columns are read by a single thread in 384 MB, and by all of them in any order. When the INSERT fails, so does the
 * connection's transaction, and whoever ends that closes the connection.
 */
const ANY_ORDER = {
  begin: 'SET SESSION preserve_insertion_order = false; ',
  end: 'RESET SESSION preserve_insertion_order; ',
};
const IN_ORDER = { begin: '', end: '' };

/**
 * Inserts every row SQL can surely read. Each row takes a number, so the numbers taken count the rows; the condition names
 * the number, which keeps it behind the test of the values.
 * @param numberings one for each file, or one for all
 * @throws when a file has other rows than its numbering was made for
 */
async function insertSure(
  connection: DuckDBConnection,
  layout: IndexLayout,
  rows: FileRows,
  numberings: readonly Numbering[],
): Promise<Sure> {
  const { source, surely, parameters } = csvReading(layout, rows, { isIndexed: numberings.length > 1 });
  const all: Record<string, DuckDBValue> = { ...parameters.values, prefix: `${idPrefix(layout, rows.batch)}-` };
  const columns = systemColumns(layout, { ...rows.system, _batch: rows.batch }, all);
  const names = ['_doc', '_id', '_version', ...columns.map(({ name }) => name), ...ownNames(layout)];
  const given = ['doc', '$prefix || doc', '1', ...columns.map(({ sql }) => sql), ...ownNames(layout)];
  // each step of its own waits for a free thread while rows come in
  const order = numberings.length > 1 ? ANY_ORDER : IN_ORDER;
  const sequences = numberings.map(
    ({ first }, i) => `CREATE OR REPLACE TEMP SEQUENCE ${sequenceOf(i)} MINVALUE 0 START ${Math.trunc(first)}`,
  );
  await connection.run(order.begin + sequences.join('; '));
  const result = await connection.run(
    `INSERT INTO ${layout.docs} (${names.join(', ')}) SELECT ${given.join(', ')}
     FROM (SELECT ${[`${numberSql(numberings)} AS doc`, ...ownNames(layout)].join(', ')}, ${surely} AS surely FROM ${source})
     WHERE CASE WHEN surely THEN doc ELSE -1 END >= 0`,
    all,
  );
  const ends = await connection.runAndReadAll(`${order.end}SELECT ${numberings.map((_, i) => nextOf(i)).join(', ')}`);
  const counts = numberings.map(({ first }, i) => Number(ends.value(i, 0)) - first);
  if (numberings.some(({ rows: told }, i) => told !== undefined && told !== counts[i])) {
    throw new Error(`Files of batch ${rows.batch} have ${counts.join(' and ')} rows, which is not what was counted`);
  }
  return { read: counts.reduce((sum, count) => sum + count, 0), inserted: result.rowsChanged };
}

const ODD = 'odd';

/** Reads files a second time for the rows SQL could not surely read, with their ordinals from `base` on. */
async function keepOdd(
  connection: DuckDBConnection,
  { source, raw, surely, parameters }: CsvReading,
  base: number,
): Promise<void> {
  await connection.run(
    `INSERT INTO ${ODD} SELECT ord, ${raw} FROM (SELECT row_number() OVER () - 1 + $base::BIGINT AS ord, * FROM ${source}) WHERE (${surely}) IS NOT TRUE`,
    { ...parameters.values, base: BigInt(base) },
  );
}

/** Lets go of what a direct load made. */
export const DROP_DIRECT: readonly string[] = [
  `DROP TABLE IF EXISTS temp.${ODD}`,
  `DROP SEQUENCE IF EXISTS temp.${sequenceOf(0)}`,
];
