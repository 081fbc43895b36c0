import { SAMPLES } from '@datasarana/schema';
import { likelyHeader } from '../columns/likely-header.ts';
import { previewCsv } from '../csv/preview.ts';
import { membersOf } from '../json/keyed-rows.ts';
import { listsAlike } from '../json/lists-alike.ts';
import { rowsIn } from '../json/usual-lists.ts';
import { WHOLE_FILE } from '../json/whole-file.ts';
import { FileRefused } from '../refusal.ts';
import type { Cell, RowReader, SetAside } from '../rows/row-reader.ts';
import { blobSource, bytesOf, HEAD_BYTES, unpacked } from './byte-source.ts';
import { detectFormat, type FileFormat } from './detect.ts';
import { archivedFiles, type FileChoice, openSource, tableOfFile, type XlsReader } from './open-source.ts';
import { peek } from './peek.ts';

/** Of a delimited file, as much as the import looks at before it begins. */
const SAMPLE_BYTES = 256 * 1024;

/** The beginning of a file as the browser shows it before anything is sent (SRC-24, SRC-25). */
export interface FilePreview {
  readonly format: FileFormat;
  /** It came in an archive, or under gzip: its bytes are not those of the file. */
  readonly packed?: true;
  readonly columns: readonly string[];
  /** Of Parquet: what it says its columns hold. */
  readonly types?: RowReader['types'];
  /** At most 100 rows, each as wide as `columns`. */
  readonly rows: readonly (readonly Cell[])[];
  readonly setAside: readonly SetAside[];
  /** Of a workbook. */
  readonly sheets?: readonly string[];
  /** That of the rows. */
  readonly sheet?: string;
  /** Of an archive of several files: their names. */
  readonly entries?: readonly string[];
  /** That of the rows. */
  readonly entry?: string;
  /** Of JSON with several lists of objects: their paths, that of the rows first. */
  readonly lists?: readonly string[];
  /** Of JSON whose rows are a list within it: what stands elsewhere, and is in no row, as far as the beginning shows. */
  readonly beside?: { readonly path: string; readonly fields: readonly string[] };
  /** Of JSON that is one object: it was taken for a table, by its lists of equal length as a rule. */
  readonly isTable?: true;
  /** Of JSON that is one object, taken for one row or by one of its lists: the path by which each of its members, or of those of all lists, is a row, where they are alike. */
  readonly members?: string;
  /** Row of the sheet that names the columns more likely than the one that was taken. */
  readonly likelyHeader?: number;
}

/** Reads the first 100 rows or features of a file of any format; old workbooks by the reader handed in. @throws FileRefused */
export async function previewFile(file: Blob, choice: FileChoice = {}, readXls?: XlsReader): Promise<FilePreview> {
  const entries = await archivedFiles(blobSource(file), choice);
  if (entries.length === 0) return previewOpened(file, choice, readXls);
  let refusal: unknown = null;
  // the first that can be read, so that another can be chosen
  for (const entry of choice.entry === undefined ? entries : [choice.entry])
    try {
      return { ...(await previewOpened(file, { ...choice, entry }, readXls)), entries, entry };
    } catch (cause) {
      if (!(cause instanceof FileRefused)) throw cause;
      refusal ??= cause;
    }
  throw refusal;
}

