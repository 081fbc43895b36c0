import type { DuckDBConnection } from '@duckdb/node-api';
import type { Activities, Activity } from '../index/activity.ts';
import type { StoredIndex } from '../index/definition.ts';
import type { IndexLayout } from '../index/layout.ts';
import { sourceColumns } from '../index/shapes/rebuild.ts';
import { type IndexStats, readStats } from '../index/stats.ts';
import type { Limits } from '../store/interruptible.ts';
import type { OpenTenant } from '../store/lazy-store.ts';
import { inTransaction, inTransactionEnding } from '../store/transaction.ts';
import { AheadOfTurn } from './ahead-of-turn.ts';
import { type AliasChange, changeAliases, withoutAliases } from './aliases.ts';
import { alterTables } from './alter.ts';
import { refuseUnreadAnalysis } from './analysis.ts';
import { blockOf, isBlockSetting, refuseBlocked } from './blocks.ts';
import type { Tombstones } from './bulk.ts';
import { learnIds, rowsOfIds } from './by-id.ts';
import { type DataStream, keptStream, streamNamed, streamsOf } from './data-streams.ts';
import { dateMathName } from './date-math.ts';
import { definitionOf } from './definition.ts';
import type { DocumentLines } from './document-lines.ts';
import type { ResolveOptions } from './expression.ts';
import { refuseWrongReferences } from './field-references.ts';
import { documentOf, type FoundDocument } from './found-document.ts';
import { checkIndexName } from './index-name.ts';
import { refuseNestedBesideSort } from './index-sort.ts';
import { AddedDocuments, type IndexWrite, LinesWrite, OperationsWrite, type WriteResults } from './index-write.ts';
import { JoinedWrites } from './joined-writes.ts';
import { type Known, KnownIndexes } from './known-indexes.ts';
import { forgetWords, type LateTexts } from './late-texts.ts';
import { refuseBeyondLimits } from './mapping-limits.ts';
import { mergeMapping } from './merge-mapping.ts';
import { type NameKind, Names } from './names.ts';
import { storeNew } from './new-index.ts';
import type { WriteOperation } from './operation.ts';
import { Prepared } from './prepared.ts';
import { readLines } from './read-lines.ts';
import { readMapping } from './read-mapping.ts';
import { indexClosed, noSuchIndex, refOf, streamExists } from './refusal.ts';
import { filtersOf, resolveNames, writeIndexOf } from './resolve-names.ts';
import { refuseOtherRouting } from './routing-rule.ts';
import { changedSettings, flatSettings } from './settings.ts';
import { refuseOtherSource } from './source-rule.ts';
import { hasMapping, type StoredInfo } from './stored-info.ts';
import { storeNextOf, storeStream, streamsWithout, type Written } from './stream-writes.ts';
import { type AskedIndex, newIndexParts, refuseStreamsOnly } from './templates.ts';
import { refuseOtherTimestamp } from './timestamp-rule.ts';
import { writeDocuments } from './write.ts';

type Body = Readonly<Record<string, unknown>>;

/** How the indexes reach their tenant's file. */
export interface DocumentAccess {
  readonly write: <T>(
    work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<T>,
    limits?: Limits,
  ) => Promise<T>;
  readonly read: <T>(work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<T>) => Promise<T>;
  /** For what needs no statement: neither a turn of the writer nor a snapshot. */
  readonly open: <T>(work: (tenant: OpenTenant) => Promise<T>) => Promise<T>;
  readonly tidy: (name: string) => void;
  readonly texts: LateTexts;
  readonly activities: Activities;
}

/** What an index is made with beside its own parts. */
export interface NewIndexOptions {
  readonly fitsTemplates?: boolean;
  /** Changes of aliases that happen with it. */
  readonly changes?: readonly AliasChange[];
}

/** Indexes of documents as they come: mapped on the way, versioned, spoken to in OpenSearch's terms. One tenant's. */
export class DocumentIndexes {
  readonly #access: DocumentAccess;
  readonly #known = new KnownIndexes();
  readonly #tombstones = new Map<string, Tombstones>();
  readonly #joined: JoinedWrites;
  readonly #ahead = new AheadOfTurn();
  #names: Promise<Names> | null = null;

