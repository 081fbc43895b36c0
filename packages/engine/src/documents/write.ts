import { randomBytes } from 'node:crypto';
import { PlatformError } from '@datasarana/schema';
import { type DuckDBConnection, listValue } from '@duckdb/node-api';
import type { Catalogue } from '../index/catalogue.ts';
import type { IndexLayout } from '../index/layout.ts';
import { indexText } from '../load/postings.ts';
import { readCounters, updateCounters } from '../load/write.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { alterTables } from './alter.ts';
import { appendDocuments, type NewDocument } from './append.ts';
import { definitionOf } from './definition.ts';
import type { IndexMapping } from './mapping.ts';
import {
  PRIMARY_TERM,
  type WriteConditions,
  type WriteOperation,
  type WriteRefused,
  type WriteResult,
} from './operation.ts';
import {
  type DocumentLimits,
  type DocumentValues,
  parseSource,
  type ReadDocument,
  readDocument,
} from './read-document.ts';
import { documentMissing, illegalArgument, versionConflict } from './refusal.ts';
import { SourceText } from './source-text.ts';
import { inserted, readUpdate, updated } from './update.ts';

/** Version and sequence number of documents that were removed, so that versions go on when one comes back. */
export type Tombstones = Map<string, { readonly version: number; readonly seqNo: number }>;

const MOST_NESTED = 10_000;

/** How many removed documents are remembered. */
const REMEMBERED = 10_000;

/** A document as it stands while a bulk is worked through. */
interface State {
  readonly exists: boolean;
  readonly version: number;
  readonly seqNo: number;
  readonly source: string;
  readonly routing: string | null;
  /** Number of its row in the table; null when the bulk itself made it. */
  readonly stored: number | null;
}

const ABSENT: State = { exists: false, version: 0, seqNo: -1, source: '', routing: null, stored: null };

/** Ids are at most this many bytes, as in OpenSearch. */
const LONGEST_ID = 512;

export interface WrittenDocuments {
  readonly results: readonly (WriteResult | WriteRefused)[];
  /** The layout after fields the documents brought. */
  readonly layout: IndexLayout;
}

const limitsOf = (layout: IndexLayout): DocumentLimits => {
  const { settings = {} } = layout.definition.stored ?? {};
  return { nested: Number(settings['index.mapping.nested_objects.limit'] ?? MOST_NESTED) };
};

/**
 * Documents of a bulk read before its turn to write has come, while another one is being stored. What was read holds as
 * long as the mapping is still the same; anything else is read again, or refused, when the turn has come.
 */
export class Prepared {
  readonly #mapping: IndexMapping | undefined;
  readonly #read = new Map<string, ReadDocument>();

