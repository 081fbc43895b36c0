import type { DuckDBConnection } from '@duckdb/node-api';
import { Breath } from '../../store/breath.ts';
import { name, type Sql, sql } from '../sql.ts';
import type { ColumnMemory } from './column-memory.ts';
import { grown } from './grown.ts';
import {
  bytesOf,
  type Kept,
  type KeptCodes,
  type KeptNumbers,
  type KeptPlaces,
  type KeptTexts,
  keptCodes,
  keptNumbers,
  keptPlaces,
  keptTexts,
  type Source,
  UNFIT,
} from './kept.ts';
import { LOOKUP_BYTES, type Lookup } from './lookup.ts';
import { NewRows } from './new-rows.ts';
import { isOutOfMemory, NotKept } from './not-kept.ts';
import type { PackedTexts } from './packed-texts.ts';
import { readDocs, textBytes } from './read-columns.ts';
import { StateMemory } from './state-memory.ts';
import type { StoredColumn } from './stored-columns.ts';

/** A search asks about its documents for each of its levels: it takes a few searches to be asked so often, as a multiple of what is asked of a column. */
const QUESTIONS = 3;

/** Reads columns of one index into memory, once they are asked for often enough, and lets them go on from state to state. */
export class KeptColumns extends StateMemory {
  protected readonly memory: ColumnMemory;
  protected readonly source: Source;
  readonly #newRows: NewRows;

  constructor(given: Source & { readonly memory: ColumnMemory }) {
    super(given.memory, given.layout.id, given.version);
    this.memory = given.memory;
    this.source = given;
    this.#newRows = new NewRows(given, given.memory, (about) => this.indexKey(about));
  }

  /** Where the tables of this state are asked. */
  get connection(): DuckDBConnection {
    return this.source.connection;
  }

  /** Whether there is room for a column of numbers. */
  get hasRoomForNumbers(): boolean {
    return this.memory.fits(Float64Array.BYTES_PER_ELEMENT * this.version.nextDoc);
  }

  /** Notes a question about this state; whether there were so many that the answer is worth keeping. */
  isAskedOften(about: string): boolean {
    return this.memory.isWorth(this.stateKey(about), QUESTIONS);
  }

  /** For long work on these columns, which ends with the search that asks for them. */
  breath(): Breath {
    return new Breath(this.source.connection);
  }

  /** Values of some expressions together, numbered; null when they were not asked for often enough to be worth it. */
  protected codes(
    expressions: readonly Sql[],
    about: string,
    isWorth = false,
  ): Promise<KeptCodes | typeof UNFIT | null> {
    const column = `codes ${about}`;
    const few = (from: number) => this.#newRows.of(column, expressions, from);
    return this.#kept<KeptCodes>(column, (known) => keptCodes(this.source, expressions, known, few), isWorth);
  }

