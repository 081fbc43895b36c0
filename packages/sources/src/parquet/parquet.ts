import {
  type AsyncBuffer,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetSchema,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet';
import { columnNames } from '../csv/header.ts';
import type { ByteSource } from '../files/byte-source.ts';
import { systemFault } from '../geo/coordinate-system.ts';
import { refuseOtherSystem } from '../json/geojson.ts';
import { FileRefused } from '../refusal.ts';
import type { Cell, CellColumn, RowBlock, RowReader, SetAside } from '../rows/row-reader.ts';
import { type Column, cellsOf, type Rows, rowsOf } from './column-cells.ts';
import type { Piece } from './flat-column.ts';
import { groupColumns } from './group-columns.ts';
import { refuseLargeGroups } from './large-groups.ts';
import { convertOf, isMap, PARSERS } from './parquet-cells.ts';
import { valueTypeOf } from './value-types.ts';

/** Rows made of the columns at a time: few enough to be gone before they are old. */
const BLOCK_ROWS = 1024;

const bufferOf = (source: ByteSource): AsyncBuffer => ({
  byteLength: source.size,
  slice: async (from, to = source.size) => {
    const bytes = await source.read(from < 0 ? source.size + from : from, Math.min(to, source.size));
    return bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
      ? bytes.buffer
      : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  },
});

/** What a reader stumbles over in bytes that were changed is told as damage, whatever it is. */
const damaged = (cause: unknown): FileRefused =>
  cause instanceof FileRefused
    ? cause
    : new FileRefused('damaged', 'The Parquet file is cut or damaged. Write it again and send it once more.', {
        cause,
      });

/**
 * Reads a Parquet file row group by row group.
 * @throws FileRefused when it is no Parquet file, is damaged, or holds its rows in groups too large to be read
 */
export async function readParquet(source: ByteSource): Promise<RowReader> {
  const file = bufferOf(source);
  try {
    const metadata = await metadataOf(file);
    refuseLargeGroups(metadata);
    const columns = columnsOf(metadata);
    refuseForeignChunks(metadata);
    refuseOtherSystems(metadata);
    return {
      columns: columnNames(columns.map(({ name }) => name)),
      types: parquetSchema(metadata).children.map(valueTypeOf),
      blocks: blocksOf(file, prepared(metadata), columns, parsersOf(metadata)),
    };
  } catch (cause) {
    throw damaged(cause);
  }
}

/**
 * What the file says of itself. The reader marks columns of places by walking the schema by its counts of children, and goes to and fro
 * between negative ones without end: these are looked at before.
 * @throws FileRefused for a count that is none
 */
async function metadataOf(file: AsyncBuffer): Promise<FileMetaData> {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const wrong = metadata.schema.find(({ num_children: count = 0 }) => !Number.isInteger(count) || count < 0);
  if (wrong) throw damaged(new Error(`${wrong.name} has ${wrong.num_children} children`));
  const hasPlaces = metadata.key_value_metadata?.some(({ key }) => key === 'geo') === true;
  return hasPlaces ? parquetMetadataAsync(file) : metadata;
}

/** Columns of places name their system as `EPSG:3857`, `OGC:CRS84` or `srid:3857`. @throws FileRefused for another one than degrees */
function refuseOtherSystems({ schema }: FileMetaData): void {
  for (const { logical_type: logical } of schema) {
    if (logical?.type !== 'GEOMETRY' && logical?.type !== 'GEOGRAPHY') continue;
    // one that is described elsewhere in the file has no name
    if (!logical.crs || logical.crs.startsWith('projjson:')) continue;
    const fault = systemFault(logical.crs);
    refuseOtherSystem(fault && `Its ${fault}`);
  }
}

const leavesOf = ({ children, path }: SchemaTree): string[] =>
  children.length === 0 ? [JSON.stringify(path)] : children.flatMap(leavesOf);

/**
 * Chunks of a column that the schema does not have, or has them twice, are read by nobody: what is wrong with their bytes
 * would end the process as a promise that nobody waits for.
 */
function refuseForeignChunks(metadata: FileMetaData): void {
  const leaves = leavesOf(parquetSchema(metadata)).sort().join();
  for (const { columns } of metadata.row_groups) {
    const chunks = columns.map(({ meta_data: meta }) => JSON.stringify(meta?.path_in_schema));
    if (chunks.sort().join() !== leaves) throw damaged(new Error(`chunks of ${chunks.join()}, a schema of ${leaves}`));
  }
}

/** Annotations the reader refuses with the whole file, or rounds: their values are read as they stand and finished here. */
const isFinishedHere = ({ converted_type: converted }: SchemaElement): boolean =>
  converted === 'DECIMAL' || converted === 'INTERVAL';

const isTold = ({ converted_type: converted, logical_type: logical, type }: SchemaElement): boolean =>
  converted !== undefined || logical?.type === 'STRING' || (type !== undefined && !type.endsWith('BYTE_ARRAY'));

function columnsOf(metadata: FileMetaData): Column[] {
  const unread = metadata.schema.find(({ converted_type: converted }) => converted === 'BSON');
  if (unread)
    throw new FileRefused(
      'damaged',
      `The column '${unread.name}' of the Parquet file is of the type ${unread.converted_type}, which is not read. Write the file without it, or as text.`,
    );
  const columns = parquetSchema(metadata).children.map((node) => ({
    name: node.element.name,
    isTold: isTold(node.element),
    finish: convertOf(node),
    isBinary: null,
  }));
  if (columns.length === 0) throw new FileRefused('empty', 'The Parquet file has no columns.');
  const twice = columns.find(({ name }, i) => columns.findIndex((other) => other.name === name) < i);
  if (twice)
    throw new FileRefused(
      'header',
      `The Parquet file has two columns named '${twice.name}'. Give each a name of its own.`,
    );
  return columns;
}

/** The reader gives bytes without annotation as text, except those of a geography: decimals of any length pass as one. */
const bare = ({ converted_type: _converted, logical_type: _logical, ...element }: SchemaElement): SchemaElement =>
  element.type === 'BYTE_ARRAY' ? { ...element, logical_type: { type: 'GEOGRAPHY' } } : element;

const prepared = (metadata: FileMetaData): FileMetaData => ({
  ...metadata,
  schema: metadata.schema.map((element) => (isFinishedHere(element) || isMap(element) ? bare(element) : element)),
});

const parsersOf = ({ schema }: FileMetaData): Partial<ParquetParsers> =>
  schema.some((element) => element.type === 'BYTE_ARRAY' && element.converted_type === 'DECIMAL')
    ? { ...PARSERS, geographyFromBytes: (bytes) => bytes }
    : PARSERS;

async function* blocksOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly Column[],
  parsers: Partial<ParquetParsers>,
): AsyncGenerator<RowBlock> {
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const data = await groupColumns(file, metadata, parsers, { group, rowStart: groupStart, rowEnd: groupEnd }).catch(
      (cause: unknown) => {
        throw damaged(cause);
      },
    );
    refuseMissing(columns, data, groupStart, groupEnd);
    for (const column of columns) column.isBinary ??= isBinary(column, data.get(column.name) ?? []);
    for (let from = groupStart; from < groupEnd; from += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, groupEnd - from);
      const damagedRows = new Map<number, string>();
      const cells = columns.map((column) => cellsOf(column, data.get(column.name) ?? [], { from, count }, damagedRows));
      yield blockOf(cells, { from, count }, damagedRows);
    }
    groupStart = groupEnd;
  }
}

