import { faultOfText, type NamedPart, namedParts } from '@datasarana/query';
import type { Asking } from './asking.ts';
import { daysQuery, KNOWN_MS } from './days.ts';
import { valuesAt } from './records/value-at.ts';
import type { Dsl } from './request.ts';
import { changed, textsIn } from './search-texts.ts';

/** A day or a time that names no zone. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d(?:T\d\d(?::\d\d){0,2}(?:\.\d+)?)?$/;

const datedParts = (text: string): readonly NamedPart[] =>
  faultOfText(text)
    ? []
    : namedParts(text).filter(({ values }) => values.some(({ held }) => held.some((date) => WITHOUT_ZONE.test(date))));

/** The fields that a search text compares with dates of no zone. */
export const datedFields = (text: string): readonly string[] => [
  ...new Set(datedParts(text).map(({ field }) => field)),
];

/**
 * A text in which dates in quotation marks stand as ranges: as a phrase OpenSearch reads a date by UTC, whatever its `time_zone`.
 * `fields` = those whose dates are meant.
 */
export function withoutPhrases(text: string, fields: readonly string[]): string {
  const quoted = datedParts(text)
    .filter(({ field }) => fields.includes(field))
    .flatMap(({ values }) => values)
    .map(({ at, length }) => ({ at, phrase: text.slice(at, at + length) }))
    .filter(({ phrase }) => phrase.startsWith('"') && WITHOUT_ZONE.test(phrase.slice(1, -1)));
  return quoted.reduceRight(
    (known, { at, phrase }) => `${known.slice(0, at)}[${phrase} TO ${phrase}]${known.slice(at + phrase.length)}`,
    text,
  );
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

/** A request whose search texts are read by the clocks of a zone, unless a field that they compare with a date holds days. */
export async function inZone(asking: Asking, body: Dsl, time_zone: string): Promise<Dsl> {
  const dates = await datesAmong(asking, [...new Set(textsIn(body.query).flatMap(datedFields))]);
  if (dates.length === 0 || (await holdsDays(asking, dates))) return body;
  return changed(body, (clause) => ({ ...clause, query: withoutPhrases(clause.query, dates), time_zone }));
}
