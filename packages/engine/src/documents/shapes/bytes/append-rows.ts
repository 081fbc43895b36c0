import { type DuckDBAppender, DuckDBDataChunk, type DuckDBType, DuckDBTypeId, listValue } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { FieldColumn, IndexLayout } from '../../../index/layout.ts';
import type { Pending } from '../../bulk.ts';
import type { ShapedRow } from '../../prepared.ts';
import type { ByteBlock } from './byte-block.ts';
import { canShareTexts, copyInto, noneValid, SharedText, setValid } from './vectors.ts';

/** A document that was read from its bytes. */
export type ByteRow = Readonly<Pending> & { readonly read: ShapedRow };

/** Arrays a column's numbers are put together in, by its type in DuckDB. */
const ARRAYS = {
  [DuckDBTypeId.BOOLEAN]: Uint8Array,
  [DuckDBTypeId.TINYINT]: Int8Array,
  [DuckDBTypeId.SMALLINT]: Int16Array,
  [DuckDBTypeId.INTEGER]: Int32Array,
  [DuckDBTypeId.DOUBLE]: Float64Array,
} as const;

const WIDE: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.BIGINT, DuckDBTypeId.UBIGINT]);
const HALF = 2 ** 32;

type Numbers = Uint8Array | Int8Array | Int16Array | Int32Array | Float64Array;

/** Whole numbers of 64 bits as pairs of words, which takes no bigint; only those JavaScript's numbers hold exactly. */
function putWide(words: Int32Array, row: number, value: number): void {
  words[row * 2] = value;
  words[row * 2 + 1] = Math.floor(value / HALF);
}

/** Writes rows of one block column by column, with texts where they stand in what came in. */
class RowsWriter {
  readonly #block: ByteBlock;
  readonly #rows: readonly ByteRow[];
  readonly #chunk: DuckDBDataChunk;
  readonly #types: readonly DuckDBType[];
  readonly #texts: SharedText;

  constructor(block: ByteBlock, rows: readonly ByteRow[], types: readonly DuckDBType[], texts: SharedText) {
    this.#block = block;
    this.#rows = rows;
    this.#types = types;
    this.#texts = texts;
    this.#chunk = DuckDBDataChunk.create(types, rows.length);
  }

  #vector(column: number): duckdb.Vector {
    return duckdb.data_chunk_get_vector(this.#chunk.chunk, column);
  }

