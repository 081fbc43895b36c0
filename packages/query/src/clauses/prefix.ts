import { ClauseFields, readFieldEntry, readPattern } from '../reading/fields.ts';
import { isScalar, type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { readRewrite } from './rewrite.ts';

/** A value (on text: a term) of the field starts with this text. */
export interface PrefixQuery {
  readonly kind: 'prefix';
  readonly field: string;
  readonly value: string;
  readonly caseInsensitive: boolean;
  /** How the words score that it stands for; absent = alike. */
  readonly rewrite?: string;
  readonly boost: number;
}

export function parsePrefix(value: unknown, path: string): PrefixQuery {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, 'prefix'), 'prefix');
  if (isScalar(body)) return { kind: 'prefix', field, value: String(body), caseInsensitive: false, boost: 1 };
  const fields = new ClauseFields(body, at, 'prefix', ['rewrite']);
  const node: PrefixQuery = {
    kind: 'prefix',
    field,
    value: fields.required('value', readPattern),
    caseInsensitive: fields.flag('case_insensitive', false),
    ...present({ rewrite: readRewrite(fields, 'rewrite') }),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printPrefix = (node: PrefixQuery): JsonObject => ({
  [node.field]: present({
    value: node.value,
    case_insensitive: node.caseInsensitive || undefined,
    rewrite: node.rewrite,
    boost: boostOf(node),
  }),
});
