import type { CountedFile, CsvShape, StructuralReject } from '@datasarana/engine';
import type { Delimiter, Encoding, EscapeChoice, FileChoice, LineMap } from '@datasarana/sources';
import type { ShortRows } from '@datasarana/sources/node';
import type { BatchWriter } from '../../stores/stream/port.ts';
import type { ColumnChoice, PlannedColumn } from './column-plan.ts';
import type { Spool } from './spool.ts';

/** How a body is to be read. */
export type ReadAs =
  | {
      readonly format: 'csv';
      readonly delimiter?: Delimiter;
      readonly escapes?: EscapeChoice;
      readonly encoding?: Encoding;
      /** Line that names the columns of delimited text. */
      readonly headerRow?: number;
      /** Rows that the sender could not read stand among the others. */
      readonly toldAside?: boolean;
      /** Rows that the platform has written itself. */
      readonly isOurs?: boolean;
      readonly choice: ColumnChoice;
      readonly file: string | null;
    }
  | { readonly format: 'ndjson'; readonly ignoreUnknown: boolean; readonly file: string | null }
  | {
      /** Any format, told by the bytes and the name unless `open` says which. */
      readonly format: 'file';
      readonly open: FileChoice;
      readonly delimiter?: Delimiter;
      readonly escapes?: EscapeChoice;
      readonly encoding?: Encoding;
      readonly headerRow?: number;
      /** CSV that the platform has written itself: its format need not be found out. */
      readonly isOurs?: boolean;
      readonly choice: ColumnChoice;
      readonly file: string | null;
      /** An empty cell is no value, also for a list: the source tells the two apart. */
      readonly absent?: boolean;
      /** No rows are none: what asks a server for them is no file. */
      readonly mayBeEmpty?: boolean;
    };

/** What was read, without the rows themselves: enough to apply the batch from any copy of its rows. */
export interface Received {
  readonly format: 'csv' | 'ndjson';
  /** What the body was; missing in batches of older versions. */
  readonly source?: string;
  readonly rows: number;
  readonly bytes: number;
  readonly delimiter: string;
  readonly columns: readonly PlannedColumn[];
  readonly lines: LineMap;
  readonly structural: readonly StructuralReject[];
  /** Of delimited text, when there are any; missing in batches of older versions. */
  readonly short?: ShortRows;
}

export interface Sinks {
  readonly spool: Spool;
  /** Null on a dry run: nothing durable is kept. */
  readonly writer: BatchWriter | null;
  readonly signal: AbortSignal;
  /** Throws when one of these fields may not be written by the caller. */
  readonly guard: (paths: Iterable<string>) => void;
  readonly onProgress: (bytes: number, rows: number) => void;
  /** Called with a file of CSV that can be read while others still come; null when nobody reads it then. */
  readonly onFile: ((shape: CsvShape, file: CountedFile) => void) | null;
}
