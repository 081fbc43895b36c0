import { ClauseFields, readFieldEntry, readList, readScalar, readText } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';

/** At least as many of the terms are in the field as another field of the same document says. */
export interface TermsSetQuery {
  readonly kind: 'terms_set';
  readonly field: string;
  readonly terms: readonly Scalar[];
  readonly minimumShouldMatchField: string;
  readonly boost: number;
}

export function parseTermsSet(value: unknown, path: string): TermsSetQuery {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, 'terms_set'), 'terms_set');
  const fields = new ClauseFields(body, at, 'terms_set');
  const node: TermsSetQuery = {
    kind: 'terms_set',
    field,
    terms: fields.required('terms', (list, where) => readList(list, where, readScalar)),
    minimumShouldMatchField: fields.required('minimum_should_match_field', readText),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printTermsSet = (node: TermsSetQuery): JsonObject => ({
  [node.field]: present({
    terms: node.terms,
    minimum_should_match_field: node.minimumShouldMatchField,
    boost: boostOf(node),
  }),
});
