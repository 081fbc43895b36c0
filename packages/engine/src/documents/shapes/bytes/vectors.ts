import { DuckDBDataChunk, DuckDBTypeId, INTEGER, VARCHAR } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** Bytes DuckDB keeps a text in: its length, then the text itself when it is short, else its first four bytes and its address. */
const WORDS = 4;
const SHORT = 12;
const HALF = 2 ** 32;

type Values =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Int32Array
  | Uint32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** Arrays that hold numbers of a column as DuckDB does, by its type. */
export const NUMBER_ARRAYS = {
  [DuckDBTypeId.TINYINT]: Int8Array,
  [DuckDBTypeId.SMALLINT]: Int16Array,
  [DuckDBTypeId.INTEGER]: Int32Array,
  [DuckDBTypeId.DOUBLE]: Float64Array,
} as const;

export const copyInto = (vector: duckdb.Vector, values: Values): void =>
  duckdb.copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);

/** Marks the rows without a value: those whose bit is not set. */
export function setValid(vector: duckdb.Vector, bits: Uint8Array): void {
  duckdb.vector_ensure_validity_writable(vector);
  duckdb.copy_data_to_vector_validity(vector, 0, bits.buffer as ArrayBuffer, bits.byteOffset, bits.byteLength);
}

/** Bits of that many rows, none of which has a value yet; in whole words of 64. */
export const noneValid = (rows: number): Uint8Array => new Uint8Array(Math.ceil(rows / 64) * 8);

/** UTF-8 in DuckDB's memory: texts of a column may stand in it and need not be handed over one by one. */
export class SharedText {
  readonly #chunk: DuckDBDataChunk;
  readonly #view: DataView;
  readonly #address: number;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#chunk = DuckDBDataChunk.create([VARCHAR], 1);
    const vector = duckdb.data_chunk_get_vector(this.#chunk.chunk, 0);
    duckdb.vector_assign_string_element_len(vector, 0, bytes);
    const data = duckdb.vector_get_data(vector, WORDS * 4);
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#address = view.getUint32(8, true) + view.getUint32(12, true) * HALF;
  }

  /** Puts a text of at most twelve bytes, or one that stands here, at the place of a row. */
  put(texts: Uint32Array, row: number, start: number, length: number): void {
    const view = this.#view;
    const at = row * WORDS;
    texts[at] = length;
    if (length > SHORT) {
      const address = this.#address + start;
      texts[at + 1] = view.getUint32(start, true);
      texts[at + 2] = address;
      texts[at + 3] = address / HALF;
      return;
    }
    let word = at + 1;
    let from = start;
    for (const end = start + length; from < end; from += 4) texts[word++] = wordAt(view, from, end);
  }

  /** Lets go of the memory; until then whatever holds its addresses may be used. */
  release(): void {
    this.#chunk.reset();
  }
}

/** The next four bytes up to an end, and none behind it. */
function wordAt(view: DataView, from: number, end: number): number {
  if (from + 4 <= end) return view.getUint32(from, true);
  let word = 0;
  for (let at = end - 1; at >= from; at--) word = (word << 8) | view.getUint8(at);
  return word;
}

let shares: boolean | null = null;

/** Whether DuckDB keeps texts the way it is put together here, tried once: another build may not. */
export function canShareTexts(): boolean {
  shares ??= trySharing();
  return shares;
}

function trySharing(): boolean {
  const long = 'a text of more than twelve bytes äöü';
  const shared = new SharedText(Buffer.from(`short ${long}`));
  const length = Buffer.byteLength(long);
  const chunk = DuckDBDataChunk.create([INTEGER, VARCHAR], 2);
  const texts = new Uint32Array(2 * WORDS);
  shared.put(texts, 0, 0, 5);
  shared.put(texts, 1, 6, length);
  copyInto(duckdb.data_chunk_get_vector(chunk.chunk, 1), texts);
  const [first, second] = chunk.getColumnValues(1);
  shared.release();
  return first === 'short' && second === long;
}
