import { isIP } from 'node:net';
import { type AnyAnalyser, analyse } from '@datasarana/query';
import type { FieldColumn, IndexLayout } from '../../index/layout.ts';
import type { Shape } from '../../index/shapes/shape.ts';
import { hasReadBytes, isBase64 } from '../coerce.ts';
import { type FieldMapping, mappingAt } from '../mapping.ts';
import { defaultKind } from './default-kind.ts';

export interface Target {
  readonly place: number;
  /** Whether its rows are lists. */
  readonly list: boolean;
  /** Longer texts are not kept in this column. */
  readonly most: number;
  /** What texts go through on their way into this column. */
  readonly normalizer?: AnyAnalyser;
}

/** Where a value of a shape goes to. */
export interface Place {
  readonly field: FieldMapping;
  readonly column: FieldColumn;
  /** The field's own column first, then those of its further readings. */
  readonly targets: readonly Target[];
}

/** Lucene's longest term in bytes, by characters of at most four. */
const LONGEST_TERM = 32_766 / 4;

function mostOf({ parameters }: FieldMapping): number {
  const { ignore_above } = parameters;
  if (ignore_above !== undefined) return Number(ignore_above);
  return Number.POSITIVE_INFINITY;
}

/** Texts of a field that are longer are not kept in its column. */
const longestOf = ({ type }: FieldMapping): number => (type === 'keyword' ? LONGEST_TERM : Number.POSITIVE_INFINITY);

/** Texts of a field that are longer are kept neither by it nor by its further readings. */
export const longestKept = (field: FieldMapping): number =>
  Math.min(longestOf(field), ...Object.values(field.fields ?? {}).map(longestOf));

/** Whole numbers the columns of a type hold. */
export const WHOLES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  byte: [-128, 127],
  short: [-32768, 32767],
  integer: [-(2 ** 31), 2 ** 31 - 1],
  long: [-(2 ** 53), 2 ** 53],
  unsigned_long: [0, 2 ** 53],
};

/** What a column keeps of a text; undefined when the long way has to refuse it. */
export function keptText({ most, normalizer }: Target, text: string): string | null | undefined {
  if (text.length > most) return null;
  if (normalizer === undefined) return text;
  const [word = '', ...others] = analyse(normalizer, text);
  return others.length === 0 && word.length <= LONGEST_TERM ? word : undefined;
}

/** Whether a text is kept by its field as it is; any other goes the long way. */
export const isPlainText = (field: FieldMapping, text: string): boolean =>
  field.type === 'ip' ? isIP(text) === 4 : !hasReadBytes(field) || isBase64(text);

/** What a column keeps of a number with a fraction. */
export function keptReal({ type, parameters }: FieldMapping): (value: number) => number {
  const factor = Number(parameters.scaling_factor);
  if (type === 'scaled_float') return (value) => Math.round(value * factor) / factor;
  return type === 'half_float' ? Math.f16round : (value) => value;
}

export const isOnEarth = (lat: number, lon: number): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** Null when values of the field are not read by shape. */
function placeOf(layout: IndexLayout, path: string, names: ReadonlyMap<string, number>): Place | null {
  const { stored } = layout.definition;
  const field = stored && mappingAt(stored.mapping, path);
  const column = layout.fields.get(path);
  if (!field || column === undefined || defaultKind(field) === null) return null;
  if (column.type === 'geo_point' && column.list) return null;
  const further = Object.entries(field.fields ?? {}).map(([name, inner]) => {
    const { columns = [], list = false, type, field: own } = layout.fields.get(`${path}.${name}`) ?? {};
    const isNormalized = type === 'keyword' && own?.analyser !== undefined;
    return { columns, list, most: mostOf(inner), ...(isNormalized && { normalizer: own.analyser }) };
  });
  const targets = [{ columns: column.columns, list: column.list, most: mostOf(field) }, ...further].flatMap(
    ({ columns, ...rules }) =>
      columns.flatMap((name) => {
        const place = names.get(name);
        return place === undefined ? [] : [{ place, ...rules }];
      }),
  );
  return { field, column, targets };
}

/** Where the values of a shape go to. */
export interface ShapePlaces {
  readonly places: readonly Place[];
  /** Columns no value of the shape goes to. */
  readonly others: readonly number[];
}

/** Null when values of one of its fields are not read by shape. */
export function placesOf({ slots }: Shape, layout: IndexLayout): ShapePlaces | null {
  const names = new Map(layout.own.flatMap(({ columns }) => columns).map((name, place) => [name, place]));
  const places = slots.flatMap(({ path }) => placeOf(layout, path, names) ?? []);
  if (places.length !== slots.length) return null;
  const taken = new Set(places.flatMap(({ targets }) => targets.map(({ place }) => place)));
  return { places, others: [...names.values()].filter((place) => !taken.has(place)) };
}
