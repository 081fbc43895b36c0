import {
  dateFormat,
  distanceMetres,
  type FieldSort,
  filterSource,
  type GeoDistanceSort,
  METRES,
  readDate,
  type Scalar,
  type SearchRequest,
  type Sort,
  UTC,
} from '@datasarana/query';
import { compareValues, fieldAt, type RawDocument, type RawIndex, type Value, valuesOf } from './documents.ts';
import { compensatedSum, type Rows } from './metrics.ts';

type Page = Pick<SearchRequest, 'from' | 'size' | 'sort' | 'source'>;

/** A hit as far as it does not depend on scoring. */
export interface NaiveHit {
  readonly _id: string;
  readonly _source?: unknown;
  readonly sort?: readonly (Scalar | null)[];
}

/** Hits of a search in the shape of OpenSearch. */
export interface NaiveHits {
  readonly total: { readonly value: number; readonly relation: 'eq' };
  readonly hits: readonly NaiveHit[];
}

/** The rows of a page in the order of its sorts, equal ones as they were stored. Sorting by score is not done here. */
export function hitsOf(rows: Rows, page: Page, after?: readonly (Scalar | null)[]): NaiveHits {
  const { index, documents, now } = rows;
  const keyed = documents.map((document) => ({
    document,
    values: page.sort.map((sort) => sortValue(index, document, sort, now)),
  }));
  const compare = (a: readonly (Value | null)[], b: readonly (Value | null)[]): number => {
    for (const [i, sort] of page.sort.entries()) {
      const compared = compareSorted(a[i] ?? null, b[i] ?? null, sort);
      if (compared !== 0) return compared;
    }
    return 0;
  };
  const sorted = keyed.toSorted((a, b) => compare(a.values, b.values));
  const rest = after === undefined ? sorted : sorted.filter(({ values }) => compare(values, after) > 0);
  const hits = rest.slice(page.from, page.from + page.size).map(({ document, values }) => ({
    _id: document.id,
    ...sourceOf(document, page),
    ...(page.sort.length > 0 && { sort: values.map((value, i) => shown(value, page.sort[i])) }),
  }));
  return { total: { value: documents.length, relation: 'eq' }, hits };
}

function sourceOf(document: RawDocument, page: Page): { readonly _source?: unknown } {
  const source = filterSource(document.source, page.source);
  return source === undefined ? {} : { _source: source };
}

function shown(value: Value | null, sort: Sort | undefined): Scalar | null {
  if (typeof value === 'number' && sort?.kind === 'field' && sort.format !== undefined) {
    return dateFormat(sort.format).write(value, UTC);
  }
  return typeof value === 'object' ? null : value;
}

function compareSorted(a: Value | null, b: Value | null, sort: Sort): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    const nullFirst = sort.kind === 'field' && sort.missing === '_first';
    return (a === null) === nullFirst ? -1 : 1;
  }
  return sort.order === 'asc' ? compareValues(a, b) : -compareValues(a, b);
}

function sortValue(index: RawIndex, document: RawDocument, sort: Sort, now: number): Value | null {
  if (sort.kind === '_score') return null;
  if (sort.kind === '_doc') return index.documents.indexOf(document);
  const values = valuesOf(index, document, sort.field);
  if (sort.kind === '_geo_distance') return distanceOf(values, sort);
  if (values.length > 0) return combined(values, sort);
  if (sort.missing === '_last' || sort.missing === '_first') return null;
  const isDate = fieldAt(index, sort.field)?.type === 'date' && typeof sort.missing === 'string';
  return isDate ? readDate(String(sort.missing), sort.field, { zone: UTC, now, roundUp: false }) : sort.missing;
}

function distanceOf(values: readonly Value[], sort: GeoDistanceSort): Value | null {
  const metres = values.flatMap((value) =>
    typeof value === 'object' ? sort.points.map((point) => distanceMetres(point, value)) : [],
  );
  if (metres.length === 0) return Number.POSITIVE_INFINITY;
  return Number(combined(metres, sort)) / (METRES[sort.unit] ?? 1);
}

function combined(values: readonly Value[], { mode, order }: Pick<FieldSort, 'mode' | 'order'>): Value | null {
  const sorted = [...values].sort(compareValues);
  const numbers = sorted.map(Number);
  switch (mode ?? (order === 'asc' ? 'min' : 'max')) {
    case 'min':
      return sorted[0] ?? null;
    case 'max':
      return sorted.at(-1) ?? null;
    case 'sum':
      return compensatedSum(numbers);
    case 'avg':
      return compensatedSum(numbers) / numbers.length;
    case 'median': {
      const middle = (numbers.length - 1) / 2;
      return ((numbers[Math.floor(middle)] ?? 0) + (numbers[Math.ceil(middle)] ?? 0)) / 2;
    }
  }
}
