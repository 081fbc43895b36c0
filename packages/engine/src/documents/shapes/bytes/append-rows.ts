import {
  type DuckDBAppender,
  type DuckDBDataChunk,
  DuckDBListType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { FieldColumn, IndexLayout } from '../../../index/layout.ts';
import type { TableColumns } from '../../table-columns.ts';
import type { BlockRows, RowNumbers } from './block-rows.ts';
import type { ByteBlock } from './byte-block.ts';
import { chunkPool } from './chunk-pool.ts';
import type { ListCells } from './list-cells.ts';
import type { TextCells } from './repeated-texts.ts';
import { canShareTexts, copyInto, NUMBER_ARRAYS, noneValid, SharedText, setValid } from './vectors.ts';

/** Arrays a column's numbers are put together in, by its type in DuckDB. */
const ARRAYS = {
  ...NUMBER_ARRAYS,
  [DuckDBTypeId.BOOLEAN]: Uint8Array,
} as const;

const WIDE: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.BIGINT, DuckDBTypeId.UBIGINT]);
const HALF = 2 ** 32;

type Numbers = Uint8Array | Int8Array | Int16Array | Int32Array | Float64Array;

/** Whole numbers of 64 bits as pairs of words, which takes no bigint; only those JavaScript's numbers hold exactly. */
function putWide(words: Int32Array, row: number, value: number): void {
  words[row * 2] = value;
  words[row * 2 + 1] = Math.floor(value / HALF);
}

function arrayOf(type: DuckDBTypeId, length: number): Numbers {
  const make = Object.hasOwn(ARRAYS, type) ? ARRAYS[type as keyof typeof ARRAYS] : undefined;
  if (make === undefined) throw new Error(`Numbers are not put into a column of type ${DuckDBTypeId[type]}`);
  return new make(length);
}

/** Writes rows of one block column by column, with texts where they stand in what came in. */
class RowsWriter {
  readonly #block: ByteBlock;
  readonly #rows: BlockRows;
  /** Rows of the block, one for each that is written. */
  readonly #places: Int32Array;
  readonly #chunk: DuckDBDataChunk;
  readonly #types: readonly DuckDBType[];
  readonly #texts: SharedText;

  constructor(rows: BlockRows, types: readonly DuckDBType[], texts: SharedText) {
    this.#block = rows.block;
    this.#rows = rows;
    this.#places = rows.places;
    this.#types = types;
    this.#texts = texts;
    this.#chunk = chunkPool.take(types, rows.places.length);
  }

  #vector(column: number): duckdb.Vector {
    return duckdb.data_chunk_get_vector(this.#chunk.chunk, column);
  }

