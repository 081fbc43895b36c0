import type {
  BatchInput,
  ComingRows,
  DocumentIndexes,
  DocumentWritten,
  EarlyLoad,
  Engine,
  Hit,
  IndexDefinition,
  IndexStats,
  Ledger,
  RejectedRow,
  SearchResponse,
  Snapshot,
  StoredDocument,
  TenantIndexes,
} from '@datasarana/engine';
import type { Query, SearchRequest } from '@datasarana/query';
import type { Scope } from '../../access/scope.ts';
import type { Page, SearchIndex, SearchLimits, SystemValues } from './port.ts';

/** The search port on the engine in this process: one DuckDB file per tenant. */
export class EmbeddedSearchIndex implements SearchIndex {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The caller's tenant, and nothing else, decides whose file is read (SEC-02). */
  #of(scope: Scope): TenantIndexes {
    if (scope.tenant === '') throw new Error('Rows belong to a tenant; this scope has none');
    return this.#engine.tenant(scope.tenant);
  }

  createIndex(scope: Scope, definition: IndexDefinition): Promise<void> {
    return this.#of(scope).createIndex(definition);
  }

  removeIndex(scope: Scope, name: string): Promise<void> {
    return this.#of(scope).removeIndex(name);
  }

  definition(scope: Scope, name: string): Promise<IndexDefinition | null> {
    return this.#of(scope).definition(name);
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
    return this.#of(scope).applyBatch(name, input, early);
  }

  ledgers(scope: Scope, name: string, page: Page): Promise<{ ledgers: readonly Ledger[]; total: number }> {
    return this.#of(scope).ledgers(name, page);
  }

  ledger(scope: Scope, batch: string): Promise<Ledger | null> {
    return this.#of(scope).ledger(batch);
  }

  rejected(
    scope: Scope,
    name: string,
    batch: string,
    page: Page,
  ): Promise<{ rows: readonly RejectedRow[]; total: number }> {
    return this.#of(scope).rejected(name, batch, page);
  }

  position(scope: Scope, topic: string): Promise<ReadonlyMap<number, number>> {
    return this.#of(scope).position(topic);
  }

  putDocument(
    scope: Scope,
    name: string,
    document: Readonly<Record<string, unknown>>,
    system: SystemValues,
    options?: { readonly id?: string },
  ): Promise<DocumentWritten> {
    return this.#of(scope).putDocument(name, document, system, options);
  }

  getDocument(scope: Scope, name: string, id: string): Promise<StoredDocument | null> {
    return this.#of(scope).getDocument(name, id);
  }

  deleteDocument(scope: Scope, name: string, id: string): Promise<boolean> {
    return this.#of(scope).deleteDocument(name, id);
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

  snapshot(scope: Scope): Promise<Snapshot> {
    return this.#of(scope).snapshot();
  }

  documents(scope: Scope): DocumentIndexes {
    return this.#of(scope).documents;
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
