import type {
  AskedWords,
  BatchInput,
  ComingRows,
  DocumentIndexes,
  DocumentWritten,
  EarlierState,
  EarlyLoad,
  Engine,
  FieldStatistics,
  Hit,
  IndexArchive,
  IndexDefinition,
  IndexStats,
  Ledger,
  Limits,
  PutOptions,
  RejectCause,
  RejectedRow,
  RejectFilter,
  Replay,
  SearchResponse,
  SearchTurns,
  Snapshot,
  StoredDocument,
  TenantIndexes,
  Undo,
  UndoInput,
  WantedStates,
} from '@datasarana/engine';
import type { Query, SearchRequest } from '@datasarana/query';
import type { Scope } from '../../access/scope.ts';
import type { Page, RowsListener, SearchIndex, SearchLimits, SystemValues } from './port.ts';

/** The search port on the engine in this process: one DuckDB file per tenant. */
export class EmbeddedSearchIndex implements SearchIndex {
  readonly #engine: Engine;
  readonly #written = new Map<string, Set<string>>();
  readonly #listeners = new Set<RowsListener>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The caller's tenant, and nothing else, decides whose file is read (SEC-02). */
  #of(scope: Scope): TenantIndexes {
    if (scope.tenant === '') throw new Error('Rows belong to a tenant; this scope has none');
    return this.#engine.tenant(scope.tenant);
  }

  #write(scope: Scope, name: string): TenantIndexes {
    const names = this.#written.get(scope.tenant) ?? new Set();
    this.#written.set(scope.tenant, names.add(name));
    return this.#of(scope);
  }

  /** Tells who listens once the work is done; `changed` says whether it left other rows behind. */
  async #told<T>(scope: Scope, name: string, work: Promise<T>, changed: (done: T) => boolean): Promise<T> {
    const done = await work;
    if (changed(done)) for (const listener of this.#listeners) listener(scope.tenant, name);
    return done;
  }

  createIndex(scope: Scope, definition: IndexDefinition): Promise<void> {
    return this.#of(scope).createIndex(definition);
  }

  removeIndex(scope: Scope, name: string): Promise<void> {
    return this.#told(scope, name, this.#of(scope).removeIndex(name), () => true);
  }

  definition(scope: Scope, name: string): Promise<IndexDefinition | null> {
    return this.#of(scope).definition(name);
  }

  spelled(scope: Scope, name: string, query: Query): Promise<string> {
    return this.#of(scope).spelled(name, query);
  }

  termStatistics(
    scope: Scope,
    name: string,
    asked: readonly AskedWords[],
    limits?: Limits,
  ): Promise<ReadonlyMap<string, FieldStatistics>> {
    return this.#of(scope).termStatistics(name, asked, limits);
  }

  indexes(scope: Scope): Promise<readonly string[]> {
    return this.#of(scope).indexes();
  }

  stats(scope: Scope, name: string): Promise<IndexStats> {
    return this.#of(scope).stats(name);
  }

  readEarly(scope: Scope, name: string, rows: ComingRows): Promise<EarlyLoad | null> {
    return this.#of(scope).readEarly(name, rows);
  }

  applyBatch(scope: Scope, name: string, input: BatchInput, early: EarlyLoad | null = null): Promise<Ledger> {
    const applied = this.#write(scope, name).applyBatch(name, input, early);
    return this.#told(scope, name, applied, ({ accepted, replaced }) => accepted + replaced > 0);
  }

  applyTogether(scope: Scope, name: string, inputs: readonly BatchInput[]): Promise<readonly Ledger[] | null> {
    const applied = this.#write(scope, name).applyTogether(name, inputs);
    return this.#told(scope, name, applied, (ledgers) => ledgers?.some(({ accepted }) => accepted > 0) === true);
  }

  ledgers(scope: Scope, name: string, page: Page): Promise<{ ledgers: readonly Ledger[]; total: number }> {
    return this.#of(scope).accounts.ledgers(name, page);
  }

  ledger(scope: Scope, batch: string): Promise<Ledger | null> {
    return this.#of(scope).accounts.ledger(batch);
  }

  rejected(
    scope: Scope,
    name: string,
    batch: string,
    page: Page,
    filter?: RejectFilter,
  ): Promise<{ rows: readonly RejectedRow[]; total: number }> {
    return this.#of(scope).accounts.rejected(name, batch, page, filter);
  }

  rejectedLines(scope: Scope, name: string, batch: string, filter?: RejectFilter): Promise<readonly number[]> {
    return this.#of(scope).accounts.rejectedLines(name, batch, filter);
  }

  refusedLines(scope: Scope, name: string, batch: string, since?: number): Promise<readonly number[]> {
    return this.#of(scope).accounts.refusedLines(name, batch, since);
  }

  rejectCauses(scope: Scope, name: string, batch: string): Promise<readonly RejectCause[]> {
    return this.#of(scope).accounts.rejectCauses(name, batch);
  }

  replays(scope: Scope, batch: string): Promise<readonly Replay[]> {
    return this.#of(scope).accounts.replays(batch);
  }

  replayed(scope: Scope, name: string, requestId: string): Promise<Ledger | null> {
    return this.#of(scope).accounts.replayed(name, requestId);
  }

  undoBatch(scope: Scope, name: string, input: UndoInput): Promise<Undo> {
    return this.#told(scope, name, this.#of(scope).undoBatch(name, input), () => !input.dryRun);
  }

  undoneBatches(scope: Scope, name: string): Promise<readonly Undo[]> {
    return this.#of(scope).accounts.undoneBatches(name);
  }

  position(scope: Scope, topic: string): Promise<ReadonlyMap<number, number>> {
    return this.#of(scope).accounts.position(topic);
  }

  advance(scope: Scope, position: NonNullable<BatchInput['position']>): Promise<void> {
    return this.#of(scope).advance(position);
  }

  putDocument(
    scope: Scope,
    name: string,
    document: Readonly<Record<string, unknown>>,
    system: SystemValues,
    options?: PutOptions,
  ): Promise<DocumentWritten> {
    const put = this.#write(scope, name).putDocument(name, document, system, options);
    return this.#told(scope, name, put, ({ result }) => result !== 'unchanged');
  }

  getDocument(scope: Scope, name: string, id: string): Promise<StoredDocument | null> {
    return this.#of(scope).getDocument(name, id);
  }

  earlierStates(scope: Scope, name: string, id: string, wanted?: WantedStates): Promise<readonly EarlierState[]> {
    return this.#of(scope).earlierStates(name, id, wanted);
  }

  removedDocuments(scope: Scope, name: string, wanted?: Pick<WantedStates, 'from'>): Promise<readonly EarlierState[]> {
    return this.#of(scope).removedDocuments(name, wanted);
  }

  findByKey(scope: Scope, name: string, document: Readonly<Record<string, unknown>>): Promise<StoredDocument | null> {
    return this.#write(scope, name).findByKey(name, document);
  }

  deleteDocuments(scope: Scope, name: string, ids: readonly string[], by: string): Promise<number> {
    return this.#told(scope, name, this.#write(scope, name).deleteDocuments(name, ids, by), (deleted) => deleted > 0);
  }

  search(
    scope: Scope,
    names: readonly string[],
    request: SearchRequest,
    limits?: SearchLimits,
  ): Promise<SearchResponse> {
    return this.#of(scope).search(names, request, limits);
  }

  scan(scope: Scope, names: readonly string[], query: Query, limits?: SearchLimits): AsyncIterable<readonly Hit[]> {
    return this.#of(scope).scan(names, query, limits);
  }

  searchTurns(scope: Scope): SearchTurns {
    return this.#of(scope).searchTurns();
  }

  snapshot(scope: Scope): Promise<Snapshot> {
    return this.#of(scope).snapshot();
  }

  documents(scope: Scope): DocumentIndexes {
    return this.#of(scope).documents;
  }

  archive(scope: Scope): IndexArchive {
    return this.#of(scope).archive;
  }

  takeWritten(): readonly { readonly tenant: string; readonly name: string }[] {
    const written = [...this.#written].flatMap(([tenant, names]) => [...names].map((name) => ({ tenant, name })));
    this.#written.clear();
    return written;
  }

  onChange(listener: RowsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
