import { encodeGeohash, readDistance, readPoint } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { Decimal, isObjectValue, numberOf, shown, type Value } from './json.ts';
import { Unfit } from './unfit.ts';

/** A context of the mapping. */
export interface ContextMapping {
  readonly name: string;
  readonly type: 'category' | 'geo';
  /** Field the context is taken from when the entry has none. */
  readonly path?: string;
  readonly precision?: unknown;
}

const LEVELS = 12;
const USUAL = 6;
const EQUATOR = 40_075_016.685_578_49;
const POLAR = 6_356_752.314_245;
const RADIUS = 6_378_137;

/** Letters of a geohash whose cells are that fine: a number of letters or a length. As OpenSearch's GeoUtils. */
export function levelsFor(precision: unknown): number {
  if (precision === undefined || precision === null) return USUAL;
  if (typeof precision === 'number' || /^\d+$/.test(String(precision))) return Math.min(Number(precision), LEVELS);
  const width = readDistance(precision, 'precision') / (1 + POLAR / (2 * RADIUS));
  if (!(width > 0)) return LEVELS;
  const bits = Math.ceil(Math.log2(Math.ceil(EQUATOR / width)));
  const full = Math.floor(bits / 5);
  const left = bits - full * 5;
  return Math.min(LEVELS, 2 * full + (left > 0 ? 1 : 0) + (left > 3 ? 1 : 0));
}

/** The cell a place lies in: a geohash of so many letters. @throws PlatformError where it is no place */
export function hashOf(value: unknown, levels: number): string {
  if (typeof value === 'string' && /^[0-9b-hjkmnp-z]+$/i.test(value)) return value.toLowerCase().slice(0, levels);
  const { lat, lon } = readPoint(value, 'contexts');
  return encodeGeohash(lat, lon, levels);
}

/** Whether a list is one place, `[lon, lat]`, and not several. */
export const isPlace = (list: readonly unknown[]): boolean => isNumeric(list[0]);

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal;

/** What a document says of one context, as it is kept: categories as texts, places as geohashes. @throws Unfit */
export function contextValues({ type, precision }: ContextMapping, given: Value): readonly string[] {
  const isList = Array.isArray(given) && !(type === 'geo' && isPlace(given));
  const values: readonly Value[] = isList ? given : [given];
  return values.map((value) => (type === 'geo' ? cellOf(value, levelsFor(precision)) : categoryOf(value, isList)));
}

function cellOf(value: Value, levels: number): string {
  try {
    return hashOf(plain(value), levels);
  } catch (error) {
    if (error instanceof PlatformError) throw new Unfit(error.message, 'parse_exception');
    throw error;
  }
}

function categoryOf(value: Value, isOfList: boolean): string {
  if (typeof value === 'string' || typeof value === 'boolean' || isNumeric(value)) return shown(value);
  const told = isOfList
    ? `context array must have string, number or boolean values, but was [${shown(value)}]`
    : `contexts must be a string, number or boolean or a list of string, number or boolean, but was [${shown(value)}]`;
  throw new Unfit(told, 'parse_exception');
}

/** Numbers without the digits they were written with. */
function plain(value: Value): unknown {
  if (typeof value === 'bigint' || value instanceof Decimal) return numberOf(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObjectValue(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
