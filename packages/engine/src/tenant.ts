import type { Query, SearchRequest } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import { IndexArchive } from './archive/index-archive.ts';
import { DocumentIndexes } from './documents/document-indexes.ts';
import { LateTexts } from './documents/late-texts.ts';
import { Activities } from './index/activity.ts';
import type { IndexDefinition } from './index/definition.ts';
import type { IndexLayout } from './index/layout.ts';
import { type IndexStats, readStats } from './index/stats.ts';
import { applyBatch } from './load/apply-batch.ts';
import type { BatchInput, ComingRows, Ledger } from './load/batch.ts';
import { BatchAccounts } from './load/batch-accounts.ts';
import { isLarge } from './load/direct.ts';
import {
  type DocumentWritten,
  deleteDocuments,
  findByKey,
  getDocument,
  type PutOptions,
  putDocument,
  type StoredDocument,
} from './load/documents.ts';
import { type EarlierState, earlierStates, removedDocuments, type WantedStates } from './load/earlier-states.ts';
import { EarlyLoad } from './load/early-load.ts';
import { applyGroup } from './load/group.ts';
import { type HistoryLimits, trimHistory } from './load/history.ts';
import { advancePosition } from './load/ledgers.ts';
import { indexReturningTexts } from './load/returning-texts.ts';
import { widthOf } from './load/stage.ts';
import { type Undo, type UndoInput, undoBatch } from './load/undo.ts';
import { ColumnMemory } from './search/columns/column-memory.ts';
import type { Hit, SearchResponse } from './search/response.ts';
import { type SearchLimits, type SearchStore, scan, search } from './search/search.ts';
import { Snapshot } from './search/snapshot.ts';
import { spellQuery } from './search/spelling/spell-query.ts';
import { type AskedWords, type FieldStatistics, termStatistics } from './search/term-statistics.ts';
import { PostingsMemory } from './search/text/postings-memory.ts';
import { Versions } from './search/versions.ts';
import type { Limits } from './store/interruptible.ts';
import { LazyStore, type OpenTenant } from './store/lazy-store.ts';
import type { Places } from './store/places.ts';
import type { StoreOptions } from './store/tenant-store.ts';
import type { SearchTurns, Turns } from './store/turns.ts';
import { TenantUpkeep } from './tenant-upkeep.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the tenants of an engine share. */
export interface SharedByTenants {
  /** In which searches take their turns. */
  readonly turns: Turns;
  /** Places for batches that are read while they still come in. */
  readonly early: Places;
  /** Places for large batches that are taken in: none of them waits for what comes from outside. */
  readonly large: Places;
}

/** The indexes of one tenant. Writes take turns; readers see what was committed, each its own snapshot. */
export class TenantIndexes {
  readonly #lazy: LazyStore;
  #early: EarlyLoad | null = null;
  readonly #columns: ColumnMemory;
  readonly #postings: PostingsMemory;
  readonly #searched: SearchStore;
  readonly #texts = new LateTexts();
  readonly #upkeep: TenantUpkeep;
  readonly #activities = new Activities();

  /** What became of the batches that were taken in. */
  readonly accounts = new BatchAccounts((work) =>
    this.#lazy.use((tenant) => tenant.store.read((connection) => work(connection, tenant))),
  );

  /** Copies of indexes outside of them, and indexes made anew from those. */
  readonly archive = new IndexArchive({
    write: (work, limits) => this.#write(work, limits),
    read: (work, limits) =>
      this.#lazy.use((tenant) => tenant.store.read((connection) => work(connection, tenant), limits)),
  });

  /** Indexes of documents as they come. */
  readonly documents = new DocumentIndexes({
    write: (work, limits) => this.#write(work, limits),
    read: (work) => this.#lazy.use((tenant) => tenant.store.read((connection) => work(connection, tenant))),
    open: (work) => this.#lazy.use(work),
    tidy: (name) => this.#upkeep.tidy(name),
    texts: this.#texts,
    activities: this.#activities,
  });