  constructor(access: DocumentAccess) {
    this.#access = access;
    this.#joined = new JoinedWrites({
      turn: (work) => this.#write(work),
      store: (connection, tenant, name, writes) => this.#store(connection, tenant, name, writes),
    });
  }

  /** A write; when it fails, what it had changed in memory is read from the file again. */
  async #write<T>(work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<T>, limits?: Limits): Promise<T> {
    try {
      return await this.#access.write<T>(work, limits);
    } catch (error) {
      this.#names = null;
      this.#tombstones.clear();
      throw error;
    }
  }

  /** A write to what is kept by name, as it stands when its turn has come: a write that failed before it has all of it read anew. */
  #writeNames<T>(work: (written: Written) => Promise<T>): Promise<T> {
    return this.#write(async (connection, { catalogue }) => {
      this.#names ??= Names.load(connection);
      const reading = this.#names;
      const names = await reading;
      const { revision } = names;
      const done = await work({ connection, catalogue, names }).catch((error: unknown) => {
        // of what was noted nothing is stored
        if (names.revision !== revision) this.#names = null;
        throw error;
      });
      // it was read anew meanwhile, maybe before this was stored
      if (this.#names !== reading) this.#names = null;
      return done;
    });
  }

  names(): Promise<Names> {
    this.#names ??= this.#access.read((connection) => Names.load(connection));
    return this.#names;
  }

  async #indexes(): Promise<Known> {
    const names = await this.names();
    return this.#access.open(async ({ catalogue }) => this.#known.at(catalogue, names));
  }

  /** Every index of stored documents, by name. */
  async list(): Promise<readonly StoredInfo[]> {
    return (await this.#indexes()).indexes;
  }

  async info(name: string): Promise<StoredInfo> {
    const found = (await this.#indexes()).byName.get(name);
    if (!found) throw noSuchIndex(name);
    return found;
  }

  /** Names of the indexes an expression means; aliases stand for the indexes behind them. */
  async resolve(expression: string | readonly string[], options: ResolveOptions = {}): Promise<readonly string[]> {
    return resolveNames(await this.#indexes(), expression, options);
  }

  /** Filters of the aliases an index is seen through, by its name; one that is meant in another way too is seen whole. */
  async filters(expression: string, options: ResolveOptions = {}): Promise<ReadonlyMap<string, readonly unknown[]>> {
    return filtersOf(await this.#indexes(), expression, options);
  }

  /** The index a write to a name, an alias or a data stream goes to; null when there is none of that name yet, '' when it is unclear. */
  async writeIndex(given: string): Promise<string | null> {
    return writeIndexOf(await this.#indexes(), dateMathName(given, Date.now()));
  }

  /** Every data stream, by name. */
  async streams(): Promise<readonly DataStream[]> {
    return streamsOf(await this.names());
  }

  /** Makes a data stream with its first index by the index template that fits its name. @throws PlatformError when none does */
  createStream(name: string): Promise<void> {
    return this.#writeNames((written) => storeStream(written, name));
  }

  /** Begins the index that a data stream is written to from now on. */
  rollStream(name: string): Promise<void> {
    return this.#writeNames((written) => storeNextOf(written, name));
  }

  /** Removes data streams with all their indexes; what is no stream is passed over. */
  removeStreams(streams: readonly string[]): Promise<void> {
    return this.changeAliases([], [], streams);
  }

  /**
   * Makes an index; templates that fit its name have their say first, but where `fitsTemplates` is false. A date in the name is filled in.
   * Where one of the `changes` of aliases that belong to it is refused, there is no new index either.
   * @returns the name @throws PlatformError when it is there already
   */
  async create(
    given: string,
    body: AskedIndex = {},
    { fitsTemplates = true, changes = [] }: NewIndexOptions = {},
  ): Promise<string> {
    const name = dateMathName(given, Date.now());
    checkIndexName(name);
    const names = await this.names();
    if (fitsTemplates) refuseStreamsOnly(names, name);
    const parts = newIndexParts(names, name, body, fitsTemplates);
    const isMapped = body.mappings !== undefined && body.mappings !== null;
    await this.#writeNames(async ({ connection, catalogue, names }) => {
      if (streamNamed(names, name) !== null) throw streamExists(name);
      for (const { index } of changes) refuseBlocked(index, catalogue.find(index)?.definition.stored, 'change');
      const layout = await inTransaction(connection, () =>
        storeNew(connection, catalogue, names, { name, ...parts, ...(isMapped && { isMapped }) }, changes),
      );
      catalogue.keep(layout);
      this.#tombstones.delete(name);
    });
    return name;
  }

  remove(indexes: readonly string[]): Promise<void> {
    return this.changeAliases([], indexes);
  }

  async putMapping(name: string, given: unknown): Promise<void> {
    const added = readMapping(given);
    await this.#change(name, (stored) => {
      refuseOtherTimestamp(stored.mapping, added);
      if (hasMapping(stored)) {
        refuseOtherSource(stored.mapping, added);
        refuseOtherRouting(stored.mapping, added);
      }
      const mapping = mergeMapping(stored.mapping, added);
      refuseBeyondLimits(mapping, stored.settings);
      refuseWrongReferences(mapping, stored.settings);
      refuseNestedBesideSort(mapping, stored.settings);
      return { ...stored, isMapped: true, mapping };
    });
  }

  async putSettings(name: string, given: unknown, preserve = false): Promise<void> {
    const change = flatSettings(given);
    const [only, ...others] = Object.keys(change);
    const isOfBlocks = only !== undefined && others.length === 0 && isBlockSetting(only);
    await this.#change(
      name,
      (stored) => {
        const ref = { index: name, index_uuid: stored.uuid };
        const settings = changedSettings(stored.settings, change, ref, { preserve, closed: stored.closed });
        if (Object.keys(change).some((each) => each.startsWith('index.analysis.'))) refuseUnreadAnalysis({ settings });
        return { ...stored, settings };
      },
      isOfBlocks,
    );
  }

  async setClosed(name: string, closed: boolean): Promise<void> {
    await this.#change(name, (stored) => ({ ...stored, closed }));
  }

  /** `despiteBlocks`: what blocks an index can be taken back while it is blocked. */
  #change(name: string, change: (stored: StoredIndex) => StoredIndex, despiteBlocks = false): Promise<void> {
    return this.#write(async (connection, { catalogue }) => {
      const stored = catalogue.find(name)?.definition.stored;
      if (stored === undefined) throw noSuchIndex(name);
      if (!despiteBlocks) refuseBlocked(name, stored, 'change');
      const definition = definitionOf(name, change(stored));
      await inTransaction(connection, async () =>
        catalogue.keep(await catalogue.store(connection, definition, alterTables)),
      );
    });
  }

  /** Changes aliases and removes indexes and data streams: where one of it is refused, nothing has happened. */
  async changeAliases(
    changes: readonly AliasChange[],
    removedIndexes: readonly string[] = [],
    removedStreams: readonly string[] = [],
  ): Promise<void> {
    const removed = await this.#writeNames(async ({ connection, catalogue, names }) => {
      const stored = (name: string) => catalogue.find(name)?.definition.stored;
      const left = streamsWithout(names, removedIndexes);
      const removed = [
        ...removedIndexes,
        ...removedStreams.flatMap((stream) => streamNamed(names, stream)?.indices ?? []),
      ];
      for (const name of removed) refuseBlocked(name, stored(name), 'remove');
      for (const { kind, index } of changes) {
        if (kind === 'add' && removed.includes(index)) throw noSuchIndex(index);
        refuseBlocked(index, stored(index), 'change');
      }
      const all = [...withoutAliases(names, removed), ...changes];
      await inTransaction(connection, async () => {
        await changeAliases(connection, names, all);
        for (const stream of left) await names.put(connection, 'data_stream', stream.name, keptStream(stream));
        for (const stream of removedStreams) await names.put(connection, 'data_stream', stream, null);
        for (const name of removed) await catalogue.drop(connection, name);
      });
      for (const name of removed) {
        catalogue.forget(name);
        this.#tombstones.delete(name);
      }
      return removed;
    });
    for (const name of removed) this.#access.activities.forget(name);
  }

  async putName(kind: NameKind, name: string, body: Body | null): Promise<void> {
    await this.#writeNames(({ connection, names }) => names.put(connection, kind, name, body));
  }

  /** Runs the operations of a bulk on one index, in one transaction; bulks that come at the same time share it. */
  async write(name: string, operations: readonly WriteOperation[], limits?: Limits): Promise<WriteResults> {
    const began = performance.now();
    const prepared = await this.#access.open(({ catalogue }) =>
      this.#ahead.run(() => Prepared.of(catalogue.find(name), operations)),
    );
    const write = new OperationsWrite(operations, prepared);
    await this.#joined.write(name, write, limits);
    this.#noteWritten(name, write.results, began);
    return write.results;
  }

  /** Adds documents that are given no id, as `write` does, together where each can be read from its bytes. */
  async add(name: string, lines: DocumentLines, limits?: Limits): Promise<AddedDocuments | WriteResults> {
    const began = performance.now();
    const read = await this.#access.open(({ catalogue }) =>
      // rows of many that wait would only take memory
      this.#ahead.run(() => readLines(catalogue.find(name), lines, this.#joined.areFew(name))),
    );
    if (read === null) return this.write(name, lines.operations, limits);
    const write = new LinesWrite(lines, read);
    await this.#joined.write(name, write, limits);
    this.#noteWritten(name, write.results, began);
    return write.results;
  }

  #noteWritten(name: string, results: AddedDocuments | WriteResults, began: number): void {
    this.#access.tidy(name);
    this.#access.activities.add(name, { ...activityOf(results), batches: 1, writeMs: performance.now() - began });
  }

  async #store(
    connection: DuckDBConnection,
    { catalogue }: OpenTenant,
    name: string,
    writes: readonly IndexWrite[],
  ): Promise<void> {
    const layout = openLayout(catalogue.find(name), name);
    const tombstones = this.#tombstones.get(name) ?? new Map();
    this.#tombstones.set(name, tombstones);
    const block = layout.definition.stored && blockOf(name, layout.definition.stored, 'write');
    if (block) {
      for (const write of writes) write.refuse(block);
      return;
    }
    const handedOver = this.#ahead.begin();
    try {
      const written = await inTransactionEnding(connection, async () => {
        const result = await writeDocuments(connection, catalogue, layout, writes, tombstones, this.#access.texts);
        handedOver();
        return { result, last: result.stored?.counters ?? '' };
      });
      if (written.layout !== layout) catalogue.keep(written.layout);
      const { shapes = [], waiting = layout.state.waiting, next = layout.state.next } = written.stored ?? {};
      for (const shape of shapes) layout.state.shapes.saved(shape);
      layout.state.waiting = waiting;
      layout.state.next = next;
    } catch (error) {
      forgetWords(layout);
      layout.state.next = null;
      this.#tombstones.delete(name);
      throw error;
    } finally {
      handedOver();
      layout.state.deferring = false;
    }
  }

  /** Documents by id, each at the place its id stands; null where there is none. */
  async get(name: string, ids: readonly string[]): Promise<readonly (FoundDocument | null)[]> {
    return this.#access.read(async (connection, { catalogue }) => {
      const layout = openLayout(catalogue.find(name), name);
      const columns = ['_id, _version, _seq_no, _routing, _ignored', ...sourceColumns(layout)].join(', ');
      const rows = await rowsOfIds(connection, layout, [...new Set(ids)], columns);
      // for those who ask next: what is asked here was begun by what was known
      await learnIds(connection, layout);
      const found = new Map(rows.map((row) => [String(row._id), documentOf(layout, row)]));
      return ids.map((id) => found.get(id) ?? null);
    });
  }

  /** Counts that somebody asked for a document by its id, and whether it was there. */
  noteAsked(name: string, isFound: boolean, ms: number): void {
    this.#access.activities.add(name, isFound ? { found: 1, foundMs: ms } : { missed: 1, missedMs: ms });
  }

  /** Counts that somebody asked for all of an index to be on disk. */
  noteFlushed(name: string): void {
    this.#access.activities.add(name, { flushes: 1 });
  }

  /** Counts of an index of stored documents. */
  async stats(name: string): Promise<IndexStats> {
    return this.#access.read(async (connection, { catalogue }) => {
      const layout = catalogue.find(name);
      if (!layout) throw noSuchIndex(name);
      return readStats(connection, layout, this.#access.activities.of(name));
    });
  }
}

function activityOf(results: AddedDocuments | WriteResults): Partial<Activity> {
  if (results instanceof AddedDocuments) return { indexed: results.count };
  const sum = { indexed: 0, deleted: 0, refused: 0, noops: 0 };
  for (const one of results) {
    if ('error' in one) sum.refused++;
    else if (one.result === 'deleted' || one.result === 'not_found') sum.deleted++;
    else if (one.result === 'noop') sum.noops++;
    else sum.indexed++;
  }
  return sum;
}

function openLayout(layout: IndexLayout | undefined, name: string): IndexLayout {
  const stored = layout?.definition.stored;
  if (!layout || !stored) throw noSuchIndex(name);
  if (stored.closed) throw indexClosed(refOf(layout));
  return layout;
}
