/** The ways a cell of text is read as a value; null = it is not one. The import accepts exactly these. */

const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;

/** A decimal number; thousands may be set apart by commas (FMT-03). */
export function readNumber(text: string): number | null {
  const value = text.trim();
  const plain = GROUPED.test(value) ? value.replaceAll(',', '') : value;
  if (!NUMBER.test(plain)) return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : null;
}

/** A whole number of any size; `12.0` and `1,200` are whole, `12.5` is not. */
export function parseWholeNumber(text: string): bigint | null {
  const value = text.trim();
  const plain = (GROUPED.test(value) ? value.replaceAll(',', '') : value).replace(/\.0*$/, '');
  return /^[+-]?\d{1,40}$/.test(plain) ? BigInt(plain.replace(/^\+/, '')) : null;
}

const TRUE_WORDS: ReadonlySet<string> = new Set(['true', 'yes', 'y', 't', 'on', '1']);
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'n', 'f', 'off', '0']);

/** A boolean in words or digits, in any case. */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : null;
}

export const isBooleanWord = (text: string): boolean => parseBoolean(text) !== null;

export interface Point {
  readonly lat: number;
  readonly lon: number;
}

const NUM = String.raw`([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)`;
const PAIR = new RegExp(`^${NUM}\\s*[,; ]\\s*${NUM}$`);
const WKT = new RegExp(`^POINT\\s*\\(\\s*${NUM}\\s+${NUM}\\s*\\)$`, 'i');

/** A point: `lat, lon`, `POINT (lon lat)`, `[lon, lat]` or `{"lat": …, "lon": …}`; out of range is none. */
export function parsePoint(text: string): Point | null {
  const value = text.trim();
  const wkt = WKT.exec(value);
  if (wkt) return pointOf(Number(wkt[2]), Number(wkt[1]));
  if (value.startsWith('[') || value.startsWith('{')) return parsePointJson(value);
  const pair = PAIR.exec(value);
  return pair ? pointOf(Number(pair[1]), Number(pair[2])) : null;
}

function parsePointJson(value: string): Point | null {
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    return null;
  }
  return pointFrom(json);
}

/** A point from a parsed value: `[lon, lat]`, `{lat, lon}` or a GeoJSON Point. */
export function pointFrom(json: unknown): Point | null {
  if (Array.isArray(json)) return json.length === 2 ? pointOf(json[1], json[0]) : null;
  if (json === null || typeof json !== 'object') return null;
  if ('lat' in json && 'lon' in json) return pointOf(json.lat, json.lon);
  if ('type' in json && json.type === 'Point' && 'coordinates' in json) return pointFrom(json.coordinates);
  return null;
}

function pointOf(lat: unknown, lon: unknown): Point | null {
  if (typeof lat !== 'number' || typeof lon !== 'number') return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