async function previewOpened(file: Blob, choice: FileChoice, readXls?: XlsReader): Promise<FilePreview> {
  const opened = await openSource(blobSource(file), choice, readXls);
  if (opened.format === 'csv') {
    const { head, rest } = await peek(opened.bytes, SAMPLE_BYTES);
    await rest[Symbol.asyncIterator]().return?.(undefined);
    if (head.length === 0) throw new FileRefused('empty', 'The file is empty.');
    const { columns, rows, setAside } = previewCsv(head, head.length < SAMPLE_BYTES, {
      ...(choice.headerRow !== undefined && { headerRow: choice.headerRow }),
    });
    return { format: 'csv', ...((await isPacked(file)) && { packed: true }), columns, rows, setAside };
  }
  const limit = opened.format === 'geojson' ? SAMPLES.spatialFeatures : SAMPLES.previewRows;
  // the columns are those the import will know: it looks further than the rows that are shown
  const table = await tableOfFile(opened);
  const { rows, lines, setAside, columns } = await firstRows(table, limit);
  const places = opened.format === 'json' ? await placesOf(file, choice.path) : {};
  const { types, sheet, isTable, members } = table;
  const found = {
    format: opened.format,
    columns,
    rows,
    setAside,
    ...(types && { types }),
    ...(isTable && { isTable }),
    ...(members !== undefined && { members }),
    ...places,
  };
  const sheets = opened.kind === 'rows' ? opened.sheets : undefined;
  if (!sheets) return found;
  const placed = placedRows(rows, lines, setAside);
  const below = placed.map(({ cells }) => cells);
  const better = choice.headerRow === undefined ? likelyHeader(columns.filter(isNamed), below) : null;
  return {
    ...found,
    sheets,
    ...(sheet !== undefined && { sheet }),
    ...(better !== null && { likelyHeader: placed[better]?.line ?? 1 }),
  };
}

async function placesOf(
  file: Blob,
  path: string | undefined,
): Promise<Pick<FilePreview, 'lists' | 'beside' | 'members'>> {
  const head = await headOf(file);
  const found = rowsIn(head, path || undefined);
  const members = path ? null : listsAlike(head, found);
  const taken = found.path ?? found.lists[0] ?? '';
  const lists = [taken, ...found.lists.filter((each) => each !== taken)];
  const isList = taken !== '' && taken !== WHOLE_FILE && membersOf(taken) === null;
  const fields = !isList ? [] : found.fields.filter((each) => each !== taken);
  return {
    ...(lists.length > 1 && { lists }),
    ...(fields.length > 0 && { beside: { path: taken, fields } }),
    ...(members !== null && { members }),
  };
}

/** Of text under gzip that of the text. */
async function headOf(file: Blob): Promise<Uint8Array> {
  const bytes = await blobSource(file).read(0, HEAD_BYTES);
  if (detectFormat(bytes) !== 'gzip') return bytes;
  const { head, rest } = await peek(unpacked(bytesOf(blobSource(file)), 'gzip'));
  await rest[Symbol.asyncIterator]().return?.(undefined);
  return head;
}

async function isPacked(file: Blob): Promise<boolean> {
  const format = detectFormat(await blobSource(file).read(0, HEAD_BYTES));
  return format === 'gzip' || format === 'zip';
}

/** Rows of a sheet as they stand in it: below a title those of the table are set aside as wider than it. */
function placedRows(rows: readonly (readonly Cell[])[], lines: readonly number[], setAside: readonly SetAside[]) {
  const fitting = rows.map((cells, i) => ({ line: lines[i] ?? 0, cells: cells as readonly unknown[] }));
  const wider = setAside.flatMap(({ line, raw, rule }) => {
    const cells: unknown = rule === 'columns' ? JSON.parse(raw) : null;
    return Array.isArray(cells) ? [{ line, cells }] : [];
  });
  return [...fitting, ...wider].toSorted((one, other) => one.line - other.line);
}

/** Not by its place alone, as a column without a header is. */
const isNamed = (name: string, at: number): boolean => name !== `column_${at + 1}`;

async function firstRows({ columns, blocks }: RowReader, limit: number) {
  const rows: (readonly Cell[])[] = [];
  const lines: number[] = [];
  const setAside: SetAside[] = [];
  for await (const block of blocks) {
    lines.push(...block.lines.slice(0, limit - rows.length));
    rows.push(...block.rows.slice(0, limit - rows.length));
    setAside.push(...block.setAside);
    if (rows.length >= limit) break;
  }
  return { columns, rows, lines, setAside };
}
