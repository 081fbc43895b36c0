import { filterSource, type SourceFilter } from '@datasarana/query';
import { malformed, type PlatformError } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import { PRIMARY_TERM } from '../documents/operation.ts';
import { keptFields, keptText } from '../documents/source-rule.ts';
import { SourceText } from '../documents/source-text.ts';
import { readSource, readSystem } from '../index/document.ts';
import type { FieldColumn } from '../index/layout.ts';
import { sourceColumns } from '../index/shapes/rebuild.ts';
import { Breath } from '../store/breath.ts';
import type { Held } from './columns/index-columns.ts';
import { showsSource } from './fetch/shown-source.ts';
import type { IndexPart } from './part.ts';
import type { Hit } from './response.ts';
import { readRows } from './rows-of-docs.ts';
import { recordsOf } from './run.ts';
import { joined, name, sql } from './sql.ts';
import { DocBits } from './text/bits.ts';
import type { PostingsReader } from './text/postings.ts';

/** What is read of a document once it is known to be wanted. */
export interface DocumentReading {
  readonly source: SourceFilter;
  readonly version: boolean;
  readonly seqNo?: boolean;
}

export type Document = Omit<Hit, '_score' | 'sort'>;

/** So many documents are jumped to whatever the table holds. */
const FEW = 50;

/** Rows of whole columns that are read while a statement jumps to one: of more documents the columns are read. */
const READ_MEANWHILE = 20_000;

/** Documents of a page that are kept: a longer one is part of a walk through all, and would take the room of those that are asked for again. */
const MOST_KEPT = 200;

type Part = Pick<IndexPart, 'layout' | 'postings' | 'columns'>;

/** Documents that were read in one way, by their numbers. */
interface KeptDocuments {
  readonly documents: Map<number, Document>;
  bytes: number;
}

/** What those of one way take at most; others come in their place then. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Kept as one: to name each by itself and look it up takes longer than to put it together from columns in memory. */
function keepDocuments(postings: PostingsReader, key: string, read: readonly (readonly [number, Document])[]): void {
  const before = postings.kept<KeptDocuments>(key);
  const kept = before !== undefined && before.bytes < MOST_BYTES ? before : { documents: new Map(), bytes: 0 };
  for (const [doc, document] of read) {
    if (kept.documents.has(doc)) continue;
    kept.documents.set(doc, document);
    kept.bytes += 512 + 2 * (document._source instanceof SourceText ? document._source.text.length : 0);
  }
  postings.keep(key, kept, kept.bytes);
}

/** Documents of one index by their number. */
export async function readDocuments(
  part: Part,
  docs: readonly number[],
  reading: DocumentReading,
  connection: DuckDBConnection,
): Promise<ReadonlyMap<number, Document>> {
  const { layout, postings } = part;
  const { source, version, seqNo } = reading;
  const key = `documents/${JSON.stringify([source, version, seqNo === true, showsSource(layout), keptFields(layout)])}`;
  const kept = postings.kept<KeptDocuments>(key)?.documents;
  const found = new Map<number, Document>();
  for (const doc of docs) {
    const known = kept?.get(doc);
    if (known !== undefined) found.set(doc, known);
  }
  const missing = docs.filter((doc) => !found.has(doc));
  if (missing.length === 0) return found;
  const wanted = await columnsToRead(part, reading, connection);
  const breath = new Breath(connection);
  const read: (readonly [number, Document])[] = [];
  for (const { docs: some, columns, whole } of readingsOf(missing, wanted)) {
    const rows = columns.length === 0 ? some.map((doc) => ({ _doc: doc })) : null;
    for (const row of rows ?? (await rowsOfDocuments(part, some, columns, connection))) {
      const doc = Number(row._doc);
      const document = documentOf(layout, whole(row, doc), reading);
      found.set(doc, document);
      if (document._source === undefined || document._source instanceof SourceText) read.push([doc, document]);
      if (breath.isDue) await breath.take();
    }
  }
  if (docs.length <= MOST_KEPT) keepDocuments(postings, key, read);
  return found;
}

