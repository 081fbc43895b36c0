import type { FieldSort, Sort } from '@datasarana/query';
import { isRawNumber, malformed } from '@datasarana/schema';
import type { IndexLayout } from '../../index/layout.ts';
import { compareValues } from '../compare-values.ts';
import { isNumber, isWhole, unmapped } from '../index-fields.ts';
import type { SortValue } from '../response.ts';
import type { NestedMatch } from '../text/nested.ts';
import { fetchedValues } from './fields.ts';

/** A nested object that matched, the document it stands in cut down to it, and what it is ordered by. */
export interface Ordered {
  readonly match: NestedMatch;
  readonly sort: readonly SortValue[];
}

/** Objects of one document by the `sort` of `inner_hits`; without one, the best first. */
export function orderObjects(
  layout: IndexLayout,
  matches: readonly NestedMatch[],
  sorts: readonly Sort[],
  sourceOf: (match: NestedMatch) => Readonly<Record<string, unknown>>,
): readonly Ordered[] {
  if (sorts.length === 0) {
    return matches.toSorted((a, b) => b.score - a.score).map((match) => ({ match, sort: [] }));
  }
  const keys = sorts.map((sort) => ({
    descending: sort.order === 'desc',
    nullsFirst: sort.kind === 'field' && sort.missing === '_first',
    isWhole: sort.kind === 'field' && isWholeField(layout, sort.field),
  }));
  return matches
    .map((match, place) => ({ match, sort: valuesOf(layout, match, place, sorts, sourceOf(match)) }))
    .toSorted((a, b) => {
      for (const [i, key] of keys.entries()) {
        const order = compareValues(a.sort[i] ?? null, b.sort[i] ?? null, key);
        if (order !== 0) return order;
      }
      return 0;
    });
}

const isWholeField = (layout: IndexLayout, path: string): boolean => {
  const type = layout.fields.get(path)?.type;
  return type !== undefined && (type === 'date' || isWhole(type));
};

const valuesOf = (
  layout: IndexLayout,
  { score }: NestedMatch,
  place: number,
  sorts: readonly Sort[],
  source: Readonly<Record<string, unknown>>,
): readonly SortValue[] =>
  sorts.map((sort, i) => {
    if (sort.kind === '_score') return score;
    if (sort.kind === '_doc') return place;
    if (sort.kind === 'field') return sortValueOf(layout, sort, source);
    throw malformed(`inner_hits.sort[${i}]: objects are not ordered by distance`, 'Order them by a field.');
  });

function sortValueOf(layout: IndexLayout, sort: FieldSort, source: Readonly<Record<string, unknown>>): SortValue {
  const { field, mode = sort.order === 'desc' ? 'max' : 'min', missing, unmappedType } = sort;
  const column = layout.fields.get(field);
  if (column === undefined) {
    if (unmappedType !== undefined) return null;
    throw unmapped(field);
  }
  const isDate = column.type === 'date';
  if (!isDate && !isNumber(column.type) && column.type !== 'keyword' && column.type !== 'boolean') {
    throw malformed(`[${field}] of type [${column.type}] orders no inner hits`, 'Order them by a keyword or number.');
  }
  const found = fetchedValues(layout, source, [isDate ? { field, format: 'epoch_millis' } : { field }])[field] ?? [];
  const values = found.map((value) => (isDate || isRawNumber(value) ? numberIn(value) : value) as SortValue);
  if (values.length === 0) return missing === '_last' || missing === '_first' ? null : missing;
  return joined(values, mode, field);
}

/** A moment's text, or a number that keeps its digits, which JavaScript makes no number of by itself. */
const numberIn = (value: unknown): number => Number(isRawNumber(value) ? JSON.stringify(value) : value);

function joined(values: readonly SortValue[], mode: NonNullable<FieldSort['mode']>, field: string): SortValue {
  const sorted = values.toSorted((a, b) => compareValues(a, b, { descending: false, nullsFirst: false }));
  if (mode === 'min' || mode === 'max') return sorted.at(mode === 'min' ? 0 : -1) ?? null;
  if (mode === 'median') throw malformed(`[${field}]: Unsupported sort mode: MEDIAN`, 'Use min, max, avg or sum.');
  const sum = values.reduce((all: number, value) => all + Number(value), 0);
  return mode === 'sum' ? sum : sum / values.length;
}
