import { BlockList, isIP } from 'node:net';
import { dateFormat, millisOf, readDate, readPoint, readShape, UTC } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { nanosFault } from '../index/nanos.ts';
import type { KeptRange } from '../index/range-types.ts';
import type { KeptCompletion } from './completions.ts';
import { Decimal, isObjectValue, numberOf, shown, type Value } from './json.ts';
import type { FieldMapping, MappedType } from './mapping.ts';
import { rangeReader } from './ranges.ts';
import { Unfit } from './unfit.ts';

/** A date to the nanosecond: nanoseconds since 1970. */
export interface KeptNanos {
  readonly nanos: bigint;
}

/** A value as its column takes it. */
export type Kept =
  | string
  | number
  | bigint
  | boolean
  | { readonly lat: number; readonly lon: number }
  | KeptNanos
  | KeptRange
  | KeptCompletion;

export { Unfit } from './unfit.ts';

export type Coerce = (value: Value, field: FieldMapping) => Kept | null;

const flag = (field: FieldMapping, name: string, absent: boolean): boolean => {
  const given = field.parameters[name];
  return given === undefined ? absent : given === true || given === 'true';
};

const RANGES = {
  byte: [-128n, 127n],
  short: [-32768n, 32767n],
  integer: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsigned_long: [0n, 2n ** 64n - 1n],
} as const;

/** OpenSearch takes the digits of a long apart itself, and leaves those of the other numbers to Java. */
const notNumber = (text: string, type?: string): Unfit =>
  text.trim() === ''
    ? new Unfit('empty String', 'number_format_exception')
    : new Unfit(`For input string: "${text}"`, type === 'long' ? undefined : 'number_format_exception');

const noNumber = (value: Value): Unfit =>
  isObjectValue(value)
    ? new Unfit('Current token (START_OBJECT) not numeric, can not use numeric value accessors', 'json_parse_exception')
    : notNumber(shown(value));

const numeric = (value: Value): value is number | bigint | Decimal =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal;

/** Numbers as refusals call them: by the classes of Java that hold them. */
type JavaNumber = 'Integer' | 'Short' | 'Long' | 'BigInteger' | 'Float' | 'Double';

function refuseText(field: FieldMapping, java: JavaNumber): void {
  if (!flag(field, 'coerce', true)) throw new Unfit(`${java} value passed as String`);
}

function textNumber(value: string, field: FieldMapping): string {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value.trim())) throw notNumber(value, field.type);
  return value.trim();
}

const NAMES: Readonly<Record<keyof typeof RANGES, { readonly name: string; readonly java: JavaNumber }>> = {
  byte: { name: 'a byte', java: 'Integer' },
  short: { name: 'a short', java: 'Short' },
  integer: { name: 'an integer', java: 'Integer' },
  long: { name: 'a long', java: 'Long' },
  unsigned_long: { name: 'unsigned long', java: 'BigInteger' },
};

/** A number as a whole one; what stands after the point is cut off, where the field allows it. */
function wholeNumber(
  given: string | number | bigint | Decimal,
  field: FieldMapping,
  type: keyof typeof RANGES,
): bigint {
  if (typeof given === 'bigint') return given;
  // digit by digit: as a double it would be rounded beyond 2^53
  const digits = typeof given === 'string' ? /^\+?(-?\d+)(?:\.\d*)?$/.exec(given)?.[1] : undefined;
  if (digits !== undefined) return BigInt(digits);
  const number = typeof given === 'string' ? Number(given) : numberOf(given);
  if (!Number.isInteger(number) && !flag(field, 'coerce', true)) {
    throw new Unfit(`${shown(given)} cannot be converted to ${NAMES[type].java} without data loss`);
  }
  if (!Number.isFinite(number)) throw new Unfit(`Value [${shown(given)}] is out of range for ${NAMES[type].name}`);
  return BigInt(Math.trunc(number));
}

/** Of an integer OpenSearch looks at what stands after the point, too: `2147483647.5` is none. */
const isBeyond = (value: string | number | bigint | Decimal, type: keyof typeof RANGES): boolean => {
  const number = value instanceof Decimal ? value.value : Number(value);
  return type === 'integer' && (number < -(2 ** 31) || number > 2 ** 31 - 1);
};

function whole(type: keyof typeof RANGES): Coerce {
  const [low, high] = RANGES[type];
  const { name, java } = NAMES[type];
  return (value, field) => {
    if (typeof value === 'string') refuseText(field, java);
    if (value === '') return null;
    if (typeof value !== 'string' && !numeric(value)) throw noNumber(value);
    const number = wholeNumber(typeof value === 'string' ? textNumber(value, field) : value, field, type);
    if (number < low || number > high || isBeyond(value, type))
      throw new Unfit(`Value [${shown(value)}] is out of range for ${name}`);
    return number;
  };
}

