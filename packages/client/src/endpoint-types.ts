import type { EndpointId, EndpointRow } from '@datasarana/schema';

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never;

/** Names of the parameters in the path of a call, as `id` in `/tenant/:id`. */
export type ParamsOf<Id extends EndpointId> = Names<EndpointRow<Id>['path']>;

/** A stored record as replies carry it. */
export type Rec = { readonly id: string } & Readonly<Record<string, unknown>>;

/** The answer of an OpenSearch search (API-31). */
export interface SearchAnswer {
  readonly took: number;
  readonly timed_out: boolean;
  readonly hits: {
    readonly total: { readonly value: number; readonly relation: 'eq' | 'gte' };
    readonly hits: readonly {
      readonly _id: string;
      readonly _score: number | null;
      readonly _source: Readonly<Record<string, unknown>>;
      readonly sort?: readonly unknown[];
    }[];
  };
  readonly aggregations?: Readonly<Record<string, unknown>>;
  /** How far it can be trusted, with a note on each part that is not exact (QRY-24). */
  readonly accuracy: {
    readonly kind: 'exact' | 'approximate' | 'partial';
    readonly notes: readonly {
      /** `shards`, `time`, or the way to an aggregation: `by day>name`. */
      readonly at: string;
      readonly kind: 'approximate' | 'partial';
      /** How far a figure may lie from the true one, as a share of it. */
      readonly bound?: number;
      /** So many are in what is shown … */
      readonly shown?: number;
      /** … of so many; absent = at least those. */
      readonly of?: number;
    }[];
  };
}

/** What an import answers, always `read = accepted + replaced + unchanged + rejected` (STR-03). */
export interface BatchAnswer {
  readonly batch: string;
  readonly read: number;
  readonly accepted: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly { readonly line: number; readonly field: string; readonly reason: string }[];
  /** Of each file, when the rows of several were sent together. */
  readonly parts?: readonly Omit<BatchAnswer, 'batch' | 'errors' | 'parts'>[];
}

/** Templates whose records changed since a cursor. */
export interface ChangesAnswer {
  /** Where to go on from. */
  readonly cursor: string;
  /** Ids of templates the caller may read. */
  readonly templates: readonly string[];
  /** The cursor was too old, or of before a restart: anything may have changed. */
  readonly missed: boolean;
  /** ms to leave before the next call. */
  readonly pause: number;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Who sees a view or workspace besides its owner. */
export interface SharingAnswer {
  readonly id: string;
  readonly groups: readonly Named[];
  /** Everyone of the tenant; views only. */
  readonly tenant: boolean;
  /** Also without a session. */
  readonly is_public: boolean;
  /** Groups the caller may share with. */
  readonly choices: readonly Named[];
}

/** `data` of calls whose shape is no record, list of records or count. */
export interface EndpointData {
  'auth.sign-in': { readonly session_id: string; readonly jwt?: string; readonly must_change?: boolean };
  'auth.token': { readonly session_id: string; readonly exp: number; readonly jwt?: string };
  'session.endpoints': readonly { readonly id: string; readonly method: string; readonly path: string }[];
  'account.check': { readonly exists: boolean; readonly id: string | null };
  'data.search': SearchAnswer;
  'data.get': {
    readonly id: string;
    readonly version: number;
    readonly meta: Rec;
    readonly data: Readonly<Record<string, unknown>>;
  } | null;
  'data.put': {
    readonly id: string;
    readonly ts: number;
    readonly version: number;
    readonly result: 'added' | 'replaced' | 'unchanged';
  };
  'graph.save': Rec | null;
  'record.sharing': SharingAnswer;
  'record.share': SharingAnswer;
  'data.changes': ChangesAnswer;
  'data.csv': BatchAnswer;
  'data.feature': BatchAnswer;
  'data.file': BatchAnswer;
}

/** What `data` of a call holds: declared above, or by the shape of its family (API-08…13); unknown otherwise. */
export type DataOf<Id extends EndpointId> = Id extends keyof EndpointData
  ? EndpointData[Id]
  : Id extends `${string}.count`
    ? { readonly count: number }
    : Id extends `${string}.search`
      ? readonly Rec[]
      : Id extends `${string}.get` | `${string}.own`
        ? Rec | null
        : Id extends `${string}.delete`
          ? { readonly id: string }
          : unknown;
