import { filterSource, type SourceFilter } from '@datasarana/query';
import { BIGINT, type DuckDBConnection, LIST, listValue } from '@duckdb/node-api';
import { PRIMARY_TERM } from '../documents/operation.ts';
import { SourceText } from '../documents/source-text.ts';
import { readSource, readSystem } from '../index/document.ts';
import type { FieldColumn } from '../index/layout.ts';
import { sourceColumns, sourceText } from '../index/shapes/rebuild.ts';
import { showsSource } from './fetch/shown-source.ts';
import type { IndexPart } from './part.ts';
import type { Hit } from './response.ts';
import { recordsOf } from './run.ts';
import { bind, joined, name, type Sql, sql } from './sql.ts';
import { DocBits } from './text/bits.ts';

/** What is read of a document once it is known to be wanted. */
export interface DocumentReading {
  readonly source: SourceFilter;
  readonly version: boolean;
  readonly seqNo?: boolean;
}

export type Document = Omit<Hit, '_score' | 'sort'>;

/** For more documents than this one look at the whole column is cheaper than a jump to each. */
const AT_ONCE = 50;

/** Documents of one index by their number. */
export async function readDocuments(
  part: Pick<IndexPart, 'layout' | 'postings'>,
  docs: readonly number[],
  reading: DocumentReading,
  connection: DuckDBConnection,
): Promise<ReadonlyMap<number, Document>> {
  const { layout, postings } = part;
  const shape = JSON.stringify([reading.source, reading.version, reading.seqNo === true]);
  const found = new Map<number, Document>();
  for (const doc of docs) {
    const known = postings.kept<Document>(`document/${shape}/${doc}`);
    if (known !== undefined) found.set(doc, known);
  }
  const missing = docs.filter((doc) => !found.has(doc));
  if (missing.length === 0) return found;
  for (const row of await rowsOfDocuments(part, missing, documentColumns(layout, reading.source), connection)) {
    const document = documentOf(layout, row, reading);
    found.set(Number(row._doc), document);
    const { _source } = document;
    if (_source === undefined || _source instanceof SourceText) {
      postings.keep(`document/${shape}/${row._doc}`, document, 512 + 2 * (_source?.text.length ?? 0));
    }
  }
  return found;
}

/**
 * DuckDB finds a few rows by their row id without reading the columns of the others. Row ids and document numbers are the same
 * until rows were removed and the table was written anew, so that is tried first.
 */
async function rowsOfDocuments(
  { layout, postings }: Pick<IndexPart, 'layout' | 'postings'>,
  docs: readonly number[],
  columns: Sql,
  connection: DuckDBConnection,
): Promise<readonly DocumentRow[]> {
  const table = name(layout.docs);
  if (docs.length > AT_ONCE) {
    const wanted = new DocBits(postings.capacity);
    for (const doc of docs) wanted.add(doc);
    return recordsOf(connection, sql`SELECT ${columns} FROM ${table} WHERE ${wanted.test()}`);
  }
  const list = bind(listValue(docs.map(BigInt)), LIST(BIGINT));
  if (postings.kept('shifted') === undefined) {
    const rows = await recordsOf(
      connection,
      sql`SELECT ${columns} FROM ${table} WHERE rowid IN (SELECT unnest(${list}))`,
    );
    const asked = new Set(docs);
    if (rows.length === asked.size && rows.every((row) => asked.has(Number(row._doc)))) return rows;
    postings.keep('shifted', true, 64);
  }
  const ids = sql`SELECT rowid FROM ${table} WHERE _doc IN (SELECT unnest(${list}))`;
  return recordsOf(connection, sql`SELECT ${columns} FROM ${table} WHERE rowid IN (${ids})`);
}

/** Columns that the asked part of a document needs. */
function documentColumns(layout: IndexPart['layout'], source: SourceFilter): Sql {
  if (layout.definition.source === 'stored') {
    const meta = sql`_doc, _id, _version, _seq_no, _routing, _ignored`;
    return source.kind === 'none' || !showsSource(layout)
      ? meta
      : joined([meta, ...sourceColumns(layout).map(name)], ', ');
  }
  if (source.kind === 'all') return sql`*`;
  const isWanted = ({ path }: FieldColumn): boolean => {
    const probe = path.split('.').reduceRight<unknown>((value, step) => ({ [step]: value }), 1);
    return Object.keys(filterSource(probe as Readonly<Record<string, unknown>>, source) ?? {}).length > 0;
  };
  const wanted = [...layout.own, ...layout.system].filter((column) => column.type === 'nested' || isWanted(column));
  const columns = source.kind === 'none' ? [] : wanted.flatMap((column) => column.columns.map(name));
  return joined([sql`_doc, _id, _version`, ...columns], ', ');
}

/** A row of the documents table as a hit. */
export function documentOf(layout: IndexPart['layout'], row: DocumentRow, reading: DocumentReading): Document {
  const meta = {
    _index: layout.name,
    _id: String(row._id),
    ...(reading.version && { _version: Number(row._version) }),
    ...(layout.definition.source === 'stored' && storedMeta(row, reading)),
  };
  if (reading.source.kind === 'none' || !showsSource(layout)) return meta;
  if (layout.definition.source !== 'stored') {
    return { ...meta, _source: partOf({ ...readSource(layout, row), ...readSystem(layout, row) }, reading.source) };
  }
  const text = new SourceText(sourceText(layout, row));
  return { ...meta, _source: reading.source.kind === 'all' ? text : partOf(text.parsed, reading.source) };
}

const partOf = (document: Readonly<Record<string, unknown>>, source: SourceFilter): Readonly<Record<string, unknown>> =>
  filterSource(document, source) as Readonly<Record<string, unknown>>;

type DocumentRow = Parameters<typeof readSource>[1];

function storedMeta(row: DocumentRow, reading: DocumentReading): Omit<Document, '_index' | '_id'> {
  const ignored = Array.isArray(row._ignored) ? row._ignored.map(String) : [];
  return {
    ...(reading.seqNo === true && { _seq_no: Number(row._seq_no), _primary_term: PRIMARY_TERM }),
    ...(typeof row._routing === 'string' && { _routing: row._routing }),
    ...(ignored.length > 0 && { _ignored: ignored }),
  };
}
