import type { EndpointId, EndpointRow, Rebuild } from '@datasarana/schema';
import type {
  Batch,
  BatchAnswer,
  DryRunProgress,
  MendingOutcome,
  RejectCause,
  RejectedRow,
  UndoOutcome,
} from './batch-types.ts';
import type { DatabaseLook, ForeignTemplate, SourceSchedule } from './source-types.ts';
import type { ArchiveObject, TemplateArchive, TemplateOverview } from './template-types.ts';

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never;

/** Names of the parameters in the path of a call, as `id` in `/tenant/:id`. */
export type ParamsOf<Id extends EndpointId> = Names<EndpointRow<Id>['path']>;

/** A stored record as replies carry it. */
export type Rec = { readonly id: string } & Readonly<Record<string, unknown>>;

/** One aggregation of a search answer, as OpenSearch shapes it. */
export interface AggregationAnswer {
  readonly value?: number | null;
  readonly values?: Readonly<Record<string, number | null>>;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly avg?: number | null;
  readonly buckets?: readonly BucketAnswer[];
  readonly sum_other_doc_count?: number;
  /** geo_bounds: missing where there is no place; across the 180th meridian the right lies west of the left. */
  readonly bounds?: { readonly top_left: LatLon; readonly bottom_right: LatLon };
}

interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** One bucket of an aggregation, with the answers of those inside it under their names. */
export interface BucketAnswer {
  readonly key: string | number;
  readonly key_as_string?: string;
  readonly doc_count: number;
  /** significant_terms, significant_text: how much the value stands out. */
  readonly score?: number;
  readonly [name: string]: unknown;
}

/** One hit of a search. */
export interface HitAnswer {
  readonly _id: string;
  readonly _source?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly unknown[];
}

/** The answer of an OpenSearch search (API-31). */
export interface SearchAnswer {
  readonly took: number;
  readonly timed_out: boolean;
  readonly hits: {
    readonly total: { readonly value: number; readonly relation: 'eq' | 'gte' };
    readonly hits: readonly HitAnswer[];
  };
  readonly aggregations?: Readonly<Record<string, AggregationAnswer>>;
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

/** A personal API token without its value (AUT-19). */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly scope: readonly string[];
  /** Null for all that its owner reaches. */
  readonly templates: readonly string[] | null;
  readonly expires: number | null;
  readonly ts: number;
}

/** A live session of the caller (SCR-17). */
export interface LiveSession {
  readonly id: string;
  /** Epoch ms of its begin. */
  readonly ts: number;
  readonly address: string;
  readonly agent: string;
  /** It is the one that asks. */
  readonly current: boolean;
}

/** What may be called of the platform's own network, `host:port` each (SEC-07). */
export interface RestReply {
  readonly status: number;
  readonly body: string;
  /** The body goes on. */
  readonly truncated?: boolean;
}

export interface AllowedAddresses {
  readonly allow: readonly string[];
}

interface DataRow {
  readonly id: string;
  readonly version: number;
  readonly meta: Rec;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A data record as it is or was (SCR-08). */
export interface DataState extends DataRow {
  /** Epoch ms at which it was changed or removed; null as it is now. */
  readonly until: number | null;
  /** Nothing took its place. */
  readonly removed: boolean;
  /** Who removed it, or took its batch back; null where nobody did, or nobody knows. */
  readonly removed_by: string | null;
}

interface DataWritten {
  readonly id: string;
  readonly ts: number;
  readonly version: number;
  readonly result: 'added' | 'replaced' | 'unchanged';
}

/** `data` of calls whose shape is no record, list of records or count. */
export interface EndpointData {
  'auth.sign-in': { readonly session_id: string; readonly jwt?: string; readonly must_change?: boolean };
  'auth.token': { readonly session_id: string; readonly exp: number; readonly jwt?: string };
  'session.endpoints': readonly { readonly id: string; readonly method: string; readonly path: string }[];
  'account.check': { readonly exists: boolean; readonly id: string | null };
  'data.search': SearchAnswer | null;
  'data.get': DataRow | null;
  'data.put': DataWritten;
  'data.history': readonly DataState[] | null;
  'data.removed': readonly DataState[] | null;
  'data.restore': DataWritten;
  'graph.save': Rec | null;
  'record.sharing': SharingAnswer | null;
  'record.share': SharingAnswer;
  'data.changes': ChangesAnswer;
  'data.csv': BatchAnswer;
  'data.feature': BatchAnswer;
  'data.file': BatchAnswer;
  'data.generic': BatchAnswer;
  'batch.get': Batch | null;
  'batch.dry_run': DryRunProgress | null;
  'batch.search': readonly Batch[];
  'batch.rejected': readonly RejectedRow[] | null;
  'batch.causes': readonly RejectCause[] | null;
  'batch.replay': MendingOutcome;
  'batch.undo': UndoOutcome;
  'session.token.create': { readonly id: string; readonly token: string };
  'session.token.list': readonly ApiToken[];
  'session.list': readonly LiveSession[];
  'cluster.outbound.get': AllowedAddresses;
  'cluster.outbound.change': AllowedAddresses;
  'db.mysql.database': DatabaseLook['database'];
  'db.mysql.table': DatabaseLook['table'];
  'db.mysql.column': DatabaseLook['column'];
  'db.mysql.query': DatabaseLook['query'];
  'db.sqlserver.database': DatabaseLook['database'];
  'db.sqlserver.table': DatabaseLook['table'];
  'db.sqlserver.column': DatabaseLook['column'];
  'db.sqlserver.query': DatabaseLook['query'];
  'platform.template': { readonly templates: readonly Named[] };
  'platform.field': ForeignTemplate;
  'rest.request': RestReply;
  'source.schedule.get': SourceSchedule | null;
  'source.schedule.save': SourceSchedule;
  'source.schedule.anew': SourceSchedule;
  'source.schedule.stop': SourceSchedule;
  'template.add': Rec;
  'template.archive.get': TemplateArchive | null;
  'template.archive.write': ArchiveObject | null;
  'template.overview': readonly TemplateOverview[];
  'template.index.rebuild': Rebuild;
  'template.index.rebuild.get': Rebuild | null;
  'template.index.rebuild.cancel': Rebuild;
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
