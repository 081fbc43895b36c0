import type { Scope } from '../../access/scope.ts';

/** Where a kind lives: `cluster` records belong to no tenant, `tenant` records to exactly one. */
export type Realm = 'cluster' | 'tenant';

/** What the store must find quickly for a kind, beside the id. Secrets (secret-fields.ts) can be neither. */
export interface KindOptions {
  /** Item paths a keyword may be looked for in without reading every record; `id` and `status` are allowed. */
  readonly searchable?: readonly string[];
  /** Item paths `where` finds without reading every record; `unique` refuses a second record with the same value. */
  readonly indexes?: readonly { readonly path: string; readonly unique?: boolean }[];
}

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
  /** Item paths the keyword is looked for in; a case-insensitive "contains" on one value. Empty = all searchable paths. */
  readonly keys: readonly string[];
  /** Empty = no keyword filter. */
  readonly keyword: string;
  /** Equality on item paths, ANDed; an array means any of. Paths lead through arrays, which match when they contain the value. */
  readonly where?: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
  /** Numbers on item paths, or times of the record, from here on; ANDed. */
  readonly atLeast?: Readonly<Record<string, number>>;
  readonly status?: readonly string[];
  /** Only records linked to this one: `out` = edges from `id` to the record. */
  readonly linked?: { readonly label: string; readonly id: string; readonly direction: 'out' | 'in' };
  readonly ids?: readonly string[];
  /** Zero-based start, exclusive end (API-07). */
  readonly from: number;
  readonly to: number;
  /** Default ts_modified desc; ties by id. Texts compare without regard to case, records without the value come last. */
  readonly sort?: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  /** Default `without`: archived records are left out. */
  readonly removed?: 'without' | 'only';
  /** Default `exact`. `bounded` ends the count after some thousand matches, so that the page does not wait for it. */
  readonly total?: 'exact' | 'bounded';
}

/** A page of records. `total` is the number of all matches; when it was not counted to its end, of those seen. */
export interface Found {
  readonly records: readonly StoredRecord[];
  readonly total: number;
  readonly counted: boolean;
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
  /** Id of the API token it was done with. */
  readonly token?: string;
  /** Empty for `add`; secrets are masked. */
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
  /** Also answers an archived record; `ts_removed` tells. */
  get(scope: Scope, kind: string, id: string): Promise<StoredRecord | null>;
  /** In the order asked for; what is absent is left out. */
  getMany(scope: Scope, kind: string, ids: readonly string[]): Promise<readonly StoredRecord[]>;
  search(scope: Scope, kind: string, search: RecordSearch): Promise<Found>;
  count(scope: Scope, kind: string, search?: Partial<RecordSearch>): Promise<number>;
  /**
   * All or nothing, durable on return; answers the written records in order (null for link, unlink, erase).
   * add: an id in use is a conflict. update: a stale base is a conflict carrying the current record; without differences nothing is
   * written and the version stays. remove: status Archived and ts_removed. restore: status as before the removal. erase: record,
   * edges and the values in its history are gone, who and when stay. link: both ends must be visible to the scope; the same
   * link again replaces its props. What is absent is not found, an archived record is too, except for restore and erase.
   */
  write(scope: Scope, changes: readonly RecordChange[]): Promise<readonly (StoredRecord | null)[]>;
  /** Edges of many records in one read, keyed by the id asked for; ids without edges have no entry. */
  edges(
    scope: Scope,
    ids: readonly string[],
    label: string,
    direction: 'out' | 'in',
  ): Promise<ReadonlyMap<string, readonly Edge[]>>;
  /** Newest first; still answers after an erase. */
  history(
    scope: Scope,
    kind: string,
    id: string,
    page: { readonly from: number; readonly to: number },
  ): Promise<readonly HistoryRow[]>;
  /**
   * Another number after every write, of any tenant: what was read under a number holds while it is the same. Writes of another
   * process may be seen some milliseconds later.
   */
  stamp(): number;
  /** Tells the store where a kind lives; an undeclared kind is refused. Changed options rebuild what depends on them. */
  declareKind(kind: string, realm: Realm, options?: KindOptions): void;
  close(): Promise<void>;
}
