import type { RowCounts, SchemaItem } from '@datasarana/schema';

/** When a replica runs by itself, and what became of its last run (SRC-35, TSK-05). */
export interface SourceSchedule {
  readonly template: string;
  readonly schedule: 'Immediately' | 'At time' | 'Cron';
  readonly at: string;
  readonly state: 'on' | 'done' | 'stopped';
  readonly running: boolean;
  /** Why it was stopped, when it was not by hand. */
  readonly reason: string | null;
  /** Epoch ms. */
  readonly next: number | null;
  readonly last:
    | (RowCounts & {
        readonly ts: number;
        readonly batch: string | null;
        readonly reason: string | null;
      })
    | null;
  readonly user_name: string;
  /** By what the next run goes on where the last one ended; null = it reads everything. */
  readonly goes_on: 'column' | 'address' | 'page' | null;
  /** A change by somebody else, after which it stops until it is set again. */
  readonly edited: { readonly what: 'source' | 'columns'; readonly user_name: string; readonly ts: number } | null;
}

/** `data` of the calls by which a database is looked at (SRC-14 … SRC-16). */
export interface DatabaseLook {
  readonly database: { readonly databases: readonly string[] };
  readonly table: { readonly tables: readonly string[] };
  readonly column: { readonly columns: readonly { readonly name: string; readonly type: string }[] };
  /** The first ten rows; null = NULL. */
  readonly query: { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | null)[])[] };
}

/** What another platform tells of one of its templates. */
export interface ForeignTemplate {
  readonly name: string;
  readonly fields: readonly { readonly display_name: string }[];
  /** All fields, as a new template takes them. */
  readonly items: readonly Partial<SchemaItem>[];
}
