import type { RowCounts } from '@datasarana/schema';
import type { CellForm, LineMap } from '@datasarana/sources';

/** A value refused, with where it stood (STR-03). `line` is the 1-based line in the source text. */
export interface RejectedCell {
  readonly line: number;
  readonly field: string;
  readonly value: string | null;
  /** Stable rule name: mandatory, type, range, size, choice, date, point, shape, columns, quote, duplicate_key … */
  readonly rule: string;
  readonly reason: string;
}

/** A row set aside before typing (too many cells, broken quote …), with its raw text. */
export interface StructuralReject {
  readonly line: number;
  readonly raw: string;
  readonly rule: string;
  readonly reason: string;
  /** The field whose cell was the reason; missing when it was the row as a whole. */
  readonly field?: string;
}

/** How the cells of delimited text are to be read. */
export interface CsvShape {
  readonly delimiter: string;
  /** In cell order; `field` null = column not taken over. `dateFormat` as chosen or detected for that column. */
  readonly columns: readonly {
    readonly name: string;
    readonly field: string | null;
    readonly dateFormat?: string;
    /**
     * The cell holds a whole row as JSON, read by the rules, where the other cells are empty. In rows with such a cell an
     * empty cell is no value, also of a list.
     */
    readonly document?: true;
    /** It is for no field: a row that holds something there is refused. */
    readonly unknown?: true;
  }[];
  /** Of the cells of each column, where they are known: of all rows that are read by this shape. */
  readonly forms?: readonly CellForm[] | undefined;
}

/** Rows as the engine takes them in. Files are UTF-8 and end with a whole row; their rows follow one another. */
export type BatchRows =
  | (CsvShape & {
      readonly format: 'csv';
      /** Normalised text: no header, no blank lines, every row exactly `columns.length` cells, quote `"`, newline `\n`. */
      readonly files: readonly string[];
      readonly lines: LineMap;
    })
  | { readonly format: 'ndjson'; readonly files: readonly string[]; readonly lines: LineMap }
  | { readonly format: 'rows'; readonly rows: readonly Readonly<Record<string, unknown>>[] };

/** A field that stays as it is stored where a row replaces a document by its key. */
export interface KeptField {
  /** Dotted path; what lies below it stays too. */
  readonly field: string;
  /** A row that holds a value for it writes it all the same. */
  readonly unlessGiven?: true;
}

/** A batch to take in, with what its ledger row says of it. */
export interface BatchInput {
  readonly batch: string;
  readonly requestId: string;
  readonly rows: BatchRows;
  readonly structural: readonly StructuralReject[];
  /** Of a batch of several files: the line on which the rows of each begin, ascending; its ledger then counts each. */
  readonly parts?: readonly number[];
  /** Values of the system fields, the same for every row (`_user_id`, `_ts` …), by name. */
  readonly system: Readonly<Record<string, string | number | null>>;
  /** What the rows neither empty nor, unless it is said so, change: its sender may not see or write it. */
  readonly keeps?: readonly KeptField[];
  /** Consumed stream position, stored in the same transaction. */
  readonly position?: { readonly topic: string; readonly partition: number; readonly next: number };
  /** Answers the ledger and rejects, writes nothing (SRC-36). */
  readonly dryRun?: boolean;
  /** The rows fill an index made anew: ledger, rejects and position stand already, and stay as they are. */
  readonly rebuild?: boolean;
  /** The rows are mended ones of an earlier batch, which they join; `lines` are where they stood in it. */
  readonly replays?: { readonly batch: string; readonly user: string; readonly lines: readonly number[] };
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BatchProgress) => void;
}

/** A file of the spool, and how many rows it has. */
export interface CountedFile {
  readonly path: string;
  readonly rows: number;
  /** Of its cells, by column, where they are known. */
  readonly forms?: readonly CellForm[] | undefined;
  /** No other comes behind it. */
  readonly isLast?: true;
}

/** What is known of a CSV batch before its last row came in. */
export interface ComingRows extends CsvShape, Pick<BatchInput, 'batch' | 'system'> {}

/** Where a batch is, and how many rows that phase is about. */
export interface BatchProgress {
  readonly phase: 'read' | 'validate' | 'compare' | 'write' | 'index' | 'commit';
  readonly rows: number;
}

/** Rows refused for the same reason in the same field. */
export interface RejectCause {
  /** Empty for a row that could not be read as cells. */
  readonly field: string;
  readonly rule: string;
  readonly rows: number;
  /** How many are told apart, since a reason names the value that was refused. */
  readonly reasons: number;
  /** Of the first such row. */
  readonly reason: string;
  readonly value: string | null;
}

/** A type of a field by which rows would be taken that are refused now, each of which holds more of them than the one before. */
export interface WiderType {
  readonly field: string;
  readonly type: 'long' | 'double' | 'keyword';
  readonly rows: number;
}

/** Values of a numeric field with zeros in front, as codes have them (00123 would be 123), or behind, as versions do (1.10 would be 1.1). */
export interface LostZeros {
  readonly field: string;
  readonly rows: number;
  /** One of them. */
  readonly value: string;
}

/** A stored document and what a batch would make of it. */
export interface ReplacedPair {
  readonly id: string;
  readonly line: number;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Fields whose values differ. */
  readonly changed: readonly string[];
}

/** Rows of one file that name the same record, or are alike where no key names one. */
export interface DuplicateGroup {
  readonly values: Readonly<Record<string, unknown>>;
  readonly rows: number;
  /** The first few. */
  readonly lines: readonly number[];
}

/** What a dry run shows beside its ledger (SRC-36). */
export interface DryRunLook {
  /** The first records that would be new, as they would stand; long texts are cut. */
  readonly added: readonly { readonly line: number; readonly values: Readonly<Record<string, unknown>> }[];
  readonly replaced: readonly ReplacedPair[];
  readonly duplicates: {
    /** `key` = the same key fields: the last row stays; `row` = every value is the same, and each row is added. */
    readonly by: 'key' | 'row';
    readonly groups: number;
    readonly rows: number;
    readonly first: readonly DuplicateGroup[];
  };
  readonly causes: readonly RejectCause[];
  readonly wider: readonly WiderType[];
  readonly zeros: readonly LostZeros[];
}

/** What became of the rows of a batch. */
export interface Ledger extends RowCounts {
  readonly batch: string;
  readonly index: string;
  readonly requestId: string;
  readonly ts: number;
  readonly took: number;
  /** Of a batch of several files, in their order; they add up to it. */
  readonly parts?: readonly RowCounts[];
  /** The first 100; all are kept. */
  readonly errors: readonly RejectedCell[];
  /** Of a dry run. */
  readonly look?: DryRunLook;
}

/** A rejected row kept whole, with a reason per cell. */
export interface RejectedRow {
  readonly line: number;
  readonly raw: Readonly<Record<string, string | null>> | string;
  readonly cells: readonly RejectedCell[];
  /** The row as it came, once it was changed. */
  readonly origin?: Readonly<Record<string, string | null>> | string;
}