/** The columns of documents as the table has them. */
async function rowsOfDocuments(
  { layout, postings }: Part,
  docs: readonly number[],
  names: readonly string[],
  connection: DuckDBConnection,
): Promise<readonly DocumentRow[]> {
  const columns = joined(['_doc', ...names].map(name), ', ');
  const isFew = docs.length <= Math.max(FEW, postings.capacity / READ_MEANWHILE);
  if (isFew) return readRows(layout, docs, columns, recordsOf, connection);
  const wanted = new DocBits(postings.capacity);
  for (const doc of docs) wanted.add(doc);
  return recordsOf(connection, sql`SELECT ${columns} FROM ${name(layout.docs)} WHERE ${wanted.test()}`);
}

/** Columns of documents: those that are in memory, and those a table is asked for. */
interface ColumnsToRead {
  readonly wanted: readonly string[];
  readonly held: ReadonlyMap<string, Held>;
  /** What all documents have. */
  readonly alike: ReadonlyMap<string, Value>;
}

/** Each column takes as long as another document does: what is in memory, and what all documents have alike, is not read. */
async function columnsToRead(
  part: Part,
  reading: DocumentReading,
  connection: DuckDBConnection,
): Promise<ColumnsToRead> {
  const { layout, columns: kept } = part;
  const isStored = layout.definition.source === 'stored';
  const alike = isStored ? await whatAllHave(part, connection) : NOTHING_ALIKE;
  const wanted = tableColumns(layout, reading).filter((column) => !alike.has(column));
  await kept?.hold(wanted);
  const found = wanted.map((column) => [column, kept?.held(column) ?? null] as const);
  return { wanted, held: new Map(found.filter((each): each is [string, Held] => each[1] !== null)), alike };
}

/** Documents of which the same columns are read from the table. */
interface Reading {
  readonly docs: readonly number[];
  readonly columns: readonly string[];
  /** A row with what was not read of it. */
  readonly whole: (read: DocumentRow, doc: number) => DocumentRow;
}

/** Those that came after a column was taken into memory are read whole. */
function readingsOf(docs: readonly number[], { wanted, held, alike }: ColumnsToRead): readonly Reading[] {
  const end = Math.min(...[...held.values()].map(({ nextDoc }) => nextDoc));
  const all = Object.fromEntries(alike);
  const columns = [...held];
  const withHeld = (read: DocumentRow, doc: number): DocumentRow => {
    const row: Record<string, Value> = { ...all, ...read };
    for (const [column, value] of columns) row[column] = value.read(doc) as Value;
    return row;
  };
  const both: readonly Reading[] = [
    { docs: docs.filter((doc) => doc < end), columns: wanted.filter((column) => !held.has(column)), whole: withHeld },
    { docs: docs.filter((doc) => doc >= end), columns: wanted, whole: (read) => ({ ...all, ...read }) },
  ];
  return both.filter(({ docs: some }) => some.length > 0);
}

/** Columns of the documents table a document is put together from. */
export const tableColumns = (layout: IndexPart['layout'], reading: DocumentReading): readonly string[] =>
  (layout.definition.source === 'stored' ? storedColumns : ownColumns)(layout, reading);

/** Where its fields are all there is. */
function ownColumns(layout: IndexPart['layout'], { source, version }: DocumentReading): readonly string[] {
  const isWanted = ({ path }: FieldColumn): boolean => {
    const probe = path.split('.').reduceRight<unknown>((value, step) => ({ [step]: value }), 1);
    return Object.keys(filterSource(probe as Readonly<Record<string, unknown>>, source) ?? {}).length > 0;
  };
  const all = source.kind === 'none' ? [] : [...layout.own, ...layout.system];
  const wanted = all.filter((column) => source.kind === 'all' || column.type === 'nested' || isWanted(column));
  return ['_id', ...(version ? ['_version'] : []), ...new Set(wanted.flatMap(({ columns }) => columns))];
}

