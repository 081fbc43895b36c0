import type { AsyncBuffer, ColumnMetaData, Compressors, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { crc32 } from '../zip/crc32.ts';
import { countInRuns, type Runs, viewOf, WrongPage } from './runs.ts';

/** A column of a row group, and how its values are nested. */
export interface Chunk {
  readonly column: ColumnMetaData;
  /** Highest levels: 0 where none are told. */
  readonly levels: { readonly repetition: number; readonly definition: number };
  readonly compressors: Compressors;
  /** Is told how many bytes a page says to unpack to, before it is. @throws FileRefused for too many */
  readonly takeRoom: (bytes: number) => void;
}

/** A page that was looked at, and unpacked for that. */
export interface Page {
  readonly header: PageHeader;
  /** Levels and values; of version 2, whose levels are not packed, values alone. */
  readonly bytes: Uint8Array;
  /** Where the values begin. */
  readonly at: number;
  /** Levels that tell which values are there; null where all are. */
  readonly definitions: Runs | null;
  /** How many values are there. */
  readonly values: number;
}

/** The bytes of a column. @throws WrongPage when the file does not have them */
export async function chunkView(file: AsyncBuffer, column: ColumnMetaData): Promise<DataView> {
  const start = Number(column.dictionary_page_offset || column.data_page_offset);
  const end = start + Number(column.total_compressed_size);
  if (!(start >= 0 && start <= end && end <= file.byteLength)) throw new WrongPage(`pages from ${start} to ${end}`);
  return new DataView(await file.slice(start, end));
}

/**
 * Looks at the pages of a column one by one. The reader goes by what they say to hold as it stands: a few changed bytes are gigabytes of
 * empty values, made on the one thread there is.
 * @throws WrongPage when it is more than the column has
 */
export function* pagesOf(view: DataView, chunk: Chunk): Generator<Page> {
  const told = Number(chunk.column.num_values);
  const reader = { view, offset: 0 };
  let values = 0;
  // as the reader does: what is left of one byte is no page
  while (reader.offset < view.byteLength - 1) {
    const header = parquetHeader(reader);
    checkSizes(header);
    values += valuesOf(header, told);
    if (values > told) throw new WrongPage(`${values} values in a column of ${told}`);
    chunk.takeRoom(header.uncompressed_page_size);
    const packed = new Uint8Array(view.buffer, view.byteOffset + reader.offset, header.compressed_page_size);
    checkSum(packed, header);
    yield pageOf(packed, header, chunk);
    reader.offset += header.compressed_page_size;
  }
}

const isCount = (value: unknown, most = Number.MAX_SAFE_INTEGER): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

function checkSizes({ compressed_page_size: packed, uncompressed_page_size: bytes }: PageHeader): void {
  if (!isCount(packed) || !isCount(bytes)) throw new WrongPage(`a page of ${packed} bytes, ${bytes} unpacked`);
}

/** Writers may leave the checksum of a page out. */
function checkSum(packed: Uint8Array, { crc }: PageHeader): void {
  if (crc !== undefined && crc32(packed) !== crc >>> 0) throw new WrongPage('a page with another checksum');
}

/** How many values of the column a page holds; those of a dictionary are none. */
function valuesOf({ data_page_header, data_page_header_v2: v2, ...header }: PageHeader, most: number): number {
  const dictionary = header.dictionary_page_header;
  // a value takes a bit at least
  if (dictionary && !isCount(dictionary.num_values, header.uncompressed_page_size * 8))
    throw new WrongPage(`a dictionary of ${dictionary.num_values} values in ${header.uncompressed_page_size} bytes`);
  const counts = [data_page_header?.num_values, v2?.num_values, v2?.num_nulls, v2?.num_rows];
  for (const count of counts)
    if (count !== undefined && !isCount(count, most)) throw new WrongPage(`${count} values in a column of ${most}`);
  return (data_page_header ?? v2)?.num_values ?? 0;
}

const bitsOf = (highest: number): number => 32 - Math.clz32(highest);
/** Values that are told as runs: booleans, and places in a dictionary. */
const isOfRuns = (encoding: string): boolean => encoding === 'RLE' || encoding.endsWith('_DICTIONARY');

/** Walks levels and places in a dictionary, which the reader writes out run by run. */
function pageOf(packed: Uint8Array, header: PageHeader, chunk: Chunk): Page {
  if (header.type === 'DATA_PAGE_V2') return pageV2(packed, header, chunk);
  const bytes = decompressPage(packed, header.uncompressed_page_size, chunk.column.codec, chunk.compressors);
  if (header.type === 'DATA_PAGE') return pageV1(bytes, header, chunk);
  return { header, bytes, at: 0, definitions: null, values: 0 };
}

function pageV1(bytes: Uint8Array, header: PageHeader, { column, levels }: Chunk): Page {
  const { num_values: count = 0, encoding = 'PLAIN' } = header.data_page_header ?? {};
  const view = viewOf(bytes);
  let [at, values] = [0, count];
  let definitions: Runs | null = null;
  for (const highest of [levels.repetition, levels.definition]) {
    if (highest === 0) continue;
    definitions = { view, at: at + 4, width: bitsOf(highest), count };
    values = countInRuns(definitions, highest);
    at += 4 + view.getUint32(at, true);
  }
  if (isOfRuns(encoding)) {
    if (column.type === 'BOOLEAN') countInRuns({ view, at: at + 4, width: 1, count: values });
    // without a bit for them the reader asks for no runs
    else if (view.getUint8(at) > 0) checkPlaces(view, at, values);
  }
  return { header, bytes, at, definitions: values === count ? null : definitions, values };
}

function pageV2(packed: Uint8Array, header: PageHeader, { column, levels, compressors }: Chunk): Page {
  const v2 = header.data_page_header_v2;
  if (v2 === undefined) throw new WrongPage('a page of version 2 that does not say what it holds');
  const { num_values: count, repetition_levels_byte_length: first, definition_levels_byte_length: second } = v2;
  if (!isCount(first, packed.length) || !isCount(second, packed.length - first))
    throw new WrongPage(`levels of ${first} and ${second} bytes in a page of ${packed.length}`);
  const view = viewOf(packed);
  if (levels.repetition > 0) countInRuns({ view, at: 0, width: bitsOf(levels.repetition), count });
  const runs = { view, at: first, width: bitsOf(levels.definition), count };
  const defined = levels.definition > 0 ? countInRuns(runs, levels.definition) : count;
  const rest = packed.subarray(first + second);
  const size = header.uncompressed_page_size - first - second;
  const bytes = v2.is_compressed === false ? rest : decompressPage(rest, size, column.codec, compressors);
  const values = count - v2.num_nulls;
  if (v2.encoding === 'RLE') countInRuns({ view: viewOf(bytes), at: 4, width: 1, count: values });
  else if (isOfRuns(v2.encoding)) checkPlaces(viewOf(bytes), 0, values);
  return { header, bytes, at: 0, definitions: defined === count ? null : runs, values };
}

/** Places in a dictionary, behind the byte that tells how many bits each takes. */
function checkPlaces(view: DataView, at: number, count: number): void {
  const width = view.getUint8(at);
  if (width > 32) throw new WrongPage(`places of ${width} bits`);
  countInRuns({ view, at: at + 1, width, count });
}