  constructor(layout: IndexLayout | undefined, operations: readonly WriteOperation[]) {
    this.#mapping = layout?.definition.stored?.mapping;
    if (layout === undefined || this.#mapping === undefined) return;
    const limits = limitsOf(layout);
    for (const operation of operations) {
      if (operation.kind !== 'index' && operation.kind !== 'create') continue;
      try {
        const read = readDocument(this.#mapping, parseSource(operation.source), operation.id ?? '', limits);
        if (read.mapping === this.#mapping) this.#read.set(operation.source, read);
      } catch {
        // refused in its turn, with its id
      }
    }
  }

  take(source: string, mapping: IndexMapping): ReadDocument | undefined {
    return mapping === this.#mapping ? this.#read.get(source) : undefined;
  }
}

/** Works a bulk of one index through, one operation after the other, and stores what is left of it at the end. */
class Bulk {
  readonly #index: string;
  readonly #states = new Map<string, State>();
  readonly #tombstones: Tombstones;
  readonly #lists: Set<string>;
  readonly #limits: DocumentLimits;
  readonly #prepared: Prepared;
  readonly pending = new Map<string, { readonly state: State; readonly values: DocumentValues }>();
  readonly replaced: number[] = [];
  mapping: IndexMapping;
  seqNo: number;
  removed = 0;

  constructor(layout: IndexLayout, tombstones: Tombstones, seqNo: number, prepared: Prepared) {
    this.#prepared = prepared;
    this.#index = layout.name;
    this.#tombstones = tombstones;
    this.#lists = new Set(layout.definition.stored?.lists);
    this.#limits = limitsOf(layout);
    this.mapping = layout.definition.stored?.mapping ?? { properties: {}, parameters: {} };
    this.seqNo = seqNo;
  }

  get lists(): readonly string[] {
    return [...this.#lists];
  }

  know(id: string, state: State): void {
    this.#states.set(id, state);
  }

  #state(id: string): State {
    const known = this.#states.get(id);
    if (known) return known;
    const gone = this.#tombstones.get(id);
    return gone ? { ...ABSENT, ...gone } : ABSENT;
  }

  run(operation: WriteOperation): WriteResult {
    const id = operation.id ?? makeId();
    checkId(id);
    const state = this.#state(id);
    if (operation.kind === 'delete') return this.#delete(id, state, operation);
    if (operation.kind === 'update') return this.#update(id, state, operation);
    if (operation.kind === 'create' && state.exists) {
      throw versionConflict(id, this.#index, `document already exists (current version [${state.version}])`);
    }
    this.#check(id, state, operation);
    return this.#put(id, state, operation.source, operation);
  }

  #check(
    id: string,
    state: State,
    { ifSeqNo, ifPrimaryTerm, version, versionType = 'internal' }: WriteConditions,
  ): void {
    if (ifSeqNo !== undefined || ifPrimaryTerm !== undefined) {
      if (!state.exists)
        throw versionConflict(
          id,
          this.#index,
          `required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm}]. but no document was found`,
        );
      if (state.seqNo !== ifSeqNo || ifPrimaryTerm !== PRIMARY_TERM) {
        throw versionConflict(
          id,
          this.#index,
          `required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm}]. current document has seqNo [${state.seqNo}] and primary term [${PRIMARY_TERM}]`,
        );
      }
    }
    if (version === undefined) return;
    if (versionType === 'internal')
      throw illegalArgument(
        'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
      );
    const behind = versionType === 'external' ? state.version >= version : state.version > version;
    if (state.version > 0 || state.exists ? behind : false) {
      throw versionConflict(
        id,
        this.#index,
        `current version [${state.version}] is higher ${versionType === 'external' ? 'or equal to' : 'than'} the one provided [${version}]`,
      );
    }
  }

  #put(
    id: string,
    state: State,
    source: string,
    { routing, version: given }: WriteConditions & { readonly routing?: string },
  ): WriteResult {
    const read =
      this.#prepared.take(source, this.mapping) ?? readDocument(this.mapping, parseSource(source), id, this.#limits);
    this.mapping = read.mapping;
    this.#noteLists(read.values);
    const version = given ?? state.version + 1;
    const after: State = { exists: true, version, seqNo: this.seqNo++, source, routing: routing ?? null, stored: null };
    this.#leave(id, state);
    this.#states.set(id, after);
    this.pending.set(id, { state: after, values: read.values });
    return { id, result: state.exists ? 'updated' : 'created', version, seqNo: after.seqNo };
  }

  /** The row a document has in the table goes, or what the bulk has put in its place. */
  #leave(id: string, state: State): void {
    if (state.stored !== null) this.replaced.push(state.stored);
    this.pending.delete(id);
  }

  #delete(id: string, state: State, operation: WriteConditions): WriteResult {
    this.#check(id, state, operation);
    const version = operation.version ?? state.version + 1;
    const seqNo = this.seqNo++;
    this.#leave(id, state);
    this.#states.set(id, { ...ABSENT, version, seqNo });
    this.#tombstones.set(id, { version, seqNo });
    const [oldest] = this.#tombstones.keys();
    if (this.#tombstones.size > REMEMBERED && oldest !== undefined) this.#tombstones.delete(oldest);
    return { id, result: state.exists ? 'deleted' : 'not_found', version, seqNo };
  }

  #update(id: string, state: State, operation: Extract<WriteOperation, { kind: 'update' }>): WriteResult {
    const body = readUpdate(operation.body);
    const routed = operation.routing === undefined ? {} : { routing: operation.routing };
    if (!state.exists) {
      const source = inserted(body);
      if (source === null) throw documentMissing(id, this.#index);
      return { ...this.#put(id, state, source, routed), source: new SourceText(source) };
    }
    this.#check(id, state, operation);
    const source = updated(state.source, body);
    if (source === null) {
      return { id, result: 'noop', version: state.version, seqNo: state.seqNo, source: new SourceText(state.source) };
    }
    const kept = state.routing === null ? routed : { routing: state.routing };
    return { ...this.#put(id, state, source, kept), source: new SourceText(source) };
  }

  #noteLists(values: DocumentValues): void {
    for (const [path, entries] of values) {
      if (entries.length > 1 && !(entries[0] instanceof Map)) this.#lists.add(path);
      for (const entry of entries) if (entry instanceof Map) this.#noteLists(entry);
    }
  }
}

const RANDOM = 9;
let pool: Buffer = Buffer.alloc(0);
let poolAt = 0;

/** A few random bytes out of many that were made at once. */
function randomPart(): Buffer {
  if (poolAt + RANDOM > pool.length) {
    pool = randomBytes(RANDOM * 4096);
    poolAt = 0;
  }
  poolAt += RANDOM;
  return pool.subarray(poolAt - RANDOM, poolAt);
}

/** Ids made here: time first, so that they come in order and pack well. */
function makeId(): string {
  const bytes = Buffer.allocUnsafe(6 + RANDOM);
  bytes.writeUIntBE(Date.now(), 0, 6);
  randomPart().copy(bytes, 6);
  return bytes.toString('base64url');
}

function checkId(id: string): void {
  const bytes = Buffer.byteLength(id);
  if (bytes > LONGEST_ID) {
    throw illegalArgument(`id [${id}] is too long, must be no longer than ${LONGEST_ID} bytes but was: ${bytes}`);
  }
  if (id === '') throw illegalArgument('if _id is specified it must not be empty');
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
  const source = operations.some(({ kind }) => kind === 'update') ? ', _source' : '';
  const which = ids.length === 1 ? '_id = $ids[1]' : '_id IN (SELECT unnest($ids))';
  const rows = await allRows(connection, `SELECT ${STATE_COLUMNS}${source} FROM ${layout.docs} WHERE ${which}`, {
    ids: listValue(ids),
  });
  for (const row of rows) {
    bulk.know(String(row._id), {
      exists: true,
      version: Number(row._version),
      seqNo: Number(row._seq_no),
      source: typeof row._source === 'string' ? row._source : '',
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
): Promise<WrittenDocuments> {
  const next = await oneNumber(connection, 'SELECT next FROM sequences WHERE id = $id', { id: layout.id });
  const bulk = new Bulk(layout, tombstones, next, prepared);
  await readStates(connection, layout, operations, bulk);
  const results = operations.map((operation): WriteResult | WriteRefused => {
    try {
      return bulk.run(operation);
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      return { id: operation.id, error };
    }
  });
  if (bulk.seqNo === next) return { results, layout };
  const after = await grown(connection, catalogue, layout, bulk);
  await store(connection, after, bulk, next);
  return { results, layout: after };
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

async function store(connection: DuckDBConnection, layout: IndexLayout, bulk: Bulk, before: number): Promise<void> {
  const counters = await readCounters(connection, layout);
  if (bulk.replaced.length > 0) {
    const list = bulk.replaced.map((doc) => Math.trunc(doc)).join(', ');
    await connection.run(`INSERT INTO ${layout.gone} SELECT unnest([${list}])`);
    await connection.run(`DELETE FROM ${layout.docs} WHERE _doc IN (${list})`);
  }
  let { nextDoc } = counters;
  const documents = [...bulk.pending].map(([id, { state, values }]): NewDocument => {
    const { version, seqNo, routing, source } = state;
    return { doc: nextDoc++, id, version, seqNo, routing, source, values };
  });
  if (documents.length > 0) await appendDocuments(connection, layout, documents);
  const indexed = documents.length > 0 && (await indexText(connection, layout, counters.nextDoc, counters.nextSegment));
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
}
