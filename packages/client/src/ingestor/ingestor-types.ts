import type { RowCounts } from '@datasarana/schema';

/** States of a source, in their order (TSK-03). */
export type IngestorState = 'Created' | 'Submitted' | 'Started' | 'Stopped';

/** A file or table of a source, and how far it was read. */
export interface IngestorInput {
  readonly name: string;
  readonly size: number;
  readonly mtime: number;
  readonly rows: number;
  readonly state: 'waiting' | 'done' | 'aside';
  readonly fault: string | null;
  /** Bytes that were read; null where bytes say nothing. */
  readonly done: number | null;
}

/** One source of a task, as the service tells of it. */
export interface IngestorSource {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly format: string;
  readonly state: IngestorState;
  readonly fault: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly counts: RowCounts;
  readonly waiting: number;
  readonly rate: number;
  /** Why nothing moves; null = rows do. */
  readonly idle: string | null;
  /** What stands in the way until it is mended: at the platform, with the token, or where the rows come from. */
  readonly trouble?: {
    readonly kind: 'away' | 'token' | 'platform' | 'disk' | 'place' | 'stopped';
    readonly text: string;
  } | null;
  readonly inputs: readonly IngestorInput[];
}

/** A task, and how far it is. */
export interface IngestorTask {
  readonly id: string;
  readonly template: { readonly id: string; readonly name: string };
  readonly state: IngestorState;
  readonly counts: RowCounts;
  /** Rows on the service's disk that the platform has not got. */
  readonly waiting: number;
  /** Rows per second of the last minute. */
  readonly rate: number;
  readonly sources: readonly IngestorSource[];
}

/** Answer of `/local/services` (ING-01). */
export interface IngestorServices {
  readonly services: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly service_ip: string;
    readonly load: number;
    readonly memory: number;
    readonly rss: number;
  }[];
  readonly running_tasks: readonly string[];
  readonly tasks: readonly IngestorTask[];
}

/** What a source leads to, before a task is made of it. */
export interface IngestorLook {
  readonly databases: readonly string[];
  readonly tables: readonly string[];
  readonly fields: readonly { readonly name: string; readonly type: string; readonly key: boolean }[];
  /** Newest files, at most five of `found`. */
  readonly files: readonly { readonly name: string; readonly size: number }[];
  readonly found: number;
  /** What the newest file is read as; null when none is there, or for a database. */
  readonly format: string | null;
  /** Of a workbook. */
  readonly sheets: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Answer of `/local/config` (ING-07). */
export interface LocalConfig {
  readonly id: string;
  readonly template: { readonly id: string; readonly name: string };
  readonly sources: readonly Readonly<Record<string, unknown>>[];
}

/** What a service tells its consoles (ING-16). */
export interface ConsoleFrame {
  /** 20 data, 21 state, 22 error. */
  readonly code: number;
  /** Epoch ms. */
  readonly ts: number;
  readonly task: string;
  readonly source: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly counts: RowCounts;
}
