import type { DuckDBConnection } from '@duckdb/node-api';
import { integersOf } from '../search/run.ts';

/** Of so many documents one has its row noted, as a power of two: four bytes for each. */
const EVERY = 11;
/** Rows that were not where they were looked for, from which on they are looked up anew: each costs a tenth of that. */
const MISSES = 16;
/** Of a document that is not there. */
const UNKNOWN = -(2 ** 31);

/**
 * Where the rows of an index stand, told by the numbers of their documents. Row ids and numbers are the same until rows were removed and the table was written anew, or several
 * threads filled it: their row groups stand as they were ready. What is noted may no longer be true, so whoever reads rows there looks whether they are those.
 */
export class RowPlaces {
  /** How far the row id of every so manieth document is from its number. */
  #shifts = new Int32Array();
  #missed = MISSES - 1;

  /**
   * The row ids where documents may stand, up to two for each: rows between two that are noted stand as the one does or as the other. What came behind
   * the last one stands as it does, or where its number says.
   */
  of(docs: readonly number[]): readonly number[] {
    const places = new Set<number>();
    for (const doc of docs) {
      places.add(doc + (this.#shiftAt(doc >> EVERY, -1) ?? 0));
      places.add(doc + (this.#shiftAt((doc >> EVERY) + 1, 1) ?? 0));
    }
    return [...places];
  }

  /** That of the first document that is known from one on in a direction. */
  #shiftAt(from: number, step: number): number | null {
    const shifts = this.#shifts;
    let at = step < 0 ? Math.min(from, shifts.length - 1) : from;
    while (shifts[at] === UNKNOWN) at += step;
    return shifts[at] ?? null;
  }

  /** Notes that rows stood elsewhere; looks for those of all documents once that was so often. */
  async miss(connection: Pick<DuckDBConnection, 'run'>, docs: string): Promise<void> {
    this.#missed++;
    if (this.#missed < MISSES) return;
    this.#missed = 0;
    const result = await connection.run(
      `SELECT (_doc >> ${EVERY})::INTEGER, (rowid - _doc)::INTEGER FROM ${docs} WHERE _doc & ${2 ** EVERY - 1} = 0`,
    );
    const chunks = (await result.fetchAllChunks()).map((chunk) => {
      const [places, shifts] = [0, 1].map((column) => integersOf(chunk.getColumnVector(column)));
      return { places: places?.subarray(0, chunk.rowCount) ?? new Int32Array(), shifts };
    });
    const last = chunks.reduce((most, { places }) => places.reduce((a, b) => Math.max(a, b), most), -1);
    const found = new Int32Array(last + 1).fill(UNKNOWN);
    for (const { places, shifts } of chunks) for (const [i, place] of places.entries()) found[place] = shifts?.[i] ?? 0;
    this.#shifts = found;
  }
}