/** @throws FileRefused when a column holds fewer values than its group says to have rows */
function refuseMissing(
  columns: readonly Column[],
  data: ReadonlyMap<string, readonly Piece[]>,
  from: number,
  to: number,
): void {
  const counted = (name: string): number =>
    (data.get(name) ?? []).reduce(
      (sum, { start, values }) => sum + Math.max(0, Math.min(start + values.length, to) - Math.max(start, from)),
      0,
    );
  for (const { name } of columns)
    if (counted(name) !== to - from)
      throw damaged(new Error(`${name}: ${counted(name)} values in the ${to - from} rows from ${from} on`));
}

const isBinary = ({ isTold: told }: Column, pieces: readonly Piece[]): boolean | null => {
  if (told) return false;
  const hasText = pieces.some(({ values }) => Array.from(values).some((value) => typeof value === 'string'));
  const hasBytes = pieces.some(({ values }) => Array.from(values).some((value) => value instanceof Uint8Array));
  return hasBytes || (hasText ? false : null);
};

function blockOf(
  columns: readonly CellColumn[],
  { from, count }: Rows,
  damagedRows: ReadonlyMap<number, string>,
): RowBlock {
  if (damagedRows.size === 0) return columnBlock(columns, { from, count });
  const rows = rowsOf(columns, count);
  const kept = rows.flatMap((_, i) => (damagedRows.has(i) ? [] : [i]));
  const setAside: SetAside[] = [...damagedRows].map(([i, name]) => ({
    line: from + i + 1,
    raw: JSON.stringify(rows[i]).slice(0, 65_536),
    rule: 'encoding',
    reason: `${name}: the bytes are not UTF-8 text`,
  }));
  return { rows: kept.map((i) => rows[i] ?? []), lines: kept.map((i) => from + i + 1), setAside };
}

/** Its rows are made when they are asked for: whoever takes columns does without. */
function columnBlock(columns: readonly CellColumn[], { from, count }: Rows): RowBlock {
  let rows: readonly Cell[][] | null = null;
  return {
    get rows() {
      rows ??= rowsOf(columns, count);
      return rows;
    },
    lines: linesFrom(from + 1, count),
    setAside: [],
    columns,
  };
}

/** `Array.from` calls for each of them, which is 4 % of reading a file. */
function linesFrom(first: number, count: number): readonly number[] {
  const lines: number[] = [];
  for (let line = first; line < first + count; line++) lines.push(line);
  return lines;
}
