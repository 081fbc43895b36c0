import { DATES, type FuzzField, UID } from './fields.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** Buckets and a figure of all of them, beside each other. */
export function withSiblings(random: Random, field: FuzzField, number: FuzzField): Body {
  const buckets_path = random.pick(['around._count', 'around>m']);
  const gap_policy = random.pick(['skip', 'insert_zeros']);
  const kind = random.pick([
    'avg_bucket',
    'max_bucket',
    'min_bucket',
    'sum_bucket',
    'stats_bucket',
    'extended_stats_bucket',
    'percentiles_bucket',
  ]);
  return {
    around: {
      ...bucketsOf(random, field),
      aggs: { m: { [random.pick(['sum', 'avg', 'min', 'max', 'value_count'])]: { field: number.path } } },
    },
    all: { [kind]: { buckets_path, gap_policy } },
  };
}

function bucketsOf(random: Random, { path: field, type }: FuzzField): Body {
  const min_doc_count = random.int(0, 1);
  if (DATES.has(type)) return { date_histogram: { field, calendar_interval: 'year', min_doc_count } };
  if (type === 'short' || type === 'byte') return { histogram: { field, interval: 500, min_doc_count } };
  return { terms: { field, size: 100, order: { _key: 'asc' } } };
}

/** Terms in the order of a figure within them. */
export function orderedByFigure(random: Random, { path: field }: FuzzField): Body {
  const by = random.pick(['m', 's.max', 's.avg', 'f>m']);
  const m: Body = { [random.pick(['max', 'min', 'sum'])]: { field: UID } };
  return {
    terms: { field, size: random.pick([100, 3]), order: [{ [by]: random.pick(['asc', 'desc']) }, { _key: 'asc' }] },
    aggs: { m, s: { stats: { field: UID } }, f: { filter: { match_all: {} }, aggs: { m } } },
  };
}
