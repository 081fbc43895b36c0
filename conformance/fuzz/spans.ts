import type { FuzzField } from './fields.ts';
import { figureOf } from './figures.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

export const holdsRanges = ({ type }: FuzzField): boolean => type.endsWith('_range');

/** How many ranges there are, or buckets of every value they cover. */
export function ofRanges(random: Random, spans: FuzzField, inside: Body): Body {
  const { path: field, type } = spans;
  if (type === 'ip_range' || random.chance(0.4)) return figureOf(random, spans);
  const buckets =
    type === 'date_range'
      ? { date_range: { field, ranges: [{ to: '2020-06' }, { from: '2020-01-15' }] } }
      : { histogram: { field, interval: random.pick([2, 5]), hard_bounds: { min: -10, max: 20 }, min_doc_count: 1 } };
  return { ...buckets, ...inside };
}
