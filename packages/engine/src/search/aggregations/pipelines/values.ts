import type { GapPolicy } from '@datasarana/query';
import { type BucketsPath, illegalArgument, notExecutable } from '@datasarana/query';
import { typeOf } from '../result-type.ts';
import { javaDouble } from '../shown-value.ts';

/** A finished bucket: its key, `doc_count` and the results inside. */
export type ShownBucket = Readonly<Record<string, unknown>>;

export const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** Buckets of a result, keyed or not, with the names they are keyed by. */
export function bucketsIn(result: unknown): readonly (readonly [name: string, bucket: ShownBucket])[] {
  const buckets = memberOf(result, 'buckets');
  const isDecimal = DECIMAL.has(typeOf(result) ?? '');
  if (Array.isArray(buckets)) return buckets.map((bucket: ShownBucket) => [nameOf(bucket, isDecimal), bucket] as const);
  if (typeof buckets !== 'object' || buckets === null) return [];
  return Object.entries(buckets).map(([name, bucket]) => [name, bucket as ShownBucket] as const);
}

/** Buckets whose keys are doubles, written as Java writes them. */
const DECIMAL: ReadonlySet<string> = new Set(['dterms', 'histogram', 'variable_width_histogram']);

/** The key of a bucket as text. */
function nameOf({ key, key_as_string: text }: ShownBucket, isDecimal: boolean): string {
  if (typeof text === 'string') return text;
  if (typeof key === 'number' && isDecimal) return javaDouble(key);
  return typeof key === 'object' && key !== null ? JSON.stringify(key) : String(key ?? '');
}

/** What a path leads to: a number, not a number for a figure of no values, or null when there is nothing. */
type Found = { readonly number: number } | { readonly result: unknown; readonly at: string } | null;

/** The number a path leads to from a bucket, null when it leads nowhere. */
export function resolve(bucket: ShownBucket, path: BucketsPath, gaps: GapPolicy): number | null {
  const found = follow(bucket, path);
  if (found === null) return null;
  if (!('number' in found)) throw noNumber(found.result, found.at);
  const isCount = path.length === 1 && path[0] === '_count';
  const { number } = found;
  if (Number.isFinite(number) && (bucket.doc_count !== 0 || isCount)) return number;
  return gaps === 'insert_zeros' ? 0 : Number.NaN;
}

export const MUST_BE_NUMBER =
  'buckets_path must reference either a number value or a single value numeric metric aggregation';
export const NAME_FIGURE = 'Name the figure behind a dot, such as stats1.max or percentiles1[50].';

function noNumber(result: unknown, at: string) {
  const type = typeOf(result) ?? '';
  const isMany = SEVERAL.has(type);
  return notExecutable(
    isMany
      ? `${MUST_BE_NUMBER}, but [${at}] contains multiple values. Please specify which to use.`
      : `${MUST_BE_NUMBER}, got: [${Array.isArray(result) ? 'Object[]' : className(type)}] at aggregation [${at}]`,
    NAME_FIGURE,
  );
}

const noFigure = (path: BucketsPath, at: string) =>
  illegalArgument(
    `path not supported for [${at}]: [${path.join(', ')}]`,
    'Name a figure the aggregation shows; of percentiles one of its percents.',
  );

const SEVERAL: ReadonlySet<string> = new Set([
  'stats',
  'extended_stats',
  'tdigest_percentiles',
  'hdr_percentiles',
  'tdigest_percentile_ranks',
  'hdr_percentile_ranks',
  'stats_bucket',
  'extended_stats_bucket',
  'percentiles_bucket',
]);

const CLASSES: Readonly<Record<string, string>> = {
  sterms: 'StringTerms',
  lterms: 'LongTerms',
  dterms: 'DoubleTerms',
  umterms: 'UnmappedTerms',
};

const className = (type: string): string =>
  CLASSES[type] ??
  `Internal${type
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')}`;

function follow(bucket: ShownBucket, path: BucketsPath): Found {
  const [first, ...rest] = path;
  if (first === undefined) return null;
  if (first === '_count') return { number: Number(bucket.doc_count ?? 0) };
  if (first === '_key') return { number: Number(bucket.key) };
  const result = memberOf(bucket, first);
  return result === undefined || typeOf(result) === undefined ? null : within(result, rest, first);
}

function within(result: unknown, path: BucketsPath, at: string): Found {
  const [next, ...rest] = path;
  if (memberOf(result, 'buckets') !== undefined) return inBuckets(result, path, at);
  if (memberOf(result, 'doc_count') !== undefined && !isFigure(result)) {
    return next === undefined ? { result, at } : follow(result as ShownBucket, path);
  }
  if (next === undefined) {
    const value = memberOf(result, 'value');
    return value === undefined ? { result, at } : { number: numberOf(value) };
  }
  const value = rest.length > 0 ? undefined : figureOf(result, next);
  if (value === undefined) throw noFigure(path, at);
  return { number: numberOf(value) };
}

const isFigure = (result: unknown): boolean => typeOf(result) === 'matrix_stats';

const numberOf = (value: unknown): number => (value === null ? Number.NaN : Number(value));

function inBuckets(result: unknown, path: BucketsPath, at: string): Found {
  const [next, ...rest] = path;
  const buckets = bucketsIn(result);
  if (next === undefined) return { result, at };
  if (next === '_bucket_count') return { number: buckets.length };
  const key = /^'(.*)'$/.exec(next)?.[1];
  if (key === undefined) return { result: [], at };
  const bucket = buckets.find(([name, { key: own }]) => name === key || String(own) === key)?.[1];
  if (bucket === undefined) return null;
  return rest.length === 0 ? { number: Number(bucket.doc_count ?? 0) } : follow(bucket, rest);
}

const CORNERS: Readonly<Record<string, readonly [corner: string, axis: string]>> = {
  top: ['top_left', 'lat'],
  left: ['top_left', 'lon'],
  bottom: ['bottom_right', 'lat'],
  right: ['bottom_right', 'lon'],
};

/** An edge of `geo_bounds`, or the latitude or longitude of a `geo_centroid`; null where there is no point. */
function placeOf(result: unknown, name: string): unknown {
  const type = typeOf(result);
  const [corner, axis] = CORNERS[name] ?? [];
  if (type === 'geo_bounds' && corner !== undefined && axis !== undefined)
    return memberOf(memberOf(memberOf(result, 'bounds'), corner), axis) ?? null;
  if (type === 'geo_centroid' && (name === 'lat' || name === 'lon'))
    return memberOf(memberOf(result, 'location'), name) ?? null;
  return undefined;
}

/** One of the values of a metric that has several. */
function figureOf(result: unknown, name: string): unknown {
  const own = memberOf(result, name);
  if (own !== undefined) return own;
  const place = placeOf(result, name);
  if (place !== undefined) return place;
  const bound = /^std_(upper|lower)(_population|_sampling)?$/.exec(name);
  if (bound) return memberOf(memberOf(result, 'std_deviation_bounds'), `${bound[1]}${bound[2] ?? ''}`);
  const values = memberOf(result, 'values');
  if (Array.isArray(values))
    return memberOf(
      values.find((each) => Number(memberOf(each, 'key')) === Number(name)),
      'value',
    );
  const found = Object.entries(values ?? {}).find(([percent]) => Number(percent) === Number(name));
  return found?.[1];
}
