import type { RowCounts } from '../row-counts.ts';

/** States of a source, in their order (TSK-03, TSK-04): forward only, but a stopped source may be started again. */
export type IngestorState = 'Created' | 'Submitted' | 'Started' | 'Stopped';

/** What stands in the way of a source until somebody or something mends it; `place` = what it reads is not there. */
export interface IngestorTrouble {
  readonly kind: 'away' | 'token' | 'platform' | 'disk' | 'place' | 'stopped';
  readonly text: string;
}

/** A file or table of a source, and how far it was read. */
export interface IngestorInput {
  /** Path of the file, or name of the table. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch ms. */
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
  readonly trouble: IngestorTrouble | null;
  /** How many files it knows; an older service does not tell. */
  readonly files?: number;
  /** Of the files at most 200: those set aside, those that are read now, and the latest. */
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

/** The service and the machine it runs on. */
export interface IngestorHost {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly service_ip: string;
  /** Load of one minute per processor. */
  readonly load: number;
  /** Share of the machine's memory in use, 0 to 1. */
  readonly memory: number;
  /** Bytes this service holds. */
  readonly rss: number;
  /** Rows that were refused of files that are gone; an older service does not tell. */
  readonly refused?: { readonly folder: string; readonly files: number; readonly bytes: number };
}

/** Answer of `/local/services` (ING-01). */
export interface IngestorServices {
  readonly services: readonly IngestorHost[];
  /** Ids. */
  readonly running_tasks: readonly string[];
  readonly tasks: readonly IngestorTask[];
}

/** Answer of `/local/look`: what a source leads to, asked before a task is made of it. */
export interface IngestorLook {
  /** Of a server. */
  readonly databases: readonly string[];
  readonly tables: readonly string[];
  /** Columns of the table with their types, and whether they are its key. */
  readonly fields: readonly { readonly name: string; readonly type: string; readonly key: boolean }[];
  /** Newest files of the name or pattern, at most five of `found`. */
  readonly files: readonly { readonly name: string; readonly size: number }[];
  readonly found: number;
  /** What the newest file is read as; null when none is there, or for a database. */
  readonly format: string | null;
  /** Of a workbook. */
  readonly sheets: readonly string[];
  /** Of an archive of several files: their names. */
  readonly entries: readonly string[];
  /** That of the rows: the one that was chosen, else the first that can be read; null = no such archive. */
  readonly entry: string | null;
  /** First rows of the table or of the newest file; null = an empty cell. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Answer of `/local/config` (ING-07). */
export interface LocalConfig {
  readonly id: string;
  readonly template: { readonly id: string; readonly name: string };
  /** Another one after every change of the task; an older service does not tell. */
  readonly version?: string;
  readonly sources: readonly Readonly<Record<string, unknown>>[];
}

/** What a service closes consoles with whose browser was unpaired: it would refuse the next one. */
export const CONSOLE_UNPAIRED = 4401;

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
