import type { SearchAnswer } from '@datasarana/client';
import type { Asking } from './asking.ts';
import type { Dsl } from './request.ts';
import { viewerZone } from './viewer-zone.ts';

/** What a search text cannot name a date without. */
const LOOKS_DATED = /\d{4}-\d\d-\d\d/;

/**
 * A request as it is sent: a date of no zone in its search text is one of the viewer's clocks, as `time_zone` of a `query_string`
 * says. Where a field that is compared so holds days of the calendar the text stays as it is: they are the same by all clocks.
 */
export async function byOwnClocks(asking: Asking, body: Dsl): Promise<Dsl> {
  const zone = viewerZone();
  if (zone === 'UTC' || !LOOKS_DATED.test(JSON.stringify(body.query))) return body;
  // apart: what reads a search text is not needed for most searches
  const { inZone } = await import('./text-clocks.ts');
  return inZone(asking, body, zone);
}

/** The answer to a search of a template, dates in its text by the viewer's clocks. */
export async function searched(asking: Asking, body: Dsl, signal: AbortSignal): Promise<SearchAnswer> {
  const { api, template } = asking;
  const { data } = await api.found('data.search', {
    query: { template },
    body: await byOwnClocks(asking, body),
    signal,
  });
  return data;
}
