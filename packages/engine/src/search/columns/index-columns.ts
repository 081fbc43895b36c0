import { rowsOf } from '../run.ts';
import { name, type Sql, sql } from '../sql.ts';
import type { Coded } from './coded.ts';
import type { ColumnMemory } from './column-memory.ts';
import { asItIs, derive, derivedBytes, described } from './derived.ts';
import {
  bytesOf,
  type Kept,
  type KeptCodes,
  type KeptNumbers,
  type KeptTexts,
  keptCodes,
  keptNumbers,
  keptTexts,
  keysBytes,
  type Source,
  UNFIT,
} from './kept.ts';
import type { PackedTexts } from './packed-texts.ts';
import { readDocs, textBytes, valuesAlike } from './read-columns.ts';
import { StateMemory } from './state-memory.ts';
import {
  columnsOftenAlike,
  columnsRead,
  isPlain,
  isText,
  META,
  NUMBERS,
  plainColumns,
  type StoredColumn,
} from './stored-columns.ts';

/** A column as it is in memory: numbers, NaN for none, or texts where too many of its values differ. */
export type ColumnValues =
  | { readonly kind: 'coded'; readonly coded: Coded }
  | { readonly kind: 'numbers'; readonly numbers: Float64Array }
  | { readonly kind: 'texts'; readonly texts: PackedTexts };

/** Columns of one index kept in memory, as one search sees them. */
export class IndexColumns extends StateMemory {
  readonly #memory: ColumnMemory;
  readonly #source: Source;

  constructor(given: Source & { readonly memory: ColumnMemory }) {
    super(given.memory, given.version);
    this.#memory = given.memory;
    this.#source = given;
  }