/** Where its text was kept. */
const storedColumns = (layout: IndexPart['layout'], { source, version, seqNo }: DocumentReading): readonly string[] => [
  '_id',
  ...(version ? ['_version'] : []),
  ...(seqNo === true ? ['_seq_no'] : []),
  '_routing',
  '_ignored',
  ...(source.kind === 'none' || !showsSource(layout) ? [] : sourceColumns(layout)),
];

/** Columns of which every document of this state has the same; looked for once it is asked a second time. */
async function whatAllHave(
  { layout, postings }: Pick<IndexPart, 'layout' | 'postings'>,
  connection: DuckDBConnection,
): Promise<ReadonlyMap<string, Value>> {
  const known = postings.kept<ReadonlyMap<string, Value> | null>('alike');
  if (known) return known;
  if (known === undefined) postings.keep('alike', null, 64);
  if (known === undefined) return NOTHING_ALIKE;
  const [row] = await recordsOf(
    connection,
    sql`SELECT count(_routing) AS routings, count(_ignored) AS ignored, count(_source) AS texts, min(_shape) AS shape,
      count(_shape) = count(*) AND min(_shape) = max(_shape) AS same FROM ${name(layout.docs)}`,
  );
  const alike = new Map<string, Value>();
  if (Number(row?.routings) === 0) alike.set('_routing', null);
  if (Number(row?.ignored) === 0) alike.set('_ignored', null);
  if (Number(row?.texts) === 0) alike.set('_source', null);
  if (row?.same === true) alike.set('_shape', row.shape ?? null);
  postings.keep('alike', alike, 512);
  return alike;
}

const NOTHING_ALIKE: ReadonlyMap<string, Value> = new Map();

/** A row of the documents table as a hit. */
export function documentOf(layout: IndexPart['layout'], row: DocumentRow, reading: DocumentReading): Document {
  const meta = {
    _index: layout.name,
    _id: String(row._id),
    ...(reading.version && { _version: Number(row._version) }),
    ...(layout.definition.source === 'stored' && storedMeta(row, reading)),
  };
  if (reading.source.kind === 'none') return meta;
  if (!showsSource(layout)) {
    if (reading.source.kind === 'fields') throw withoutSource(layout.name);
    return meta;
  }
  if (layout.definition.source !== 'stored') {
    return { ...meta, _source: partOf({ ...readSource(layout, row), ...readSystem(layout, row) }, reading.source) };
  }
  const text = new SourceText(keptText(layout, row));
  return { ...meta, _source: reading.source.kind === 'all' ? text : partOf(text.parsed, reading.source) };
}

/** Error 32: parts are wanted of a document that is not there to be shown. */
export const withoutSource = (index: string): PlatformError =>
  malformed(
    `unable to fetch fields from _source field: _source is disabled in the mappings for index [${index}]`,
    'Ask for docvalue_fields or stored_fields.',
  );

const partOf = (document: Readonly<Record<string, unknown>>, source: SourceFilter): Readonly<Record<string, unknown>> =>
  filterSource(document, source) as Readonly<Record<string, unknown>>;

type DocumentRow = Parameters<typeof readSource>[1];
type Value = DocumentRow[string];

function storedMeta(row: DocumentRow, reading: DocumentReading): Omit<Document, '_index' | '_id'> {
  const ignored = Array.isArray(row._ignored) ? row._ignored.map(String) : [];
  return {
    ...(reading.seqNo === true && { _seq_no: Number(row._seq_no), _primary_term: PRIMARY_TERM }),
    ...(typeof row._routing === 'string' && { _routing: row._routing }),
    ...(ignored.length > 0 && { _ignored: ignored }),
  };
}
