import type {
  AskedWords,
  BatchInput,
  ComingRows,
  DocumentIndexes,
  DocumentWritten,
  EarlierState,
  EarlyLoad,
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
  Undo,
  UndoInput,
  WantedStates,
} from '@datasarana/engine';
import type { Query, SearchRequest } from '@datasarana/query';
import type { Scope } from '../../access/scope.ts';

export type { DocumentWritten, EarlierState, StoredDocument } from '@datasarana/engine';

/** Zero-based start, exclusive end (API-07). */
export interface Page {
  readonly from: number;
  readonly to: number;
}

/**
 * `signal` ends the work at the engine, not only the waiting; `timeoutMs` does the same by the clock. Fields at the dotted paths
 * `hidden` are as if they were not there: nothing shows them, nothing depends on them (TPL-30).
 */
export interface SearchLimits {
  readonly hidden?: readonly string[];
  /** Names of indexes whose documents are found and counted, and not shown. */
  readonly withheld?: readonly string[];
  /** Documents come as they were sent, whatever `_source` of their mapping says: to copy them. */
  readonly whole?: boolean;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Values the platform writes beside a document, by the names of TPL-08. */
export type SystemValues = Readonly<Record<string, unknown>>;

/** Told whose index has other rows now. */
export type RowsListener = (tenant: string, name: string) => void;

/**
 * Rows of templates: one index per template, searched and analysed. Every call is bound to `scope.tenant`; an index of
 * another tenant is one that is not there (NotFound). Nothing in a name, query or body can widen that (SEC-02).
 */
export interface SearchIndex {
  /** Makes the index; an index of that name with another definition gets the new fields, a stored type never changes. */
  createIndex(scope: Scope, definition: IndexDefinition): Promise<void>;
  removeIndex(scope: Scope, name: string): Promise<void>;
  /** Null when the tenant has no such index. */
  definition(scope: Scope, name: string): Promise<IndexDefinition | null>;
  /** What a query becomes on an index, as Lucene would write it. */
  spelled(scope: Scope, name: string, query: Query): Promise<string>;
  /** How often words stand in fields of an index. */
  termStatistics(
    scope: Scope,
    name: string,
    asked: readonly AskedWords[],
    limits?: Limits,
  ): Promise<ReadonlyMap<string, FieldStatistics>>;
  indexes(scope: Scope): Promise<readonly string[]>;
  stats(scope: Scope, name: string): Promise<IndexStats>;

  /** Begins to read rows of a batch that still comes in, for `applyBatch` to end; null when the index has to see it whole. */
  readEarly(scope: Scope, name: string, rows: ComingRows): Promise<EarlyLoad | null>;
  /** Rows, postings, rejects, ledger and position in one transaction; the same request id again answers the stored ledger. */
  applyBatch(scope: Scope, name: string, input: BatchInput, early?: EarlyLoad | null): Promise<Ledger>;
  /**
   * Small batches in one transaction, each with its ledger: the first so many of them. Null when none was applied and they have to
   * be applied one by one.
   */
  applyTogether(scope: Scope, name: string, inputs: readonly BatchInput[]): Promise<readonly Ledger[] | null>;
  ledgers(
    scope: Scope,
    name: string,
    page: Page,
  ): Promise<{ readonly ledgers: readonly Ledger[]; readonly total: number }>;
  ledger(scope: Scope, batch: string): Promise<Ledger | null>;
  rejected(
    scope: Scope,
    name: string,
    batch: string,
    page: Page,
    filter?: RejectFilter,
  ): Promise<{ readonly rows: readonly RejectedRow[]; readonly total: number }>;
  /** The lines rejected rows of a batch stand in, ascending. */
  rejectedLines(scope: Scope, name: string, batch: string, filter?: RejectFilter): Promise<readonly number[]>;
  /**
   * The lines whose rows were refused when they came, ascending: those that still are rejected, and those mended later than `since`
   * (epoch ms; when mended rows were sent that joined the batch).
   */
  refusedLines(scope: Scope, name: string, batch: string, since?: number): Promise<readonly number[]>;
  /** Why rows of a batch are still rejected, the most frequent cause first. */
  rejectCauses(scope: Scope, name: string, batch: string): Promise<readonly RejectCause[]>;
  /** Times mended rows of a batch were sent again. */
  replays(scope: Scope, batch: string): Promise<readonly Replay[]>;
  /** What came of mended rows that were sent with this request before; null when they were not. */
  replayed(scope: Scope, name: string, requestId: string): Promise<Ledger | null>;
  /**
   * Takes a batch back in one transaction: what it added goes, what it replaced comes back as it was.
   * @throws PlatformError 409 naming the later edits in its way
   */
  undoBatch(scope: Scope, name: string, input: UndoInput): Promise<Undo>;
  /** Batches of an index that were undone. */
  undoneBatches(scope: Scope, name: string): Promise<readonly Undo[]>;
  /** Next stream offset to consume, by partition. */
  position(scope: Scope, topic: string): Promise<ReadonlyMap<number, number>>;
  /** Moves the position past what the index has already; never back. */
  advance(scope: Scope, position: NonNullable<BatchInput['position']>): Promise<void>;

  putDocument(
    scope: Scope,
    name: string,
    document: Readonly<Record<string, unknown>>,
    system: SystemValues,
    options?: PutOptions,
  ): Promise<DocumentWritten>;
  getDocument(scope: Scope, name: string, id: string): Promise<StoredDocument | null>;
  /** Earlier states of a document that are still kept, the latest first; not of a document that keeps what was sent (`/os`). */
  earlierStates(scope: Scope, name: string, id: string, wanted?: WantedStates): Promise<readonly EarlierState[]>;
  /** Documents that were removed by themselves and are not there now, as they were last; the latest removed first. */
  removedDocuments(scope: Scope, name: string, wanted?: Pick<WantedStates, 'from'>): Promise<readonly EarlierState[]>;
  /** The document that one with these key fields would replace, or null. */
  findByKey(scope: Scope, name: string, document: Readonly<Record<string, unknown>>): Promise<StoredDocument | null>;
  /** Removes documents at once. @returns how many of them there were */
  deleteDocuments(scope: Scope, name: string, ids: readonly string[], by: string): Promise<number>;

  /** OpenSearch's answer with exact totals over one or more indexes. */
  search(
    scope: Scope,
    names: readonly string[],
    request: SearchRequest,
    limits?: SearchLimits,
  ): Promise<SearchResponse>;
  /** What searches of the caller's tenant do now, and did since the start. */
  searchTurns(scope: Scope): SearchTurns;
  /** Every match, in a stable order, page by page, from one snapshot; stop iterating to stop the work. */
  scan(scope: Scope, names: readonly string[], query: Query, limits?: SearchLimits): AsyncIterable<readonly Hit[]>;

  /** The data of the caller's tenant as they are now; who asked closes it. */
  snapshot(scope: Scope): Promise<Snapshot>;
  /** Indexes of documents as they come, of the caller's tenant. */
  documents(scope: Scope): DocumentIndexes;

  /** Copies of the tenant's indexes outside of them, and indexes made anew. */
  archive(scope: Scope): IndexArchive;
  /** Indexes written to since this was asked last, of all tenants; for upkeep only. */
  takeWritten(): readonly { readonly tenant: string; readonly name: string }[];

  /** Tells `listener` of rows that are written and can be found, of all tenants, until the answer is called. */
  onChange(listener: RowsListener): () => void;

  close(): Promise<void>;
}
