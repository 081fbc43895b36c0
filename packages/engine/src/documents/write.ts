import { PlatformError } from '@datasarana/schema';
import { type DuckDBConnection, listValue } from '@duckdb/node-api';
import type { Catalogue } from '../index/catalogue.ts';
import type { IndexLayout } from '../index/layout.ts';
import { sourceColumns, sourceText } from '../index/shapes/rebuild.ts';
import { readCounters, updateCounters } from '../load/write.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { alterTables } from './alter.ts';
import { appendDocuments, type NewDocument, textOf } from './append.ts';
import { Bulk, type Tombstones } from './bulk.ts';
import { definitionOf } from './definition.ts';
import { indexOrWait, type LateTexts } from './late-texts.ts';
import type { WriteOperation, WriteRefused, WriteResult } from './operation.ts';
import type { Prepared } from './prepared.ts';

export interface WrittenDocuments {
  readonly results: readonly (WriteResult | WriteRefused)[];
  /** The layout after fields the documents brought. */
  readonly layout: IndexLayout;
  /** What holds once the transaction has ended well. */
  readonly stored: Stored | null;
}

/** What a write has stored beside documents. */
interface Stored {
  /** Shapes that were new. */
  readonly shapes: readonly number[];
  /** Where words wait from. */
  readonly waiting: number | null;
}

const STATE_COLUMNS = '_doc, _id, _version, _seq_no, _routing';

async function readStates(
  connection: DuckDBConnection,
  layout: IndexLayout,
  operations: readonly WriteOperation[],
  bulk: Bulk,
): Promise<void> {
  const ids = [...new Set(operations.flatMap(({ id }) => id ?? []))];
  if (ids.length === 0) return;
  const isUpdating = operations.some(({ kind }) => kind === 'update');
  const source = isUpdating ? `, ${sourceColumns(layout).join(', ')}` : '';
  const which = ids.length === 1 ? '_id = $ids[1]' : '_id IN (SELECT unnest($ids))';
  const rows = await allRows(connection, `SELECT ${STATE_COLUMNS}${source} FROM ${layout.docs} WHERE ${which}`, {
    ids: listValue(ids),
  });
  for (const row of rows) {
    bulk.know(String(row._id), {
      exists: true,
      version: Number(row._version),
      seqNo: Number(row._seq_no),
      source: isUpdating ? sourceText(layout, row) : '',
      routing: typeof row._routing === 'string' ? row._routing : null,
      stored: Number(row._doc),
    });
  }
}

const isPlatformError = (cause: unknown): cause is PlatformError => cause instanceof PlatformError;

/** Runs the operations of a bulk in the transaction of the connection; one that is refused leaves the others alone. */
export async function writeDocuments(
  connection: DuckDBConnection,
  catalogue: Catalogue,
  layout: IndexLayout,
  operations: readonly WriteOperation[],
  tombstones: Tombstones,
  prepared: Prepared,
  texts: LateTexts,
): Promise<WrittenDocuments> {
  const next = await oneNumber(connection, 'SELECT next FROM sequences WHERE id = $id', { id: layout.id });
  const bulk = new Bulk(layout, tombstones, next);
  await readStates(connection, layout, operations, bulk);
  const results = operations.map((operation, place): WriteResult | WriteRefused => {
    try {
      return bulk.run(operation, place, prepared);
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      return { id: operation.id, error };
    }
  });
  if (bulk.seqNo === next) return { results, layout, stored: null };
  const after = await grown(connection, catalogue, layout, bulk);
  return { results, layout: after, stored: await store(connection, after, bulk, next, texts) };
}

/** Brings mapping and tables up to what the documents hold. */
async function grown(
  connection: DuckDBConnection,
  catalogue: Catalogue,
  layout: IndexLayout,
  bulk: Bulk,
): Promise<IndexLayout> {
  const { stored } = layout.definition;
  if (!stored || (bulk.mapping === stored.mapping && bulk.lists.length === stored.lists.length)) return layout;
  const definition = definitionOf(layout.name, { ...stored, mapping: bulk.mapping, lists: bulk.lists });
  return catalogue.store(connection, definition, alterTables);
}

/** Stores shapes of documents that are not stored yet. @returns their numbers */
async function storeShapes(
  connection: DuckDBConnection,
  { id, state }: IndexLayout,
  documents: readonly NewDocument[],
): Promise<readonly number[]> {
  const used = new Set(documents.flatMap(({ read }) => ('block' in read ? read.shape : [])));
  const added: number[] = [];
  for (const shape of used) {
    const template = state.shapes.unsaved(shape);
    if (template === undefined) continue;
    await connection.run('INSERT INTO shapes VALUES ($id, $shape, $template)', { id, shape, template });
    added.push(shape);
  }
  return added;
}

async function store(
  connection: DuckDBConnection,
  layout: IndexLayout,
  bulk: Bulk,
  before: number,
  texts: LateTexts,
): Promise<Stored> {
  const counters = await readCounters(connection, layout);
  if (bulk.replaced.length > 0) {
    const list = bulk.replaced.map((doc) => Math.trunc(doc)).join(', ');
    await connection.run(`INSERT INTO ${layout.gone} SELECT unnest([${list}])`);
    await connection.run(`DELETE FROM ${layout.docs} WHERE _doc IN (${list})`);
  }
  let { nextDoc } = counters;
  const documents = Array.from(bulk.pending, (pending): NewDocument => ({ ...pending, doc: nextDoc++ }));
  const shapes = await storeShapes(connection, layout, documents);
  if (documents.length > 0) await appendDocuments(connection, layout, documents);
  const change = { added: { documents, textOf }, replaced: bulk.replaced };
  const { indexed, waiting } = await indexOrWait(connection, layout, counters, change, texts);
  await updateCounters(connection, layout, {
    documents: documents.length - bulk.replaced.length,
    deleted: bulk.replaced.length,
    nextDoc,
    nextSegment: counters.nextSegment + (indexed ? 1 : 0),
    ts: Date.now(),
  });
  if (bulk.seqNo !== before) {
    await connection.run('UPDATE sequences SET next = $next WHERE id = $id', { next: bulk.seqNo, id: layout.id });
  }
  return { shapes, waiting };
}
