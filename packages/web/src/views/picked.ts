import type { FilterPill } from '@datasarana/query';
import { boundOf } from './days.ts';
import type { ViewBucket, ViewDefinition } from './definition.ts';
import { rangeOfKey } from './group-label.ts';
import { levelOf } from './nested.ts';
import type { ResultKey, ResultRow } from './result-row.ts';
import { afterOne } from './spans.ts';
import { endOf } from './steps.ts';

/** A bar, slice, cell or row somebody pointed at, as what its records have in common. */
export interface Picked {
  readonly label: string;
  readonly pills: readonly FilterPill[];
  /** Id of the one record that was pointed at. */
  readonly record?: string;
  /** Where on the window, for the menu. */
  readonly x: number;
  readonly y: number;
}

/** Filters that leave exactly the records of a row of the result. */
export function pillsOf(view: Pick<ViewDefinition, 'buckets'>, row: ResultRow): readonly FilterPill[] {
  return row.keys.flatMap((key, i) => {
    const bucket = view.buckets[i];
    return bucket ? pillOf(bucket, key).map((pill) => under(bucket, pill)) : [];
  });
}

const under = (bucket: ViewBucket, pill: FilterPill): FilterPill => {
  const level = levelOf(bucket);
  return level === '' ? pill : { ...pill, nested: level };
};

function pillOf(bucket: ViewBucket, { value, besides }: ResultKey): readonly FilterPill[] {
  const { field } = bucket;
  if (besides)
    return [
      { field, operator: 'exists' },
      ...besides.map((shown) => ({ field, operator: 'is not', value: shown }) as const),
    ];
  switch (bucket.function) {
    case 'terms':
    case 'significant_terms':
    case 'significant_text':
      return [{ field, operator: 'is', value }];
    case 'histogram':
      return [{ field, operator: 'between', from: Number(value), to: endOf(Number(value), bucket) }];
    case 'date_histogram': {
      const from = new Date(Number(value));
      const to = afterOne(bucket.calendar ?? 'day', from, bucket.days);
      return [{ field, operator: 'between', from: boundOf(from, bucket.days), to: boundOf(to, bucket.days) }];
    }
    case 'range':
      return [{ field, operator: 'between', ...rangeOfKey(String(value)) }];
    case 'geohash_grid':
      return [];
  }
}

/** What the records of a group are NOT; null when no filter says that. */
export const excluding = (pills: readonly FilterPill[]): readonly FilterPill[] | null => {
  const [only, ...more] = pills;
  return only?.operator === 'is' && more.length === 0 ? [{ ...only, operator: 'is not' }] : null;
};

/** Discover's address for a group of a view: the view's own search and the group's filters. */
export function discoverAddress(view: ViewDefinition, pills: readonly FilterPill[]): Readonly<Record<string, string>> {
  const { text, filters, time } = view.search;
  const all = [...filters, ...pills];
  return {
    template: view.dataset,
    ...(text && { q: text }),
    ...(all.length > 0 && { f: JSON.stringify(all) }),
    ...(time && { time: time.field, range: `${time.from ?? ''}..${time.to ?? ''}` }),
  };
}

/** Discover's address for one record, opened. */
export const recordAddress = ({ dataset }: ViewDefinition, id: string): Readonly<Record<string, string>> => ({
  template: dataset,
  q: `_id:"${id}"`,
  open: id,
});

/** A minus before a number outside quotes would leave out what follows. */
const quoted = (value: unknown): string =>
  typeof value === 'number' && value >= 0 ? String(value) : `"${String(value).replace(/["\\]/g, '\\$&')}"`;

/** A line of text takes no line end: those of a value are written by their numbers. */
const written = (value: unknown): string =>
  quoted(value).replace(/[\r\n]/g, (end) => (end === '\n' ? '\\u000a' : '\\u000d'));

/** Filters as the search bar's text, for where only text is kept. */
export const pillsText = (pills: readonly FilterPill[]): string => pills.map(pillText).join(' AND ');

function pillText({ field, operator, value, from, to }: FilterPill): string {
  switch (operator) {
    case 'between':
      return `${field}:[${from === undefined ? '*' : quoted(from)} TO ${to === undefined ? '*' : quoted(to)}}`;
    case 'exists':
      return `_exists_:${field}`;
    case 'is not':
      return `NOT ${field}:${written(value)}`;
    default:
      return `${field}:${written(value)}`;
  }
}
