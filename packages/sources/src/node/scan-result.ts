import type { Delimiter } from '../csv/dialect.ts';
import type { Encoding } from '../csv/encoding-names.ts';
import type { LineMap } from '../rows/line-map.ts';
import type { SetAside } from '../rows/row-reader.ts';

/** A row set aside because of its shape, with its text (kept whole up to the memory bound, then cut and marked). */
export interface StructuralReject {
  readonly line: number;
  readonly raw: string;
  readonly rule: SetAside['rule'];
  readonly reason: string;
  /** Index of the column whose cell was the reason; missing when it was the row as a whole. */
  readonly column?: number;
}

/** Rows with fewer cells than the header, taken in with the missing ones empty. */
export interface ShortRows {
  readonly rows: number;
  /** Where the first 100 of them stand, 1-based. */
  readonly lines: readonly number[];
}

/** What is known once the header has been read. */
export interface ScanHeader {
  readonly delimiter: Delimiter;
  readonly encoding: Encoding;
  readonly columns: readonly string[];
}

/** What a scan came to: rows written, and those that are no rows. */
export interface ScanResult extends ScanHeader {
  /** Rows written to the sink. */
  readonly rows: number;
  /** Bytes read. */
  readonly bytes: number;
  readonly structural: readonly StructuralReject[];
  readonly short: ShortRows;
  readonly lines: LineMap;
}
