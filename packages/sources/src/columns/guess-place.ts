import { parseGeoPoint, ValueType } from '@datasarana/schema';
import { plainDegrees, plainPlace } from '../geo/degrees.ts';
import type { Guess } from './column-guess.ts';

/** A minute or a side: degrees alone are angles and temperatures as well. */
const IS_OF_A_MAP = /['’′NSEW]/i;

/** What a column of places is called: its whole degrees (`3,101`) read as one number as well. */
const NAME_OF_PLACE = /gps|geom|location|point|coord|position|lat.?l(?:on|ng)|lokasi|koordinat/i;

/** A column that is called as places are. */
export const guessNamedPoint = (name: string, values: readonly string[]): Guess | null =>
  NAME_OF_PLACE.test(name) && values.every((value) => value.includes(',')) ? guessPoint(name, values) : null;

/** Latitude, longitude, altitude and accuracy, as ODK and KoBoToolbox write where a form was filled in. */
const MEASURED = /^\s*(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?) -?\d+(?:\.\d+)? \d+(?:\.\d+)?\s*$/;
const FIRST_TWO = { kind: 'replace', find: MEASURED.source, by: '$1, $2', regexp: true } as const;

/** Places as forms on phones write them; a function keeps the place. */
export function guessMeasuredPoint(name: string, values: readonly string[]): Guess | null {
  const places = values.map((value) => MEASURED.exec(value)?.slice(1) ?? []);
  if (!places.every((place) => parseGeoPoint(place.join(', ')) !== null)) return null;
  if (!NAME_OF_PLACE.test(name) && !places.flat().every((degrees) => degrees.includes('.'))) return null;
  return {
    value_type: ValueType.GeoPoint,
    transforms: [FIRST_TWO],
    confidence: 0.8,
    reason: `All ${values.length} sampled values are latitude, longitude, altitude and accuracy: a function keeps the first two.`,
  };
}

/** East in German and Dutch, where west is W; west in the Romance languages, where east is E. */
const O = /(^|[^A-Za-z])[Oo]([^A-Za-z]|$)/;
const hasSide = (values: readonly string[], side: 'E' | 'W'): boolean =>
  values.some((value) => new RegExp(`[^A-Z]${side}(?![A-Z])|^${side}`, 'i').test(value));

/** `52°31'12"N 13°24'18"E`, as maps and encyclopedias write a place; the letter O is the side that E or W beside it leaves over. */
export function guessPointOfDegrees(values: readonly string[]): Guess | null {
  const by = meaningOfO(values);
  const read = by === null ? values : values.map((value) => value.replace(O, `$1${by}$2`));
  if (!read.every((value) => IS_OF_A_MAP.test(value) && parseGeoPoint(plainPlace(value)) !== null)) return null;
  const point = { kind: 'point', order: 'lat,lon' } as const;
  const told = by === null ? '' : ` O is read as ${by}, since ${by === 'E' ? 'W' : 'E'} stands in the column, too.`;
  return {
    value_type: ValueType.GeoPoint,
    transforms: by === null ? [point] : [{ kind: 'replace', find: O.source, by: `$1${by}$2`, regexp: true }, point],
    confidence: 0.8,
    reason: `All ${values.length} sampled values are places in degrees with minutes or sides: a function writes them as numbers.${told}`,
  };
}

/** Null where no O stands for a side, or nothing tells which. */
function meaningOfO(values: readonly string[]): 'E' | 'W' | null {
  if (!values.some((value) => O.test(value))) return null;
  const [hasEast, hasWest] = [hasSide(values, 'E'), hasSide(values, 'W')];
  if (hasEast === hasWest) return null;
  return hasEast ? 'W' : 'E';
}

/** Degrees whose O may be either side: they stay texts until somebody says which. */
export function guessDoubtfulSides(values: readonly string[]): Guess | null {
  const isPlace = (value: string): boolean => plainPlace(value) !== null || plainDegrees(value) !== null;
  const written = values.map((value) => value.replace(O, '$1E$2'));
  if (!values.some((value) => !isPlace(value)) || !written.every(isPlace)) return null;
  return {
    value_type: ValueType.Keyword,
    confidence: 0.5,
    reason:
      'The values are places in degrees whose O is east in German and Dutch, and west in French, Spanish, Portuguese and Italian. Replace it by E or W with a function; then they can be points.',
  };
}

/** Lists of two whole numbers, as JSON writes them: of a name that says nothing of places, a range or a size as well. */
const WHOLE_PAIR = /^\s*\[\s*-?\d+\s*,\s*-?\d+\s*\]\s*$/;

/** Degrees with decimals each: nobody writes a size or a range so. */
const DECIMAL_PAIR = /^\s*-?\d+\.\d+\s*[,;]\s*-?\d+\.\d+\s*$/;

/** Pairs of which the first number is no latitude, and the second could be one: they stand the other way round. */
function guessTurnedPoint(name: string, values: readonly string[]): Guess | null {
  if (!NAME_OF_PLACE.test(name) && !values.every((value) => DECIMAL_PAIR.test(value))) return null;
  const turned = values.map((value) => /^([^,;]+)[,;]([^,;]+)$/.exec(value)?.slice(1).reverse().join(',') ?? '');
  if (!turned.every((value) => parseGeoPoint(value) !== null)) return null;
  return {
    value_type: ValueType.GeoPoint,
    transforms: [{ kind: 'point', order: 'lon,lat' }],
    confidence: 0.8,
    reason: `All ${values.length} sampled values are pairs of longitude and latitude: some would lie beyond a pole the other way round. A function turns them.`,
  };
}

/** Pairs of latitude and longitude. */
export function guessPoint(name: string, values: readonly string[]): Guess | null {
  if (!values.every((value) => parseGeoPoint(value) !== null)) return guessTurnedPoint(name, values);
  if (!NAME_OF_PLACE.test(name) && values.every((value) => WHOLE_PAIR.test(value))) return null;
  return {
    value_type: ValueType.GeoPoint,
    confidence: 0.9,
    reason: 'All sampled values are latitude and longitude pairs.',
  };
}