  readonly #shared: SharedByTenants;
  /** What the tenant's searches do now, and did since the start. */
  readonly searchTurns: () => SearchTurns;
  readonly #inTurn: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

  constructor(
    tenant: string,
    options: StoreOptions & SharedByTenants,
    idleCloseMs: number,
    onBackgroundError: (error: unknown) => void,
  ) {
    this.#shared = options;
    this.searchTurns = () => options.turns.of(tenant);
    this.#inTurn = (work, signal) => options.turns.run(tenant, work, signal);
    this.#columns = new ColumnMemory(options.columns);
    this.#postings = new PostingsMemory(options.postings);
    const inWrite = <T>(write: () => Promise<T>): Promise<T> => options.turns.write(tenant, write);
    this.#lazy = new LazyStore(tenant, { ...options, inWrite }, idleCloseMs, () => {
      this.#columns.clear();
      this.#postings.clear();
    });
    this.#upkeep = new TenantUpkeep(this.#lazy, () => this.#early !== null, onBackgroundError);
    this.#searched = {
      layout: async (name) => this.#upkeep.withTexts(await this.layout(name)),
      read: (work, limits, begin) => this.#lazy.use(({ store }) => store.read(work, limits, begin)),
      isBegun: false,
      memory: this.#postings,
      columns: this.#columns,
      versions: new Versions(),
      generation: () => this.#lazy.generation,
    };
  }

  /** False before the first call and while nobody uses the tenant. */
  get isOpen(): boolean {
    return this.#lazy.isOpen;
  }

  /** Makes the index; an index of that name gets new fields and rules, a stored type never changes (409). */
  createIndex(definition: IndexDefinition): Promise<void> {
    return this.#write((connection, { catalogue }) =>
      catalogue.put(connection, definition, (layout, texts) => indexReturningTexts(connection, layout, texts)),
    );
  }

  async removeIndex(name: string): Promise<void> {
    await this.#write((connection, { catalogue }) => catalogue.remove(connection, name));
    this.#activities.forget(name);
  }

  definition(name: string): Promise<IndexDefinition | null> {
    return this.#lazy.use(async ({ catalogue }) => catalogue.find(name)?.definition ?? null);
  }

  /** What a query becomes on an index, as Lucene would write it. */
  async spelled(name: string, query: Query): Promise<string> {
    return spellQuery(query, await this.layout(name), Date.now());
  }

  /** How often words stand in fields of an index. */
  termStatistics(
    name: string,
    asked: readonly AskedWords[],
    limits?: Limits,
  ): Promise<ReadonlyMap<string, FieldStatistics>> {
    const counted = async () => termStatistics(this.#searched, await this.#searched.layout(name), asked, limits);
    return this.#inTurn(() => this.#texts.during(counted), limits?.signal);
  }

  indexes(): Promise<readonly string[]> {
    return this.#lazy.use(async ({ catalogue }) => catalogue.names());
  }

  /** Where the fields of an index stand in its tables; refuses an index that is not there (404). */
  layout(name: string): Promise<IndexLayout> {
    return this.#lazy.use(async ({ catalogue }) => catalogue.get(name));
  }

  /** Runs `work` on one snapshot of the tenant's data; its statements are interrupted when a limit is reached. */
  read<T>(work: (connection: DuckDBConnection) => Promise<T>, limits?: Limits): Promise<T> {
    return this.#lazy.use(({ store }) => store.read(work, limits));
  }

  /**
   * Begins to read a CSV batch whose rows still come in; `applyBatch` ends it. Null when that is no use: the index has key
   * fields, so rows are to be compared, another batch of the tenant is read early already, or as many of all tenants as may be.
   */
  async readEarly(name: string, rows: ComingRows): Promise<EarlyLoad | null> {
    if (this.#early !== null) return null;
    return this.#lazy.hold(async (connection, { catalogue, store }, release) => {
      const layout = catalogue.find(name);
      const isNoUse = !layout || layout.definition.keyFields.length > 0 || !store.fits(widthOf(layout, rows));
      const leave = isNoUse || this.#early !== null ? null : this.#shared.early.take();
      if (isNoUse || leave === null) {
        release();
        return null;
      }
      const ended = (): void => {
        this.#early = null;
        leave();
        release();
      };
      this.#early = new EarlyLoad(connection, layout, rows, ended);
      return this.#early;
    });
  }

  /**
   * Takes a batch in, whole or not at all; the same `requestId` again answers the stored ledger. `early` has read the
   * first files of the batch already.
   */
  async applyBatch(name: string, input: BatchInput, early: EarlyLoad | null = null): Promise<Ledger> {
    const limits = { signal: input.signal };
    try {
      const ledger = await this.#write(async (connection, { catalogue, store }) => {
        const layout = catalogue.get(name);
        const apply = () =>
          store.withRoom(widthOf(layout, input.rows), () => applyBatch(connection, layout, input, early));
        if (input.rows.format === 'rows' || !(await isLarge(input.rows.files))) return apply();
        return this.#shared.large.within(apply, { ...limits, begun: early !== null });
      }, limits);
      if (input.dryRun !== true) this.#noteRows(name, ledger);
      return ledger;
    } finally {
      await early?.abort();
      if (input.dryRun !== true) this.#upkeep.tidy(name);
    }
  }

  /**
   * Takes small batches in together, the first so many of them; their ledgers. Null when they are to be given to `applyBatch` one by
   * one: they are not rows of one shape that only come in addition and are surely read.
   * @throws whatever goes wrong on the way; nothing of them is stored then, and they may be given to `applyBatch`
   */
  async applyTogether(name: string, inputs: readonly BatchInput[]): Promise<readonly Ledger[] | null> {
    const ledgers = await this.#write(async (connection, { catalogue, store }) => {
      const layout = catalogue.find(name);
      const widths = inputs.map(({ rows }) => (layout ? widthOf(layout, rows) : 0));
      return layout && store.fits(Math.max(...widths)) ? applyGroup(connection, layout, inputs) : null;
    });
    if (ledgers) this.#upkeep.tidy(name);
    for (const ledger of ledgers ?? []) this.#noteRows(name, ledger);
    return ledgers;
  }

  #noteRows(name: string, { accepted, replaced, rejected }: Ledger): void {
    this.#activities.add(name, { indexed: accepted + replaced, refused: rejected });
  }

  /** Takes a batch back: what it added goes, what it replaced comes back as it was. */
  async undoBatch(name: string, input: UndoInput): Promise<Undo> {
    const limits = input.signal ? { signal: input.signal } : {};
    const work = (connection: DuckDBConnection, { catalogue, store }: OpenTenant) => {
      const layout = catalogue.get(name);
      return store.withRoom(widthOf(layout), () => undoBatch(connection, layout, input));
    };
    const undo = await this.#write(work, limits);
    if (!input.dryRun) this.#upkeep.tidy(name);
    return undo;
  }

  /** Lets go of earlier states of documents beyond the limits; happens by itself after writes. */
  trimHistory(name: string, limits: HistoryLimits): Promise<void> {
    return this.#write((connection, { catalogue }) => trimHistory(connection, catalogue.get(name), Date.now(), limits));
  }

  /** Moves past what needs no applying; never back. */
  advance(position: NonNullable<BatchInput['position']>): Promise<void> {
    return this.#write((connection) => advancePosition(connection, position));
  }

  async putDocument(
    name: string,
    document: Fields,
    system: Fields = {},
    options?: PutOptions,
  ): Promise<DocumentWritten> {
    const written = await this.#write((connection, { catalogue }) =>
      putDocument(connection, catalogue.get(name), document, system, options),
    );
    this.#upkeep.tidy(name);
    this.#activities.add(name, { indexed: 1 });
    return written;
  }

  getDocument(name: string, id: string): Promise<StoredDocument | null> {
    return this.#readIndex(name, (connection, layout) => getDocument(connection, layout, id));
  }

  /** Earlier states of a document that are still kept, the latest first. */
  earlierStates(name: string, id: string, wanted?: WantedStates): Promise<readonly EarlierState[]> {
    return this.#readIndex(name, (connection, layout) => earlierStates(connection, layout, id, wanted));
  }

  /** Documents that were removed by themselves and are not there now, as they were last; the latest removed first. */
  removedDocuments(name: string, wanted?: Pick<WantedStates, 'from'>): Promise<readonly EarlierState[]> {
    return this.#readIndex(name, (connection, layout) => removedDocuments(connection, layout, wanted));
  }

  /** The document that one with these key fields would replace, or null. */
  findByKey(name: string, document: Fields): Promise<StoredDocument | null> {
    return this.#write((connection, { catalogue }) => findByKey(connection, catalogue.get(name), document));
  }

  /** Removes documents at once; `by` is who asks, as shown to people. @returns how many of them there were */
  async deleteDocuments(name: string, ids: readonly string[], by = ''): Promise<number> {
    const deleted = await this.#write((connection, { catalogue }) =>
      deleteDocuments(connection, catalogue.get(name), ids, by),
    );
    this.#upkeep.tidy(name);
    this.#activities.add(name, { deleted });
    return deleted;
  }

  /** OpenSearch's answer with exact totals; `names` are indexes of this tenant. */
  async search(names: readonly string[], request: SearchRequest, limits?: SearchLimits): Promise<SearchResponse> {
    const found = () => search(this.#searched, names, request, limits);
    const answer = await this.#inTurn(() => this.#texts.during(found), limits?.signal);
    this.#activities.searched(names, request, answer);
    return answer;
  }

  /** The data as they are now, for searches read page by page; who asked closes it. */
  snapshot(): Promise<Snapshot> {
    return this.#texts.during(async () => {
      const all = await this.#lazy.use(async ({ catalogue }) => catalogue.names().map((name) => catalogue.get(name)));
      for (const layout of all) await this.#upkeep.withTexts(layout);
      return this.#snapshot();
    });
  }

  async #snapshot(): Promise<Snapshot> {
    return this.#lazy.hold(async (connection, { catalogue }, release) => {
      await connection.run("SET TimeZone = 'UTC'");
      await connection.run('BEGIN TRANSACTION READ ONLY');
      // a transaction sees what there is at its first statement
      await connection.run('SELECT count(*) FROM catalogue');
      const layouts = new Map(catalogue.names().map((name) => [name, catalogue.get(name)]));
      const layoutOf = async (name: string) => layouts.get(name) ?? catalogue.get(name);
      const shared = { ...this.#searched, inTurn: this.#inTurn, activities: this.#activities };
      return new Snapshot(connection, layoutOf, shared, release);
    });
  }

  /** Every match in a stable order, page by page, from one snapshot. */
  async *scan(names: readonly string[], query: Query, limits?: SearchLimits): AsyncIterable<readonly Hit[]> {
    this.#texts.begin();
    try {
      yield* scan(this.#searched, names, query, limits);
    } finally {
      this.#texts.end();
    }
  }

  stats(name: string): Promise<IndexStats> {
    return this.#readIndex(name, (connection, layout) => readStats(connection, layout, this.#activities.of(name)));
  }

  /** Waits for work under way, then lets go of the file. */
  close(): Promise<void> {
    this.#upkeep.close();
    return this.#lazy.close();
  }

  #write<T>(work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<T>, limits?: Limits): Promise<T> {
    return this.#lazy.use((tenant) => tenant.store.write((connection) => work(connection, tenant), limits));
  }

  #readIndex<T>(name: string, work: (connection: DuckDBConnection, layout: IndexLayout) => Promise<T>): Promise<T> {
    return this.#lazy.use(({ store, catalogue }) => {
      const layout = catalogue.get(name);
      return store.read((connection) => work(connection, layout));
    });
  }
}
