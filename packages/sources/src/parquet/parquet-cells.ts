import { rawNumber } from '@datasarana/schema';
import type { ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet';
import { isoText } from '../dates/iso-text.ts';
import { cellOf } from '../json/flatten.ts';
import type { Cell } from '../rows/row-reader.ts';

const NANOS_PER_MS = 1_000_000n;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A moment as a `Date` where milliseconds hold it, else as ISO text with its digits, else as the count it is. */
function moment(nanos: bigint): unknown {
  const rest = ((nanos % NANOS_PER_MS) + NANOS_PER_MS) % NANOS_PER_MS;
  const date = new Date(Number((nanos - rest) / NANOS_PER_MS));
  if (Number.isNaN(date.getTime())) return `${nanos} ns since 1970`;
  if (rest === 0n) return date;
  return `${date.toISOString().slice(0, -1)}${String(rest).padStart(6, '0').replace(/0+$/, '')}Z`;
}

function day(days: number): unknown {
  const date = new Date(days * 86_400_000);
  return Number.isNaN(date.getTime()) ? `${days} days since 1970` : date;
}

/** Bytes as text; bytes that are no UTF-8 stay bytes. */
function text(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return bytes;
  }
}

/** What the reader makes of values before they are put together: nothing of a value is lost. */
export const PARSERS = {
  timestampFromMilliseconds: (millis: bigint) => moment(BigInt(millis) * NANOS_PER_MS),
  timestampFromMicroseconds: (micros: bigint) => moment(BigInt(micros) * 1000n),
  timestampFromNanoseconds: (nanos: bigint) => moment(BigInt(nanos)),
  dateFromDays: day,
  stringFromBytes: text,
  jsonFromBytes: text,
} satisfies Partial<ParquetParsers>;

type Convert = (value: unknown) => unknown;

function wholeOf(value: unknown): bigint | null {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  if (!(value instanceof Uint8Array)) return null;
  const digits = Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt.asIntN(value.length * 8, BigInt(`0x${digits || '0'}`));
}

/** A decimal with all its digits: as a number it would be rounded. */
function decimal(scale: number): Convert {
  return (value) => {
    const whole = wholeOf(value);
    if (whole === null) return value;
    const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
    const fraction = scale > 0 ? `.${digits.slice(-scale)}` : '';
    return `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${fraction}`;
  };
}

const two = (value: bigint): string => String(value).padStart(2, '0');

/** A time of day, `digits` behind the seconds. */
function timeOfDay(digits: number): Convert {
  const second = 10n ** BigInt(digits);
  return (value) => {
    const ticks = wholeOf(value);
    if (ticks === null || ticks < 0n) return value;
    const seconds = ticks / second;
    const fraction = String(ticks % second)
      .padStart(digits, '0')
      .replace(/0+$/, '');
    const clock = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
    return fraction === '' ? clock : `${clock}.${fraction}`;
  };
}

/** Months, days and milliseconds as ISO 8601 writes a length of time: none of them is a fixed number of the others. */
function interval(value: unknown): unknown {
  if (!(value instanceof Uint8Array) || value.length !== 12) return value;
  const view = new DataView(value.buffer, value.byteOffset, 12);
  const [months, days, ms] = [0, 4, 8].map((at) => view.getUint32(at, true)) as [number, number, number];
  const part = (count: number, sign: string): string => (count === 0 ? '' : `${count}${sign}`);
  const day = part(Math.floor(months / 12), 'Y') + part(months % 12, 'M') + part(days, 'D');
  const hours = Math.floor(ms / 3_600_000);
  const clock = part(hours, 'H') + part(Math.floor(ms / 60_000) % 60, 'M') + part((ms % 60_000) / 1000, 'S');
  return day + clock === '' ? 'PT0S' : `P${day}${clock && `T${clock}`}`;
}

const TIME_DIGITS: Readonly<Record<string, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

