import type { DataState } from '@datasarana/client';
import { RECORD_STATES } from '@datasarana/schema';
import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/** States as they came, page by page; of a record that is there the first page begins with what it is now. */
export type StatePages = InfiniteData<readonly DataState[], number>;

/** One page with all states. */
export const onePage = (states: readonly DataState[]): StatePages => ({ pages: [states], pageParams: [0] });

const isEarlier = ({ until }: DataState): boolean => until !== null;

/** States the platform tells so many at a time, the latest first. @param ask for those behind the latest `from` */
export function useStatePages(
  queryKey: QueryKey,
  ask: (from: number, signal: AbortSignal) => Promise<readonly DataState[]>,
) {
  const { data, ...query } = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    getNextPageParam: (last, _pages, from) => {
      const earlier = last.filter(isEarlier).length;
      return earlier < RECORD_STATES ? undefined : from + earlier;
    },
  });
  return { ...query, states: data?.pages.flat() };
}
