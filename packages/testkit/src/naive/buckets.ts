import {
  type AggregationKinds,
  DEFAULT_FORMAT,
  dateFormat,
  encodeGeohash,
  nextDate,
  readDate,
  roundDate,
  type TermsSelection,
  UTC,
  zoneOf,
} from '@datasarana/query';
import { compareValues, fieldAt, isPoint, type RawDocument, type Value } from './documents.ts';
import { matches } from './matches.ts';
import { javaDouble, type Rows, valuesFor } from './metrics.ts';
import { isInBox } from './place-matches.ts';

/** A bucket before what is inside it is computed. */
export interface Bucket {
  readonly key: Value | readonly unknown[] | Readonly<Record<string, unknown>>;
  /** What the bucket shows beside its key: key_as_string, from, to … */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly documents: readonly RawDocument[];
}

/** Values that few rows have, the rarest first. */
export function rareBuckets(rows: Rows, of: AggregationKinds['rare_terms']): readonly Bucket[] {
  const terms: AggregationKinds['terms'] = {
    ...of,
    kind: 'terms',
    size: Number.MAX_SAFE_INTEGER,
    minDocCount: 1,
    order: [],
    showTermDocCountError: false,
  };
  return termBuckets(rows, terms, rows)
    .filter(({ documents }) => documents.length <= of.maxDocCount)
    .toSorted((a, b) => a.documents.length - b.documents.length || byKey(a, b));
}

/** Groups rows by the keys each of them has; a row counts once per key. */
export function groupBy(
  rows: Rows,
  keysOf: (document: RawDocument) => readonly (string | number | boolean)[],
): readonly Bucket[] {
  const groups = new Map<string | number | boolean, RawDocument[]>();
  for (const document of rows.documents) {
    for (const key of new Set(keysOf(document).map((each) => (each === 0 ? 0 : each)))) {
      groups.set(key, [...(groups.get(key) ?? []), document]);
    }
  }
  return [...groups].map(([key, documents]) => ({ key, shown: {}, documents }));
}

const byKey = (a: Bucket, b: Bucket): number => compareValues(a.key as Value, b.key as Value);

/** Every term, unordered, with at least `min_doc_count` rows. */
export function termBuckets(rows: Rows, of: AggregationKinds['terms'], all: Rows): readonly Bucket[] {
  const field = fieldAt(rows.index, of.field);
  const keysOf = (document: RawDocument) =>
    valuesFor(rows.index, document, of).flatMap((value) => (!isPoint(value) && isSelected(value, of) ? [value] : []));
  const found = groupBy(rows, keysOf);
  const known = new Set(found.map(({ key }) => key));
  const empty = of.minDocCount > 0 ? [] : groupBy(all, keysOf).filter(({ key }) => !known.has(key));
  return [...found, ...empty.map((bucket) => ({ ...bucket, documents: [] }))]
    .filter(({ documents }) => documents.length >= of.minDocCount)
    .map((bucket) => {
      if (field?.type === 'boolean') {
        const truth = bucket.key === true || bucket.key === 'true' || bucket.key === 1;
        return { ...bucket, key: truth ? 1 : 0, shown: { key_as_string: String(truth) } };
      }
      if (field?.type !== 'date') return bucket;
      return { ...bucket, shown: { key_as_string: dateText(Number(bucket.key), of.format, undefined) } };
    });
}

function isSelected(value: Value, { include, exclude }: AggregationKinds['terms']): boolean {
  return (include === undefined || isIn(value, include)) && (exclude === undefined || !isIn(value, exclude));
}

function isIn(value: Value, selection: TermsSelection): boolean {
  if (selection.kind === 'partition') throw new Error('The plain evaluator does not know partitions');
  if (selection.kind === 'pattern') return new RegExp(`^(?:${selection.pattern})$`, 'su').test(String(value));
  return selection.values.some((each) => String(each) === String(value));
}

export const dateText = (utc: number, format: string | undefined, timeZone: string | undefined): string =>
  dateFormat(format ?? DEFAULT_FORMAT).write(utc, timeZone === undefined ? UTC : zoneOf(timeZone));

/** Number buckets by key; with min_doc_count 0 the empty ones between the first and the last too. */
export function histogramBuckets(rows: Rows, of: AggregationKinds['histogram']): readonly Bucket[] {
  const place = (value: number) => Math.floor((value - of.offset) / of.interval);
  const keyAt = (position: number) => position * of.interval + of.offset;
  const isAllowed = (key: number) =>
    key >= (of.hardBounds?.min ?? Number.NEGATIVE_INFINITY) && key <= (of.hardBounds?.max ?? Number.POSITIVE_INFINITY);
  const found = groupBy(rows, (document) =>
    valuesFor(rows.index, document, of)
      .map((value) => place(Number(value)))
      .filter((position) => isAllowed(keyAt(position))),
  );
  const positions = found.map(({ key }) => Number(key));
  if (of.minDocCount === 0) {
    const { min, max } = of.extendedBounds ?? {};
    positions.push(...[min, max].filter((limit) => limit !== undefined).map(place));
  }
  const filled = fill(found, positions, (position) => position + 1, of.minDocCount);
  return filled.map((bucket) => ({ ...bucket, key: keyAt(Number(bucket.key)) }));
}

function fill(
  found: readonly Bucket[],
  ends: readonly number[],
  next: (key: number) => number,
  minDocCount: number,
): readonly Bucket[] {
  if (minDocCount > 0) return found.filter(({ documents }) => documents.length >= minDocCount).toSorted(byKey);
  const known = new Map(found.map((bucket) => [bucket.key, bucket]));
  const last = Math.max(...ends);
  const buckets: Bucket[] = [];
  if (ends.length === 0) return buckets;
  for (let key = Math.min(...ends); key <= last; key = next(key)) {
    buckets.push(known.get(key) ?? { key, shown: {}, documents: [] });
  }
  return buckets;
}