function leafConvert({ element }: SchemaTree): Convert | null {
  const { converted_type: converted, logical_type: logical } = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') return decimal(element.scale ?? 0);
  if (converted === 'INTERVAL') return interval;
  if (logical?.type === 'TIME') return timeOfDay(TIME_DIGITS[logical.unit] ?? 3);
  if (converted === 'TIME_MILLIS' || converted === 'TIME_MICROS') return timeOfDay(converted === 'TIME_MILLIS' ? 3 : 6);
  return null;
}

/** Bytes are none of the text that their column inside another says they are. */
export class BrokenText extends Error {}

const isTextLeaf = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  converted === 'UTF8' || converted === 'ENUM' || converted === 'JSON' || logical?.type === 'STRING';

const wholeText: Convert = (value) => {
  if (value instanceof Uint8Array) throw new BrokenText();
  return value;
};

const inList =
  (convert: Convert): Convert =>
  (value) =>
    Array.isArray(value) ? value.map(inList(convert)) : value === null || value === undefined ? value : convert(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/**
 * How the values of a column are finished; null when they are as they should be. Lists are walked by themselves. Texts of
 * columns inside others are looked at as well, `inside`. @throws BrokenText while finishing
 */
export function convertOf(node: SchemaTree, inside = false): Convert | null {
  if (node.children.length === 0) {
    const convert = leafConvert(node) ?? (inside && isTextLeaf(node.element) ? wholeText : null);
    return convert && inList(convert);
  }
  const { converted_type: converted } = node.element;
  const [only] = node.children;
  if (converted === 'LIST' && only)
    return convertOf(only.children.length === 1 ? (only.children[0] ?? only) : only, true);
  const pairs = pairsOf(node);
  if (pairs) return inList(mapConvert(pairs));
  const children = new Map(node.children.map((child) => [child.element.name, convertOf(child, true)]));
  if ([...children.values()].every((convert) => convert === null)) return null;
  return inList((struct) => (isObject(struct) ? mapped(struct, (name) => children.get(name) ?? null) : struct));
}

/** Says that a column is a map. The reader is not told: it would write keys as JavaScript does, and keep one pair of a key. */
export const isMap = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  converted === 'MAP' || logical?.type === 'MAP';

/** The repeated pairs of a map; null for what is none, or has another shape. */
function pairsOf({ element, children: [pairs, ...others] }: SchemaTree): SchemaTree | null {
  if (!pairs || !isMap(element) || others.length > 0 || pairs.element.repetition_type !== 'REPEATED') return null;
  const names = pairs.children.map(({ element: { name } }) => name).sort();
  return names.join() === 'key,value' ? pairs : null;
}

/** A map as an object by the cells of its keys; as the list of its pairs where a key stands twice, so that none is lost. */
function mapConvert({ element: { name }, children }: SchemaTree): Convert {
  const converts = new Map(children.map((child) => [child.element.name, convertOf(child, true)]));
  const finished = (pair: unknown, part: string): unknown => {
    const value: unknown = Reflect.get(Object(pair), part) ?? null;
    return value === null ? null : (converts.get(part)?.(value) ?? value);
  };
  return (map) => {
    const list = isObject(map) ? map[name] : null;
    if (!Array.isArray(list)) return map;
    const pairs = list.map((pair) => ({
      key: String(parquetCell(finished(pair, 'key'))),
      value: finished(pair, 'value'),
    }));
    const isUnique = new Set(pairs.map(({ key }) => key)).size === pairs.length;
    return isUnique ? Object.fromEntries(pairs.map(({ key, value }) => [key, value])) : pairs;
  };
}

const mapped = (object: Readonly<Record<string, unknown>>, of: (name: string) => Convert | null): object =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(name)?.(value) ?? value]));

/** Bytes as base64. */
export const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''));

/** Dates as ISO text, bytes as base64, the rest as JSON has it. */
export function parquetCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return isoText(value.getTime());
  if (value instanceof Uint8Array) return base64(value);
  if (typeof value !== 'object') return String(value);
  return cellOf(plain(value));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return rawNumber(value.toString());
  // JSON has neither NaN nor infinities and would leave them out
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return base64(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plain(child)]));
}
