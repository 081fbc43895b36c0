import { areDays } from '../records/date-value.ts';
import type { Client } from '../session/index.ts';
import type { ViewBucket, ViewDefinition } from './definition.ts';
import { valueAt } from './records/value-at.ts';

/** Records looked at, beside the first and the last date of all. */
const LOOKED_AT = 200;

/** ms for which what a field holds counts as known. */
export const KNOWN_MS = 300_000;

/**
 * Whether a date field holds days of the calendar, as far as records are looked at: midnight by UTC, which elsewhere is another
 * time and may be another day.
 */
export const daysQuery = (api: Client, template: string, field: string) => ({
  queryKey: ['days', template, field],
  staleTime: KNOWN_MS,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<boolean> => {
    const { data } = await api.found('data.search', {
      query: { template },
      body: {
        size: LOOKED_AT,
        query: { exists: { field } },
        _source: [field],
        aggs: { first: { min: { field } }, last: { max: { field } } },
      },
      signal,
    });
    const ends = [data.aggregations?.first?.value, data.aggregations?.last?.value];
    return areDays([...data.hits.hits.flatMap((hit) => valueAt(hit, field)), ...ends]);
  },
});

const overDates = ({ function: name, nested = [] }: ViewBucket): boolean =>
  name === 'date_histogram' && nested.length === 0;

/** The date fields along which a view groups. */
export const dateFields = ({ buckets }: Pick<ViewDefinition, 'buckets'>): readonly string[] => [
  ...new Set(buckets.filter(overDates).map(({ field }) => field)),
];

/** A view whose groups know which of their fields hold days. */
export function withDays(view: ViewDefinition, days: readonly string[] = []): ViewDefinition {
  if (days.length === 0) return view;
  const known = (bucket: ViewBucket): ViewBucket =>
    overDates(bucket) && days.includes(bucket.field) ? { ...bucket, days: true } : bucket;
  return { ...view, buckets: view.buckets.map(known) };
}

/** A moment in a filter: its day alone where days are meant, which no zone shifts, unless it is one of the hours of a day. */
export const boundOf = (date: Date, days: boolean | undefined): string =>
  days && areDays([date.getTime()]) ? date.toISOString().slice(0, 10) : date.toISOString();
