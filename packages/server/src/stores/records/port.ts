import type { Scope } from '../../access/scope.ts';

/** Where a kind lives: `cluster` records belong to no tenant, `tenant` records to exactly one. */
export type Realm = 'cluster' | 'tenant';

/** A vertex of the record graph (design §4). Times in epoch ms. `version` starts at 1 and grows by one per write. */
export interface StoredRecord {
  readonly id: string;
  readonly kind: string;
  readonly cluster: string;
  /** Empty for cluster-realm kinds. */
  readonly tenant: string;
  readonly version: number;
  readonly status: string;
  readonly ts: number;
  readonly ts_modified: number;
  readonly ts_status: number;
  /** When it was archived by removal (REC-39), else null. */
  readonly ts_removed: number | null;
  /** The record's own items, without the columns above. */
  readonly doc: Readonly<Record<string, unknown>>;
}

export type RecordChange =
  | {
      readonly op: 'add';
      readonly kind: string;
      readonly id: string;
      readonly doc: Readonly<Record<string, unknown>>;
      readonly status?: string;
    }
  /** `doc` is the whole new document; `basedOn` is the version or `basedOnModified` the ts_modified it was made from (REC-38). */
  | {
      readonly op: 'update';
      readonly kind: string;
      readonly id: string;
      readonly doc: Readonly<Record<string, unknown>>;
      readonly status?: string;
      readonly basedOn?: number;
      readonly basedOnModified?: number;
    }
  | { readonly op: 'remove'; readonly kind: string; readonly id: string }
  | { readonly op: 'restore'; readonly kind: string; readonly id: string }
  | { readonly op: 'erase'; readonly kind: string; readonly id: string }
  | {
      readonly op: 'link';
      readonly label: string;
      readonly from: string;
      readonly to: string;
      readonly props?: Readonly<Record<string, unknown>>;
    }
  | { readonly op: 'unlink'; readonly label: string; readonly from: string; readonly to: string };

export interface RecordSearch {
  /** Item paths the keyword is looked for in; a case-insensitive "contains". Empty = no keyword filter. */
  readonly keys: readonly string[];
  readonly keyword: string;
  /** Equality on item paths, ANDed; an array means any of. Array items match when they contain the value. */
  readonly where?: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
  readonly status?: readonly string[];
  /** Only records linked to this one: `out` = edges from `id` to the record. */
  readonly linked?: { readonly label: string; readonly id: string; readonly direction: 'out' | 'in' };
  readonly ids?: readonly string[];
  /** Zero-based start, exclusive end (API-07). */
  readonly from: number;
  readonly to: number;
  readonly sort?: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  readonly removed?: 'without' | 'only';
}

export interface FieldDifference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One row per change (design §4), newest first when listed. */
export interface HistoryRow {
  readonly record: string;
  readonly kind: string;
  readonly version: number;
  readonly ts: number;
  readonly user: string;
  readonly op: RecordChange['op'];
  readonly request_id: string;
  readonly changes: readonly FieldDifference[];
}

export interface Edge {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/**
 * The record graph. Every call is bound to `scope.cluster` and `scope.tenant` (cluster-realm kinds to the cluster alone);
 * what lies outside reads as absent. A list of n records with their references takes a constant number of statements.
 */
export interface RecordStore {
  get(scope: Scope, kind: string, id: string): Promise<StoredRecord | null>;
  getMany(scope: Scope, kind: string, ids: readonly string[]): Promise<readonly StoredRecord[]>;
  search(
    scope: Scope,
    kind: string,
    search: RecordSearch,
  ): Promise<{ readonly records: readonly StoredRecord[]; readonly total: number }>;
  count(scope: Scope, kind: string, search?: Partial<RecordSearch>): Promise<number>;
  /** All or nothing, durable on return; answers the written records in order (null for link, unlink, erase). */
  write(scope: Scope, changes: readonly RecordChange[]): Promise<readonly (StoredRecord | null)[]>;
  /** Edges of many records in one read, keyed by the id asked for. */
  edges(
    scope: Scope,
    ids: readonly string[],
    label: string,
    direction: 'out' | 'in',
  ): Promise<ReadonlyMap<string, readonly Edge[]>>;
  history(
    scope: Scope,
    kind: string,
    id: string,
    page: { readonly from: number; readonly to: number },
  ): Promise<readonly HistoryRow[]>;
  /** Tells the store where a kind lives; an undeclared kind is refused. */
  declareKind(kind: string, realm: Realm): void;
  close(): Promise<void>;
}
