import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../../index/layout.ts';
import { rowsOf } from '../run.ts';
import { joined, name, type Sql, sql } from '../sql.ts';
import { type Coded, type Codes, MOST_KEYS } from './coded.ts';
import type { ColumnMemory } from './column-memory.ts';
import { readDocs, readKeys, readNumbers } from './read-columns.ts';
import { rowsOfValues } from './rows-of-values.ts';
import { columnsRead, type StoredColumn } from './stored-columns.ts';
import type { IndexVersion } from './version.ts';

interface Kept {
  /** The state it was read at: later ones see no other values in the documents it knows. */
  readonly nextDoc: number;
  readonly deleted: number;
}

interface KeptCodes extends Kept {
  /** Tells one way of numbering from another; values that come later get the next numbers of the same. */
  readonly numbering: string;
  readonly codes: Codes;
  /** Values of each column by number; number 0 is NULL in all of them. */
  readonly rows: readonly (readonly unknown[])[];
}

interface KeptNumbers extends Kept {
  readonly values: Float64Array;
}

/** A column as it is in memory: numbers where too many of its values differ, NaN for none. */
export type ColumnValues =
  | { readonly kind: 'coded'; readonly coded: Coded }
  | { readonly kind: 'numbers'; readonly numbers: Float64Array };

/** A column that has too many different values, or numbers that do not fit. */
const UNFIT = 'unfit';

/** Columns of one index kept in memory, as one search sees them. */
export class IndexColumns {
  readonly #memory: ColumnMemory;
  readonly #connection: DuckDBConnection;
  readonly #layout: IndexLayout;
  readonly version: IndexVersion;

  constructor(given: {
    readonly memory: ColumnMemory;
    readonly connection: DuckDBConnection;
    readonly layout: IndexLayout;
    readonly version: IndexVersion;
  }) {
    this.#memory = given.memory;
    this.#connection = given.connection;
    this.#layout = given.layout;
    this.version = given.version;
  }

