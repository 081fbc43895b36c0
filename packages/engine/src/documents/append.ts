import { millisOf } from '@datasarana/query';
import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBValue,
  listValue,
  structValue,
} from '@duckdb/node-api';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { LONG_TEXT, LOOKED_AT, textsOf } from '../index/long-texts.ts';
import { Breath } from '../store/breath.ts';
import { turnOfWrite } from '../store/short-first.ts';
import type { Kept } from './coerce.ts';
import type { DocumentValues } from './document-values.ts';
import { type Added, type Pending, PendingRun } from './pending.ts';
import { RowColumns } from './shapes/bytes/append-rows.ts';
import { type ByteRow, SingleRows } from './shapes/bytes/block-rows.ts';
import { BuiltRun } from './shapes/bytes/built-run.ts';
import { ByteBlock } from './shapes/bytes/byte-block.ts';
import { putColumn } from './shapes/bytes/whole-columns.ts';
import { deriveShape } from './shapes/derive.ts';
import type { Cell, RowBlock } from './shapes/row-block.ts';
import { LONGEST } from './shapes/shape-reader.ts';
import { textOfSource } from './source-bytes.ts';
import { columnsOf, LEAST_ROWS, rowsAtOnce, type TableColumns } from './table-columns.ts';
import { TextsInBytes } from './words/texts-in-bytes.ts';
import type { TextValue, WordedPart } from './words/waiting-words.ts';

/** A document on its way into the table. */
type NewDocument = Readonly<Pending>;

type Entry = Kept | DocumentValues;

const NARROW: ReadonlySet<string> = new Set(['byte', 'short', 'integer']);

function single(column: FieldColumn, value: Entry | undefined): DuckDBValue {
  if (value === undefined || value instanceof Map || typeof value === 'object') return null;
  return typeof value === 'bigint' && NARROW.has(column.type) ? Number(value) : value;
}

/** What of a value of two parts stands in the first or second of its columns. */
function half(value: Entry | undefined, part: number): DuckDBValue {
  if (typeof value !== 'object' || value instanceof Map) return null;
  if ('key' in value) return part === 0 ? value.key : value.entry;
  if ('lat' in value) return part === 0 ? value.lat : value.lon;
  if ('nanos' in value) return part === 0 ? millisOf(value.nanos) : value.nanos;
  return part === 0 ? value.gte : value.lte;
}

/** What stands in one of the columns of a field. */
function cell(column: FieldColumn, values: readonly Entry[] | undefined, part: number): DuckDBValue {
  if (column.type === 'nested') {
    return values === undefined ? null : listValue(values.map((entry) => struct(column, entry)));
  }
  if (column.columns.length > 1) {
    if (!column.list) return half(values?.[0], part);
    return listValue((values ?? []).map((each) => half(each, part)));
  }
  if (!column.list) return single(column, values?.[0]);
  return listValue((values ?? []).map((each) => single(column, each)));
}

function struct(column: FieldColumn, entry: Entry): DuckDBValue {
  const values: DocumentValues = entry instanceof Map ? entry : new Map();
  const inner = new Set(column.members.flatMap((member) => member.members));
  const members = column.members
    .filter((member) => !inner.has(member))
    .flatMap((member) =>
      member.columns.map((name, part) => [name, cell(member, values.get(member.path), part)] as const),
    );
  return structValue(Object.fromEntries(members));
}

type Pick = (document: NewDocument) => DuckDBValue;

const valuesOf = ({ read }: NewDocument): DocumentValues | null => ('block' in read ? null : read);

const sourceOf: Pick = ({ read, source }) => ('block' in read ? null : textOfSource(source));

const META: Readonly<Record<string, Pick>> = {
  _doc: ({ doc }) => BigInt(doc),
  _id: ({ id }) => id,
  _version: ({ version }) => BigInt(version),
  _seq_no: ({ seqNo }) => BigInt(seqNo),
  _routing: ({ routing }) => routing,
  _source: sourceOf,
  _shape: ({ read }) => ('block' in read ? read.shape : null),
  _ignored: (document) => {
    const ignored = valuesOf(document)?.get('_ignored');
    return ignored === undefined ? null : listValue(ignored.map(String));
  },
};

const WIDE: ReadonlySet<string> = new Set(['long', 'unsigned_long', 'date']);

