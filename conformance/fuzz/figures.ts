import { DATES, type FuzzField, NUMBERS, UID } from './fields.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** Of values of every type. */
const COUNTS = ['value_count', 'cardinality'];

const OF_NUMBERS = [
  ...COUNTS,
  'sum',
  'avg',
  'min',
  'max',
  'stats',
  'extended_stats',
  'median_absolute_deviation',
  'percentiles',
];

/** A figure of the values of a field. */
export function figureOf(random: Random, { path: field, type }: FuzzField): Body {
  if (type === 'geo_point') return { [random.pick(['value_count', 'geo_bounds', 'geo_centroid'])]: { field } };
  if (DATES.has(type)) return { [random.pick([...COUNTS, 'min', 'max', 'stats'])]: { field } };
  if (!NUMBERS.has(type)) return { [random.pick(COUNTS)]: { field } };
  if (random.chance(0.1)) return topHits(random);
  if (random.chance(0.08)) return percentileRanks(random, field);
  const kind = random.pick(OF_NUMBERS);
  return { [kind]: { field, ...random.maybe(0.15, () => ({ missing: 2 })), ...optionsOf(random, kind) } };
}

const topHits = (random: Random): Body => ({
  top_hits: {
    size: random.int(1, 3),
    from: random.int(0, 1),
    sort: [{ [UID]: 'desc' }],
    _source: [UID],
    ...random.maybe(0.3, () =>
      random.pick<Body>([
        { docvalue_fields: [UID] },
        { fields: ['f*'] },
        { version: true, seq_no_primary_term: true },
        { highlight: { fields: { '*': {} } } },
        { explain: true },
        { stored_fields: ['_none_'], _source: false },
        { track_scores: true },
      ]),
    ),
  },
});

/** Shares of values up to some that stand between those of documents, and to one that does not. */
const percentileRanks = (random: Random, field: string): Body => ({
  percentile_ranks: {
    field,
    values: random.pick([[0.25], [-0.75, 2.5, 60], [1, 1000.5]]),
    ...random.maybe(0.2, () => ({ keyed: false })),
    ...random.maybe(0.15, () => ({ missing: 2 })),
  },
});

/** What some figures are told besides their field. */
function optionsOf(random: Random, kind: string): Body {
  if (kind === 'extended_stats') return random.maybe(0.3, () => ({ sigma: random.pick([0, 3]) }));
  if (['sum', 'avg', 'min', 'max', 'stats'].includes(kind))
    return random.maybe(0.2, () => ({ format: random.pick(['0.00', '#,##0.0']) }));
  if (kind === 'percentiles') return random.maybe(0.3, () => ({ percents: [5, 50, 99.5], keyed: random.chance(0.5) }));
  return {};
}
