import type { BoolOf } from './condition.ts';

/** At least `required` of the conditions hold; the scores of those that do add up. */
export const someOf = <Clause>(should: readonly Clause[], required: number, boost = 1): BoolOf<Clause> => ({
  kind: 'bool',
  must: [],
  filter: [],
  should,
  mustNot: [],
  required,
  boost,
});
