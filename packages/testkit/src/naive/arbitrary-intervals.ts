import fc from 'fast-check';
import type { Dsl } from './arbitrary-fields.ts';

const fewWords = fc.array(fc.constantFrom('fox', 'quick', 'brown', 'a', 'b'), { minLength: 1, maxLength: 3 });
const rule = fc.oneof(
  fc
    .tuple(fewWords, fc.constantFrom('ordered', 'unordered'), fc.constantFrom(-1, 0, 1, 2))
    .map(([list, mode, max_gaps]): Dsl => ({ match: { query: list.join(' '), mode, max_gaps } })),
  fc.constantFrom<Dsl>(
    { prefix: { prefix: 'fo' } },
    { wildcard: { pattern: '*o*' } },
    { regexp: { pattern: '[a-f]+x?' } },
    { fuzzy: { term: 'fix', fuzziness: 1 } },
  ),
);
const arranged = fc
  .tuple(fc.array(rule, { minLength: 1, maxLength: 2 }), fc.constantFrom('ordered', 'unordered'))
  .chain(([list, mode]) =>
    fc.constantFrom<Dsl>(
      { all_of: { intervals: list, mode } },
      { all_of: { intervals: list, mode: 'unordered_no_overlap' } },
      { any_of: { intervals: list } },
    ),
  );
/** Sources of an `intervals` clause, filtered and put together. */
export const intervals = fc.oneof(
  rule,
  arranged,
  fc
    .tuple(fewWords, rule, fc.constantFrom('after', 'before', 'containing', 'not_containing', 'not_overlapping'))
    .map(([list, inner, kind]): Dsl => ({ match: { query: list.join(' '), filter: { [kind]: inner } } })),
);