  /** Tells what is kept of this index from that of others; a later state goes on with it. */
  #columnKey(about: string): string {
    return `${this.#source.layout.id} ${about}`;
  }

  /**
   * How many documents have a value and how many different ones there are; null when it is no column of the index or was
   * not asked for often enough.
   */
  async statistics(column: Sql): Promise<{ readonly count: number; readonly distinct: number } | null> {
    if (columnsRead(column, this.#source.layout) === null) return null;
    const about = `statistics ${described(column)}`;
    if (this.known(about) === undefined && !this.#memory.isWorth(this.stateKey(about))) return null;
    const statement = sql`SELECT count(v), count(DISTINCT v) FROM (SELECT ${column} AS v FROM ${name(this.#source.layout.docs)})`;
    return this.remembered(
      about,
      async () => {
        const [row] = await rowsOf(this.#source.connection, statement);
        return { count: Number(row?.[0] ?? 0), distinct: Number(row?.[1] ?? 0) };
      },
      () => SMALL_BYTES,
    );
  }

  /**
   * Values of an expression with numbers; null when it cannot be had or was not asked for often enough. `from` says whether
   * an expression over a column with too many values is numbered itself.
   */
  async coded(expression: Sql, from: 'any' | 'numbered' = 'any'): Promise<Coded | null> {
    const columns = columnsRead(expression, this.#source.layout);
    if (columns === null || columns.length === 0) return null;
    const base = await this.#codes(
      columns.map((column) => name(column.name)),
      columns.map((column) => column.name).join(),
    );
    if (base === null) return null;
    if (base !== UNFIT) return this.#derived(base, columns, expression);
    if (from === 'numbered' || isPlain(expression, columns)) return null;
    const own = await this.#codes([expression], described(expression));
    return own === null || own === UNFIT ? null : asItIs(own);
  }

  /** Numbers of a column with too many different values, NaN where there is none. */
  async numbers(expression: Sql): Promise<Float64Array | null> {
    const columns = columnsRead(expression, this.#source.layout) ?? [];
    const [only] = columns;
    if (only === undefined || !isPlain(expression, columns) || !NUMBERS.has(only.type)) return null;
    return this.#numbers(only);
  }

  async #numbers(column: StoredColumn, isHeld = false): Promise<Float64Array | null> {
    const bytes = Float64Array.BYTES_PER_ELEMENT * this.version.nextDoc;
    if (!(isHeld ? this.#memory.hasRoom(bytes) : this.#memory.fits(bytes))) return null;
    const kept = await this.#kept<KeptNumbers>(
      `numbers ${column.name}`,
      (known) => keptNumbers(this.#source, name(column.name), known),
      isHeld,
    );
    return kept === null || kept === UNFIT ? null : kept.values;
  }

  /** Values of one column, numbered where that is possible; null when it cannot be had or was not asked for often enough. */
  async column(column: string): Promise<ColumnValues | null> {
    const expression = name(column);
    if (columnsRead(expression, this.#source.layout)?.length !== 1) return null;
    const base = await this.#codes([expression], column);
    if (base === null) return null;
    if (base !== UNFIT) return { kind: 'coded', coded: asItIs(base) };
    const numbers = await this.numbers(expression);
    if (numbers !== null) return { kind: 'numbers', numbers };
    const stored = plainColumns(this.#source.layout).get(column);
    const texts = stored !== undefined && isText(stored) ? await this.#texts(stored) : null;
    return texts === null ? null : { kind: 'texts', texts };
  }

  /** Texts take more to read than a table takes to answer some questions about them. */
  async #texts({ name: column }: StoredColumn, isHeld = false): Promise<PackedTexts | null> {
    const { connection, layout } = this.#source;
    const about = `texts ${column}`;
    const key = this.#columnKey(about);
    const known = this.#memory.get<KeptTexts | typeof UNFIT>(key);
    if (known === undefined && !isHeld && !this.#memory.isWorth(key, PAGES)) return null;
    if (known === undefined) {
      const bytes = TEXT_BYTES * this.version.nextDoc + (await textBytes(connection, layout.docs, name(column)));
      if (!this.#memory.fits(bytes)) this.#memory.set(key, UNFIT, SMALL_BYTES);
      else if (isHeld && !this.#memory.hasRoom(bytes)) return null;
    }
    const kept = await this.#kept<KeptTexts>(about, (earlier) => keptTexts(this.#source, name(column), earlier), true);
    return kept === null || kept === UNFIT ? null : kept.texts;
  }

  /**
   * Takes the columns whole documents are read from into memory, one with each page once enough pages of this state were
   * asked for, so that no page waits for all of them. Not begun when one cannot be had; given up when there is no room, for
   * what others push out would be read again for every page.
   */
  async hold(columns: readonly string[]): Promise<void> {
    if (this.known('no room') !== undefined) return;
    const isMissing = (column: string): boolean => this.reader(column) === null;
    if (!columns.some(isMissing) || !this.#memory.isWorth(this.stateKey('held'), PAGES)) return;
    await this.#alike();
    const missing = columns.filter(isMissing);
    const types = plainColumns(this.#source.layout);
    const wanted = missing.flatMap((column) => types.get(column) ?? META.get(column) ?? []);
    const [next] = wanted;
    if (next === undefined || wanted.length < missing.length) return;
    if (!(await this.#hold(next))) this.remember('no room', true, SMALL_BYTES);
  }

  /** What all documents of this state have alike; lists nothing is in are among it, which are not kept otherwise. */
  #alike(): Promise<ReadonlyMap<string, unknown>> {
    const { connection, layout } = this.#source;
    const columns = columnsOftenAlike(layout);
    return this.remembered(
      ALIKE,
      () => valuesAlike(connection, layout.docs, columns),
      (alike) => SMALL_BYTES + keysBytes([...alike.keys(), ...alike.values()]),
    );
  }

  /** Whether there was room for it. */
  async #hold(column: StoredColumn): Promise<boolean> {
    const expression = name(column.name);
    if (!this.#memory.hasRoom(CODE_BYTES * this.version.nextDoc)) return false;
    const base = META.has(column.name) ? UNFIT : await this.#codes([expression], column.name, true);
    if (base !== UNFIT) return base !== null;
    if (isText(column)) return (await this.#texts(column, true)) !== null;
    return NUMBERS.has(column.type) && (await this.#numbers(column, true)) !== null;
  }

  /** What a document has in a column that is in memory already; null when it is not. Not a question about the column. */
  reader(column: string): ((doc: number) => unknown) | null {
    const coded = this.#current<KeptCodes>(`codes ${column}`);
    if (coded !== null) {
      const { codes, rows } = coded;
      return (doc) => rows[codes[doc] ?? 0]?.[0] ?? null;
    }
    const numbers = this.#current<KeptNumbers>(`numbers ${column}`);
    if (numbers !== null) {
      const { values } = numbers;
      return (doc) => (Number.isNaN(values[doc]) ? null : values[doc]);
    }
    const packed = this.#current<KeptTexts>(`texts ${column}`);
    if (packed !== null) return (doc) => packed.texts.at(doc);
    const value = this.known<ReadonlyMap<string, unknown>>(ALIKE)?.get(column);
    return value === undefined ? null : () => value;
  }

  /** What is kept under a name of this state; null when there is none. */
  #current<K extends Kept>(about: string): K | null {
    const found = this.#memory.get<K | typeof UNFIT>(this.#columnKey(about));
    return found !== undefined && found !== UNFIT && this.#isCurrent(found) ? found : null;
  }

  /** 1 where there is a document; null when every number below the last is one. */
  async live(): Promise<Uint8Array | null> {
    const { documents, nextDoc } = this.version;
    if (documents === nextDoc) return null;
    return this.remembered(
      'live',
      async () => {
        const live = new Uint8Array(nextDoc);
        for (const docs of await readDocs(this.#source.connection, this.#source.layout.docs))
          for (const doc of docs) live[doc] = 1;
        return live;
      },
      (live) => live.length,
    );
  }

  #codes(expressions: readonly Sql[], about: string, isWorth = false): Promise<KeptCodes | typeof UNFIT | null> {
    return this.#kept<KeptCodes>(`codes ${about}`, (known) => keptCodes(this.#source, expressions, known), isWorth);
  }

  /** What is kept under a name, brought up to this state; null when this state is an earlier one, or nobody asks enough. */
  async #kept<K extends Kept>(
    about: string,
    read: (known: K | null) => Promise<K | typeof UNFIT>,
    isWorth = false,
  ): Promise<K | typeof UNFIT | null> {
    const key = this.#columnKey(about);
    const found = this.#memory.get<K | typeof UNFIT>(key);
    if (found === UNFIT) return UNFIT;
    if (found !== undefined && this.#isCurrent(found)) return found;
    if (found !== undefined && !this.#isLater(found)) return null;
    if (!isWorth && !this.#memory.isWorth(key)) return null;
    return this.#memory.inTurn(key, async () => {
      const now = this.#memory.get<K | typeof UNFIT>(key);
      if (now === UNFIT) return UNFIT;
      if (now !== undefined && this.#isCurrent(now)) return now;
      if (now !== undefined && !this.#isLater(now)) return null;
      const made = await read(now ?? null);
      const bytes = made === UNFIT ? SMALL_BYTES : bytesOf(made);
      // What is too large to be kept is not read for every question anew.
      if (this.#memory.fits(bytes)) this.#memory.set(key, made, bytes);
      else this.#memory.set(key, UNFIT, SMALL_BYTES);
      return made;
    });
  }

  #isCurrent({ nextDoc, deleted }: Kept): boolean {
    return nextDoc === this.version.nextDoc && deleted <= this.version.deleted;
  }

  /** Whether this state comes after the one something was read at. */
  #isLater({ nextDoc, deleted }: Kept): boolean {
    return nextDoc <= this.version.nextDoc && deleted <= this.version.deleted;
  }

  /** An expression worked out once per different value of what it reads. */
  async #derived(base: KeptCodes, columns: readonly StoredColumn[], expression: Sql): Promise<Coded | null> {
    if (isPlain(expression, columns)) return asItIs(base);
    const about = described(expression);
    const key = `${base.numbering} ${base.rows.length} ${about}`;
    const found = this.#memory.get<Pick<Coded, 'map' | 'keys'>>(key);
    const made = found ?? (await derive(this.#source.connection, base, columns, expression));
    if (found === undefined) this.#memory.set(key, made, derivedBytes(base, made));
    const { numbering, codes, rows } = base;
    return { numbering, codes, base: rows.length, ...made, name: `${numbering} ${about}` };
  }
}

/** Pages of documents from which on it is worth to hold their columns, as a multiple of the questions about a column. */
const PAGES = 4;

/** What a document takes in a column of numbered values, and in one of texts besides their bytes. */
const CODE_BYTES = 2;
const TEXT_BYTES = 5;

const SMALL_BYTES = 64;

/** What all documents have alike is remembered by this. */
const ALIKE = 'alike';
