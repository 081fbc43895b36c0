import { type DuckDBDataChunk, type DuckDBType, DuckDBTypeId, type DuckDBValue } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { joinTexts } from './joined-texts.ts';
import { canShareTexts, copyInto, NUMBER_ARRAYS, noneValid, SharedText, setValid } from './vectors.ts';

const ARRAYS = {
  ...NUMBER_ARRAYS,
  [DuckDBTypeId.BIGINT]: BigInt64Array,
  [DuckDBTypeId.UBIGINT]: BigUint64Array,
} as const;

/** Characters that are worth a copy of their own; of longer texts the copy costs more than to hand over each. */
const MOST_CHARACTERS = 4_000_000;

/**
 * Puts the values of a new chunk's column in at once where its type lets them, since each takes a call and ten times as long when it is handed over by itself.
 * @returns the memory that texts stand in, to be let go of once the chunk is read
 */
export function putColumn(
  chunk: DuckDBDataChunk,
  column: number,
  type: DuckDBType | undefined,
  values: readonly DuckDBValue[],
): SharedText | null {
  const typeId = type?.typeId ?? DuckDBTypeId.INVALID;
  if (typeId === DuckDBTypeId.VARCHAR) {
    const shared = canShareTexts() ? putTexts(chunk, column, values) : null;
    if (shared !== null) return shared;
  }
  const make = Object.hasOwn(ARRAYS, typeId) ? ARRAYS[typeId as keyof typeof ARRAYS] : undefined;
  if (make === undefined) {
    chunk.setColumnValues(column, values);
    return null;
  }
  const array = new make(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? null;
    if (value !== null) array[row] = value as never;
  }
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  copyInto(vector, array);
  setValidWhere(vector, values);
  return null;
}

/** Null where texts are to be handed over one by one: DuckDB ends them at U+0000 then. */
function putTexts(chunk: DuckDBDataChunk, column: number, values: readonly DuckDBValue[]): SharedText | null {
  const texts = values.map((value) => (typeof value === 'string' ? value : ''));
  let characters = 0;
  for (const text of texts) characters += text.length;
  if (characters > MOST_CHARACTERS) return null;
  const { bytes, ends } = joinTexts(texts);
  if (bytes.includes(0)) return null;
  const shared = new SharedText(bytes);
  const words = new Uint32Array(4 * texts.length);
  for (let row = 0, start = 0; row < texts.length; row++) {
    const end = ends[row] ?? start;
    shared.put(words, row, start, end - start);
    start = end;
  }
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  copyInto(vector, words);
  setValidWhere(vector, values);
  return shared;
}

function setValidWhere(vector: duckdb.Vector, values: readonly DuckDBValue[]): void {
  if (!values.includes(null)) return;
  const bits = noneValid(values.length);
  for (let row = 0; row < values.length; row++) {
    if ((values[row] ?? null) !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  }
  setValid(vector, bits);
}
