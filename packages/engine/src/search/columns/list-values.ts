import type { DuckDBConnection } from '@duckdb/node-api';
import { chunksOf, integersOf, plain, rowsOf } from '../run.ts';
import { name, type Sql, sql } from '../sql.ts';
import { DocBits } from '../text/bits.ts';
import type { Comparison } from './comparison.ts';
import { keysBytes } from './kept.ts';
import { type Passes, passing } from './passing.ts';

/** The different values in the lists of a column, ascending, each with the documents that have it. */
export class ListValues {
  readonly #keys: readonly unknown[];
  /** Where the documents of each value begin; one more at the end. */
  readonly #starts: Uint32Array;
  readonly #docs: Int32Array;
  readonly #places: ReadonlyMap<unknown, number>;
  readonly #areNumbers: boolean;

  constructor(keys: readonly unknown[], starts: Uint32Array, docs: Int32Array) {
    this.#keys = keys;
    this.#starts = starts;
    this.#docs = docs;
    this.#places = new Map(keys.map((key, place) => [key, place]));
    this.#areNumbers = keys.every((key) => typeof key === 'number');
  }

  /** The documents of which any value passes all comparisons. */
  where(comparisons: readonly Comparison[], capacity: number): DocBits {
    const bits = new DocBits(capacity);
    for (const place of this.#passing(comparisons)) {
      const end = this.#starts[place + 1] ?? 0;
      for (let at = this.#starts[place] ?? 0; at < end; at++) bits.add(this.#docs[at] ?? 0);
    }
    return bits;
  }

  #passing(comparisons: readonly Comparison[]): Iterable<number> {
    const passes = passing(comparisons, this.#keys);
    const given = comparisons.find(({ equals }) => equals !== undefined)?.equals;
    if (given !== undefined) {
      const places = given.flatMap((text) => this.#places.get(text.toWellFormed()) ?? []);
      return places.filter((place) => passes(this.#keys[place], place));
    }
    const ranges = comparisons.flatMap(({ between }) => (between === null ? [] : [between]));
    if (!this.#areNumbers || ranges.length < comparisons.length) return this.#among(0, this.#keys.length, passes);
    const low = Math.max(...ranges.map(([from]) => from));
    const high = Math.min(...ranges.map(([, to]) => to));
    return this.#among(this.#firstFrom(low), this.#firstAbove(high), passes);
  }

  *#among(from: number, to: number, passes: Passes): Iterable<number> {
    for (let place = from; place < to; place++) if (passes(this.#keys[place], place)) yield place;
  }

  #firstFrom = (limit: number): number => this.#first((key) => key >= limit);
  #firstAbove = (limit: number): number => this.#first((key) => key > limit);

  /** The place of the first number that is so large. */
  #first(isLarge: (key: number) => boolean): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isLarge(Number(this.#keys[middle]))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#docs.byteLength + 2 * keysBytes(this.#keys);
  }
}

/** More different values are not kept: each is one of JavaScript's. */
const MOST_VALUES = 1 << 18;

/** The values in the lists of a column; null when they are too many to be kept. */
export async function readLists(
  connection: DuckDBConnection,
  table: string,
  column: Sql,
  fits: (bytes: number) => boolean,
): Promise<ListValues | null> {
  const [counted] = await rowsOf(connection, sql`SELECT coalesce(sum(len(${column})), 0) FROM ${name(table)}`);
  const values = Number(counted?.[0] ?? 0);
  if (!fits(values * Int32Array.BYTES_PER_ELEMENT)) return null;
  const pairs = sql`(SELECT _doc::INTEGER AS doc, unnest(${column}) AS v FROM ${name(table)})`;
  const [different] = await rowsOf(connection, sql`SELECT count(DISTINCT v) FROM ${pairs}`);
  const count = Number(different?.[0] ?? 0);
  if (count > MOST_VALUES) return null;
  const keys: unknown[] = [];
  const starts = new Uint32Array(count + 1);
  const grouped = sql`SELECT v, count(*)::INTEGER FROM ${pairs} WHERE v IS NOT NULL GROUP BY v ORDER BY v`;
  for (const chunk of await chunksOf(connection, grouped)) {
    const [found, counts] = [chunk.getColumnVector(0), integersOf(chunk.getColumnVector(1))];
    for (let row = 0; row < chunk.rowCount; row++) {
      const before = starts[keys.length] ?? 0;
      starts[keys.push(plain(found.getItem(row)))] = before + (counts[row] ?? 0);
    }
  }
  const docs = new Int32Array(starts[keys.length] ?? 0);
  let used = 0;
  for (const chunk of await chunksOf(connection, sql`SELECT doc FROM ${pairs} WHERE v IS NOT NULL ORDER BY v`)) {
    docs.set(integersOf(chunk.getColumnVector(0)).subarray(0, chunk.rowCount), used);
    used += chunk.rowCount;
  }
  return new ListValues(keys, starts, docs);
}