  /** What is kept under a name, brought up to this state; null when this state is an earlier one, or nobody asks enough. */
  async #kept<K extends Kept>(
    about: string,
    read: (known: K | null) => Promise<K | typeof UNFIT>,
    isWorth = false,
  ): Promise<K | typeof UNFIT | null> {
    const key = this.indexKey(about);
    const found = this.memory.get<K | typeof UNFIT>(key);
    if (found === UNFIT) return UNFIT;
    if (found !== undefined && this.#isCurrent(found)) return found;
    if (found !== undefined && !this.#isLater(found)) return null;
    if (!isWorth && !this.memory.isWorth(key)) return null;
    return this.memory.inTurn(key, async () => {
      const now = this.memory.get<K | typeof UNFIT>(key);
      if (now === UNFIT) return UNFIT;
      if (now !== undefined && this.#isCurrent(now)) return now;
      if (now !== undefined && !this.#isLater(now)) return null;
      const made = await read(now ?? null).catch((error: unknown) => {
        if (!isOutOfMemory(error)) throw error;
        this.memory.set(key, UNFIT, SMALL_BYTES);
        throw new NotKept(error);
      });
      const bytes = made === UNFIT ? SMALL_BYTES : bytesOf(made);
      // What is too large to be kept is not read for every question anew.
      if (this.memory.fits(bytes)) this.memory.set(key, made, bytes);
      else this.memory.set(key, UNFIT, SMALL_BYTES);
      return made;
    });
  }

  /** A column of numbers as it is; null when it cannot be had, or was not asked for often enough to be worth it. */
  protected async numbersOf(column: StoredColumn, isHeld = false): Promise<Float64Array | null> {
    const about = `numbers ${column.name}`;
    const bytes = Float64Array.BYTES_PER_ELEMENT * this.version.nextDoc;
    const hasRoom = isHeld ? this.found(about) !== null || this.memory.hasRoom(bytes) : this.memory.fits(bytes);
    if (!hasRoom) return null;
    const value = name(column.name);
    const few = (from: number) => this.#newRows.of(about, [sql`(${value})::DOUBLE`], from);
    const kept = await this.#kept<KeptNumbers>(about, (known) => keptNumbers(this.source, value, known, few), isHeld);
    return kept === null || kept === UNFIT ? null : kept.values;
  }

  /** The same of texts, which take more to read than a table takes to answer some questions about them. */
  protected async textsOf({ name: column }: StoredColumn, isHeld = false): Promise<PackedTexts | null> {
    const { connection, layout } = this.source;
    const rows = this.version.nextDoc;
    const about = `texts ${column}`;
    const key = this.indexKey(about);
    const known = this.memory.get<KeptTexts | typeof UNFIT>(key);
    if (known === undefined && !isHeld && !this.memory.isWorth(key, PAGES)) return null;
    if (known === undefined) {
      const withOthers = (texts: number): number => TEXT_BYTES * rows + texts;
      const fits = (texts: number): boolean => this.memory.fits(withOthers(texts));
      const asked = { connection, table: layout.docs, rows };
      const bytes = withOthers(await textBytes(asked, name(column), fits));
      if (!this.memory.fits(bytes)) this.memory.set(key, UNFIT, SMALL_BYTES);
      else if (isHeld && !this.memory.hasRoom(bytes)) return null;
    }
    const kept = await this.#kept<KeptTexts>(about, (earlier) => keptTexts(this.source, name(column), earlier), true);
    return kept === null || kept === UNFIT ? null : kept.texts;
  }

  /** Where documents with a text may be, once a column's texts have turned out to be too much to be kept; null for others. */
  protected async placesOf({ name: column }: StoredColumn): Promise<Lookup | null> {
    if (this.memory.get(this.indexKey(`texts ${column}`)) !== UNFIT) return null;
    if (!this.memory.fits(LOOKUP_BYTES * this.version.nextDoc)) return null;
    const read = (known: KeptPlaces | null) => keptPlaces(this.source, name(column), known);
    const kept = await this.#kept<KeptPlaces>(`places ${column}`, read, true);
    return kept === null || kept === UNFIT ? null : kept.lookup;
  }

  /** 1 where there is a document; null when every number below the last is one. */
  async live(): Promise<Uint8Array | null> {
    const { documents, nextDoc } = this.version;
    if (documents === nextDoc) return null;
    return this.continued<Uint8Array>(
      'live',
      async (earlier) => {
        const from = earlier?.nextDoc ?? 0;
        const read = await readDocs(this.source.connection, this.source.layout.docs, from);
        // in one step, for who goes on from the same earlier state at the same time does so in the same memory
        const live = earlier === null ? new Uint8Array(nextDoc) : grown(earlier.value, nextDoc).fill(0, from);
        for (const docs of read) for (const doc of docs) live[doc] = 1;
        return live;
      },
      (live) => live.buffer.byteLength,
    );
  }

  /**
   * What is kept under a name, of a state that knew most documents of this one; the others are read from the table. Null when there
   * is none.
   */
  protected found<K extends Kept>(about: string): K | null {
    const found = this.memory.get<K | typeof UNFIT>(this.indexKey(about));
    if (found === undefined || found === UNFIT || found.deleted > this.version.deleted) return null;
    return found.nextDoc >= this.version.nextDoc * MOST_KNOWN ? found : null;
  }

  #isCurrent({ nextDoc, deleted }: Kept): boolean {
    return nextDoc === this.version.nextDoc && deleted <= this.version.deleted;
  }

  /** Whether this state comes after the one something was read at. */
  #isLater({ nextDoc, deleted }: Kept): boolean {
    return nextDoc <= this.version.nextDoc && deleted <= this.version.deleted;
  }
}

/** Pages of documents from which on it is worth to hold their columns, as a multiple of the questions about a column. */
export const PAGES = 4;

/** A column that knows this part of the documents at least serves pages of them. */
const MOST_KNOWN = 7 / 8;

/** What a document takes in a column of texts besides their bytes. */
const TEXT_BYTES = 5;

/** What takes next to nothing takes so much. */
export const SMALL_BYTES = 64;
