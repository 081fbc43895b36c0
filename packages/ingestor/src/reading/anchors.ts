import { createHash } from 'node:crypto';
import type { Cell } from '@datasarana/sources';
import type { Position } from '@datasarana/sources/node';

/** Columns of a row that are looked at. */
const COLUMNS = 8;
/** Places that are kept: the last one, and others ever farther apart. */
const MOST_ANCHORS = 8;
/** Rows of small blocks that are kept together. */
const MOST_ROWS = 16;
/** Of fewer rows the owner may have changed every one. */
const TELLING = 8;

/** A row in few letters. */
interface Sketch {
  readonly key: string;
  /** Its first columns; empty where they hold nothing. */
  readonly cells: readonly string[];
}

/** Rows that were read one behind the other, by which a table is known again; plain JSON. */
export interface Anchor {
  /** Where reading begins to come to them. */
  readonly before: Position | null;
  /** Rows that were read up to the last of them. */
  readonly read: number;
  /** The columns of the table then. */
  readonly columns: string;
  readonly rows: readonly Sketch[];
}

/** Names of the columns, and which of them are its key. */
interface Shape {
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

type Row = readonly Cell[];

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 4);

const columnsOf = ({ columns }: Shape): string => short(JSON.stringify(columns));

/** A row by its key alone; by all it holds where the key is none of its columns, as the row numbers of SQLite. */
function keyOf(row: Row, { columns, key }: Shape): string {
  const cells = key.every((name) => columns.includes(name)) ? key.map((name) => row[columns.indexOf(name)]) : row;
  return createHash('sha256').update(JSON.stringify(cells)).digest('base64url').slice(0, 9);
}

function sketchOf(row: Row, shape: Shape): Sketch {
  const cells = shape.columns.flatMap((name, i) => (shape.key.includes(name) ? [] : [row[i] ?? null]));
  return { key: keyOf(row, shape), cells: cells.slice(0, COLUMNS).map((cell) => (cell === null ? '' : short(cell))) };
}

/** Whether a row is one that was read, though some of its columns were changed since. */
function isSame(row: Row, known: Sketch, shape: Shape, byKey: boolean): boolean {
  const { key, cells } = sketchOf(row, shape);
  if (key !== known.key) return false;
  const held = known.cells.flatMap((cell, i) => (cell === '' && cells[i] === '' ? [] : [cell === cells[i]]));
  return byKey || held.length === 0 || held.filter((same) => same).length * 2 >= held.length;
}

/** Whether one of the rows that stand behind the place of an anchor now is one of its own; by their keys where the columns are others. */
function standsBy(anchor: Anchor, rows: readonly Row[], shape: Shape): boolean {
  const byKey = anchor.columns !== columnsOf(shape);
  return rows.some((row) => anchor.rows.some((known) => isSame(row, known, shape, byKey)));
}

/** Whether the key of one of these rows is one of an anchor's. */
const hasKeyOf = (anchor: Anchor, rows: readonly Row[], shape: Shape): boolean =>
  rows.some((row) => anchor.rows.some(({ key }) => key === keyOf(row, shape)));

/** What is read in one go, as an anchor is made of it. */
interface ReadRows {
  readonly rows: readonly Row[];
  /** Where reading began. */
  readonly from: Position | null;
  /** The position before the last rows; null where there are no others. */
  readonly beforeLast: Position | null;
  /** Rows that were read with them. */
  readonly read: number;
}

/** The anchors behind rows that were read, the last one first. */
export function anchoredAt(anchors: readonly Anchor[], now: ReadRows, last: number, shape: Shape): readonly Anchor[] {
  const { rows, from, beforeLast, read } = now;
  if (rows.length === 0) return anchors;
  if (anchors.length === 0 && beforeLast !== null) {
    const first = {
      before: from,
      read: 1,
      columns: columnsOf(shape),
      rows: rows.slice(0, last).map((row) => sketchOf(row, shape)),
    };
    return anchoredAt([first], now, last, shape);
  }
  const [newest, ...older] = anchors;
  const sketches = rows.slice(-last).map((row) => sketchOf(row, shape));
  const columns = columnsOf(shape);
  if (beforeLast !== null) return thinned([{ before: beforeLast, read, columns, rows: sketches }, ...anchors]);
  const isJoined =
    newest !== undefined && newest.columns === columns && newest.rows.length + sketches.length <= MOST_ROWS;
  if (isJoined) return [{ ...newest, read, rows: [...newest.rows, ...sketches] }, ...older];
  return thinned([{ before: from, read, columns, rows: sketches }, ...anchors]);
}

/** Without the one whose neighbours are nearest to each other, seen from the end. */
function thinned(anchors: readonly Anchor[]): readonly Anchor[] {
  if (anchors.length <= MOST_ANCHORS) return anchors;
  const end = (anchors[0]?.read ?? 0) + 1;
  const gap = (i: number): number => (end - (anchors[i + 1]?.read ?? 0)) / (end - (anchors[i - 1]?.read ?? 0));
  const inner = anchors.slice(1, -1).map((_, i) => i + 1);
  const least = inner.reduce((best, i) => (gap(i) < gap(best) ? i : best), 1);
  return anchors.filter((_, i) => i !== least);
}

/** What became of the rows of a table that were read; `cut` = the last of them are gone, `changed` = too few are known to tell. */
interface Standing {
  readonly kind: 'there' | 'cut' | 'changed' | 'emptied' | 'refilled';
  /** By what the table is known from now on. */
  readonly anchors: readonly Anchor[];
}

/** The first rows behind a position, as they are now. */
type LookBehind = (position: Position | null, rows: number) => Promise<readonly Row[]>;

/**
 * Whether a table is the one that was read. Rows are deleted and changed every day; where none of those that are known is left as it
 * was, at the end nor at any place before, it was emptied.
 */
export async function standingOf(
  anchors: readonly Anchor[],
  position: Position | null,
  shape: Shape,
  look: LookBehind,
): Promise<Standing> {
  const [last, ...older] = anchors;
  if (!last || position === null) return { kind: 'there', anchors };
  const end = await look(last.before, 2 * MOST_ROWS);
  if (standsBy(last, end, shape)) return { kind: 'there', anchors };
  for (const each of older) {
    if (!standsBy(each, await look(each.before, 2 * MOST_ROWS), shape)) continue;
    const isCut = !hasKeyOf(last, end, shape) && (await look(position, 1)).length === 0;
    return { kind: isCut ? 'cut' : 'there', anchors: await renewed(anchors, shape, look) };
  }
  const known = anchors.reduce((sum, { rows }) => sum + rows.length, 0);
  if (known < TELLING && hasKeyOf(last, end, shape)) return { kind: 'changed', anchors };
  const [first] = await look(null, 1);
  if (!first) return { kind: 'emptied', anchors };
  const [behind] = await look(position, 1);
  return { kind: behind && keyOf(behind, shape) === keyOf(first, shape) ? 'there' : 'refilled', anchors };
}

/** The rows that stand at the places of a table that is known: those that were read there may be gone. */
async function renewed(anchors: readonly Anchor[], shape: Shape, look: LookBehind): Promise<readonly Anchor[]> {
  const columns = columnsOf(shape);
  const all: Anchor[] = [];
  for (const anchor of anchors) {
    const rows = await look(anchor.before, MOST_ROWS);
    if (rows.length > 0) all.push({ ...anchor, columns, rows: rows.map((row) => sketchOf(row, shape)) });
  }
  return all;
}
