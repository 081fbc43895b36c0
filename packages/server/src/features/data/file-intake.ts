import type { FieldDefinition, StructuralReject } from '@datasarana/engine';
import { withoutApostrophe } from '@datasarana/schema';
import {
  type Cell,
  compileTransforms,
  type Documents,
  type OpenedFile,
  peek,
  previewCsv,
  type RowBlock,
  type RowReader,
  TransformTooLarge,
  tableOfFile,
} from '@datasarana/sources';
import { csvTable, NormalRows, openUpload } from '@datasarana/sources/node';
import { type ColumnChoice, type PlannedColumn, planColumns, withDateFormats } from './column-plan.ts';
import { Copies } from './copies.ts';
import { DocumentCells } from './document-cells.ts';
import { FeatureLines } from './feature-line.ts';
import { isOwnDownload, withPointPairs } from './own-download.ts';
import type { ReadAs, Received, Sinks } from './read-as.ts';
import { receiveCsv, receiveLines, shortOf } from './text-intake.ts';

type FileAs = Extract<ReadAs, { readonly format: 'file' }>;
type CsvAs = Pick<FileAs, 'delimiter' | 'encoding' | 'headerRow' | 'choice' | 'absent'>;
type Fields = readonly FieldDefinition[];

const isTransformed = ({ transforms }: ColumnChoice): boolean => Object.keys(transforms ?? {}).length > 0;
/** Columns that were chosen one by one make a table of what else is taken in by its names. */
const isTable = (choice: ColumnChoice): boolean => isTransformed(choice) || Object.keys(choice.columns).length > 0;

/** Delimited text; cell by cell only where functions are applied to its cells. */
export async function receiveDelimited(
  body: AsyncIterable<Uint8Array>,
  as: CsvAs,
  fields: Fields,
  sinks: Sinks,
): Promise<Received> {
  const { head, rest } = await peek(body);
  if (!as.absent && !isTransformed(as.choice) && !needsCells(head, as, fields))
    return receiveCsv(rest, as, fields, sinks);
  const counted = counting(rest, sinks);
  const table = await csvTable(counted.bytes, { ...as, signal: sinks.signal });
  const received = await receiveTable(table, 'csv', as, fields, sinks, counted);
  return { ...received, ...shortOf(table.short()) };
}

/** A download of the platform itself, or pairs of latitude and longitude: what was written apart is put together again. */
function needsCells(head: Uint8Array, { choice, ...as }: CsvAs, fields: Fields): boolean {
  if (head.length === 0 || head.subarray(0, 4).includes(0)) return false;
  let header: readonly string[];
  try {
    header = previewCsv(head, false, as).columns;
  } catch {
    return false;
  }
  return isOwnDownload(header) || isTransformed(withPointPairs(header, fields, choice));
}

/** A body of any format. @throws FileRefused with a sentence, PlatformError for columns that fit no field */
export async function receiveFile(
  body: AsyncIterable<Uint8Array>,
  as: FileAs,
  fields: Fields,
  sinks: Sinks,
): Promise<Received> {
  const counted = counting(body, sinks);
  const { file, close } = await openUpload(counted.bytes, as.open, sinks.spool.spare);
  try {
    return { ...(await receiveOpened(file, as, fields, sinks, counted)), bytes: counted.count };
  } finally {
    await close();
  }
}

async function receiveOpened(
  file: OpenedFile,
  as: FileAs,
  fields: Fields,
  sinks: Sinks,
  counted: Counted,
): Promise<Received> {
  const { choice } = as;
  if (file.format === 'csv') return receiveDelimited(file.bytes, as, fields, sinks);
  if (file.kind === 'rows' || isTable(choice)) {
    return receiveTable(await tableOfFile(file), file.format, as, fields, sinks, counted);
  }
  if (file.kind === 'text') return receiveLines(file.bytes, choice.ignoreUnknown, fields, sinks);
  return receiveDocuments(file.documents, file.format, choice, fields, sinks, counted);
}

interface Counted {
  readonly bytes: AsyncIterable<Uint8Array>;
  count: number;
}

function counting(body: AsyncIterable<Uint8Array>, { signal }: Sinks): Counted {
  const counted: Counted = { bytes: count(), count: 0 };
  async function* count(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      signal.throwIfAborted();
      counted.count += chunk.length;
      yield chunk;
    }
  }
  return counted;
}

