import { setImmediate } from 'node:timers/promises';
import { DuckDBBlobVector, type DuckDBConnection } from '@duckdb/node-api';
import type { RowsOfTerms, StoredTerm } from '../../documents/words/stored-terms.ts';
import { smallPostings } from '../../index/tables.ts';
import { chunksOf, integersOf, rowsOf } from '../run.ts';
import { joined, name, sql, whole } from '../sql.ts';
import { allPostings } from './all-postings.ts';
import type { FieldSize } from './bm25.ts';
import { HeldRows, heldBytes, type RowRange, type RowsSize } from './held-rows.ts';
import type { PostingsMemory } from './postings-memory.ts';

/** A segment of a field as its statistics have it. */
export interface Segment extends FieldSize {
  readonly segment: number;
  readonly terms: number;
}

/** What is told of a segment in memory. */
const NOTE_BYTES = 128;

const NO_ROWS: RowsSize = { terms: 0, rows: 0, textBytes: 0, dataBytes: 0 };

export const sumOf = <T>(all: Iterable<T>, of: (one: T) => number): number =>
  Iterator.from(all).reduce((sum, one) => sum + of(one), 0);

/** A segment whose rows are held. */
interface HeldSegment {
  readonly segment: number;
  readonly table: string;
  readonly rows: HeldRows;
}

/** Rows from which on a segment is looked for among the large ones first. */
const MANY_ROWS = 100_000;

/** Ranges of rows that are read by one statement: each costs the planning of a scan. */
const MOST_RANGES = 12;

/**
 * The rows of segments in memory, or where they stand: to find a word there takes no statement, or one that jumps to it instead of comparing
 * all terms.
 */
export class HeldSegments {
  readonly #connection: DuckDBConnection;
  readonly #memory: PostingsMemory;

  constructor(connection: DuckDBConnection, memory: PostingsMemory) {
    this.#connection = connection;
    this.#memory = memory;
  }

  /** All rows of some of the segments of a field with what they have packed; null where they are not held. */
  async wholeRowsOf(
    postings: string,
    segments: readonly Segment[],
    wanted: readonly number[],
  ): Promise<readonly HeldRows[] | null> {
    const held = await this.#heldOf(postings, segments, wanted, { onlyWhole: true });
    return held?.map(({ rows }) => rows) ?? null;
  }

  /** Where the rows of words stand in some of the segments of a field; null where that is not known, or in too many places. */
  async rangesOf(
    postings: string,
    segments: readonly Segment[],
    wanted: readonly number[],
    words: readonly string[],
  ): Promise<WordRanges | null> {
    if (words.length * wanted.length > MOST_RANGES) return null;
    const held = await this.#heldOf(postings, segments, wanted);
    return held && new WordRanges(held, words);
  }

  /** Rows do not stand where they did, since the table was written anew: they are read again for whoever asks next. */
  forget(postings: string, segments: readonly Segment[]): void {
    for (const { segment } of segments) this.#memory.forget(keyOfRows(postings, segment));
  }