  /** Numbers that are there in every row. */
  whole(column: number, of: (place: number) => number): void {
    const isWide = WIDE.has(this.#types[column]?.typeId ?? DuckDBTypeId.INVALID);
    const words = new Int32Array(this.#places.length * (isWide ? 2 : 1));
    for (let i = 0; i < this.#places.length; i++) {
      if (isWide) putWide(words, i, of(i));
      else words[i] = of(i);
    }
    copyInto(this.#vector(column), words);
  }

  nothing(column: number): void {
    setValid(this.#vector(column), noneValid(this.#places.length));
  }

  /** Lists of a column: where the values of each row begin and how many it has, and the values of all rows. */
  lists(column: number, place: number): void {
    const cells = this.#block.lists[place];
    const vector = this.#vector(column);
    const words = new Uint32Array(this.#places.length * 4);
    const values = new Int32Array(this.#places.reduce((sum, row) => sum + (cells?.counts[row] ?? 0), 0));
    let at = 0;
    for (let i = 0; i < this.#places.length; i++) {
      const row = this.#places[i] ?? 0;
      const count = cells?.counts[row] ?? 0;
      words[i * 4] = at;
      words[i * 4 + 2] = count;
      for (let j = 0; j < count; j++) values[at++] = (cells?.firsts[row] ?? 0) + j;
    }
    copyInto(vector, words);
    duckdb.list_vector_reserve(vector, values.length);
    duckdb.list_vector_set_size(vector, values.length);
    if (cells !== undefined) this.#listed(duckdb.list_vector_get_child(vector), column, cells, values);
  }

  /** The values of lists, by their places. */
  #listed(vector: duckdb.Vector, column: number, { texts, numbers }: ListCells, values: Int32Array): void {
    const type = this.#types[column];
    if (texts !== null) this.#putTexts(vector, texts, values);
    if (numbers !== null && type instanceof DuckDBListType) this.#putNumbers(vector, type.valueType, numbers, values);
  }

  ids(column: number): SharedText {
    const { bytes, ends } = this.#rows.ids;
    const shared = new SharedText(bytes);
    const words = new Uint32Array(ends.length * 4);
    let at = 0;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i] ?? at;
      shared.put(words, i, at, end - at);
      at = end;
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
    this.#putTexts(this.#vector(column), cells, this.#places);
  }

  #putTexts(vector: duckdb.Vector, { starts, lengths }: TextCells, places: Int32Array): void {
    const words = new Uint32Array(places.length * 4);
    const valid = noneValid(places.length);
    let missing = 0;
    for (let i = 0; i < places.length; i++) {
      const row = places[i] ?? 0;
      const length = lengths[row] ?? -1;
      if (length < 0) {
        missing++;
        continue;
      }
      this.#texts.put(words, i, (starts[row] ?? 0) - this.#block.from, length);
      valid[i >> 3] = (valid[i >> 3] ?? 0) | (1 << (i & 7));
    }
    copyInto(vector, words);
    if (missing > 0) setValid(vector, valid);
  }

  number(column: number, place: number): void {
    const cells = this.#block.numbers[place];
    const type = this.#types[column];
    if (cells === undefined || type === undefined) this.nothing(column);
    else this.#putNumbers(this.#vector(column), type, cells, this.#places);
  }

  #putNumbers(vector: duckdb.Vector, { typeId }: DuckDBType, cells: Float64Array, places: Int32Array): void {
    const isWide = WIDE.has(typeId);
    const values: Numbers = isWide ? new Int32Array(places.length * 2) : arrayOf(typeId, places.length);
    const valid = noneValid(places.length);
    let missing = 0;
    for (let i = 0; i < places.length; i++) {
      const value = cells[places[i] ?? 0] ?? Number.NaN;
      if (Number.isNaN(value)) {
        missing++;
        continue;
      }
      if (isWide) putWide(values as Int32Array, i, value);
      else values[i] = value;
      valid[i >> 3] = (valid[i >> 3] ?? 0) | (1 << (i & 7));
    }
    copyInto(vector, values);
    if (missing > 0) setValid(vector, valid);
  }

  append(appender: DuckDBAppender): void {
    appender.appendDataChunk(this.#chunk);
    chunkPool.give(this.#types, this.#chunk);
  }
}

/** Columns that are filled when the numbers of documents are known. */
const NUMBERED: Readonly<Record<string, keyof RowNumbers>> = { _doc: 'doc', _seq_no: 'seqNo' };

/** Other columns every document has that are filled in those read by shape. */
const META: Readonly<Record<string, 'version' | 'shape'>> = { _version: 'version', _shape: 'shape' };

function appendField(
  writer: RowsWriter,
  column: number,
  field: FieldColumn,
  type: DuckDBType | undefined,
  place: number,
): void {
  if (field.list && field.type !== 'nested') writer.lists(column, place);
  else if (type?.typeId === DuckDBTypeId.VARCHAR) writer.text(column, place);
  else if (type?.typeId === DuckDBTypeId.LIST) writer.nothing(column);
  else writer.number(column, place);
}

/** Rows that are put together but for the numbers of their documents. */
export class StartedRows {
  readonly #writer: RowsWriter;
  readonly #ids: SharedText | null;
  readonly #numbered: ReadonlyMap<number, keyof RowNumbers>;

  constructor(writer: RowsWriter, ids: SharedText | null, numbered: ReadonlyMap<number, keyof RowNumbers>) {
    this.#writer = writer;
    this.#ids = ids;
    this.#numbered = numbered;
  }

  append(appender: DuckDBAppender, numbers: RowNumbers): void {
    for (const [column, of] of this.#numbered) this.#writer.whole(column, (place) => numbers[of](place));
    this.#writer.append(appender);
    this.#ids?.release();
  }
}

/** Puts rows of blocks of bytes together for the table of an index. */
export class RowColumns {
  readonly #layout: IndexLayout;
  readonly #table: TableColumns;
  readonly #texts = new Map<ByteBlock, SharedText>();

  constructor(layout: IndexLayout, table: TableColumns) {
    this.#layout = layout;
    this.#table = table;
  }

  /** Whether columns of its rows can be handed over whole. */
  fits(block: ByteBlock): boolean {
    // a field that has become a list since the block was read
    const isOther = ({ list, columns }: FieldColumn): boolean =>
      list && columns.some((name) => block.has(name) && !block.isListed(block.place(name)));
    return canShareTexts() && !this.#layout.own.some(isOther);
  }

  /** Rows of one block that have no routing, at most as many as DuckDB takes at once. */
  start(rows: BlockRows): StartedRows {
    const { block } = rows;
    const { names, types, fields } = this.#table;
    const writer = new RowsWriter(rows, types, this.#textsOf(block));
    const numbered = new Map<number, keyof RowNumbers>();
    let ids: SharedText | null = null;
    for (const [column, name] of names.entries()) {
      const field = fields.get(name);
      const number = NUMBERED[name];
      const meta = META[name];
      if (name === '_id') ids = writer.ids(column);
      else if (field !== undefined) appendField(writer, column, field, types[column], block.place(name));
      else if (number) numbered.set(column, number);
      else if (meta) writer.whole(column, (place) => rows[meta](place));
      else writer.nothing(column);
    }
    return new StartedRows(writer, ids, numbered);
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
