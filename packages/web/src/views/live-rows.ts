import { LiveChanges } from '@datasarana/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Client, useApi } from '../session/index.ts';

/** First word of the query keys of what came in since somebody looked. */
export const NEWS = 'news';

/** What is drawn or told of records: the first words of its query keys, the template is the second. */
const DRAWN: ReadonlySet<unknown> = new Set(['view', 'map', NEWS]);

/** Lets what is drawn of these templates look again; a look that runs is let finish. */
const drawAgain = (cache: QueryClient, templates: readonly string[]): Promise<void> =>
  cache.invalidateQueries(
    { predicate: ({ queryKey: [kind, template] }) => DRAWN.has(kind) && templates.includes(String(template)) },
    { cancelRefetch: false },
  );

/** One for all drawings of the application, however many there are. */
const feeds = new WeakMap<QueryClient, LiveChanges>();

function feedOf(api: Client, cache: QueryClient): LiveChanges {
  const known = feeds.get(cache);
  if (known) return known;
  const feed = new LiveChanges(api, (templates) => drawAgain(cache, templates));
  const look = (): void => feed.look(document.visibilityState === 'visible');
  look();
  document.addEventListener('visibilitychange', look);
  feeds.set(cache, feed);
  return feed;
}

/** While a drawing of the template is on the page and can be seen, it is drawn anew when records of it change (VIS-17). */
export function useLiveRows(template: string | undefined): void {
  const api = useApi();
  const cache = useQueryClient();
  useEffect(() => (template ? feedOf(api, cache).follow(template) : undefined), [api, cache, template]);
}
