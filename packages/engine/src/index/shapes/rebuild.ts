import type { FieldColumn, IndexLayout } from '../layout.ts';
import { aheadMs, type Kind, type Shape, type Slot } from './shape.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns the text of a stored document is put together from. */
export function sourceColumns(layout: IndexLayout): readonly string[] {
  const columns = layout.state.shapes.paths.flatMap((path) => layout.fields.get(path)?.columns ?? []);
  return ['_source', '_shape', ...new Set(columns)];
}

/** The text of a stored document as it was sent, from a row with the columns of `sourceColumns`. */
export function sourceText(layout: IndexLayout, row: Row): string {
  if (typeof row._source === 'string') return row._source;
  const shape = layout.state.shapes.get(Number(row._shape));
  if (shape === undefined) throw new Error(`Document ${row._id ?? row._doc} has a shape that is not stored`);
  return textOf(shape, layout, row);
}

function textOf({ pieces, slots }: Shape, layout: IndexLayout, row: Row): string {
  let text = pieces[0] ?? '';
  let piece = 1;
  for (const slot of slots) {
    const column = layout.fields.get(slot.path);
    text += (column === undefined ? 'null' : written(slot, column, row)) + (pieces[piece++] ?? '');
  }
  return text;
}

function written({ kind, zone }: Slot, { columns, list }: FieldColumn, row: Row): string {
  const [one, other] = columns;
  const first = one === undefined ? undefined : row[one];
  if (kind === 'texts' || kind === 'wholes') {
    const values: readonly unknown[] = Array.isArray(first) ? first : [first];
    return `[${values.map((value) => WRITE[kind](value)).join(',')}]`;
  }
  const value: unknown = list ? (first as readonly unknown[])[0] : first;
  return value === null || value === undefined ? 'null' : WRITE[kind](value, other && row[other], zone);
}

const iso = (value: unknown): string => new Date(Number(value)).toISOString();

/** A date to as many characters by the clocks of a zone. */
const inZone = (value: unknown, characters: number, zone: string): string =>
  `"${iso(Number(value) + aheadMs(zone)).slice(0, characters)}${zone}"`;

/** The shortest decimal that is this number once it is cut to 32 bits. */
export function shortestFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** A number as written by who tells decimals from whole numbers. */
export const withPoint = (value: number, digits: string): string => (Number.isInteger(value) ? `${digits}.0` : digits);

const WRITE: Readonly<Record<Kind, (value: unknown, second?: unknown, zone?: string) => string>> = {
  text: (value) => JSON.stringify(value),
  texts: (value) => JSON.stringify(value),
  whole: String,
  wholes: String,
  real: String,
  float: (value) => shortestFloat(Number(value)),
  'real.0': (value) => withPoint(Number(value), String(value)),
  'float.0': (value) => withPoint(Number(value), shortestFloat(Number(value))),
  flag: String,
  second: (value) => `"${iso(value).slice(0, 19)}Z"`,
  milli: (value) => `"${iso(value)}"`,
  day: (value) => `"${iso(value).slice(0, 10)}"`,
  'second.zone': (value, _second, zone = '') => inZone(value, 19, zone),
  'milli.zone': (value, _second, zone = '') => inZone(value, 23, zone),
  epoch: String,
  point: (lat, lon) => `"${lat}, ${lon}"`,
  pair: (lat, lon) => `"${lat},${lon}"`,
  lat: String,
  lon: (_lat, lon) => String(lon),
};
