import { DATE_FORMATS } from '../dates/date-format.ts';
import { compilePattern } from './regexp.ts';
import type { Transform } from './transform.ts';

type Fields = Readonly<Record<string, unknown>>;
type Check = (transform: Fields) => string | null;

/** Longest text a setting of a transform holds. */
const SETTING_LIMIT = 64 * 1024;
const PAIRS_LIMIT = 100_000;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= SETTING_LIMIT;
const optionalText = (value: unknown): boolean => value === undefined || isText(value);
const isPair = (pair: unknown): boolean => Array.isArray(pair) && pair.length === 2 && pair.every(isText);
const none: Check = () => null;

const CHECKS: Readonly<Record<Transform['kind'], Check>> = {
  map({ pairs }) {
    if (!Array.isArray(pairs) || !pairs.every(isPair)) return 'map needs pairs of a key and a value';
    return pairs.length > PAIRS_LIMIT ? `map has ${pairs.length} pairs, more than ${PAIRS_LIMIT}` : null;
  },
  static: ({ value }) => (isText(value) ? null : 'static needs a value'),
  upper: none,
  lower: none,
  trim: none,
  split({ by, take }) {
    if (!isText(by) || by === '') return 'split needs the text to split by';
    return take === undefined || Number.isInteger(take) ? null : 'split: take is not a whole number';
  },
  join({ with: between, columns }) {
    if (!isText(between)) return 'join needs the text to join with';
    return Array.isArray(columns) && columns.length > 0 && columns.every(isText) ? null : 'join needs columns';
  },
  replace({ find, by, regexp }) {
    if (!isText(find) || find === '' || !isText(by)) return 'replace needs what to find and what to put there';
    return regexp === true ? patternFault(find) : null;
  },
  date: ({ from }) =>
    DATE_FORMATS.some((known) => known === from)
      ? null
      : `date: '${String(from)}' is none of ${DATE_FORMATS.join(', ')}`,
  number({ decimal, group }) {
    if (decimal !== '.' && decimal !== ',') return 'number: decimal is . or ,';
    if (!optionalText(group)) return 'number: group is not a text';
    return group === decimal ? 'number: the sign between groups is the decimal sign' : null;
  },
  point({ lat, lon, order }) {
    if (!optionalText(lat) || !optionalText(lon)) return 'point: lat and lon are names of columns';
    if ((lat === undefined) !== (lon === undefined)) return 'point needs both lat and lon, or neither';
    return order === undefined || order === 'lat,lon' || order === 'lon,lat'
      ? null
      : 'point: order is lat,lon or lon,lat';
  },
  hash: ({ algorithm }) => (algorithm === 'sha256' ? null : `hash: '${String(algorithm)}' is not sha256`),
  template: ({ text }) => (isText(text) ? null : 'template needs a text'),
};

function patternFault(find: string): string | null {
  try {
    compilePattern(find);
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** What is wrong with a transform read from outside; null when it can be applied. */
export function transformFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'a transform is not an object';
  const transform: Fields = { ...value };
  const { kind } = transform;
  if (typeof kind !== 'string' || !Object.hasOwn(CHECKS, kind)) return `'${String(kind)}' is no transform`;
  return CHECKS[kind as Transform['kind']](transform);
}

/** True for what `applyTransforms` takes. */
export const isTransform = (value: unknown): value is Transform => transformFault(value) === null;
