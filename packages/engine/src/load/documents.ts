import { randomUUID } from 'node:crypto';
import { conflict, invalid, malformed } from '@datasarana/schema';
import { type DuckDBConnection, listValue } from '@duckdb/node-api';
import { readSource, readSystem } from '../index/document.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import { readCounters, updateCounters } from './counters.ts';
import { DROP_PLAN, planWrite, WRITTEN, type WritePlan } from './plan.ts';
import { indexText } from './postings.ts';
import { removalBy } from './removals.ts';
import { RowSink } from './row-sink.ts';
import { createReady, createStage, DROP_STAGE } from './stage.ts';
import { type ValidatedDocument, validateDocument } from './validate.ts';
import { retire, type WriteContext, writeDocuments } from './write.ts';

/** Outcome of writing one document. */
export interface DocumentWritten {
  readonly id: string;
  readonly version: number;
  readonly result: 'added' | 'replaced' | 'unchanged';
}

/** A stored document with its system fields (`_batch`, `_user_id`, `_ts` …). */
export interface StoredDocument {
  readonly id: string;
  readonly version: number;
  readonly system: Readonly<Record<string, unknown>>;
  readonly source: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Which document is written, and in which state it must be. */
export interface PutOptions {
  /** Replaces the document of this id, or gives it to a new one, in an index without key fields. */
  readonly id?: string;
  /** Id of a document that comes back by its key; a new one gets an id of its own. */
  readonly formerId?: string;
  /** Version the document must have to be written over; 0 = it must not be there. */
  readonly version?: number;
  /** Writes a document that is as it was all the same, with the system fields it comes with. */
  readonly evenSame?: boolean;
}

/** Ids are at most this many bytes, as in OpenSearch. */
const MAX_ID_BYTES = 512;

function checkedId(layout: IndexLayout, id: string | undefined): string {
  if (id === undefined) return randomUUID();
  if (layout.definition.keyFields.length > 0) {
    throw malformed(
      'The key fields decide which document is replaced; leave the id out',
      'Send the document without an id.',
    );
  }
  if (id === '' || Buffer.byteLength(id) > MAX_ID_BYTES || !id.isWellFormed() || id.includes('\u0000')) {
    throw malformed(`A document id has 1 to ${MAX_ID_BYTES} bytes of text`);
  }
  return id;
}

/**
 * Writes one document by the same rules as a batch; a document of the same key, or of the given id, is replaced.
 * @throws PlatformError 409 when it does not have the version it must have; looked at in the same transaction
 */
export async function putDocument(
  connection: DuckDBConnection,
  layout: IndexLayout,
  document: Fields,
  system: Fields,
  options: PutOptions = {},
): Promise<DocumentWritten> {
  const id = options.formerId ?? checkedId(layout, options.id);
  const validated = validateDocument(layout.definition, document);
  if (validated.refusals.length > 0) {
    throw invalid(Object.fromEntries(validated.refusals.toReversed().map(({ path, reason }) => [path, reason])));
  }
  const batch = typeof system._batch === 'string' ? system._batch : id;
  try {
    await stageOne(connection, layout, validated);
    return await inTransaction(connection, () =>
      writeOne(connection, layout, { batch, system, ts: Date.now(), id }, options),
    );
  } finally {
    await connection.run(DROP_ONE);
  }
}

const DROP_ONE = [...DROP_STAGE, ...DROP_PLAN].join('; ');

async function stageOne(connection: DuckDBConnection, layout: IndexLayout, document: ValidatedDocument): Promise<void> {
  await createStage(connection, layout);
  const sink = await RowSink.open(connection, layout);
  try {
    sink.add(0, 1, () => '', document);
  } finally {
    sink.close();
  }
  await createReady(connection, layout);
}

async function writeOne(
  connection: DuckDBConnection,
  layout: IndexLayout,
  context: WriteContext & { readonly id: string },
  options: PutOptions,
): Promise<DocumentWritten> {
  const id = options.id === undefined ? undefined : context.id;
  const compared = await planWrite(connection, layout, { ready: 1, id });
  const plan = compared.unchanged > 0 && options.evenSame ? await rewritten(connection) : compared;
  if (options.version !== undefined) await refuseOtherVersion(connection, plan, options.version);
  if (plan.unchanged > 0) {
    const [row] = await allRows(connection, 'SELECT _id, _version FROM matched');
    return { id: String(row?._id), version: Number(row?._version), result: 'unchanged' };
  }
  const counters = await readCounters(connection, layout);
  const { nextDoc, retired } = await writeDocuments(connection, layout, plan, counters, context);
  const added = { from: counters.nextDoc, to: nextDoc };
  const nextSegment = await indexText(connection, layout, added, counters.nextSegment);
  await updateCounters(connection, layout, {
    documents: plan.accepted,
    deleted: retired,
    nextDoc,
    nextSegment,
    ts: Date.now(),
  });
  if (plan.written === null) return { id: context.id, version: 1, result: 'added' };
  const [row] = await allRows(connection, `SELECT _id, version FROM ${WRITTEN}`);
  return {
    id: String(row?._id ?? context.id),
    version: Number(row?.version),
    result: plan.accepted > 0 ? 'added' : 'replaced',
  };
}

/** The plan that writes the one document anew that is as it was. */
async function rewritten(connection: DuckDBConnection): Promise<WritePlan> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${WRITTEN} AS SELECT ord, old, _id, _version + 1 AS version FROM matched`,
  );
  return { accepted: 0, replaced: 1, unchanged: 0, written: WRITTEN };
}

/** The same request sent again finds what it wrote itself: a document that is so already is no conflict. */
async function refuseOtherVersion(connection: DuckDBConnection, plan: WritePlan, expected: number): Promise<void> {
  if (plan.unchanged > 0) return;
  const found = plan.written === null ? 0 : await oneNumber(connection, 'SELECT max(_version) FROM matched');
  if (found === expected) return;
  if (expected === 0) {
    const [row] = await allRows(connection, 'SELECT _id FROM matched');
    throw conflict('There is a record with this key already. Open that one to change it.', { id: String(row?._id) });
  }
  throw conflict(
    found === 0
      ? 'The record is not there any more: someone removed it meanwhile.'
      : `The record was changed by someone else meanwhile: it has version ${found}, not ${expected}.`,
  );
}

/** The document that one with these key fields would replace, or null; what else it has is not looked at. */
export async function findByKey(
  connection: DuckDBConnection,
  layout: IndexLayout,
  document: Fields,
): Promise<StoredDocument | null> {
  const { keyFields } = layout.definition;
  const validated = validateDocument(layout.definition, document);
  if (keyFields.length === 0 || validated.refusals.some(({ path }) => keyFields.includes(path))) return null;
  try {
    await stageOne(connection, layout, { ...validated, refusals: [] });
    await planWrite(connection, layout, { ready: 1 });
    const [row] = await allRows(connection, 'SELECT _id FROM matched');
    return row === undefined ? null : await getDocument(connection, layout, String(row._id));
  } finally {
    await connection.run(DROP_ONE);
  }
}

/** A document with its system fields, or null. */
export async function getDocument(
  connection: DuckDBConnection,
  layout: IndexLayout,
  id: string,
): Promise<StoredDocument | null> {
  const [row] = await allRows(connection, `SELECT * FROM ${layout.docs} WHERE _id = $id LIMIT 1`, { id });
  if (row === undefined) return null;
  return {
    id: String(row._id),
    version: Number(row._version),
    system: readSystem(layout, row),
    source: readSource(layout, row),
  };
}

/**
 * Removes documents; their last state stays in the history.
 * @param by who asks, as shown to people
 * @returns how many of them there were
 */
export async function deleteDocuments(
  connection: DuckDBConnection,
  layout: IndexLayout,
  ids: readonly string[],
  by: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  return inTransaction(connection, async () => {
    const found = await allRows(
      connection,
      `SELECT _doc::INTEGER AS doc FROM ${layout.docs} WHERE _id IN (SELECT unnest($ids))`,
      { ids: listValue(ids) },
    );
    if (found.length === 0) return 0;
    const counters = await readCounters(connection, layout);
    const ts = Date.now();
    const which = found.map(({ doc }) => Number(doc)).join(', ');
    const deleted = await retire(connection, layout, which, { batch: removalBy(by), ts });
    await updateCounters(connection, layout, { ...counters, documents: -deleted, deleted, ts });
    return deleted;
  });
}
