import type { IngestorState, RowCounts } from '@datasarana/schema';
import type { HeldSource } from '../tasks/task.ts';

/** How far a file or table was read; plain data of the reader that made it. */
export type Mark = Readonly<Record<string, unknown>>;

/** `waiting` = more is to be read, `done` = read to its end, `aside` = set aside with its fault. */
export type InputState = 'waiting' | 'done' | 'aside';

/** A file or table of a source and how far it was read. */
export interface Input {
  /** Path of the file, or name of the table. */
  readonly name: string;
  readonly size: number;
  /** ms. */
  readonly mtime: number;
  /** Counts up when a file is read anew from its start. */
  readonly generation: number;
  readonly mark: Mark;
  readonly rows: number;
  readonly state: InputState;
  readonly fault: string | null;
  readonly tries: number;
  /** Epoch ms of the next try. */
  readonly again: number;
}

/** As much of an input as tells whether its file is to be looked at closely. */
export type Glance = Pick<Input, 'size' | 'mtime' | 'state' | 'again'> & {
  /** Number of its file; 0 = unknown. */
  readonly ino: number;
  /** When anything of its file was changed, in ms; 0 = unknown. */
  readonly touched: number;
  /** Its file was not there when it was looked for, before it was read to its end. */
  readonly isGone: boolean;
};

/** Rows of one input in a batch. */
export interface WaitingPart {
  readonly input: string;
  /** Line of the batch on which they begin. */
  readonly at: number;
  /** Where the first of them stands in the input. */
  readonly line: number;
  readonly rows: number;
  /** Rows that could not even be read; they never reach the platform. */
  readonly aside: number;
  /** Where the input stood before they were read. */
  readonly before: Pick<Input, 'mark' | 'rows' | 'generation'>;
}

/** A batch on disk that the platform has not acknowledged. */
export interface Waiting {
  readonly id: number;
  readonly request_id: string;
  /** Name of its spool file. */
  readonly file: string;
  readonly bytes: number;
  readonly rows: number;
  readonly query: Readonly<Record<string, string>>;
  /** Inputs its rows come from, in their order; at least one. */
  readonly parts: readonly WaitingPart[];
}

type Row = Readonly<Record<string, unknown>>;

export const glanceOf = (row: Row): Glance => ({
  size: Number(row.size),
  mtime: Number(row.mtime),
  state: row.state as InputState,
  again: Number(row.again),
  ino: Number(row.ino ?? 0),
  touched: Number(row.touched ?? 0),
  isGone: Boolean(row.gone),
});

export const inputOf = (row: Row): Input => ({
  name: String(row.name),
  size: Number(row.size),
  mtime: Number(row.mtime),
  state: row.state as InputState,
  again: Number(row.again),
  generation: Number(row.generation),
  mark: JSON.parse(String(row.mark)) as Mark,
  rows: Number(row.rows),
  fault: row.fault === null ? null : String(row.fault),
  tries: Number(row.tries),
});

export const waitingOf = (row: Row): Waiting => ({
  id: Number(row.id),
  request_id: String(row.request_id),
  file: String(row.file),
  bytes: Number(row.bytes),
  rows: Number(row.rows),
  query: JSON.parse(String(row.query)) as Readonly<Record<string, string>>,
  parts: JSON.parse(String(row.parts)) as readonly WaitingPart[],
});

export const sourceOf = (row: Row): HeldSource => {
  const { source, settings } = JSON.parse(String(row.source)) as Pick<HeldSource, 'source' | 'settings'>;
  return {
    task: String(row.task),
    id: String(row.id),
    source,
    settings,
    state: row.state as IngestorState,
    fault: row.fault === null ? null : String(row.fault),
    counts: countsOf(row),
  };
};

const countsOf = (row: Row): RowCounts => ({
  read: Number(row.read),
  accepted: Number(row.accepted),
  replaced: Number(row.replaced),
  unchanged: Number(row.unchanged),
  rejected: Number(row.rejected),
});
