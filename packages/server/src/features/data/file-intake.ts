import type { FieldDefinition } from '@datasarana/engine';
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
import { type ColumnChoice, type PlannedColumn, planColumns, withDateFormats, withFields } from './column-plan.ts';
import { ComingFiles } from './coming-files.ts';
import { Copies } from './copies.ts';
import { DocumentCells } from './document-cells.ts';
import { FeatureLines } from './feature-line.ts';
import { LateColumns } from './late-columns.ts';
import { isOwnDownload, withPointPairs } from './own-download.ts';
import type { ReadAs, Received, Sinks } from './read-as.ts';
import { receiveCsv, receiveLines, shortOf } from './text-intake.ts';

type FileAs = Extract<ReadAs, { readonly format: 'file' }>;
type CsvAs = Pick<FileAs, 'delimiter' | 'escapes' | 'encoding' | 'headerRow' | 'isOurs' | 'choice' | 'absent'>;
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
  if (as.isOurs) return receiveDelimited(body, as, fields, sinks);
  const counted = counting(body, sinks);
  const { head, rest } = await peek(counted.bytes);
  if (head.length === 0 && as.mayBeEmpty) return receiveLines(rest, as.choice.ignoreUnknown, fields, sinks, true);
  const { file, close } = await openUpload(rest, as.open, sinks.spool.spare);
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
    const named = Object.keys({ ...choice.columns, ...choice.formats, ...choice.transforms });
    return receiveTable(await tableOfFile(file, 'column', named), file.format, as, fields, sinks, counted);
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
  const coming = new ComingFiles(sinks, () => shape);
  const sink = new Copies(sinks, coming.look);
  const rows = new NormalRows(sink);
  const aside = rows.setAside;
  for await (const block of documents) {
    sinks.signal.throwIfAborted();
    block.documents.forEach((document, i) => {
      const line = block.lines[i] ?? 0;
      const read = reader.readValue(document);
      if ('row' in read) rows.addText(read.row, line);
      else aside.add({ line, raw: JSON.stringify(document).slice(0, 65_536), rule: 'json', reason: read.fault });
    });
    aside.addAll(block.setAside);
    if (rows.full) await rows.flush();
    sinks.onProgress(counted.count, rows.rows);
  }
  await rows.flush();
  await sink.flush();
  await coming.end();
  return {
    format: 'csv',
    source,
    rows: rows.rows,
    bytes: counted.count,
    lines: rows.lines,
    structural: aside.rows,
    ...shape,
  };
}

/** Formats whose rows have each their own paths. */
const OF_OBJECTS: readonly string[] = ['json', 'ndjson', 'log', 'geojson', 'datasarana'];

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
  const ofObjects = OF_OBJECTS.includes(source);
  const absent = own || source === 'parquet' || ofObjects || as.absent === true;
  const header = planColumns(columns, fields, choice);
  sinks.guard(header.flatMap(({ field }) => field ?? []));
  const late = ofObjects ? new LateColumns(header, fields, choice, sinks.guard) : null;
  const plan = [...header, ...(late?.plan ?? []), ...(absent ? [WHOLE_ROW] : [])];
  const names = plan.map(({ name }) => name);
  let planned: readonly PlannedColumn[] | null = null;
  const coming = new ComingFiles(sinks, () => ({ delimiter: ',', columns: planned ?? plan }));
  const sink = new Copies(sinks, (block, full) => {
    planned ??= withDateFormats(plan, fields, block.subarray(0, 512 * 1024).toString('utf8'), ',');
    coming.look(block, full);
  });
  const rows = new NormalRows(sink, absent ? 1 : 0);
  const escaped = own && (source === 'csv' || source === 'xlsx');
  const change = inOrder(escaped ? unescaped : null, transformer(columns, choice));
  for await (const block of blocks) {
    sinks.signal.throwIfAborted();
    addBlock(block, columns, { change, late, names: late ? names : columns }, rows);
    if (rows.full) await rows.flush();
    sinks.onProgress(counted.count, rows.rows);
  }
  await rows.flush();
  await sink.flush();
  await coming.end();
  const shape = { delimiter: ',', columns: planned ?? plan };
  const structural = withFields(rows.setAside.rows, plan);
  return { format: 'csv', source, rows: rows.rows, bytes: counted.count, lines: rows.lines, structural, ...shape };
}

/** The functions of the column made more of its cell than a field holds. */
class CellTooLarge extends Error {
  readonly column: number;

  constructor(column: number, cause: TransformTooLarge) {
    super(cause.message, { cause });
    this.column = column;
  }
}

/** @throws CellTooLarge */
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
    for (const { index, apply } of steps) {
      try {
        changed[index] = apply(row[index] ?? null, cells);
      } catch (cause) {
        throw cause instanceof TransformTooLarge ? new CellTooLarge(index, cause) : cause;
      }
    }
    return changed;
  };
}

/** What becomes of a row before it is written. */
interface RowWork {
  readonly change: ChangeRow | null;
  readonly late: LateColumns | null;
  /** What its cells are called then. */
  readonly names: readonly string[];
}

function addBlock(block: RowBlock, columns: readonly string[], work: RowWork, rows: NormalRows): void {
  const { change, late, names } = work;
  const [first = 0] = block.lines;
  if (!change && !late && block.columns && rows.addColumns(block.columns, block.lines.length, first)) return;
  block.rows.forEach((row, i) => {
    const line = block.lines[i] ?? 0;
    const setAside = (rule: string, reason: string, column?: number): void => {
      const raw = JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at] ?? ''])));
      rows.setAside.add({ line, raw: raw.slice(0, 65_536), rule, reason, ...(column !== undefined && { column }) });
    };
    try {
      const changed = change ? change(row) : row;
      const placed = late ? late.row(changed, columns) : changed;
      if ('reason' in placed) setAside('columns', placed.reason);
      else rows.add(placed, line, names);
    } catch (cause) {
      if (!(cause instanceof CellTooLarge)) throw cause;
      setAside('size', cause.message, cause.column);
    }
  });
  rows.setAside.addAll(block.setAside);
}