  /** Numbers that are there in every row. */
  whole(column: number, of: (row: ByteRow) => number): void {
    const isWide = WIDE.has(this.#types[column]?.typeId ?? DuckDBTypeId.INVALID);
    const words = new Int32Array(this.#rows.length * (isWide ? 2 : 1));
    for (let i = 0; i < this.#rows.length; i++) {
      const row = this.#rows[i];
      if (row === undefined) continue;
      if (isWide) putWide(words, i, of(row));
      else words[i] = of(row);
    }
    copyInto(this.#vector(column), words);
  }

  nothing(column: number): void {
    setValid(this.#vector(column), noneValid(this.#rows.length));
  }

  /** No entries in any list of a column. */
  emptyLists(column: number): void {
    this.#chunk.setColumnValues(
      column,
      this.#rows.map(() => listValue([])),
    );
  }

  ids(column: number): SharedText {
    const ids = this.#rows.map(({ id }) => id);
    const joined = ids.join('');
    const bytes = Buffer.from(joined);
    const isAscii = bytes.length === joined.length;
    const shared = new SharedText(bytes);
    const words = new Uint32Array(ids.length * 4);
    let at = 0;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? '';
      const length = isAscii ? id.length : Buffer.byteLength(id);
      shared.put(words, i, at, length);
      at += length;
    }
    copyInto(this.#vector(column), words);
    return shared;
  }

  text(column: number, place: number): void {
    const cells = this.#block.texts[place];
    if (cells === undefined) {
      this.nothing(column);
      return;
    }
    const { starts, lengths } = cells;
    const words = new Uint32Array(this.#rows.length * 4);
    const valid = noneValid(this.#rows.length);
    let missing = 0;
    for (let i = 0; i < this.#rows.length; i++) {
      const row = this.#rows[i]?.read.row ?? 0;
      const length = lengths[row] ?? -1;
      if (length < 0) {
        missing++;
        continue;
      }
      this.#texts.put(words, i, (starts[row] ?? 0) - this.#block.from, length);
      valid[i >> 3] = (valid[i >> 3] ?? 0) | (1 << (i & 7));
    }
    copyInto(this.#vector(column), words);
    if (missing > 0) setValid(this.#vector(column), valid);
  }

  number(column: number, place: number): void {
    const cells = this.#block.numbers[place];
    const type = this.#types[column]?.typeId ?? DuckDBTypeId.INVALID;
    if (cells === undefined) {
      this.nothing(column);
      return;
    }
    const isWide = WIDE.has(type);
    const values: Numbers = isWide ? new Int32Array(this.#rows.length * 2) : this.#array(type);
    const valid = noneValid(this.#rows.length);
    let missing = 0;
    for (let i = 0; i < this.#rows.length; i++) {
      const value = cells[this.#rows[i]?.read.row ?? 0] ?? Number.NaN;
      if (Number.isNaN(value)) {
        missing++;
        continue;
      }
      if (isWide) putWide(values as Int32Array, i, value);
      else values[i] = value;
      valid[i >> 3] = (valid[i >> 3] ?? 0) | (1 << (i & 7));
    }
    copyInto(this.#vector(column), values);
    if (missing > 0) setValid(this.#vector(column), valid);
  }

  #array(type: DuckDBTypeId): Numbers {
    const make = Object.hasOwn(ARRAYS, type) ? ARRAYS[type as keyof typeof ARRAYS] : undefined;
    if (make === undefined) throw new Error(`Numbers are not put into a column of type ${DuckDBTypeId[type]}`);
    return new make(this.#rows.length);
  }

  append(appender: DuckDBAppender): void {
    appender.appendDataChunk(this.#chunk);
  }
}

/** What stands in the columns every document has; null for those that are empty in documents read by shape. */
const META: Readonly<Record<string, ((row: ByteRow) => number) | null>> = {
  _doc: ({ doc }) => doc,
  _version: ({ version }) => version,
  _seq_no: ({ seqNo }) => seqNo,
  _shape: ({ read }) => read.shape,
  _source: null,
  _routing: null,
  _ignored: null,
};

function appendField(
  writer: RowsWriter,
  column: number,
  field: FieldColumn,
  type: DuckDBType | undefined,
  place: number,
): void {
  if (field.list && field.type !== 'nested') writer.emptyLists(column);
  else if (type?.typeId === DuckDBTypeId.VARCHAR) writer.text(column, place);
  else if (type?.typeId === DuckDBTypeId.LIST) writer.nothing(column);
  else writer.number(column, place);
}

/** Adds rows of blocks of bytes to the table of an index, whose columns have these names and types. */
export class RowAppender {
  readonly #appender: DuckDBAppender;
  readonly #layout: IndexLayout;
  readonly #order: readonly string[];
  readonly #types: readonly DuckDBType[];
  readonly #fields: ReadonlyMap<string, FieldColumn>;
  readonly #texts = new Map<ByteBlock, SharedText>();

  constructor(appender: DuckDBAppender, layout: IndexLayout, order: readonly string[], types: readonly DuckDBType[]) {
    this.#appender = appender;
    this.#layout = layout;
    this.#order = order;
    this.#types = types;
    this.#fields = new Map(layout.own.flatMap((field) => field.columns.map((name) => [name, field])));
  }

  /** Whether columns of these rows can be handed over whole. */
  fits(block: ByteBlock, rows: readonly Readonly<Pending>[]): boolean {
    if (!canShareTexts() || rows.some(({ routing }) => routing !== null)) return false;
    // a field that has become a list since the block was read
    return !this.#layout.own.some(({ list, columns }) => list && columns.some((name) => block.has(name)));
  }

  /** Adds rows of one block, at most as many as DuckDB takes at once. */
  append(block: ByteBlock, rows: readonly ByteRow[]): void {
    const writer = new RowsWriter(block, rows, this.#types, this.#textsOf(block));
    let ids: SharedText | null = null;
    for (const [column, name] of this.#order.entries()) {
      const field = this.#fields.get(name);
      const meta = META[name];
      if (name === '_id') ids = writer.ids(column);
      else if (field !== undefined) appendField(writer, column, field, this.#types[column], block.place(name));
      else if (meta) writer.whole(column, meta);
      else writer.nothing(column);
    }
    writer.append(this.#appender);
    ids?.release();
  }

  #textsOf(block: ByteBlock): SharedText {
    const known = this.#texts.get(block);
    if (known !== undefined) return known;
    const made = new SharedText(block.bytes.subarray(block.from, block.to));
    this.#texts.set(block, made);
    return made;
  }

  /** Lets go of the texts, once all rows are added. */
  release(): void {
    for (const texts of this.#texts.values()) texts.release();
  }
}
