import type { Mark } from '../state/rows.ts';

/** Rows cut from an input, as CSV with a header row. */
export interface Batch {
  /** In pieces, which stay as they are until the next batch is asked for. */
  readonly body: readonly Buffer[];
  readonly rows: number;
  /** Rows that could not be read, with their cause. */
  readonly aside: readonly { readonly line: number; readonly reason: string }[];
  /** Line, row or feature of the first row. */
  readonly line: number;
  /** Where reading goes on after it. */
  readonly mark: Mark;
  /** `delimiter` and `encoding` of the body. */
  readonly query: Readonly<Record<string, string>>;
}

export interface BatchSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Reads one input from a mark on. */
export interface BatchReader {
  /** The next batch of at most this size; null at the end of what is there. */
  next(size: BatchSize): Promise<Batch | null>;
  close(): Promise<void>;
}
