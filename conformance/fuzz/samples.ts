import { type FuzzField, UID } from './fields.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** What stands out among the best hits, or among some of each value. */
export function sampledBy(random: Random, fields: readonly FuzzField[], hasObjects: boolean, aggs: Body): Body {
  const shard_size = random.pick([1, 5, 200]);
  const keywords = fields.filter(({ type }) => type === 'keyword');
  if (keywords.length > 0 && random.chance(0.2))
    return { diversified_sampler: { field: random.pick(keywords).path, shard_size, max_docs_per_value: 2 }, aggs };
  if (keywords.length === 0 || random.chance(0.6)) return { sampler: { shard_size }, aggs };
  const significant = { ...significantTerms(random, random.pick(keywords).path, hasObjects) };
  return { sampler: { shard_size }, aggs: { ...aggs, significant } };
}

/** Values that are more frequent among the hits than elsewhere. */
export const significantTerms = (random: Random, field: string, hasObjects: boolean): Body => ({
  significant_terms: { field, ...significance(random, hasObjects) },
});

/** Words that are. */
export const significantText = (random: Random, field: string, hasObjects: boolean): Body => ({
  significant_text: {
    field,
    ...significance(random, hasObjects),
    ...random.maybe(0.3, () => ({ filter_duplicate_text: true })),
  },
});

function significance(random: Random, hasObjects: boolean): Body {
  const background_is_superset = random.chance(0.8);
  const measure = random.pick<Body>([
    {},
    { jlh: {} },
    { percentage: {} },
    { gnd: { background_is_superset } },
    { chi_square: { background_is_superset, include_negatives: random.chance(0.5) } },
    { mutual_information: { background_is_superset, include_negatives: random.chance(0.5) } },
  ]);
  // nested objects are no background then
  const background = random.maybe(hasObjects ? 0.8 : 0.2, () => ({ background_filter: { exists: { field: UID } } }));
  return { size: 100, min_doc_count: random.int(1, 3), ...measure, ...background };
}
