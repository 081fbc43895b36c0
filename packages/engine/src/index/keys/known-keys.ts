import type { DuckDBConnection } from '@duckdb/node-api';
import { integersOf } from '../../search/run.ts';
import type { SqlValues } from '../../store/rows.ts';
import { type Hashes, KeyTable, MOST_SLOTS } from './key-table.ts';
import { hashesOfTexts } from './text-hash.ts';

/** Documents from which on it is worth a statement to learn their keys. */
const LEAST = 16_384;
/** Documents whose keys are learnt at once: some tens of milliseconds, which somebody waits for. */
const AT_ONCE = 500_000;
/** Documents whose keys are held at most, in 100 MB. */
const MOST = 12_000_000;
/** Slots of the first table; each has twice as many as the one before, so that few documents take little memory. */
const FIRST_SLOTS = 2 ** 15;
/** Documents that have a condition each: an id that was written over has one for each number it had when it was learnt. */
const FEW = 4;
/** Documents that are named in a condition; of more the row groups are they stand in. */
const MOST_NAMED = 64;
/** Documents of a row group of DuckDB, which a condition on their numbers passes over. */
const GROUP = 122_880;
/** Stretches of row groups that are asked one by one; where keys may be in more of them, all are asked together. */
const MOST_APART = 8;

/**
 * Knows for an index which documents a key may be of, so that not all of them are looked through: an index of DuckDB's own would be
 * loaded whole whenever the file is opened, and kept beside each row that is written. No document changes its number or its key, and none takes the number of
 * another: what was learnt holds whatever is written or removed.
 */
export class KnownKeys {
  /** SQL of the columns a key is made of, `_id` or several with commas. */
  readonly columns: string;
  readonly #tables: KeyTable[] = [];
  /** The first document whose key is not known. */
  #end = 0;

  constructor(columns: string) {
    this.columns = columns;
  }

  /** Keys of documents with lower numbers are known. */
  get end(): number {
    return this.#end;
  }

  /** Whether there are enough documents below `nextDoc` that can be learnt. */
  isBehind(nextDoc: number): boolean {
    return nextDoc - this.#end >= LEAST && this.#end < MOST;
  }

  /**
   * Learns the keys of the next documents below `nextDoc`, all of which are to be committed: to be called before the
   * transaction of the connection writes any. One that is taken back would leave its number to another.
   */
  async learn(connection: DuckDBConnection, docs: string, nextDoc: number): Promise<void> {
    const most = Math.min(nextDoc, this.#end + AT_ONCE);
    while (this.isBehind(nextDoc) && this.#end < most) {
      const [from, table] = [this.#end, this.#room()];
      const to = Math.min(most, table.end);
      const result = await connection.run(
        `SELECT ${HALVES}, (_doc - ${table.begin})::INTEGER
         FROM (SELECT hash(${this.columns}) AS key, _doc FROM ${docs} WHERE _doc >= ${from} AND _doc < ${to})`,
      );
      const chunks = await result.fetchAllChunks();
      // someone else may have learnt them meanwhile
      if (this.#end !== from) return;
      for (const chunk of chunks) {
        const [low, high, places] = [0, 1, 2].map((at) => integersOf(chunk.getColumnVector(at)));
        if (low && high && places) table.add({ low, high, places, size: chunk.rowCount });
      }
      this.#end = to;
    }
  }

  /** The table that the next document goes into. */
  #room(): KeyTable {
    const last = this.#tables.at(-1);
    if (last && this.#end < last.end) return last;
    const table = new KeyTable(this.#end, Math.min(MOST_SLOTS, FIRST_SLOTS * 2 ** this.#tables.length));
    this.#tables.push(table);
    return table;
  }

  /**
   * Which documents of a table may have some keys. What is learnt from now on has no say: a document that was written over since the transaction of a reader began
   * stands there under its old number, and under no number that was learnt later. So this is the first a reader asks, or it says what `end` was before.
   * @param keys SQL that selects them, as many columns as a key has
   * @param end what is learnt of documents from this one on has no say
   * @returns conditions that no document meets two of; `true` alone when nothing is known
   */
  async find(
    connection: DuckDBConnection,
    docs: string,
    keys: string,
    values?: SqlValues,
    end = this.#end,
  ): Promise<readonly string[]> {
    if (end === 0) return ['true'];
    const result = await connection.run(
      `SELECT ${HALVES} FROM (SELECT hash(*COLUMNS(*)) AS key FROM (${keys}))`,
      values,
    );
    const hashes = (await result.fetchAllChunks()).flatMap((chunk) => {
      const [low, high] = [0, 1].map((at) => integersOf(chunk.getColumnVector(at)));
      return low && high ? [{ low, high, size: chunk.rowCount }] : [];
    });
    return this.#placesOf(docs, hashes, end);
  }

  /** The same for a few keys of one column, texts, without a statement. */
  placesOfTexts(docs: string, texts: readonly string[], end = this.#end): readonly string[] {
    return end === 0 ? ['true'] : this.#placesOf(docs, [hashesOfTexts(texts)], end);
  }

  #placesOf(docs: string, hashes: readonly Hashes[], end: number): readonly string[] {
    const found = new Set<number>();
    for (const each of hashes) this.#find(each, (doc) => doc < end && found.add(doc));
    return [...placesOf(docs, [...found], end), `_doc >= ${end}`];
  }

  #find({ low, high, size }: Hashes, found: (doc: number) => void): void {
    for (const table of this.#tables) for (let i = 0; i < size; i++) table.find(low[i] ?? 0, high[i] ?? 0, found);
  }
}

/** Both halves of a hash as DuckDB makes them, as numbers of 32 bits. */
const HALVES = '((key & 4294967295)::BIGINT - 2147483648)::INTEGER, ((key >> 32)::BIGINT - 2147483648)::INTEGER';

/** Conditions on documents by their numbers, all below `end`. Of rows that are named DuckDB reads no other column than theirs. */
function placesOf(docs: string, found: readonly number[], end: number): readonly string[] {
  if (found.length <= FEW) return found.map((doc) => `_doc = ${doc}`);
  if (found.length <= MOST_NAMED) {
    const are = `_doc IN (${found.join(', ')})`;
    return [`${are} AND rowid IN (SELECT rowid FROM ${docs} WHERE ${are})`];
  }
  const stretches = stretchesOf(new Set(found.map((doc) => Math.trunc(doc / GROUP))));
  if (stretches.length > MOST_APART) return [`_doc < ${end}`];
  return stretches.map(([first, last]) => `_doc >= ${first * GROUP} AND _doc < ${Math.min((last + 1) * GROUP, end)}`);
}

/** The first and the last of numbers that follow each other. */
function stretchesOf(numbers: ReadonlySet<number>): readonly (readonly [first: number, last: number])[] {
  const stretches: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = stretches.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else stretches.push([number, number]);
  }
  return stretches;
}