/** A value that was read by shape, as its column takes it. */
function shaped({ type, list }: FieldColumn): (cell: Cell | undefined) => DuckDBValue {
  const one = (value: string | number | boolean): DuckDBValue =>
    typeof value === 'number' && WIDE.has(type) ? BigInt(value) : value;
  const many = (cell: Cell | undefined): readonly (string | number | boolean)[] => {
    if (cell === null || cell === undefined) return [];
    return typeof cell === 'object' ? cell : [cell];
  };
  if (list) return (cell) => listValue(many(cell).map(one));
  return (cell) => {
    const [value] = typeof cell === 'object' ? many(cell) : [cell];
    return value === undefined ? null : one(value);
  };
}

/** Reads what stands in a column of rows of blocks. */
function cellsOf(column: FieldColumn, name: string): (block: RowBlock | ByteBlock, row: number) => DuckDBValue {
  const fit = shaped(column);
  let last: RowBlock | ByteBlock | null = null;
  let cells: readonly Cell[] | undefined;
  return (block, row) => {
    if (block !== last) {
      last = block;
      cells = block.column(name);
    }
    return fit(cells?.[row]);
  };
}

function pickOf(column: FieldColumn, name: string, part: number): Pick {
  const at = cellsOf(column, name);
  return ({ read }) => ('block' in read ? at(read.block, read.row) : cell(column, read.get(column.path), part));
}

function textOf(value: DuckDBValue): TextValue {
  if (typeof value === 'object' && value !== null && 'items' in value) return value.items.map(String);
  return typeof value === 'string' ? value : null;
}

/** Reads what a text field of documents is kept as. */
function textsOfEach(column: FieldColumn, documents: readonly NewDocument[]): (place: number) => TextValue {
  const pick = pickOf(column, column.columns[0] ?? '', 0);
  return (place) => {
    const document = documents[place];
    return document === undefined ? null : textOf(pick(document));
  };
}

/** The same for documents of a run, which need not be made from the bytes they stand in. */
function textsOfRun(column: FieldColumn, { block }: PendingRun): TextsInBytes | ((place: number) => TextValue) {
  const [name = ''] = column.columns;
  const cells = block.textCells(name);
  if (cells !== undefined) return new TextsInBytes(block.bytes, cells);
  const at = cellsOf(column, name);
  return (place) => textOf(at(block, place));
}

/** How the words of documents are read. */
export const wordedParts = (added: readonly Added[]): readonly WordedPart[] =>
  partsOf(added).map((part) =>
    part instanceof PendingRun
      ? { count: part.count, textsOf: (column) => textsOfRun(column, part) }
      : { count: part.length, textsOf: (column) => textsOfEach(column, part) },
  );

/** How long the values are that `pick` reads, on average of those that are texts. */
function lengthOf(documents: readonly NewDocument[], pick: Pick): number {
  const texts = documents.map(pick).filter((value) => typeof value === 'string');
  return texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
}

/** Whether documents like it are kept whole, beside what their fields hold. */
function isKeptWhole({ definition }: IndexLayout, { read, source }: NewDocument): boolean {
  const mapping = definition.stored?.mapping;
  if ('block' in read || mapping === undefined) return false;
  const text = textOfSource(source);
  return text.length > LONGEST || deriveShape(text, mapping) === null;
}

/** The first documents, each by itself. */
function firstOf(added: readonly Added[], most: number): readonly NewDocument[] {
  const first: NewDocument[] = [];
  for (const each of added) {
    const left = most - first.length;
    if (left <= 0) break;
    if (!(each instanceof PendingRun)) first.push(each);
    else for (let place = 0; place < Math.min(left, each.count); place++) first.push(each.at(place));
  }
  return first;
}

/** Columns of long texts, of those that documents like these are shown by: their fields, or the whole. */
export function longColumns(layout: IndexLayout, added: readonly Added[]): readonly string[] {
  const documents = firstOf(added, LOOKED_AT);
  const whole = lengthOf(documents, sourceOf) >= LONG_TEXT ? ['_source'] : [];
  if (2 * documents.filter((each) => isKeptWhole(layout, each)).length > documents.length) return whole;
  const long = textsOf(layout).flatMap((column) =>
    column.columns.filter((name, part) => lengthOf(documents, pickOf(column, name, part)) >= LONG_TEXT),
  );
  return [...whole, ...long];
}

function picksOf(layout: IndexLayout, order: readonly string[]): readonly Pick[] {
  const fields = new Map<string, Pick>();
  for (const column of layout.own) {
    for (const [part, name] of column.columns.entries()) fields.set(name, pickOf(column, name, part));
  }
  return order.map((name) => fields.get(name) ?? META[name] ?? (() => null));
}

/** The block of bytes a document was read into; null when it was not. */
const blockOf = ({ read }: NewDocument): ByteBlock | null =>
  'block' in read && read.block instanceof ByteBlock ? read.block : null;

