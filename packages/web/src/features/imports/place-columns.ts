import { ValueType } from '@datasarana/schema';
import { fieldNameOf, plainDegrees } from '@datasarana/sources';
import type { ColumnPlan } from './plan.ts';

/** Two columns of numbers that are a place together. */
export interface PlaceColumns {
  readonly lat: string;
  readonly lon: string;
}

const LATITUDES = new Set(['lat', 'latitude', 'lintang']);
const LONGITUDES = new Set(['lon', 'lng', 'long', 'longitude', 'bujur']);

/** What is left of a name without the word that says which half of a place it is: `start` of `start_lat`; null where no word does. */
function restOf(name: string, halves: ReadonlySet<string>): string | null {
  const words = fieldNameOf(name).split('_');
  const at = words.findIndex((word) => halves.has(word));
  return at < 0 ? null : words.filter((_, i) => i !== at).join('_');
}

const NUMBERS: readonly number[] = [ValueType.Double, ValueType.Integer];

/** Numbers, or texts of degrees such as `52°31'12"N`. */
function isWithin({ guess, value_type }: ColumnPlan, most: number): boolean {
  const cells = guess.sample.filter((cell) => cell !== null && cell !== '');
  const degrees = NUMBERS.includes(value_type) ? cells.map(Number) : cells.map(plainDegrees);
  if (cells.length === 0 && !NUMBERS.includes(value_type)) return false;
  return degrees.every((each) => each !== null && Math.abs(each) <= most);
}

/** The first two columns that are named as the halves of a place, hold degrees of one, and have fields of their own. */
export function placeColumns(columns: readonly ColumnPlan[]): PlaceColumns | null {
  const free = columns.filter(({ field, transforms = [] }) => field !== null && transforms.length === 0);
  for (const lat of free) {
    const rest = restOf(lat.column, LATITUDES);
    if (rest === null || !isWithin(lat, 90)) continue;
    const lon = free.find((one) => restOf(one.column, LONGITUDES) === rest && isWithin(one, 180));
    if (lon) return { lat: lat.column, lon: lon.column };
  }
  return null;
}

/** The plan with one field for both: the column of the latitudes becomes the point, that of the longitudes has no field. */
export function withPlace(columns: readonly ColumnPlan[], { lat, lon }: PlaceColumns): readonly ColumnPlan[] {
  const field = placeField(columns, lat);
  return columns.map((column) => {
    if (column.column === lon) return { ...column, field: null };
    if (column.column !== lat) return column;
    return { ...column, field, value_type: ValueType.GeoPoint, transforms: [{ kind: 'point', lat, lon }] };
  });
}

/** The name of the field that a place goes into: `start_location` of `start_lat`. */
export function placeField(columns: readonly ColumnPlan[], lat: string): string {
  const rest = restOf(lat, LATITUDES);
  const base = rest ? `${rest}_location` : 'location';
  const taken = new Set(columns.map(({ field }) => field));
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(name)) return name;
  }
}
