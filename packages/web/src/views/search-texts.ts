import type { Dsl } from './request.ts';
import { viewerZone } from './viewer-zone.ts';

/** The clause of a search text, as the search bar writes it. */
interface TextClause {
  readonly query: string;
  readonly time_zone?: string;
}

const isText = (name: string, at: unknown): at is TextClause =>
  name === 'query_string' && typeof Object(at).query === 'string' && !Array.isArray(at);

/** The search texts that a clause asks for, however deep they stand in it. */
export const textsIn = (at: unknown): readonly string[] =>
  typeof at === 'object' && at !== null
    ? Object.entries(at).flatMap(([name, one]) => (isText(name, one) ? [one.query] : textsIn(one)))
    : [];

function withTexts(at: unknown, change: (clause: TextClause) => TextClause): unknown {
  if (typeof at !== 'object' || at === null) return at;
  if (Array.isArray(at)) return at.map((one) => withTexts(one, change));
  return Object.fromEntries(
    Object.entries(at).map(([name, one]) => [name, isText(name, one) ? change(one) : withTexts(one, change)]),
  );
}

/** A request whose search texts are changed. */
export const changed = (body: Dsl, change: (clause: TextClause) => TextClause): Dsl => ({
  ...body,
  query: withTexts(body.query, change),
});

/** What a person wrote as a request, as one in which the viewer's clocks go without saying. */
export const withoutOwnClocks = (given: unknown): unknown =>
  textsIn(Object(given).query).length === 0
    ? given
    : changed(Object(given), ({ time_zone, ...clause }) =>
        time_zone === undefined || time_zone === viewerZone() ? clause : { ...clause, time_zone },
      );