  /**
   * Null where there is no room for those of the whole field, for a field that is asked about the first time, and where rows had to make
   * room before: those of several fields would drive each other out with every question.
   */
  async #heldOf(
    postings: string,
    segments: readonly Segment[],
    wanted: readonly number[],
    { onlyWhole = false } = {},
  ): Promise<readonly HeldSegment[] | null> {
    const least = sumOf(segments, ({ terms }) =>
      heldBytes({ ...NO_ROWS, terms, rows: terms, textBytes: terms }, false),
    );
    if (!this.#memory.fits(least) || !this.#memory.isAskedAgain(`${postings}/held`)) return null;
    const sizes = await this.#sizes(postings, segments);
    const fits = (isWhole: boolean): boolean =>
      this.#memory.fits(sumOf(sizes.values(), (size) => heldBytes(size, isWhole)));
    const isWhole = fits(true);
    if (!isWhole && (onlyWhole || !fits(false))) return null;
    const held: HeldSegment[] = [];
    for (const segment of wanted) {
      const one = await this.#segment(postings, segment, sizes.get(segment) ?? NO_ROWS, isWhole);
      if (one === null) return null;
      held.push(one);
    }
    return held;
  }

  /** What the rows of each segment come to, which is counted once. */
  async #sizes(postings: string, segments: readonly Segment[]): Promise<ReadonlyMap<number, RowsSize>> {
    const keyOf = (segment: number): string => `${postings}/size of rows/${segment}`;
    const sizes = new Map<number, RowsSize>();
    const missing: Segment[] = [];
    for (const each of segments) {
      const known = this.#memory.get<RowsSize>(keyOf(each.segment));
      if (known === undefined) missing.push(each);
      else sizes.set(each.segment, known);
    }
    if (missing.length === 0) return sizes;
    for (const [segment, size] of await this.#counted(postings, missing)) {
      this.#memory.set(keyOf(segment), size, NOTE_BYTES);
      sizes.set(segment, size);
    }
    return sizes;
  }

  async #counted(postings: string, segments: readonly Segment[]): Promise<ReadonlyMap<number, RowsSize>> {
    const numbers = segments.map(({ segment }) => whole(segment));
    const counted = await rowsOf(
      this.#connection,
      sql`SELECT segment, count(*), sum(strlen(term)), sum(octet_length(data)) FROM ${allPostings(postings)}
        WHERE term IS NOT NULL AND segment IN (${joined(numbers, ', ')}) GROUP BY segment`,
    );
    const found = new Map(counted.map((row) => row.map(Number)).map(([segment, ...sizes]) => [segment, sizes]));
    return new Map(
      segments.map(({ segment, terms }) => {
        const [rows = 0, textBytes = 0, dataBytes = 0] = found.get(segment) ?? [];
        return [segment, { terms, rows, textBytes, dataBytes }];
      }),
    );
  }

  async #segment(postings: string, segment: number, size: RowsSize, isWhole: boolean): Promise<HeldSegment | null> {
    const key = keyOfRows(postings, segment);
    const known = this.#memory.get<HeldSegment | null>(key);
    if (known !== undefined) return known;
    if (this.#memory.isAskedAgain(key)) return null;
    const tables = [smallPostings(postings), postings];
    for (const table of size.rows < MANY_ROWS ? tables : tables.toReversed()) {
      const rows = new HeldRows(size, isWhole);
      const count = await this.#readInto(rows, table, segment);
      if (count === 0 && size.rows > 0) continue;
      // what does not stand in one table, one row behind the other and those of a term together, is not held
      const held = count === size.rows && rows.done() ? { segment, table, rows } : null;
      this.#memory.set(key, held, held === null ? NOTE_BYTES : heldBytes(size, isWhole));
      return held;
    }
    return null;
  }

  /** @returns how many rows were added, as far as they stand one behind the other */
  async #readInto(rows: HeldRows, table: string, segment: number): Promise<number> {
    const data = rows.isWhole ? sql`data` : sql`NULL::BLOB`;
    const statement = sql`SELECT term, rowid::INTEGER, documents, ${data} FROM ${name(table)}
      WHERE segment = ${whole(segment)} AND term IS NOT NULL`;
    let added = 0;
    for (const chunk of await chunksOf(this.#connection, statement)) {
      const [terms, numbers, documents, packed] = [0, 1, 2, 3].map((column) => chunk.getColumnVector(column));
      if (!terms || !numbers || !documents || !(packed instanceof DuckDBBlobVector)) return added;
      const [places, counts, { rowCount }] = [integersOf(numbers), integersOf(documents), chunk];
      for (let row = 0; row < rowCount; row++) {
        const of = { term: String(terms.getItem(row)), row: places[row] ?? 0, documents: counts[row] ?? 0 };
        if (!rows.add({ ...of, data: rows.isWhole ? packed.getItemBytes(row) : null })) return added;
        added++;
      }
      await setImmediate();
    }
    return added;
  }
}

const keyOfRows = (postings: string, segment: number): string => `${postings}/rows/${segment}`;

/** Where the rows of some words stand. */
export class WordRanges {
  readonly #ranges: readonly (RowRange & { readonly table: string; readonly key: string })[];

  constructor(held: readonly HeldSegment[], words: readonly string[]) {
    this.#ranges = held.flatMap(({ segment, table, rows }) =>
      words.flatMap((term) => {
        const range = rows.rangeOf(term);
        return range === null ? [] : [{ ...range, table, key: keyOfRow({ segment, term }) }];
      }),
    );
  }

  get rows(): readonly RowsOfTerms[] {
    return this.#ranges.map(({ table, first, last }) => ({
      from: name(table),
      where: sql`rowid BETWEEN ${whole(first)} AND ${whole(last)}`,
    }));
  }

  /** Whether the rows that were read there are those: none is missing, none is another's. */
  are(read: readonly StoredTerm[]): boolean {
    const count = Map.groupBy(read, keyOfRow);
    const isWhole = this.#ranges.every(({ key, first, last }) => count.get(key)?.length === last - first + 1);
    return isWhole && count.size === this.#ranges.length;
  }
}

const keyOfRow = ({ segment, term }: Pick<StoredTerm, 'segment' | 'term'>): string => `${segment}/${term}`;
