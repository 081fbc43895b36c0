import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  type ParquetParsers,
  parquetRead,
  type RowGroup,
} from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath, isFlatColumn } from 'hyparquet/src/schema.js';
import { type Decoder, flatPieces, type Piece } from './flat-column.ts';
import { refuseLargePages } from './large-groups.ts';
import { chunkView, pagesOf } from './pages.ts';
import { unpackSnappy } from './snappy.ts';

/** Snappy of the package is WebAssembly, which a page's policy may forbid, all of them with it, and which never ends on some damaged pages. */
const loadCompressors = (): Promise<Compressors> =>
  import('hyparquet-compressors').then(
    ({ compressors: { LZ4_RAW: lz4, ...others } }) => ({
      ...others,
      ...(lz4 && { LZ4_RAW: emptyToo(lz4) }),
      SNAPPY: unpackSnappy,
    }),
    () => ({ SNAPPY: unpackSnappy }),
  );

type Decompress = NonNullable<Compressors['LZ4_RAW']>;

/** A page of nothing but nulls holds no bytes; the package fails over what LZ4 makes of those. */
const emptyToo =
  (decompress: Decompress): Decompress =>
  (input, length) =>
    length === 0 ? new Uint8Array() : decompress(input, length);

/** A row group, and the rows it holds. */
interface GroupRows {
  readonly group: RowGroup;
  readonly rowStart: number;
  readonly rowEnd: number;
}

/**
 * The values of a row group by their columns.
 * @throws WrongPage for a page that says to hold what it cannot, FileRefused when all of them unpack to more than a group may
 */
export async function groupColumns(
  file: AsyncBuffer,
  metadata: FileMetaData,
  parsers: Partial<ParquetParsers>,
  { group, rowStart, rowEnd }: GroupRows,
): Promise<ReadonlyMap<string, readonly Piece[]>> {
  const data = new Map<string, Piece[]>();
  const compressors = await loadCompressors();
  const nested = new Set<string>();
  let bytes = 0;
  const takeRoom = (more: number): void => {
    bytes += more;
    refuseLargePages(bytes);
  };
  for (const { meta_data: column } of group.columns) {
    const [name] = column?.path_in_schema ?? [];
    if (column === undefined || name === undefined) continue;
    const path = getSchemaPath(metadata.schema, column.path_in_schema);
    const levels = { repetition: getMaxRepetitionLevel(path), definition: getMaxDefinitionLevel(path) };
    const pages = pagesOf(await chunkView(file, column), { column, levels, compressors, takeRoom });
    const element = path.at(-1)?.element;
    if (element && isFlatColumn(path)) {
      const decoder: Decoder = {
        pathInSchema: column.path_in_schema,
        schemaPath: path,
        element,
        type: column.type,
        codec: column.codec,
        parsers: { ...DEFAULT_PARSERS, ...parsers },
        compressors,
      };
      data.set(name, flatPieces(pages, decoder, rowStart));
      continue;
    }
    nested.add(name);
    // each is looked at before the reader goes by it
    for (const _page of pages);
  }
  if (nested.size === 0) return data;
  await parquetRead({
    file,
    metadata,
    columns: [...nested],
    rowStart,
    rowEnd,
    parsers,
    compressors,
    onChunk: ({ columnName, columnData, rowStart: start }) => {
      const pieces = data.get(columnName) ?? [];
      data.set(columnName, pieces);
      pieces.push({ start, values: columnData });
    },
  });
  return data;
}