/** `fit` is what is kept of a number: infinity for one beyond the type, which those are not that are rounded to its largest. */
function real(name: string, fit: (value: number) => number): Coerce {
  const java = name === 'float' || name === 'half_float' ? 'Float' : 'Double';
  return (value, field) => {
    if (typeof value === 'string') refuseText(field, java);
    if (value === '') return null;
    if (typeof value !== 'string' && !numeric(value)) throw noNumber(value);
    const number = typeof value === 'string' ? Number(textNumber(value, field)) : numberOf(value);
    const kept = fit(number);
    if (!Number.isFinite(kept)) throw new Unfit(`[${name}] supports only finite values, but got [${shown(value)}]`);
    return kept;
  };
}

const scaled: Coerce = (value, field) => {
  const number = real('scaled_float', (each) => each)(value, field);
  const factor = Number(field.parameters.scaling_factor);
  return typeof number === 'number' ? Math.round(number * factor) / factor : null;
};

const boolean: Coerce = (value) => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false' || value === '') return false;
  throw new Unfit(`Failed to parse value [${shown(value)}] as only [true] or [false] are allowed.`);
};

const DATES = 'strict_date_optional_time||epoch_millis';

const formatOf = ({ parameters }: FieldMapping): string =>
  typeof parameters.format === 'string' ? parameters.format : DATES;

/** The text a date is read from. */
function dateText(value: Value, field: FieldMapping): string {
  if (isObjectValue(value)) throw noText();
  if (typeof value === 'boolean' || Array.isArray(value)) throw noDate(shown(value), field);
  if (value === '') throw new Unfit('cannot parse empty date');
  return value instanceof Decimal ? String(numberOf(value)) : String(value);
}

const noText = (): Unfit => new Unfit("Can't get text on a START_OBJECT", 'illegal_state_exception');

const noDate = (text: string, field: FieldMapping): Unfit =>
  new Unfit(`failed to parse date field [${text}] with format [${formatOf(field)}]`);

const date: Coerce = (value, field) => {
  const text = dateText(value, field);
  const format = dateFormat(formatOf(field));
  const read = format.read(text, UTC, false);
  if (read === null) throw noDate(text, field);
  if (Number.isSafeInteger(read)) return BigInt(read);
  return millisOf(format.readNanos(text, UTC, false) ?? 0n);
};

/** An end of a range, which may be reckoned from a date (`2024-01-15||/M`), but not from the moment it is stored at. */
const rangeDate: Coerce = (value, field) => {
  const text = dateText(value, field);
  if (text.startsWith('now')) throw new Unfit('could not read the current timestamp', 'parse_exception');
  if (!text.includes('||')) return date(value, field);
  try {
    return BigInt(readDate(text, '', { format: formatOf(field), zone: UTC, now: 0, roundUp: false }));
  } catch (cause) {
    if (cause instanceof PlatformError) throw noDate(text, field);
    throw cause;
  }
};

const nanos: Coerce = (value, field) => {
  const text = dateText(value, field);
  const read = dateFormat(formatOf(field)).readNanos(text, UTC, false);
  if (read === null) throw noDate(text, field);
  const fault = nanosFault(read);
  if (fault !== null) throw new Unfit(fault);
  return { nanos: read };
};

const text: Coerce = (value) => {
  if (isObjectValue(value)) throw noText();
  return shown(value);
};

/** Bytes in the digits of base64 with all of their padding; spaces and line ends between them mean nothing. */
export function isBase64(text: string): boolean {
  const digits = text.replace(/[\0-\x20]+/g, '');
  const isPadded = digits.length % 4 === 0;
  return isPadded && !/[^A-Za-z0-9+/]/.test(digits.replace(/={1,2}$/, ''));
}

/** Whether somebody reads the bytes of a field; of another what a document says is kept unread, as in OpenSearch. */
export const hasReadBytes = (field: FieldMapping): boolean =>
  field.type === 'binary' && (flag(field, 'doc_values', false) || flag(field, 'store', false));

const binary: Coerce = (value, field) => {
  if (!hasReadBytes(field)) return text(value, field);
  if (typeof value !== 'string')
    throw new Unfit('The current token is not a text, can not access it as binary', 'json_parse_exception');
  if (isBase64(value)) return value;
  throw new Unfit(`Failed to decode [${value.slice(0, 100)}] as base64`, 'json_parse_exception');
};

const keyword: Coerce = (value, field) => {
  const found = text(value, field);
  const most = field.parameters.ignore_above;
  return typeof found === 'string' && most !== undefined && found.length > Number(most) ? null : found;
};

