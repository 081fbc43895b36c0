import { type AggregationKinds, DEFAULT_FORMAT, dateFormat, type GeoPoint, percentileOf, UTC } from '@datasarana/query';
import { fieldAt, isPoint, type RawDocument, type RawIndex, type Value, valuesOf } from './documents.ts';

/** The rows of one bucket. */
export interface Rows {
  readonly index: RawIndex;
  readonly documents: readonly RawDocument[];
  readonly now: number;
}

type OfField = { readonly field: string; readonly missing?: Value };

/** The values of a field in one row, or the stand-in; a keyword counts once per row however often it stands there. */
export function valuesFor(index: RawIndex, document: RawDocument, { field, missing }: OfField): readonly Value[] {
  const values = valuesOf(index, document, field);
  if (values.length === 0 && missing !== undefined) return [missing];
  return fieldAt(index, field)?.type === 'keyword' ? [...new Set(values)] : values;
}

const allValues = ({ index, documents }: Rows, of: OfField): readonly Value[] =>
  documents.flatMap((document) => valuesFor(index, document, of));

const numbers = (rows: Rows, of: OfField): readonly number[] => allValues(rows, of).map(Number);

/** Neumaier's compensated sum. */
export function compensatedSum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return Number.isFinite(sum + lost) ? sum + lost : sum;
}

const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b));
const greatest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : compensatedSum(values) / values.length;

type Result = Readonly<Record<string, unknown>>;

/** `value_as_string` and its like: dates always have one. */
function written(rows: Rows, of: OfField & { readonly format?: string }, value: number | null): string | undefined {
  if (value === null || fieldAt(rows.index, of.field)?.type !== 'date') return undefined;
  return dateFormat(of.format ?? DEFAULT_FORMAT).write(Math.trunc(value), UTC);
}

function single(rows: Rows, of: OfField & { readonly format?: string }, value: number | null): Result {
  const text = written(rows, of, value);
  return text === undefined ? { value } : { value, value_as_string: text };
}

export const METRICS = {
  value_count: (rows: Rows, of: AggregationKinds['value_count']): Result => ({ value: allValues(rows, of).length }),
  cardinality: (rows: Rows, of: AggregationKinds['cardinality']): Result => ({
    value: new Set(allValues(rows, of).map((value) => (isPoint(value) ? `${value.lat},${value.lon}` : value))).size,
  }),
  sum: (rows: Rows, of: AggregationKinds['sum']): Result => ({ value: compensatedSum(numbers(rows, of)) }),
  avg: (rows: Rows, of: AggregationKinds['avg']): Result => single(rows, of, mean(numbers(rows, of))),
  min: (rows: Rows, of: AggregationKinds['min']): Result => single(rows, of, least(numbers(rows, of))),
  max: (rows: Rows, of: AggregationKinds['max']): Result => single(rows, of, greatest(numbers(rows, of))),
  stats: (rows: Rows, of: AggregationKinds['stats']): Result => stats(numbers(rows, of)),
  extended_stats: (rows: Rows, of: AggregationKinds['extended_stats']): Result =>
    extendedStats(numbers(rows, of), of.sigma),
  percentiles: (rows: Rows, of: AggregationKinds['percentiles']): Result => percentiles(numbers(rows, of), of),
  geo_bounds: (rows: Rows, of: AggregationKinds['geo_bounds']): Result =>
    geoBounds(allValues(rows, of).filter(isPoint), of.wrapLongitude),
  geo_centroid: (rows: Rows, of: AggregationKinds['geo_centroid']): Result =>
    geoCentroid(allValues(rows, of).filter(isPoint)),
};

function stats(values: readonly number[]): Result {
  return {
    count: values.length,
    min: least(values),
    max: greatest(values),
    avg: mean(values),
    sum: compensatedSum(values),
  };
}

function extendedStats(values: readonly number[], sigma: number): Result {
  const count = values.length;
  const average = mean(values);
  if (average === null) {
    const none = { upper: null, lower: null, upper_population: null, lower_population: null };
    return {
      ...stats(values),
      ...{ sum_of_squares: null, variance: null, variance_population: null, variance_sampling: null },
      ...{ std_deviation: null, std_deviation_population: null, std_deviation_sampling: null },
      std_deviation_bounds: { ...none, upper_sampling: null, lower_sampling: null },
    };
  }
  const squares = compensatedSum(values.map((value) => (value - average) ** 2));
  const population = squares / count;
  // Of a single value it is 0/0, which OpenSearch writes as text.
  const sampling = count > 1 ? squares / (count - 1) : Number.NaN;
  const deviation = Math.sqrt(population);
  const deviationSampling = Math.sqrt(sampling);
  const shown = (value: number) => (Number.isNaN(value) ? 'NaN' : value);
  const bound = (by: number, sign: number) => shown(average + sign * sigma * by);
  return {
    ...stats(values),
    sum_of_squares: compensatedSum(values.map((value) => value * value)),
    ...{ variance: population, variance_population: population, variance_sampling: shown(sampling) },
    ...{
      std_deviation: deviation,
      std_deviation_population: deviation,
      std_deviation_sampling: shown(deviationSampling),
    },
    std_deviation_bounds: {
      ...{ upper: bound(deviation, 1), lower: bound(deviation, -1) },
      ...{ upper_population: bound(deviation, 1), lower_population: bound(deviation, -1) },
      ...{ upper_sampling: bound(deviationSampling, 1), lower_sampling: bound(deviationSampling, -1) },
    },
  };
}

function percentiles(values: readonly number[], { percents, keyed }: AggregationKinds['percentiles']): Result {
  const sorted = [...values].sort((a, b) => a - b);
  const entries = percents.map((percent) => [percent, percentileOf(sorted, percent)] as const);
  if (!keyed) return { values: entries.map(([key, value]) => ({ key, value })) };
  return { values: Object.fromEntries(entries.map(([key, value]) => [javaDouble(key), value])) };
}

/** A double as Java writes it: `25.0`, `99.9`, and with an exponent from ten million on or below a thousandth, `1.0E10`. */
export function javaDouble(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function geoBounds(points: readonly GeoPoint[], wrap: boolean): Result {
  if (points.length === 0) return {};
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  const [west, east] = widths(lons, wrap);
  return {
    bounds: {
      top_left: { lat: greatest(lats), lon: west },
      bottom_right: { lat: least(lats), lon: east },
    },
  };
}

/** West and east side; across the date line when that box is narrower. */
function widths(lons: readonly number[], wrap: boolean): readonly [number | null, number | null] {
  const west = lons.filter((lon) => lon < 0);
  const east = lons.filter((lon) => lon >= 0);
  const [eastFrom, westTo] = [least(east), greatest(west)];
  const plain = [least(lons), greatest(lons)] as const;
  if (!wrap || eastFrom === null || westTo === null) return plain;
  const across = 180 - eastFrom + (westTo + 180);
  return (plain[1] ?? 0) - (plain[0] ?? 0) <= across ? plain : [eastFrom, westTo];
}

function geoCentroid(points: readonly GeoPoint[]): Result {
  if (points.length === 0) return { count: 0 };
  return {
    location: { lat: mean(points.map(({ lat }) => lat)), lon: mean(points.map(({ lon }) => lon)) },
    count: points.length,
  };
}
