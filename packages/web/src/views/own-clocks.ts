import type { SearchAnswer } from '@datasarana/client';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Client, useApi } from '../session/index.ts';
import { daysQuery, KNOWN_MS } from './days.ts';
import { valuesAt } from './records/value-at.ts';
import type { Dsl } from './request.ts';
import { changed, textsIn } from './search-texts.ts';
import { viewerZone } from './viewer-zone.ts';

interface Asking {
  readonly api: Client;
  /** Keeps what is known of the fields of a template. */
  readonly client: QueryClient;
  readonly template: string;
}

/** Whether a field named in a text is one of dates: the values of records are numbers there. */
const isDateQuery = ({ api, template }: Asking, field: string) => ({
  queryKey: ['is date', template, field],
  // where no record has a value yet, one may come
  staleTime: ({ state }: { readonly state: { readonly data: unknown } }) => (state.data === true ? KNOWN_MS : 0),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<boolean> => {
    const body = { size: 1, query: { exists: { field } }, _source: [field] };
    const { data } = await api.found('data.search', { query: { template }, body, signal });
    return data.hits.hits.some((hit) => valuesAt(hit, field).some((value) => typeof value === 'number'));
  },
});

async function datesAmong(asking: Asking, fields: readonly string[]): Promise<readonly string[]> {
  const are = await Promise.all(
    fields.map((field) => field === '_ts' || asking.client.fetchQuery(isDateQuery(asking, field))),
  );
  return fields.filter((_, at) => are[at]);
}

async function holdsDays({ api, client, template }: Asking, fields: readonly string[]): Promise<boolean> {
  const named = fields.filter((field) => field !== '_ts');
  const are = await Promise.all(named.map((field) => client.fetchQuery(daysQuery(api, template, field))));
  return are.some(Boolean);
}

/** What a search text cannot name a date without. */
const LOOKS_DATED = /\d{4}-\d\d-\d\d/;

/**
 * A request as it is sent: a date of no zone in its search text is one of the viewer's clocks, as `time_zone` of a `query_string`
 * says. Where a field that is compared so holds days of the calendar the text stays as it is: they are the same by all clocks.
 */
export async function byOwnClocks(asking: Asking, body: Dsl): Promise<Dsl> {
  const time_zone = viewerZone();
  const texts = time_zone === 'UTC' ? [] : textsIn(body.query).filter((text) => LOOKS_DATED.test(text));
  if (texts.length === 0) return body;
  // apart: what reads a search text is not needed for most searches
  const { datedFields, withoutPhrases } = await import('./text-clocks.ts');
  const dates = await datesAmong(asking, [...new Set(texts.flatMap(datedFields))]);
  if (dates.length === 0 || (await holdsDays(asking, dates))) return body;
  return changed(body, (clause) => ({ ...clause, query: withoutPhrases(clause.query, dates), time_zone }));
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

/** A request as it will be sent, to be read by a person; undefined until that is known. */
export function useByOwnClocks(template: string, body: Dsl): Dsl | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['by own clocks', template, body],
    staleTime: KNOWN_MS,
    queryFn: ({ client }) => byOwnClocks({ api, client, template }, body),
  });
  return data;
}
