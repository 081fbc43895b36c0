import type { Call } from './calls.ts';
import { isOrdered, TEXTS, UID } from './fields.ts';
import type { Random } from './random.ts';
import type { Searches } from './searches.ts';

const addressOf = (path: string, parameters: Readonly<Record<string, unknown>>): string =>
  `${path}?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')}`;

/** A search that stands in its address, how many it finds, and why it finds one document. */
export function addressed(random: Random, searches: Searches): readonly Call[] {
  const { queries } = searches;
  const texts = queries.fields(null).filter(({ type }) => TEXTS.has(type));
  const ordered = queries.fields(null).filter(isOrdered);
  const asked = {
    q: queries.words(),
    ...random.maybe(texts.length > 0 ? 0.5 : 0, () => ({ df: random.pick(texts).path })),
    ...random.maybe(0.3, () => ({ default_operator: 'AND' })),
    ...random.maybe(0.3, () => ({ lenient: true })),
  };
  const order = ordered.length > 0 && random.chance(0.4) ? `${random.pick(ordered).path}:desc,${UID}` : `${UID}:desc`;
  const shown = {
    sort: order,
    track_scores: true,
    ...random.maybe(0.4, () => ({ size: random.int(0, 20), from: random.int(0, 3) })),
    ...random.maybe(0.2, () => ({ rest_total_hits_as_int: true })),
    ...random.maybe(0.2, () => ({ filter_path: 'hits.total,hits.hits._id,hits.hits.sort' })),
    ...random.maybe(0.3, () => random.pick([{ _source_includes: 'f*,uid' }, { _source: false }, { version: true }])),
  };
  return [
    { method: 'GET', path: addressOf('/_search', { ...asked, ...shown }) },
    { method: 'GET', path: addressOf('/_count', asked) },
    { method: 'POST', path: `/_explain/${random.int(0, 5)}`, body: { query: queries.query(1) } },
  ];
}
