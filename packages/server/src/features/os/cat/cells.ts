import { TIME_UNITS } from '@datasarana/query';

/** What a cell shows; bytes and times (ms) are written as people read them and ordered as numbers; null where nothing is known. */
export type Cell = string | { readonly bytes: number } | { readonly time: number } | null;

/** Cells of a table by the names of its columns. */
export type Row = Readonly<Record<string, Cell>>;

/** Units that were asked for: `bytes=kb&time=ms`. Those nobody knows are passed over, as in OpenSearch. */
export interface CellUnits {
  readonly bytes?: string | undefined;
  readonly time?: string | undefined;
}

const BYTE_UNITS = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

function shownBytes(size: number, unit: string | undefined): string {
  const fixed = unit === undefined ? -1 : BYTE_UNITS.indexOf(/^[kmgtp]$/.test(unit) ? `${unit}b` : unit);
  if (fixed >= 0) return String(Math.floor(size / 1024 ** fixed));
  let value = size;
  let step = 0;
  while (value >= 1024 && step < BYTE_UNITS.length - 1) {
    value /= 1024;
    step++;
  }
  return `${step === 0 ? value : Math.floor(value * 10) / 10}${BYTE_UNITS[step]}`;
}

const isTimeUnit = (unit: string): unit is keyof typeof TIME_UNITS => Object.hasOwn(TIME_UNITS, unit);

function shownTime(time: number, unit: string | undefined): string {
  if (unit !== undefined && isTimeUnit(unit)) return String(Math.floor(time / TIME_UNITS[unit]));
  const [name, length] = Object.entries(TIME_UNITS).findLast(([, each]) => time >= each) ?? ['s', 1000];
  return `${Math.floor((time / length) * 10) / 10}${name}`;
}

/** A cell as text, in the units that were asked for. */
export function shownCell(cell: Cell, units: CellUnits): string | null {
  if (cell === null || typeof cell === 'string') return cell;
  return 'bytes' in cell ? shownBytes(cell.bytes, units.bytes) : shownTime(cell.time, units.time);
}

const numberOf = (cell: Cell): number | null =>
  cell === null || typeof cell === 'string' ? null : 'bytes' in cell ? cell.bytes : cell.time;

/** The order of two cells of a column: numbers by their size, cells without anything first. */
export function compareCells(a: Cell, b: Cell): number {
  const [one, other] = [numberOf(a), numberOf(b)];
  if (one !== null && other !== null) return one - other;
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}
