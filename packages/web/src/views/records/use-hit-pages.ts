import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import { searched } from '../own-clocks.ts';
import type { Dsl } from '../request.ts';

/**
 * Hits of a search page by page, each page where the one before ended (search_after), so that depth costs nothing;
 * aggregations are asked for with the first.
 */
export function useHitPages(kind: 'view' | 'discover', template: string, body: Dsl, enabled: boolean) {
  const api = useApi();
  const { aggs: _aggs, ...further } = body;
  return useInfiniteQuery({
    queryKey: [kind, template, body],
    enabled: enabled && template !== '',
    initialPageParam: undefined as readonly unknown[] | undefined,
    queryFn: ({ pageParam, signal, client }) =>
      searched({ api, client, template }, pageParam ? { ...further, search_after: pageParam } : body, signal),
    getNextPageParam: (last) => (last.hits.hits.length === body.size ? last.hits.hits.at(-1)?.sort : undefined),
    placeholderData: keepPreviousData,
    // What is read stays where it is when somebody comes back to the page.
    refetchOnWindowFocus: kind === 'view',
  });
}
