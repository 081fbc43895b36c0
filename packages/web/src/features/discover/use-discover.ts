import type { AggregationAnswer } from '@datasarana/client';
import { barDsl, PARENTS } from '@datasarana/query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import { daysQuery } from '../../views/days.ts';
import {
  type CalendarInterval,
  newView,
  type ViewDefinition,
  type ViewSearch,
  type ViewSort,
} from '../../views/definition.ts';
import { groupLabel, groupValue } from '../../views/group-label.ts';
import { searched } from '../../views/own-clocks.ts';
import { useHitPages } from '../../views/records/use-hit-pages.ts';
import { pageOf } from '../../views/request.ts';
import type { DesignField } from '../views/designer-fields.ts';
import { isDate } from '../views/designer-fields.ts';
import { intervalFor } from './discover-state.ts';
import { NEWEST } from './news.ts';

/** The documents found, page by page. */
export function useDocuments(template: string, search: ViewSearch, sort: ViewSort | null, enabled: boolean) {
  const body = { query: barDsl(search), track_total_hits: true, aggs: NEWEST, ...pageOf(sort) };
  return useHitPages('discover', template, body, enabled);
}

export type Documents = ReturnType<typeof useDocuments>;

/** A view of the matches over time, its interval chosen from their span; null until that is known. */
export function useHistogramView(
  template: string,
  search: ViewSearch | null,
  field: string | undefined,
): ViewDefinition | 'no dates' | null {
  const api = useApi();
  const interval = useQuery({
    queryKey: ['discover', 'span', template, search, field],
    enabled: template !== '' && field !== undefined && search !== null,
    queryFn: async ({ signal, client }): Promise<CalendarInterval | null> => {
      const name = field ?? '';
      if (search === null) return null;
      const aggs = { first: { min: { field: name } }, last: { max: { field: name } } };
      const body = { size: 0, query: barDsl(search), aggs };
      const { aggregations } = await searched({ api, client, template }, body, signal);
      const at = (id: string): number | null => aggregations?.[id]?.value ?? null;
      const [first, last] = [at('first'), at('last')];
      if (first === null || last === null) return null;
      const fitting = intervalFor(last - first);
      const divides = name !== '_ts' && (fitting === 'minute' || fitting === 'hour');
      // days of the calendar have no hours
      return divides && (await client.fetchQuery(daysQuery(api, template, name))) ? 'day' : fitting;
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  if (!field || search === null || interval.data === undefined) return null;
  if (interval.data === null) return 'no dates';
  const calendar = interval.data;
  return { ...newView(template), search, buckets: [{ id: 'time', function: 'date_histogram', field, calendar }] };
}

export interface FieldValues {
  readonly total: number;
  readonly values: readonly { readonly key: string | number; readonly label: string; readonly count: number }[];
  /** Documents that have the field. */
  readonly filled: number;
  /** Mean, least and most of a number or date field. */
  readonly stats: { readonly min: number | null; readonly max: number | null; readonly avg: number | null } | null;
}

/** Values shown of an opened field. */
export const TOP_VALUES = 5;

/** What objects under Nested are counted by: the records that hold them. */
const HOLDING = { aggs: { [PARENTS]: { reverse_nested: {} } } } as const;

interface Counted {
  readonly doc_count?: number;
  readonly [PARENTS]?: { readonly doc_count: number };
}

const recordsIn = (found: Counted | undefined): number => found?.[PARENTS]?.doc_count ?? found?.doc_count ?? 0;

/** Top five values of a field among the matches, exact; of a field under Nested by how many records hold one. */
export function useFieldValues(template: string, search: ViewSearch | null, field: DesignField, enabled: boolean) {
  const api = useApi();
  const stats = isDate(field) || field.value_type <= 6;
  return useQuery({
    queryKey: ['discover', 'field', template, search, field.name],
    enabled: enabled && search !== null,
    queryFn: async ({ signal, client }): Promise<FieldValues> => {
      const level = field.nested?.at(-1);
      const holding = level === undefined ? {} : HOLDING;
      const order = level === undefined ? {} : { order: [{ [PARENTS]: 'desc' }, { _key: 'asc' }] };
      const asked = {
        filled: { filter: { exists: { field: field.name } }, ...holding },
        top: { terms: { field: field.name, size: TOP_VALUES, ...order }, ...holding },
        ...(stats && { stats: { stats: { field: field.name } } }),
      };
      const aggs = level === undefined ? asked : { objects: { nested: { path: level }, aggs: asked } };
      const body = { size: 0, track_total_hits: true, query: search && barDsl(search), aggs };
      const data = await searched({ api, client, template }, body, signal);
      const answers = data.aggregations ?? {};
      const found = level === undefined ? answers : Object(answers.objects);
      return {
        total: data.hits.total.value,
        filled: recordsIn(found.filled),
        values: ((found.top as AggregationAnswer | undefined)?.buckets ?? []).map((b) => ({
          key: groupValue(b),
          label: groupLabel('terms', b),
          count: recordsIn(b),
        })),
        stats: stats ? ((found.stats as (AggregationAnswer & FieldValues['stats']) | undefined) ?? null) : null,
      };
    },
  });
}
