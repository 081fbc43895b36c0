import type { RowCounts } from '@datasarana/schema';

/** A cell that was refused, with the line of its row. */
export interface LedgerError {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
  readonly value?: string | null;
}

/** Rows with fewer cells than the header; `lines` are those of the first 100. */
export interface ShortRows {
  readonly rows: number;
  readonly lines: readonly number[];
}

/** Why rows are rejected. */
export interface RejectCause {
  readonly field: string;
  readonly rule: string;
  readonly rows: number;
  /** How many differ. */
  readonly reasons: number;
  /** Of the first row. */
  readonly reason: string;
  readonly value: string | null;
}

/** What a dry run says of rows beside its ledger. */
export interface DryRunLook {
  readonly added: readonly { readonly line: number; readonly values: Readonly<Record<string, unknown>> }[];
  readonly replaced: readonly {
    readonly id: string;
    readonly line: number;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
    readonly changed: readonly string[];
  }[];
  readonly duplicates: {
    readonly by: 'key' | 'row';
    readonly groups: number;
    readonly rows: number;
    readonly first: readonly {
      readonly values: Readonly<Record<string, unknown>>;
      readonly rows: number;
      readonly lines: readonly number[];
    }[];
  };
  readonly causes: readonly RejectCause[];
  /** Types of fields by which so many of the refused rows would be taken; of each field the narrowest first. */
  readonly wider: readonly {
    readonly field: string;
    readonly type: 'long' | 'double' | 'keyword';
    readonly rows: number;
  }[];
  /** Numeric fields with values that begin with zeros, or end with them as versions do (1.9, 1.10), which numbers do not keep; `value` is one of them. */
  readonly zeros: readonly { readonly field: string; readonly rows: number; readonly value: string }[];
}

/** What an import answers (STR-03). */
export interface BatchAnswer extends RowCounts {
  readonly batch: string;
  readonly errors: readonly LedgerError[];
  /** Of each file, when the rows of several were sent together. */
  readonly parts?: readonly RowCounts[];
  /** Of a dry run: id under which the platform keeps the file for the import after it. */
  readonly upload?: string;
  readonly look?: DryRunLook;
  readonly short?: ShortRows;
  /** The latest batch of the very same bytes into the template that was not undone. */
  readonly earlier?: {
    readonly batch: string;
    readonly ts: number;
    readonly user_name: string;
    readonly file: string | null;
  };
}

/** Something that happened to a batch. */
export interface BatchEvent {
  readonly what: 'received' | 'durable' | 'applied' | 'cancelled' | 'failed' | 'replayed' | 'undone';
  readonly ts: number;
  readonly user_name?: string;
  /** Of mended rows that were sent again. */
  readonly read?: number;
  readonly rejected?: number;
  /** Of an undo. */
  readonly removed?: number;
  readonly restored?: number;
  readonly kept?: number;
}

/** One of the files of a batch; its counts are there once the batch is written. */
export interface BatchFile extends Partial<RowCounts> {
  readonly file: string;
  /** Line of the batch on which its rows begin. */
  readonly at: number;
}

/** A batch with its ledger and, while it runs, its progress. */
export interface Batch extends RowCounts {
  readonly batch: string;
  readonly template: string;
  readonly template_name?: string;
  /** Of the request that brought its rows. */
  readonly request_id?: string | null;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled' | 'undone';
  readonly ts: number;
  readonly took: number;
  readonly user?: string;
  readonly user_name?: string;
  readonly errors: readonly LedgerError[];
  readonly phase?: string;
  /** Rows the current phase has done. */
  readonly rows?: number;
  /** Rows the batch holds. */
  readonly total?: number;
  /** Rows per second so far. */
  readonly rate?: number;
  readonly reason?: string | null;
  readonly short?: ShortRows;
  readonly source?: string;
  readonly file?: string | null;
  /** Bytes received, and how many come in all. */
  readonly bytes?: number;
  readonly size?: number;
  /** Milliseconds the phase may still take. */
  readonly eta?: number;
  /** Checksum of what was sent. */
  readonly sha256?: string | null;
  /** Whether the file can still be had as it was sent. */
  readonly original?: boolean;
  readonly timeline?: readonly BatchEvent[];
  /** Cells of a rejected row, and the fields they fill. */
  readonly columns?: readonly { readonly name: string; readonly field: string | null }[];
  /** Files that came together in it. */
  readonly parts?: readonly BatchFile[];
}

/** A row as it was or should be: cells by column, or the text of a row without cells. */
export type RawRow = Readonly<Record<string, string | null>> | string;

/** A row that was refused, with each cell that is at fault. */
export interface RejectedRow {
  readonly line: number;
  readonly raw: RawRow;
  /** As it came, once it was changed. */
  readonly origin?: RawRow;
  /** Where it stands in its own file, when the batch has several. */
  readonly at?: { readonly file: string; readonly line: number };
  readonly cells: readonly {
    readonly field: string;
    readonly value: string | null;
    readonly rule: string;
    readonly reason: string;
  }[];
}

/** What stood in the way of mended rows: lines that somebody else mended, and rows they wrote anew, as these stand now. */
export interface MendingConflict {
  readonly gone: readonly number[];
  readonly rewritten: readonly RejectedRow[];
}

/** What becomes of mended rows. */
export interface MendingOutcome extends RowCounts {
  readonly errors: readonly (RejectedRow['cells'][number] & { readonly line: number })[];
}

/** What undoing a batch does, or would do. */
export interface UndoOutcome {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
  readonly later: readonly {
    readonly id: string;
    readonly what: string;
    readonly user: string | null;
    readonly ts: number;
  }[];
}

/** How far a dry run is. */
export type DryRunProgress = Required<Pick<Batch, 'phase' | 'rows' | 'rate' | 'bytes' | 'total'>> &
  Pick<Batch, 'size' | 'eta'>;