export function dateHistogramBuckets(rows: Rows, of: AggregationKinds['date_histogram']): readonly Bucket[] {
  const rounding = { interval: of.interval, zone: zoneOf(of.timeZone), offset: of.offset };
  const round = (value: number) => roundDate(value, rounding);
  const limit = (bound: string | number | undefined) =>
    bound === undefined || typeof bound === 'number'
      ? bound
      : readDate(bound, of.field, { format: of.format, zone: rounding.zone, now: rows.now, roundUp: false });
  const hard = [limit(of.hardBounds?.min), limit(of.hardBounds?.max)];
  const [hardMin, hardMax] = hard.map((bound) => (bound === undefined ? undefined : round(bound)));
  const isAllowed = (key: number) =>
    (hardMin === undefined || key >= hardMin) && (hardMax === undefined || key < hardMax);
  const missing = typeof of.missing === 'string' ? limit(of.missing) : of.missing;
  const values = { field: of.field, ...(missing !== undefined && { missing }) };
  const found = groupBy(rows, (document) =>
    valuesFor(rows.index, document, values)
      .map((value) => round(Number(value)))
      .filter(isAllowed),
  );
  const ends = found.map(({ key }) => Number(key));
  if (of.minDocCount === 0) {
    const bounds = [limit(of.extendedBounds?.min), limit(of.extendedBounds?.max)];
    ends.push(...bounds.filter((bound) => bound !== undefined).map(round));
  }
  return fill(found, ends, (key) => nextDate(key, rounding), of.minDocCount).map((bucket) => ({
    ...bucket,
    shown: { key_as_string: dateText(Number(bucket.key), of.format, of.timeZone) },
  }));
}

interface Span {
  readonly key?: string;
  readonly from?: number;
  readonly to?: number;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly name: string;
}

function spanBuckets(
  rows: Rows,
  of: { readonly field: string; readonly missing?: Value },
  spans: readonly Span[],
): readonly Bucket[] {
  const low = (span: Span) => span.from ?? Number.NEGATIVE_INFINITY;
  const high = (span: Span) => span.to ?? Number.POSITIVE_INFINITY;
  return spans
    .toSorted((a, b) => compareEnds(low(a), low(b)) || compareEnds(high(a), high(b)))
    .map((span) => ({
      key: span.key ?? span.name,
      shown: span.shown,
      documents: rows.documents.filter((document) =>
        valuesFor(rows.index, document, of).some((value) => Number(value) >= low(span) && Number(value) < high(span)),
      ),
    }));
}

const compareEnds = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

export const kept = (entries: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

/** Over numbers; what ranges of dates hold is tried as date_range. */
export function rangeBuckets(rows: Rows, of: AggregationKinds['range']): readonly Bucket[] {
  const end = (limit: number | undefined) => (limit === undefined ? '*' : javaDouble(limit));
  const number = (bound: string | number | undefined) => (bound === undefined ? undefined : Number(bound));
  const spans = of.ranges.map(({ key, ...range }) => {
    const [from, to] = [number(range.from), number(range.to)];
    return { ...kept({ key, from, to }), name: `${end(from)}-${end(to)}`, shown: kept({ from, to }) };
  });
  return spanBuckets(rows, of, spans);
}

export function dateRangeBuckets(rows: Rows, of: AggregationKinds['date_range']): readonly Bucket[] {
  const zone = zoneOf(of.timeZone);
  const read = (bound: string | number | undefined) =>
    bound === undefined
      ? undefined
      : readDate(typeof bound === 'number' ? Math.trunc(bound) : bound, of.field, {
          format: of.format,
          zone,
          now: rows.now,
          roundUp: false,
        });
  const text = (utc: number | undefined) => (utc === undefined ? undefined : dateText(utc, of.format, of.timeZone));
  const spans = of.ranges.map((range) => {
    const [from, to] = [read(range.from), read(range.to)];
    const shown = kept({ from, from_as_string: text(from), to, to_as_string: text(to) });
    return { ...kept({ key: range.key, from, to }), shown, name: `${text(from) ?? '*'}-${text(to) ?? '*'}` };
  });
  return spanBuckets(rows, { field: of.field }, spans);
}

export function filterBuckets(rows: Rows, of: AggregationKinds['filters']): readonly Bucket[] {
  const { index, now, documents } = rows;
  const isIn = (document: RawDocument, filter: (typeof of.filters)[number]) =>
    matches(filter.query, { index, document, now });
  const named = of.filters.map((filter) => ({
    key: filter.name ?? '',
    shown: {},
    documents: documents.filter((document) => isIn(document, filter)),
  }));
  if (of.otherBucketKey === undefined) return named;
  const others = documents.filter((document) => !of.filters.some((filter) => isIn(document, filter)));
  return [...named, { key: of.otherBucketKey, shown: {}, documents: others }];
}

/** The fullest cells; of cells with as many rows the later geohash comes first. */
export function geohashBuckets(rows: Rows, of: AggregationKinds['geohash_grid']): readonly Bucket[] {
  const { bounds } = of;
  const found = groupBy(rows, (document) =>
    valuesFor(rows.index, document, of)
      .filter(isPoint)
      .filter((point) => bounds === undefined || isInBox(point, bounds))
      .map(({ lat, lon }) => encodeGeohash(lat, lon, of.precision)),
  );
  return found.toSorted((a, b) => b.documents.length - a.documents.length || byKey(b, a)).slice(0, of.size);
}

export function missingDocuments(rows: Rows, of: AggregationKinds['missing']): readonly RawDocument[] {
  return rows.documents.filter((document) => valuesFor(rows.index, document, of).length === 0);
}
