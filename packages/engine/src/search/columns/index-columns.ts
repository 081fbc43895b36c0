import { JUMPS, readRows } from '../rows-of-docs.ts';
import { rowsOf } from '../run.ts';
import { name, type Sql, sql } from '../sql.ts';
import type { Coded } from './coded.ts';
import { asItIs, type Derived, derive, derivedBytes, described, isAsked, MOST_HANDED } from './derived.ts';
import { type Kept, type KeptCodes, type KeptNumbers, type KeptTexts, keysBytes, UNFIT } from './kept.ts';
import { KeptColumns, PAGES, SMALL_BYTES } from './kept-columns.ts';
import { type ListValues, readLists } from './list-values.ts';
import type { PackedTexts } from './packed-texts.ts';
import { FEW, hashesOf, valuesAlike } from './read-columns.ts';
import {
  columnsOftenAlike,
  columnsRead,
  isPlain,
  isText,
  listColumns,
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

/** A column as far as it is in memory. */
export interface Held {
  /** Numbers of the documents it knows are below. */
  readonly nextDoc: number;
  readonly read: (doc: number) => unknown;
}

/** What all documents have in some columns. */
interface Alike extends Kept {
  readonly values: ReadonlyMap<string, unknown>;
}

/** Columns of one index kept in memory, as one search sees them. */
export class IndexColumns extends KeptColumns {
  /**
   * How many documents have a value and how many different ones there are; null when it is no column of the index or was
   * not asked for often enough.
   */
  async statistics(column: Sql): Promise<{ readonly count: number; readonly distinct: number } | null> {
    const found = await this.#ofAll('statistics', column, sql`count(v), count(DISTINCT v)`);
    return found && { count: Number(found[0]), distinct: Number(found[1]) };
  }

  /** The least and the greatest value of all documents, null for none; null alone likewise. */
  async ends(column: Sql): Promise<{ readonly min: unknown; readonly max: unknown } | null> {
    const found = await this.#ofAll('ends', column, sql`min(v), max(v)`);
    return found && { min: found[0], max: found[1] };
  }

  /** Figures of a column over all documents, whose value is called `v`; a few bytes are kept of them where the column itself would take too many. */
  async #ofAll(what: string, column: Sql, figures: Sql): Promise<readonly unknown[] | null> {
    if (columnsRead(column, this.source.layout) === null) return null;
    const about = `${what} ${described(column)}`;
    if (this.known(about) === undefined && !this.memory.isWorth(this.stateKey(about))) return null;
    const statement = sql`SELECT ${figures} FROM (SELECT ${column} AS v FROM ${name(this.source.layout.docs)})`;
    const rows = this.remembered(
      about,
      () => rowsOf(this.source.connection, statement),
      () => SMALL_BYTES,
    );
    return (await rows)[0] ?? null;
  }

  /**
   * Values of an expression with numbers; null when it cannot be had, was not asked for often enough, or more than `most` different
   * values would have to be handed to DuckDB. `from` says whether an expression over a column with too many values is numbered itself.
   */
  async coded(
    expression: Sql,
    from: 'any' | 'numbered' = 'any',
    most = Number.POSITIVE_INFINITY,
  ): Promise<Coded | null> {
    const columns = columnsRead(expression, this.source.layout);
    if (columns === null || columns.length === 0) return null;
    const base = await this.codes(
      columns.map((column) => name(column.name)),
      columns.map((column) => column.name).join(),
    );
    if (base === null) return null;
    if (base !== UNFIT) return this.#derived(base, columns, expression, most);
    if (from === 'numbered' || isPlain(expression, columns)) return null;
    const own = await this.codes([expression], described(expression));
    return own === null || own === UNFIT ? null : asItIs(own);
  }

  /**
   * What a test is true of, as {@link coded}; null also where the table tells sooner: a value that is handed over takes as long as some
   * of its rows.
   */
  test(expression: Sql, from: 'any' | 'numbered' = 'any'): Promise<Coded | null> {
    return this.coded(expression, from, Math.max(MOST_HANDED, this.version.nextDoc / ROWS_PER_VALUE));
  }

  /** Numbers of a column with too many different values, NaN where there is none. */
  async numbers(expression: Sql): Promise<Float64Array | null> {
    const columns = columnsRead(expression, this.source.layout) ?? [];
    const [only] = columns;
    if (only === undefined || !isPlain(expression, columns) || !NUMBERS.has(only.type)) return null;
    return this.numbersOf(only);
  }

  /**
   * Values of one column, numbered where that is possible; null when it cannot be had or was not asked for often enough. With `isWorth`
   * one question is enough for it to be numbered.
   */
  async column(column: string, isWorth = false): Promise<ColumnValues | null> {
    const stored = plainColumns(this.source.layout).get(column);
    if (stored === undefined) return null;
    const base = await this.codes([name(column)], column, isWorth);
    if (base === null) return null;
    if (base !== UNFIT) return { kind: 'coded', coded: asItIs(base) };
    const numbers = NUMBERS.has(stored.type) ? await this.numbersOf(stored) : null;
    if (numbers !== null) return { kind: 'numbers', numbers };
    const texts = isText(stored) ? await this.textsOf(stored) : null;
    return texts === null ? null : { kind: 'texts', texts };
  }

  /**
   * The values in the lists of a column; null when it is none, they are too many, or few questions were asked about them in this state:
   * reading them takes as long as some answers of the table.
   */
  async lists(column: Sql): Promise<ListValues | null> {
    const about = `lists ${column.text}`;
    const known = this.known<ListValues | typeof UNFIT>(about);
    if (known !== undefined) return known === UNFIT ? null : known;
    const { connection, layout } = this.source;
    if (!listColumns(layout).has(column.text) || !this.memory.isWorth(this.stateKey(about), LISTS)) return null;
    return this.memory.inTurn(this.stateKey(about), async () => {
      const fits = (bytes: number): boolean => this.memory.fits(bytes);
      const read = this.known<ListValues>(about) ?? (await readLists(connection, layout.docs, column, fits));
      const bytes = read?.byteLength ?? SMALL_BYTES;
      this.remember(about, read !== null && fits(bytes) ? read : UNFIT, bytes);
      return read;
    });
  }

  /**
   * Documents of this state that may have one of some texts in a column whose texts are too much to be kept; null when that is not known, or
   * they are more than can be read one by one.
   */
  async documentsWithAny(column: string, texts: readonly string[]): Promise<readonly number[] | null> {
    const stored = plainColumns(this.source.layout).get(column);
    const lookup = stored !== undefined && isText(stored) && texts.length <= JUMPS ? await this.placesOf(stored) : null;
    if (lookup === null) return null;
    const found = new Set<number>();
    for (const hash of new Set(await hashesOf(this.connection, texts))) {
      const docs = lookup.few(hash, JUMPS);
      if (docs === null) return null;
      for (const doc of docs) if (doc < this.version.nextDoc) found.add(doc);
    }
    return found.size > JUMPS ? null : [...found];
  }

  /** What documents have in a column of the table. */
  async valuesIn(column: string, docs: readonly number[]): Promise<ReadonlyMap<number, unknown>> {
    if (docs.length === 0) return new Map();
    const found = await readRows(this.source.layout, docs, sql`_doc, ${name(column)}`, rowsOf, this.connection);
    return new Map(found.map(([doc, value]) => [Number(doc), value]));
  }

  /**
   * Takes the columns whole documents are read from into memory, one with each page once enough pages were asked for, so that no
   * page waits for all of them. Not begun when one cannot be had; given up when there is no room, for what others push out would
   * be read again for every page. A column that too many documents came to since goes on.
   */
  async hold(columns: readonly string[]): Promise<void> {
    if (this.memory.get(this.indexKey(NO_ROOM)) !== undefined) return;
    const isBehind = (column: string): boolean => {
      const held = this.held(column);
      return held === null || this.version.nextDoc - held.nextDoc > FEW;
    };
    if (!columns.some(isBehind) || !this.memory.isWorth(this.indexKey('held'), PAGES)) return;
    await this.#alike();
    const behind = columns.filter(isBehind);
    const missing = behind.filter((column) => this.held(column) === null);
    const types = plainColumns(this.source.layout);
    const typed = (column: string): StoredColumn | undefined => types.get(column) ?? META.get(column);
    const [next = behind[0]] = missing;
    const column = next === undefined ? undefined : typed(next);
    if (column === undefined || missing.some((each) => typed(each) === undefined)) return;
    if (!(await this.#hold(column))) this.memory.set(this.indexKey(NO_ROOM), true, SMALL_BYTES);
  }

  /** What all documents have alike; lists nothing is in are among it, which are not kept otherwise. */
  async #alike(): Promise<void> {
    const { connection, layout, version } = this.source;
    const { nextDoc, deleted } = version;
    const earlier = this.found<Alike>(ALIKE);
    if (earlier !== null && nextDoc - earlier.nextDoc <= FEW) return;
    const since = await valuesAlike(connection, layout.docs, columnsOftenAlike(layout), earlier?.nextDoc ?? 0);
    const isSame = (column: string, value: unknown): boolean => !earlier || earlier.values.get(column) === value;
    const values = new Map([...since].filter(([column, value]) => isSame(column, value)));
    const alike: Alike = { nextDoc, deleted, values };
    this.memory.set(this.indexKey(ALIKE), alike, SMALL_BYTES + keysBytes([...values.keys(), ...values.values()]));
  }

  /** Whether there was room for it. */
  async #hold(column: StoredColumn): Promise<boolean> {
    const expression = name(column.name);
    if (this.held(column.name) === null && !this.memory.hasRoom(CODE_BYTES * this.version.nextDoc)) return false;
    const base = META.has(column.name) ? UNFIT : await this.codes([expression], column.name, true);
    if (base !== UNFIT) return base !== null;
    if (isText(column)) return (await this.textsOf(column, true)) !== null;
    return NUMBERS.has(column.type) && (await this.numbersOf(column, true)) !== null;
  }

  /**
   * What documents have in a column that is in memory already, perhaps as a state not long ago knew it, for no document ever has
   * another value; null when it is not. Not a question about the column.
   */
  held(column: string): Held | null {
    const isPlainNow = META.has(column) || plainColumns(this.source.layout).has(column);
    // a column that was widened to lists is in memory as it was
    const plain = isPlainNow ? this.#heldValues(column) : null;
    if (plain !== null) return plain;
    const alike = this.found<Alike>(ALIKE);
    const value = alike?.values.get(column);
    return alike === null || value === undefined ? null : { nextDoc: alike.nextDoc, read: () => value };
  }

  #heldValues(column: string): Held | null {
    const coded = this.found<KeptCodes>(`codes ${column}`);
    if (coded !== null) {
      const { codes, rows, nextDoc } = coded;
      return { nextDoc, read: (doc) => rows[codes[doc] ?? 0]?.[0] ?? null };
    }
    const numbers = this.found<KeptNumbers>(`numbers ${column}`);
    if (numbers !== null) {
      const { values, nextDoc } = numbers;
      return { nextDoc, read: (doc) => (Number.isNaN(values[doc]) ? null : values[doc]) };
    }
    const packed = this.found<KeptTexts>(`texts ${column}`);
    return packed && { nextDoc: packed.nextDoc, read: (doc) => packed.texts.at(doc) };
  }

  /** An expression worked out once per different value of what it reads. */
  async #derived(
    base: KeptCodes,
    columns: readonly StoredColumn[],
    expression: Sql,
    most: number,
  ): Promise<Coded | null> {
    if (isPlain(expression, columns)) return asItIs(base);
    const about = described(expression);
    const { numbering, codes, rows } = base;
    const key = `${numbering} ${about}`;
    const found = this.memory.get<Derived>(key) ?? null;
    const isWhole = found !== null && found.map.length === rows.length;
    const earlier = found !== null && found.map.length < rows.length ? found : null;
    const isMuch = !isWhole && rows.length - (earlier?.map.length ?? 0) > most;
    if (isMuch && isAsked(columns, expression)) return null;
    const made = isWhole ? found : await derive(this.source.connection, base, columns, expression, earlier);
    if (!isWhole) this.memory.set(key, made, derivedBytes(base, made));
    return { numbering, codes, base: rows.length, ...made, name: `${numbering} ${about}` };
  }
}

/** Rows of the table a test is worked out for while one value is handed over. */
const ROWS_PER_VALUE = 16;

/** Questions about the values of lists from which on these are read, as a multiple of those about a column. */
const LISTS = 16;

/** What a document takes in a column of numbered values. */
const CODE_BYTES = 2;

/** What all documents have alike is remembered by this. */
/** Stays true as documents come: to find out again after each write would take as long as to read all texts. */
const NO_ROOM = 'no room';
const ALIKE = 'alike';
