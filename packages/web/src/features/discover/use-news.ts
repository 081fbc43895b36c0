import { barDsl } from '@datasarana/query';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import type { ViewSearch } from '../../views/definition.ts';
import { NEWS, useLiveRows } from '../../views/live-rows.ts';
import { searched } from '../../views/own-clocks.ts';
import { fingerprintOf, NEWEST, newsWords } from './news.ts';
import type { Documents } from './use-discover.ts';

/**
 * What came in since the documents were asked for, in words; null when nothing did. It is counted when the platform tells that
 * records of the template changed, and at no other time; `follows` is false while the clock looks again anyway.
 */
export function useNews(template: string, search: ViewSearch | null, documents: Documents, follows: boolean) {
  const api = useApi();
  const page = search === null || documents.isPlaceholderData ? undefined : documents.data?.pages[0];
  const shown = page && fingerprintOf(page);
  useLiveRows(follows && search !== null ? template : undefined);
  const now = useQuery({
    queryKey: [NEWS, template, search, shown],
    enabled: shown !== undefined && follows,
    // What is shown is no news; only a change makes it worth asking.
    ...(shown && { initialData: shown }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal, client }) => {
      const body = { size: 0, track_total_hits: true, query: search && barDsl(search), aggs: NEWEST };
      return fingerprintOf(await searched({ api, client, template }, body, signal));
    },
  });
  return shown && now.data ? newsWords(shown, now.data) : null;
}