  /** Tells statistics of this state from those of others. */
  #stateKey(about: string): string {
    return `${this.version.key}|${about}`;
  }

  /** Something that follows from the data of this state, made once while it is kept; `bytes` is what keeping it takes. */
  async remembered<T>(about: string, make: () => T | Promise<T>, bytes: (made: T) => number): Promise<T> {
    const key = this.#stateKey(about);
    const found = this.#memory.get<T>(key);
    if (found !== undefined) return found;
    const made = await make();
    this.#memory.set(key, made, bytes(made));
    return made;
  }

  /** What is remembered of this state. */
  known<T>(about: string): T | undefined {
    return this.#memory.get<T>(this.#stateKey(about));
  }

  remember(about: string, made: unknown, bytes: number): void {
    this.#memory.set(this.#stateKey(about), made, bytes);
  }

  /**
   * How many documents have a value and how many different ones there are; null when it is no column of the index or was
   * not asked for often enough.
   */
  async statistics(column: Sql): Promise<{ readonly count: number; readonly distinct: number } | null> {
    if (columnsRead(column, this.#layout) === null) return null;
    const about = `statistics ${described(column)}`;
    if (this.known(about) === undefined && !this.#memory.isWorth(this.#stateKey(about))) return null;
    const statement = sql`SELECT count(v), count(DISTINCT v) FROM (SELECT ${column} AS v FROM ${name(this.#layout.docs)})`;
    return this.remembered(
      about,
      async () => {
        const [row] = await rowsOf(this.#connection, statement);
        return { count: Number(row?.[0] ?? 0), distinct: Number(row?.[1] ?? 0) };
      },
      () => SMALL_BYTES,
    );
  }

  /** Values of an expression with numbers; null when it cannot be had or was not asked for often enough. */
  async coded(expression: Sql): Promise<Coded | null> {
    const columns = columnsRead(expression, this.#layout);
    if (columns === null) return null;
    if (columns.length > 0) {
      const base = await this.#codes(
        columns.map((column) => name(column.name)),
        columns.map(({ name }) => name).join(),
      );
      if (base === null) return null;
      if (base !== UNFIT) return this.#derived(base, columns, expression);
    } else return null;
    const [only] = columns;
    if (columns.length === 1 && expression.text === only?.name) return null;
    const about = described(expression);
    const own = await this.#codes([expression], about);
    if (own === null || own === UNFIT) return null;
    return asItIs(own);
  }

  /** Numbers of a column with too many different values, NaN where there is none. */
  async numbers(expression: Sql): Promise<Float64Array | null> {
    const columns = columnsRead(expression, this.#layout);
    const [only] = columns ?? [];
    if (only === undefined || columns?.length !== 1 || expression.text !== only.name || !NUMBERS.has(only.type))
      return null;
    const kept = await this.#kept<KeptNumbers>(`numbers ${only.name}`, (known) => this.#readNumbers(expression, known));
    return kept === null || kept === UNFIT ? null : kept.values;
  }

  /** Values of one column, numbered where that is possible; null when it cannot be had or was not asked for often enough. */
  async column(column: string): Promise<ColumnValues | null> {
    const expression = name(column);
    if (columnsRead(expression, this.#layout)?.length !== 1) return null;
    const base = await this.#codes([expression], column);
    if (base === null) return null;
    if (base !== UNFIT) return { kind: 'coded', coded: asItIs(base) };
    const numbers = await this.numbers(expression);
    return numbers === null ? null : { kind: 'numbers', numbers };
  }

  /** What a document has in a column that is in memory already; null when it is not. Not a question about the column. */
  reader(column: string): ((doc: number) => unknown) | null {
    const coded = this.#memory.get<KeptCodes | typeof UNFIT>(`${this.#layout.id} codes ${column}`);
    if (coded !== undefined && coded !== UNFIT && this.#isCurrent(coded)) {
      const { codes, rows } = coded;
      return (doc) => rows[codes[doc] ?? 0]?.[0] ?? null;
    }
    const numbers = this.#memory.get<KeptNumbers | typeof UNFIT>(`${this.#layout.id} numbers ${column}`);
    if (numbers === undefined || numbers === UNFIT || !this.#isCurrent(numbers)) return null;
    const { values } = numbers;
    return (doc) => (Number.isNaN(values[doc]) ? null : values[doc]);
  }

  /** 1 where there is a document; null when every number below the last is one. */
  async live(): Promise<Uint8Array | null> {
    const { documents, nextDoc } = this.version;
    if (documents === nextDoc) return null;
    return this.remembered(
      'live',
      async () => {
        const live = new Uint8Array(nextDoc);
        for (const docs of await readDocs(this.#connection, this.#layout.docs)) for (const doc of docs) live[doc] = 1;
        return live;
      },
      (live) => live.length,
    );
  }

  #codes(expressions: readonly Sql[], about: string): Promise<KeptCodes | typeof UNFIT | null> {
    return this.#kept<KeptCodes>(`codes ${about}`, (known) => this.#readCodes(expressions, known));
  }

  /** What is kept under a name, brought up to this state; null when this state is an earlier one. */
  async #kept<K extends Kept>(
    about: string,
    read: (known: K | null) => Promise<K | typeof UNFIT>,
  ): Promise<K | typeof UNFIT | null> {
    const key = `${this.#layout.id} ${about}`;
    const found = this.#memory.get<K | typeof UNFIT>(key);
    if (found === UNFIT) return UNFIT;
    if (found !== undefined && this.#isCurrent(found)) return found;
    if (found !== undefined && !this.#isLater(found)) return null;
    if (!this.#memory.isWorth(key)) return null;
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

  async #readCodes(expressions: readonly Sql[], known: KeptCodes | null): Promise<KeptCodes | typeof UNFIT> {
    const read = await readKeys(this.#connection, this.#layout.docs, expressions, known?.nextDoc ?? 0);
    if (read === null) return UNFIT;
    const rows = known === null ? [expressions.map(() => null)] : [...known.rows];
    const numbers = new Map(rows.map((row, number) => [rowKey(row), number]));
    const numberOf = Uint32Array.from(read.keys, (row) => {
      const key = rowKey(row);
      const own = numbers.get(key) ?? rows.push(row) - 1;
      numbers.set(key, own);
      return own;
    });
    if (rows.length > MOST_KEYS) return UNFIT;
    const { nextDoc, deleted } = this.version;
    const codes = rows.length > 256 ? new Uint16Array(nextDoc) : new Uint8Array(nextDoc);
    if (known !== null) codes.set(known.codes);
    const { docs, places } = read;
    for (let i = 0; i < docs.length; i++) codes[docs[i] ?? 0] = numberOf[places[i] ?? 0] ?? 0;
    const numbering = known?.numbering ?? `${this.#layout.id}#${numberings++}`;
    return { numbering, codes, rows, nextDoc, deleted };
  }

  async #readNumbers(column: Sql, known: KeptNumbers | null): Promise<KeptNumbers | typeof UNFIT> {
    const read = await readNumbers(this.#connection, this.#layout.docs, column, known?.nextDoc ?? 0);
    const { nextDoc, deleted } = this.version;
    const values = new Float64Array(nextDoc).fill(Number.NaN);
    if (known !== null) values.set(known.values);
    for (let i = 0; i < read.docs.length; i++) {
      const value = read.values[i] ?? Number.NaN;
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return UNFIT;
      values[read.docs[i] ?? 0] = value;
    }
    return { values, nextDoc, deleted };
  }

  /** An expression worked out once per different value of what it reads. */
  async #derived(base: KeptCodes, columns: readonly StoredColumn[], expression: Sql): Promise<Coded | null> {
    const about = described(expression);
    const [only] = columns;
    if (columns.length === 1 && expression.text === only?.name) {
      return asItIs(base);
    }
    const key = `${base.numbering} ${base.rows.length} ${about}`;
    const found = this.#memory.get<Pick<Coded, 'map' | 'keys'>>(key);
    const made = found ?? (await this.#derive(base, columns, expression));
    if (found === undefined) this.#memory.set(key, made, 2 * base.rows.length + keysBytes(made.keys));
    const { numbering, codes, rows } = base;
    return { numbering, codes, base: rows.length, ...made, name: `${numbering} ${about}` };
  }

  async #derive({ rows }: KeptCodes, columns: readonly StoredColumn[], expression: Sql) {
    const shown = columns.map((column, at) => {
      const values = rows.map((row) => row[at]);
      return sql`${rowsOfValues(values, column.type)} AS ${name(column.name)}`;
    });
    const found = await rowsOf(this.#connection, sql`SELECT ${expression} FROM (SELECT ${joined(shown, ', ')})`);
    const keys: unknown[] = [null];
    const numbers = new Map<unknown, number>([[null, 0]]);
    const map = Uint16Array.from(found, ([key = null]) => {
      const own = numbers.get(key) ?? keys.push(key) - 1;
      numbers.set(key, own);
      return own;
    });
    return { map, keys };
  }
}

const NUMBERS: ReadonlySet<string> = new Set(['DOUBLE', 'BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT']);

const rowKey = (row: readonly unknown[]): string =>
  row.length === 1 ? keyText(row[0]) : row.map((each) => `${keyText(each).length}:${keyText(each)}`).join('');

const keyText = (key: unknown): string => (key === null ? '' : `${typeof key}${String(key)}`);

/** An expression with its parameters, as a name. */
export const described = ({ text, values }: Sql): string =>
  values.length === 0 ? text : `${text} ${values.map((bound) => valueText(bound.value)).join(' ')}`;

/** Texts of different values differ, lists and bit sets included. */
function valueText(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
  return `${text.length}:${text}`;
}

const SMALL_BYTES = 64;

let numberings = 0;

const unmapped = new WeakMap<KeptCodes, Coded>();

/** A single column, without working anything out. */
function asItIs(base: KeptCodes): Coded {
  const known = unmapped.get(base) ?? {
    numbering: base.numbering,
    base: base.rows.length,
    codes: base.codes,
    map: null,
    keys: base.rows.map(([key = null]) => key),
    name: base.numbering,
  };
  unmapped.set(base, known);
  return known;
}

function bytesOf(kept: Kept): number {
  if ('values' in kept) return (kept as KeptNumbers).values.byteLength;
  const { codes, rows } = kept as KeptCodes;
  return codes.byteLength + rows.reduce((sum, row) => sum + keysBytes(row) + 64, 0);
}

/** About what JavaScript takes for values. */
const keysBytes = (keys: readonly unknown[]): number =>
  keys.reduce<number>((sum, key) => sum + (typeof key === 'string' ? 40 + 2 * key.length : 16), 0);
