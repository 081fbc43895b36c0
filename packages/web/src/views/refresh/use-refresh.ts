import { notifyManager, type QueryCache, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { RepeatedLook } from './repeated-look.ts';

/** What looks again: the first words of query keys. */
export type Kinds = readonly string[];

/** What drawings of views ask for. */
export const DRAWINGS: Kinds = ['view', 'map'];

/** Lets what is on the page look again: when called, and every so many seconds while somebody sees it. */
export function useRefresh(kinds: Kinds, every: number): () => void {
  const cache = useQueryClient();
  const look = useCallback(
    (cancelRefetch: boolean) =>
      Promise.all(kinds.map((kind) => cache.invalidateQueries({ queryKey: [kind] }, { cancelRefetch }))),
    [cache, kinds],
  );
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (every <= 0) return;
    const looks = new RepeatedLook(every * 1000, () => latest.current(false));
    const see = (): void => looks.see(document.visibilityState === 'visible');
    see();
    document.addEventListener('visibilitychange', see);
    return () => {
      document.removeEventListener('visibilitychange', see);
      looks.stop();
    };
  }, [every]);
  return useCallback(() => void look(true), [look]);
}

/** Whether anything of it looks again right now. */
export const useLooking = (kinds: Kinds): boolean =>
  useIsFetching({ predicate: ({ queryKey: [kind] }) => kinds.includes(String(kind)) }) > 0;

/** ms at which all that is on the page was as the platform had it: the oldest answer of them; 0 = not yet. */
export function useUpdatedAt(kinds: Kinds): number {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]);
  return useSyncExternalStore(subscribe, () => oldest(cache, kinds));
}

function oldest(cache: QueryCache, kinds: Kinds): number {
  const shown = cache.getAll().filter((query) => query.isActive() && kinds.includes(String(query.queryKey[0])));
  const answered = shown.map((query) => query.state.dataUpdatedAt).filter((at) => at > 0);
  return answered.length === 0 ? 0 : Math.min(...answered);
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A moment of today by the viewer's clock: `14:03:20`. */
export const clockWords = (at: number): string => clock.format(at);
