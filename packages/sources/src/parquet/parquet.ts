import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
} from 'hyparquet';
import type { ByteSource } from '../files/byte-source.ts';
import { cellOf } from '../json/flatten.ts';
import { FileRefused } from '../refusal.ts';
import type { Cell, RowBlock, RowReader } from '../rows/row-reader.ts';

/** Rows made of the columns at a time: few enough to be gone before they are old. */
const BLOCK_ROWS = 1024;
/** A row group is held whole while it is read. */
const GROUP_LIMIT = 512 * 1024 * 1024;

const bufferOf = (source: ByteSource): AsyncBuffer => ({
  byteLength: source.size,
  slice: async (from, to = source.size) => {
    const bytes = await source.read(from < 0 ? source.size + from : from, Math.min(to, source.size));
    return bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
      ? bytes.buffer
      : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  },
});

const damaged = (cause: unknown): FileRefused =>
  new FileRefused('damaged', 'The Parquet file is cut or damaged. Write it again and send it once more.', { cause });

/** Dates as ISO text, bytes as base64, the rest as JSON has it. */
function parquetCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return dateCell(value);
  if (value instanceof Uint8Array) return base64(value);
  if (typeof value !== 'object') return String(value);
  return cellOf(plain(value));
}

function dateCell(value: Date): Cell {
  if (Number.isNaN(value.getTime())) return null;
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''));

function plain(value: unknown): unknown {
  if (typeof value === 'bigint')
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(value.toString());
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return base64(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plain(child)]));
}

/**
 * Reads a Parquet file row group by row group.
 * @throws FileRefused when it is no Parquet file, is damaged, or holds its rows in groups too large to be read
 */
export async function readParquet(source: ByteSource): Promise<RowReader> {
  const file = bufferOf(source);
  const metadata = await parquetMetadataAsync(file).catch((cause: unknown) => {
    throw damaged(cause);
  });
  const large = metadata.row_groups.find((group) => Number(group.total_byte_size) > GROUP_LIMIT);
  if (large)
    throw new FileRefused(
      'large',
      'A row group of the Parquet file is larger than 512 MB. Write it with smaller row groups.',
    );
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  return { columns, blocks: blocksOf(file, metadata, columns) };
}

async function* blocksOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
): AsyncGenerator<RowBlock> {
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const data = await groupColumns(file, metadata, groupStart, groupEnd);
    for (let from = groupStart; from < groupEnd; from += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, groupEnd - from);
      const rows = Array.from({ length: count }, () => new Array<Cell>(columns.length).fill(null));
      for (const [at, name] of columns.entries()) fillColumn(rows, at, data.get(name) ?? [], from);
      yield { rows, lines: rows.map((_, i) => from + i + 1), setAside: [] };
    }
    groupStart = groupEnd;
  }
}

/** Values of a column that follow one another, from row `start` on. */
interface Piece {
  readonly start: number;
  readonly values: ArrayLike<unknown>;
}

/** Puts the values of the rows `from` on into their cells. */
function fillColumn(rows: readonly Cell[][], at: number, pieces: readonly Piece[], from: number): void {
  for (const { start, values } of pieces) {
    const first = Math.max(start - from, 0);
    const last = Math.min(start + values.length - from, rows.length);
    for (let i = first; i < last; i++) {
      const row = rows[i];
      if (row) row[at] = parquetCell(values[from + i - start]);
    }
  }
}

/** One of them is WebAssembly, which a page's policy may forbid: the reader's own Snappy serves then. */
const loadCompressors = (): Promise<Compressors | null> =>
  import('hyparquet-compressors').then(
    (library) => library.compressors,
    () => null,
  );

async function groupColumns(
  file: AsyncBuffer,
  metadata: FileMetaData,
  rowStart: number,
  rowEnd: number,
): Promise<ReadonlyMap<string, readonly Piece[]>> {
  const data = new Map<string, Piece[]>();
  const compressors = await loadCompressors();
  try {
    await parquetRead({
      file,
      metadata,
      rowStart,
      rowEnd,
      ...(compressors && { compressors }),
      onChunk: ({ columnName, columnData, rowStart: start }) => {
        const pieces = data.get(columnName) ?? [];
        data.set(columnName, pieces);
        pieces.push({ start, values: columnData });
      },
    });
  } catch (cause) {
    throw damaged(cause);
  }
  return data;
}
