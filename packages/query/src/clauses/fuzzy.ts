import { openFieldEntry, readScalar } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { type FuzzyOptions, printExpansions, readFuzziness, readFuzzyRest } from './fuzziness.ts';

/** A value (on text: a term) of the field is as close to this one as the fuzziness says. */
export interface FuzzyQuery extends FuzzyOptions {
  readonly kind: 'fuzzy';
  readonly field: string;
  readonly value: Scalar;
  readonly boost: number;
}

const NAMES = {
  prefixLength: 'prefix_length',
  maxExpansions: 'max_expansions',
  transpositions: 'transpositions',
  rewrite: 'rewrite',
};

export function parseFuzzy(value: unknown, path: string): FuzzyQuery {
  const { field, fields } = openFieldEntry(value, path, 'fuzzy', 'value');
  const node: FuzzyQuery = {
    kind: 'fuzzy',
    field,
    value: fields.optional('term', readScalar) ?? fields.required('value', readScalar),
    fuzziness: fields.optional('fuzziness', readFuzziness) ?? 'AUTO',
    ...readFuzzyRest(fields, NAMES),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printFuzzyQuery = (node: FuzzyQuery): JsonObject => ({
  [node.field]: present({
    value: node.value,
    fuzziness: node.fuzziness === 'AUTO' ? undefined : node.fuzziness,
    prefix_length: node.prefixLength || undefined,
    max_expansions: printExpansions(node.maxExpansions),
    transpositions: node.transpositions ? undefined : false,
    rewrite: node.rewrite,
    boost: boostOf(node),
  }),
});