const ip: Coerce = (value) => {
  if (isObjectValue(value)) throw noText();
  const address = shown(value);
  if (isIP(address) === 0) throw new Unfit(`'${address}' is not an IP string literal.`);
  return plainAddress(address);
};

/** An address in the one spelling it is kept in: IPv4 in dots, IPv6 shortened, mapped IPv4 as IPv4. */
export function plainAddress(address: string): string {
  if (isIP(address) === 4) return address;
  const host = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (!mapped) return host;
  const high = Number.parseInt(mapped[1] ?? '0', 16);
  const low = Number.parseInt(mapped[2] ?? '0', 16);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Whether an address lies in a network such as 10.0.0.0/8. */
export function inNetwork(address: string, network: string): boolean {
  const [base = '', bits = ''] = network.split('/');
  const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(base, Number(bits), family);
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const point: Coerce = (value, field) => {
  const plain = JSON.parse(
    JSON.stringify(value, (_key, each) =>
      each instanceof Decimal ? each.value : typeof each === 'bigint' ? Number(each) : each,
    ),
  );
  const flat = withoutHeight(plain);
  if (!flag(field, 'ignore_z_value', true) && JSON.stringify(flat) !== JSON.stringify(plain))
    throw new Unfit(`found Z value in ${shown(value)} but [ignore_z_value] parameter is [false]`, 'parse_exception');
  let found: { readonly lat: number; readonly lon: number };
  try {
    // as OpenSearch has it, who takes what is malformed means the place the way around the globe leads to
    found = readPoint(flat, '', flag(field, 'ignore_malformed', false) ? 'coerce' : 'strict');
  } catch (cause) {
    throw new Unfit(cause instanceof Error ? cause.message : String(cause), 'parse_exception');
  }
  const { lat, lon } = found;
  if (Math.abs(lat) > 90) throw new Unfit(`illegal latitude value [${lat}] for geo_point`);
  if (Math.abs(lon) > 180) throw new Unfit(`illegal longitude value [${lon}] for geo_point`);
  return { lat, lon };
};

/** A document may give a height, which is not kept. */
export function withoutHeight(given: unknown): unknown {
  if (typeof given === 'string')
    return given
      .replace(/^([^,(]+,[^,]+),[^,]+$/, '$1')
      .replace(/^\s*POINT\s*(?:Z\s*)?\(\s*(\S+)\s+(\S+)\s+\S+\s*\)\s*$/i, 'POINT ($1 $2)');
  if (Array.isArray(given)) return given.length === 3 ? given.slice(0, 2) : given;
  if (typeof given !== 'object' || given === null || !('coordinates' in given)) return given;
  return { ...given, coordinates: withoutHeight(given.coordinates) };
}

const shape: Coerce = (value) => {
  const text = asJson(value);
  try {
    const areas = readShape(JSON.parse(text), 'shape');
    if (areas.some(({ kind }) => kind === 'circle')) throw new Unfit('circle geometry is not supported');
    // an empty shape is nowhere
    return areas.length === 0 ? null : text;
  } catch (cause) {
    if (cause instanceof Unfit) throw cause;
    throw new Unfit(cause instanceof Error ? cause.message : String(cause), 'parse_exception');
  }
};

const constant: Coerce = (value, field) => {
  if (shown(value) !== field.parameters.value) {
    throw new Unfit(
      `constant keyword field [${field.parameters.value}] must have a value of [${field.parameters.value}]`,
    );
  }
  return shown(value);
};

const asJson = (value: Value): string =>
  JSON.stringify(value, (_key, each) =>
    each instanceof Decimal ? each.value : typeof each === 'bigint' ? Number(each) : each,
  );

/** The reading of one value by the type of its field; null = nothing is kept. @throws Unfit */
export const COERCE: Readonly<Partial<Record<MappedType, Coerce>>> = {
  byte: whole('byte'),
  short: whole('short'),
  integer: whole('integer'),
  long: whole('long'),
  unsigned_long: whole('unsigned_long'),
  half_float: real('half_float', Math.f16round),
  float: real('float', Math.fround),
  double: real('double', (value) => value),
  scaled_float: scaled,
  token_count: whole('integer'),
  boolean,
  date,
  date_nanos: nanos,
  keyword,
  wildcard: keyword,
  constant_keyword: constant,
  ip,
  text,
  match_only_text: text,
  search_as_you_type: text,
  binary,
  geo_point: point,
  geo_shape: shape,
  integer_range: rangeReader('integer_range', whole('integer')),
  long_range: rangeReader('long_range', whole('long')),
  float_range: rangeReader('float_range', real('float', Math.fround)),
  double_range: rangeReader(
    'double_range',
    real('double', (value) => value),
  ),
  date_range: rangeReader('date_range', rangeDate),
  ip_range: rangeReader('ip_range', ip),
};
