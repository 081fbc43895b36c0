import { ClauseFields, readFieldEntry, readScalar } from '../reading/fields.ts';
import { isScalar, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';

/** The field holds exactly this value; on a text field, this term of its analysis. */
export interface TermQuery {
  readonly kind: 'term';
  readonly field: string;
  readonly value: Scalar;
  readonly caseInsensitive: boolean;
  readonly boost: number;
}

export function parseTerm(value: unknown, path: string): TermQuery {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, 'term'), 'term');
  if (isScalar(body)) return { kind: 'term', field, value: body, caseInsensitive: false, boost: 1 };
  const fields = new ClauseFields(body, at, 'term');
  const node: TermQuery = {
    kind: 'term',
    field,
    value: fields.required('value', readScalar),
    caseInsensitive: fields.flag('case_insensitive', false),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printTerm = (node: TermQuery): JsonObject => ({
  [node.field]: present({
    value: node.value,
    case_insensitive: node.caseInsensitive || undefined,
    boost: boostOf(node),
  }),
});
