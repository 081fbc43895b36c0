import type { MendingConflict, RawRow, RejectedRow } from '@datasarana/client';
import type { Mending } from './batch-calls.ts';
import type { PastedRow } from './use-paste.ts';

/** A rejected row as it stood when it was first written in, and as it should be. */
export interface Edit {
  readonly row: RejectedRow;
  readonly raw: RawRow;
}

/** Rows written in and not sent yet, by their lines. */
export type Edits = ReadonlyMap<number, Edit>;

const isSameRow = (one: RawRow, other: RawRow): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A row that is again what it was is no edit. */
function put(edits: Map<number, Edit>, row: RejectedRow, raw: RawRow): void {
  const first = edits.get(row.line)?.row ?? row;
  if (isSameRow(raw, first.raw)) edits.delete(row.line);
  else edits.set(row.line, { row: first, raw });
}

export function written(edits: Edits, row: RejectedRow, raw: RawRow): Edits {
  const next = new Map(edits);
  put(next, row, raw);
  return next;
}

/** Cells written into many rows at once; rows that are one text have none. */
export function spreadOver(edits: Edits, pasted: readonly PastedRow[]): Edits {
  const next = new Map(edits);
  for (const { row, cells } of pasted) {
    const before = next.get(row.line)?.raw ?? row.raw;
    if (typeof before !== 'string') put(next, row, { ...before, ...cells });
  }
  return next;
}

/** What is left once edits went in: what was written meanwhile stays. */
export const without = (edits: Edits, sent: Edits): Edits =>
  new Map([...edits].filter(([line, edit]) => sent.get(line) !== edit));

/** Edits as they are sent. */
export const mendingOf = (edits: Edits): Mending => ({
  rows: [...edits].map(([line, { row, raw }]) => ({ line, raw, was: row.raw })),
});

/** The cells that were written in, over what somebody else made of the others. */
function merged({ row, raw }: Edit, theirs: RawRow): RawRow {
  const was = row.raw;
  if (typeof was === 'string' || typeof raw === 'string' || typeof theirs === 'string') return raw;
  return { ...theirs, ...Object.fromEntries(Object.entries(raw).filter(([name, value]) => value !== was[name])) };
}

/** The edits on rows as they stand now: those of mended rows have none to stand on. */
export function rebased(edits: Edits, { gone, rewritten }: MendingConflict): Edits {
  const next = new Map(edits);
  for (const line of gone) next.delete(line);
  for (const row of rewritten) {
    const edit = next.get(row.line);
    next.delete(row.line);
    if (edit) put(next, row, merged(edit, row.raw));
  }
  return next;
}
