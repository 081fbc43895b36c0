import type { FileHandle } from 'node:fs/promises';
import type { SetAside } from '@datasarana/sources';
import type { Mark } from '../state/rows.ts';

/** Rows cut from an input, as CSV. */
export interface Batch {
  /** The header row, without its line end. */
  readonly head: Buffer;
  /** The rows, in pieces, which stay as they are until the next batch is asked for. */
  readonly body: readonly Buffer[];
  readonly rows: number;
  /** Nothing follows it in the input, as far as that is there. */
  readonly isLast: boolean;
  /** No row of it runs on beyond its end, so that others may stand behind it. */
  readonly isWhole: boolean;
  /** Rows that could not be read, with their cause; they stand among the others. */
  readonly aside: readonly SetAside[];
  /** Line, row or feature of the first row. */
  readonly line: number;
  /** Prints of rows that may be read again by their cursor. */
  readonly ties?: readonly string[];
  /** Where reading goes on after it. */
  readonly mark: Mark;
  /** Of objects, which leave out what they do not have: the fields that occurred so far. */
  readonly occurring?: readonly string[];
  /** `delimiter`, `encoding` and `escapes` of the body. */
  readonly query: Readonly<Record<string, string>>;
}

export interface BatchSize {
  readonly rows: number;
  readonly bytes: number;
}

/** A table has no row any more: what it is given next is read from its start, whatever its keys, and nothing comes twice. */
export class Emptied extends Error {}

/** Reads one input from a mark on. */
export interface BatchReader {
  /** The file it reads, whatever its name is by now; none of a table. */
  readonly file?: FileHandle;
  /** What the file began with when it was opened, where more bytes behind those it has are more rows behind its rows. */
  readonly head?: string;
  /** Something follows the last batch that may be a row of which only the beginning is written. */
  readonly isOpen: boolean;
  /** What is to be told of the input, once for a place at which it is read on. */
  readonly warning?: string | null;
  /** What is to be kept in its mark though nothing was read. */
  readonly renewed?: Mark | null;
  /** The next batch of at most this size; null at the end of what is there. */
  next(size: BatchSize): Promise<Batch | null>;
  close(): Promise<void>;
}
