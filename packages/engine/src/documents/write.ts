import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalogue } from '../index/catalogue.ts';
import type { NextNumbers } from '../index/index-state.ts';
import type { IndexLayout } from '../index/layout.ts';
import { keepAsTheyAre } from '../index/long-texts.ts';
import { sourceColumns } from '../index/shapes/rebuild.ts';
import { allRows } from '../store/rows.ts';
import { alterTables } from './alter.ts';
import { appendDocuments, longColumns, wordedParts } from './append.ts';
import { Bulk, type Tombstones } from './bulk.ts';
import { rowsOfIds } from './by-id.ts';
import { definitionOf } from './definition.ts';
import type { IndexWrite } from './index-write.ts';
import { indexOrWait, type LateTexts } from './late-texts.ts';
import { type Added, countOf, PendingRun } from './pending.ts';
import { keptText } from './source-rule.ts';

export interface WrittenDocuments {
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
  readonly next: NextNumbers;
  /** Statements that count what was stored, to be run last. */
  readonly counters: string;
}

const STATE_COLUMNS = '_doc, _id, _version, _seq_no, _routing';

async function readStates(
  connection: DuckDBConnection,
  layout: IndexLayout,
  writes: readonly IndexWrite[],
  nextDoc: number,
  bulk: Bulk,
): Promise<void> {
  const ids = [...new Set(writes.flatMap(({ ids }) => ids))];
  if (ids.length === 0) return;
  await layout.state.knownKeys('_id').learn(connection, layout.docs, nextDoc);
  const isUpdating = writes.some((write) => write.isUpdating);
  const columns = isUpdating ? [STATE_COLUMNS, ...sourceColumns(layout)].join(', ') : STATE_COLUMNS;
  const rows = await rowsOfIds(connection, layout, ids, columns);
  for (const row of rows) {
    bulk.know(String(row._id), {
      exists: true,
      version: Number(row._version),
      seqNo: Number(row._seq_no),
      source: isUpdating ? keptText(layout, row) : '',
      routing: typeof row._routing === 'string' ? row._routing : null,
      stored: Number(row._doc),
    });
  }
}

/** Runs writes in the transaction of the connection; what is refused of one leaves the others alone. */
export async function writeDocuments(
  connection: DuckDBConnection,
  catalogue: Catalogue,
  layout: IndexLayout,
  writes: readonly IndexWrite[],
  tombstones: Tombstones,
  texts: LateTexts,
): Promise<WrittenDocuments> {
  const next = layout.state.next ?? (await readNext(connection, layout));
  const bulk = new Bulk(layout, tombstones, next.seqNo);
  await readStates(connection, layout, writes, next.doc, bulk);
  for (const write of writes) await write.run(bulk);
  if (bulk.seqNo === next.seqNo) return { layout, stored: null };
  const after = await grown(connection, catalogue, layout, bulk);
  return { layout: after, stored: await store(connection, after, bulk, next, texts) };
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
  added: readonly Added[],
): Promise<readonly number[]> {
  const used = new Set<number>();
  for (const each of added) {
    if (each instanceof PendingRun) for (const shape of each.block.usedShapes) used.add(shape);
    else if ('block' in each.read) used.add(each.read.shape);
  }
  const stored: number[] = [];
  for (const shape of used) {
    const template = state.shapes.unsaved(shape);
    if (template === undefined) continue;
    await connection.run('INSERT INTO shapes VALUES ($id, $shape, $template)', { id, shape, template });
    stored.push(shape);
  }
  return stored;
}

async function readNext(connection: DuckDBConnection, { id }: IndexLayout): Promise<NextNumbers> {
  const [row] = await allRows(
    connection,
    'SELECT next, next_doc FROM sequences JOIN catalogue USING (id) WHERE id = $id',
    { id },
  );
  return { seqNo: Number(row?.next ?? 0), doc: Number(row?.next_doc ?? 0) };
}

async function store(
  connection: DuckDBConnection,
  layout: IndexLayout,
  bulk: Bulk,
  before: NextNumbers,
  texts: LateTexts,
): Promise<Stored> {
  if (bulk.replaced.length > 0) {
    const list = bulk.replaced.map((doc) => Math.trunc(doc)).join(', ');
    await connection.run(
      `INSERT INTO ${layout.gone} SELECT unnest([${list}]); DELETE FROM ${layout.docs} WHERE _doc IN (${list})`,
    );
  }
  const added = bulk.pending;
  let nextDoc = before.doc;
  for (const each of added) {
    each.doc = nextDoc;
    nextDoc += countOf(each);
  }
  const shapes = await storeShapes(connection, layout, added);
  if (before.doc === 0) await keepAsTheyAre(connection, layout, longColumns(layout, added));
  if (added.length > 0) await appendDocuments(connection, layout, added);
  const count = nextDoc - before.doc;
  const words = { first: before.doc, count, parts: wordedParts(added) };
  const change = { added: words, replaced: bulk.replaced };
  const { segments, waiting } = await indexOrWait(connection, layout, before.doc, change, texts);
  const next = { seqNo: bulk.seqNo, doc: nextDoc };
  const counters = countersSql(layout, next, {
    segments,
    documents: count,
    replaced: bulk.replaced.length,
  });
  return { shapes, waiting, next, counters };
}

/** Without parameters, so that they run together: each way to DuckDB and back, and each column that is written over, costs as much as dozens of documents. */
function countersSql(
  { id }: IndexLayout,
  next: NextNumbers,
  added: { readonly segments: number; readonly documents: number; readonly replaced: number },
): string {
  const columns = [
    `next_doc = ${next.doc}`,
    `refreshed = ${Date.now()}`,
    ...more('next_segment', added.segments),
    ...more('documents', added.documents - added.replaced),
    ...more('deleted', added.replaced),
  ];
  return `UPDATE catalogue SET ${columns.join(', ')} WHERE id = ${id}; UPDATE sequences SET next = ${next.seqNo} WHERE id = ${id};`;
}

/** A counter that goes on; none where it stays. */
const more = (counter: string, by: number): readonly string[] => (by === 0 ? [] : [`${counter} = ${counter} + ${by}`]);