/** Objects of JSON or GeoJSON, each a row of the template. */
async function receiveDocuments(
  documents: Documents,
  source: string,
  { ignoreUnknown }: ColumnChoice,
  fields: Fields,
  sinks: Sinks,
  counted: Counted,
): Promise<Received> {
  const cells = new DocumentCells(fields);
  const reader = new FeatureLines(fields, ignoreUnknown, sinks.guard, cells.row);
  const shape = { delimiter: ',', columns: cells.columns };
  const sink = new Copies(sinks, (_block, ready) => {
    if (ready !== null) sinks.onFiles(shape, ready);
  });
  const rows = new NormalRows(sink);
  const structural: StructuralReject[] = [];
  for await (const block of documents) {
    sinks.signal.throwIfAborted();
    block.documents.forEach((document, i) => {
      const line = block.lines[i] ?? 0;
      const read = reader.readValue(document);
      if ('row' in read) rows.addText(read.row, line);
      else structural.push({ line, raw: JSON.stringify(document).slice(0, 65_536), rule: 'json', reason: read.fault });
    });
    structural.push(...block.setAside);
    if (rows.full) await rows.flush();
    sinks.onProgress(counted.count, rows.rows);
  }
  await rows.flush();
  await sink.flush();
  return { format: 'csv', source, rows: rows.rows, bytes: counted.count, lines: rows.lines, structural, ...shape };
}

/** Makes an empty cell no value instead of an empty list: where the source can tell the two apart. */
const WHOLE_ROW: PlannedColumn = { name: '', field: null, document: true };

/** Rows of cells: their columns fill fields by name or as chosen, after the functions of their columns. */
async function receiveTable(
  { columns, blocks }: RowReader,
  source: string,
  as: Pick<FileAs, 'choice' | 'absent'>,
  fields: Fields,
  sinks: Sinks,
  counted: Counted,
): Promise<Received> {
  const choice = withPointPairs(columns, fields, as.choice);
  const own = isOwnDownload(columns);
  const absent = own || source === 'parquet' || as.absent === true;
  const plan = [...planColumns(columns, fields, choice), ...(absent ? [WHOLE_ROW] : [])];
  sinks.guard(plan.flatMap(({ field }) => field ?? []));
  let planned: readonly PlannedColumn[] | null = null;
  const sink = new Copies(sinks, (block, ready) => {
    planned ??= withDateFormats(plan, fields, block.subarray(0, 512 * 1024).toString('utf8'), ',');
    if (ready !== null) sinks.onFiles({ delimiter: ',', columns: planned }, ready);
  });
  const rows = new NormalRows(sink, absent ? 1 : 0);
  const escaped = own && (source === 'csv' || source === 'xlsx');
  const change = inOrder(escaped ? unescaped : null, transformer(columns, choice));
  for await (const block of blocks) {
    sinks.signal.throwIfAborted();
    addBlock(block, columns, change, rows);
    if (rows.full) await rows.flush();
    sinks.onProgress(counted.count, rows.rows);
  }
  await rows.flush();
  await sink.flush();
  const shape = { delimiter: ',', columns: planned ?? plan };
  const structural = rows.setAside;
  return { format: 'csv', source, rows: rows.rows, bytes: counted.count, lines: rows.lines, structural, ...shape };
}

type ChangeRow = (row: readonly Cell[]) => readonly Cell[];

/** SEC-04 put apostrophes before texts that look like formulas. */
const unescaped: ChangeRow = (row) => row.map((cell) => (cell === null ? null : withoutApostrophe(cell)));

const inOrder = (first: ChangeRow | null, second: ChangeRow | null): ChangeRow | null =>
  first && second ? (row) => second(first(row)) : (first ?? second);

/** Applies each column's functions to the row as it came; null when there are none. */
function transformer(columns: readonly string[], { transforms = {} }: ColumnChoice): ChangeRow | null {
  const at = new Map(columns.map((name, i) => [name, i]));
  const steps = Object.entries(transforms).flatMap(([name, list]) => {
    const index = at.get(name);
    return index === undefined || list.length === 0 ? [] : [{ index, apply: compileTransforms(list) }];
  });
  if (steps.length === 0) return null;
  return (row) => {
    const cells = (name: string): Cell | undefined => {
      const index = at.get(name);
      return index === undefined ? undefined : (row[index] ?? null);
    };
    const changed = [...row];
    for (const { index, apply } of steps) changed[index] = apply(row[index] ?? null, cells);
    return changed;
  };
}

function addBlock(block: RowBlock, columns: readonly string[], change: ChangeRow | null, rows: NormalRows): void {
  block.rows.forEach((row, i) => {
    const line = block.lines[i] ?? 0;
    try {
      rows.add(change ? change(row) : row, line, columns);
    } catch (cause) {
      if (!(cause instanceof TransformTooLarge)) throw cause;
      const raw = JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at] ?? ''])));
      rows.setAside.push({ line, raw: raw.slice(0, 65_536), rule: 'size', reason: cause.message });
    }
  });
  rows.setAside.push(...block.setAside);
}
