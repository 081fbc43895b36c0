import type { DuckDBConnection } from '@duckdb/node-api';
import { integersOf } from '../../search/run.ts';
import type { SqlValues } from '../../store/rows.ts';
import { type Hashes, SLICE, SliceFilters } from './slice-filters.ts';

/** Slices whose keys are learnt at once: some tens of milliseconds, which somebody waits for. */
const AT_ONCE = 4;
/** Slices whose keys are held at most: of some 15 million documents, in 64 MB. */
const MOST_SLICES = 128;
/** Slices that are asked one by one; where keys may be in more of them, all are asked together. */
const MOST_APART = 8;

/**
 * Knows for an index in which documents a key may be, so that not all of them are looked through: an index of DuckDB's own would be
 * loaded whole whenever the file is opened, and kept beside each row that is written. No document changes its number or its key, and none takes the number of
 * another: what was learnt of all numbers of a slice holds whatever is written or removed.
 */
export class KnownKeys {
  /** SQL of the columns a key is made of, `_id` or several with commas. */
  readonly columns: string;
  readonly #filters = new SliceFilters();

  constructor(columns: string) {
    this.columns = columns;
  }

  /** The first document whose key is not known. */
  get #end(): number {
    return this.#filters.size * SLICE;
  }

  /** Whether there are full slices below `nextDoc` that can be learnt. */
  isBehind(nextDoc: number): boolean {
    return nextDoc - this.#end >= SLICE && this.#filters.size < MOST_SLICES;
  }

  /**
   * Learns the keys of the next full slices of documents below `nextDoc`, all of which are to be committed: to be called before the
   * transaction of the connection writes any. One that is taken back would leave its number to another.
   */
  async learn(connection: DuckDBConnection, docs: string, nextDoc: number): Promise<void> {
    for (let slice = 0; slice < AT_ONCE && this.isBehind(nextDoc); slice++) {
      const from = this.#end;
      const hashes = await hashesOf(connection, `SELECT ${this.columns} FROM ${docs} WHERE ${numbered(from)}`);
      // someone else may have learnt it meanwhile
      if (this.#end === from) this.#filters.add(hashes);
    }
  }

  /**
   * Where documents of some keys may be. What is learnt from now on has no say: a document that was written over since the transaction of a reader began
   * stands there under its old number, and in no slice that was learnt later. So this is the first a reader asks.
   * @param keys SQL that selects them, as many columns as a key has
   * @returns conditions that no document meets two of; `true` alone when nothing is known
   */
  async find(connection: DuckDBConnection, keys: string, values?: SqlValues): Promise<readonly string[]> {
    const known = this.#filters.size;
    if (known === 0) return ['true'];
    const end = known * SLICE;
    const slices = this.#filters.find(await hashesOf(connection, keys, values), known);
    const earlier = slices.length > MOST_APART ? [`_doc < ${end}`] : slices.map((slice) => numbered(slice * SLICE));
    return [...earlier, `_doc >= ${end}`];
  }
}

/** Condition on the documents of a slice. */
const numbered = (from: number): string => `_doc >= ${from} AND _doc < ${from + SLICE}`;

/** Hashes of keys, as DuckDB makes them. */
async function hashesOf(connection: DuckDBConnection, keys: string, values?: SqlValues): Promise<readonly Hashes[]> {
  const result = await connection.run(
    `SELECT ((key & 4294967295)::BIGINT - 2147483648)::INTEGER, ((key >> 32)::BIGINT - 2147483648)::INTEGER
     FROM (SELECT hash(*COLUMNS(*)) AS key FROM (${keys}))`,
    values,
  );
  const chunks = await result.fetchAllChunks();
  return chunks.map((chunk) => ({
    low: integersOf(chunk.getColumnVector(0)),
    high: integersOf(chunk.getColumnVector(1)),
    size: chunk.rowCount,
  }));
}