/** How many documents from one on were read into the same block of bytes as it, or into none like it. */
function runOf(documents: readonly NewDocument[], from: number, to: number): number {
  const first = documents[from];
  const block = first === undefined ? null : blockOf(first);
  let at = from;
  for (let next = documents[at]; at < to && next !== undefined && blockOf(next) === block; next = documents[++at]);
  return at - from;
}

/**
 * Documents from one on, as many as are handed over together: those of one block of bytes, or several short runs of any kind, since what is
 * handed over costs as much as some dozens of documents, however few it has.
 */
function together(documents: readonly NewDocument[], from: number, most: number): readonly NewDocument[] {
  const end = Math.min(documents.length, from + most);
  let to = from + runOf(documents, from, end);
  if (to - from >= LEAST_ROWS) return documents.slice(from, to);
  for (let run = runOf(documents, to, end); run > 0 && run < LEAST_ROWS; run = runOf(documents, to, end)) to += run;
  return documents.slice(from, to);
}

/** Documents that are not of a run, one behind the other, and runs. */
function partsOf(added: readonly Added[]): readonly (PendingRun | readonly NewDocument[])[] {
  const parts: (PendingRun | NewDocument[])[] = [];
  for (const each of added) {
    const last = parts.at(-1);
    if (each instanceof PendingRun) parts.push(each);
    else if (Array.isArray(last)) last.push(each);
    else parts.push([each]);
  }
  return parts;
}

/** ms after which the documents that were handed over are written; each time takes half of one more. */
const FLUSH_MS = 20;

/** Adds documents to the table of an index. */
class Appender {
  readonly #appender: DuckDBAppender;
  readonly #layout: IndexLayout;
  readonly #table: TableColumns;
  readonly #picks: readonly Pick[];
  readonly #rows: RowColumns;
  readonly #breath = new Breath();
  #flushed = performance.now();

  constructor(appender: DuckDBAppender, layout: IndexLayout, table: TableColumns) {
    this.#appender = appender;
    this.#layout = layout;
    this.#table = table;
    this.#picks = picksOf(layout, table.names);
    this.#rows = new RowColumns(layout, table);
  }

  async add(part: PendingRun | readonly NewDocument[]): Promise<void> {
    if (part instanceof PendingRun) await this.#addRun(part);
    else await this.#addSingle(part);
  }

  async #addRun(added: PendingRun): Promise<void> {
    const { built, block, ids, doc, seqNo } = added;
    const run = built?.isFor(this.#layout) ? built : BuiltRun.of(this.#layout, block, ids);
    if (run === null) return this.#addSingle(added.documents());
    for (const slice of run.take()) {
      slice.append(this.#appender, doc, seqNo);
      await this.#rest();
    }
    run.release();
  }

  async #addSingle(documents: readonly NewDocument[]): Promise<void> {
    const most = rowsAtOnce(this.#table);
    for (let from = 0; from < documents.length; ) {
      const rows = together(documents, from, most);
      this.#append(rows);
      from += rows.length;
      await this.#rest();
    }
  }

  #append(rows: readonly NewDocument[]): void {
    const block = rows[0] === undefined ? null : blockOf(rows[0]);
    const isWhole = block !== null && runOf(rows, 0, rows.length) === rows.length;
    if (isWhole && this.#rows.fits(block) && !rows.some(({ routing }) => routing !== null)) {
      const single = new SingleRows(block, rows as readonly ByteRow[]);
      this.#rows.start(single).append(this.#appender, single);
      return;
    }
    const chunk = DuckDBDataChunk.create(this.#table.types, rows.length);
    const texts = this.#picks.map((pick, column) =>
      putColumn(chunk, column, this.#table.types[column], rows.map(pick)),
    );
    this.#appender.appendDataChunk(chunk);
    for (const shared of texts) shared?.release();
  }

  async #rest(): Promise<void> {
    if (!this.#breath.isDue) return;
    if (performance.now() - this.#flushed > FLUSH_MS) {
      // what has gathered would all be written when it is closed
      this.#appender.flushSync();
      this.#flushed = performance.now();
    }
    await this.#breath.take();
  }

  close(): void {
    this.#rows.release();
    this.#appender.closeSync();
  }
}

/** Adds documents to the table of the index, within the transaction of the connection. */
export async function appendDocuments(
  connection: DuckDBConnection,
  layout: IndexLayout,
  added: readonly Added[],
): Promise<void> {
  const appender = await connection.createAppender(layout.docs);
  const documents = new Appender(appender, layout, await columnsOf(connection, layout, appender));
  try {
    for (const part of partsOf(added)) await documents.add(part);
    await turnOfWrite();
  } finally {
    documents.close();
  }
}
