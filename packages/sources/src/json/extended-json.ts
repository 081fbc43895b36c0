import { rawNumber } from '@datasarana/schema';
import { isoText } from '../dates/iso-text.ts';
import { parseWritten } from './exact.ts';
import { type Fields, isFields } from './fields.ts';

/** How values begin that MongoDB wraps to keep their type, `{"$oid": "65b9…"}`. */
const WRAPPED = /\{\s*"\$[a-z]/i;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a document of a file; values in MongoDB's Extended JSON (version 2, both forms) are those they wrap. */
export const parseDocument = (text: string): unknown =>
  WRAPPED.test(text) ? unwrapped(parseWritten(text)) : parseWritten(text);

function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (!isFields(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const [first, ...more] = Object.entries(value);
  const unwrap = first && more.length === 0 && Object.hasOwn(UNWRAP, first[0]) ? UNWRAP[first[0]] : undefined;
  const found = unwrap?.(first?.[1]);
  if (found !== undefined) return found;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, unwrapped(child)]));
}

type Unwrap = (inner: unknown) => unknown;

const text: Unwrap = (inner) => (typeof inner === 'string' ? inner : undefined);
const number: Unwrap = (inner) =>
  typeof inner === 'string' && JSON_NUMBER.test(inner) ? rawNumber(inner) : text(inner);

/** Undefined for what is not as it should be. */
const UNWRAP: Readonly<Record<string, Unwrap>> = {
  $oid: text,
  $uuid: text,
  $symbol: text,
  $numberInt: number,
  $numberLong: number,
  $numberDouble: number,
  $numberDecimal: number,
  $date: (inner) => {
    const ms = isFields(inner) ? Number(inner.$numberLong) : inner;
    return typeof ms === 'number' && Math.abs(ms) <= 8.64e15 ? isoText(ms) : text(inner);
  },
  $binary: (inner) => (isFields(inner) ? text((inner as Fields).base64) : undefined),
};
