import { openFieldEntry, readInteger, readPattern } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { parseRegexp, REGEXP_FLAGS, type RegexpFlag } from '../regexp/parse.ts';
import { boostOf } from './clause.ts';
import { readRewrite } from './rewrite.ts';

/** OpenSearch's `index.max_regex_length`. */
export const MAX_REGEXP = 1000;

/** A value (on text: a term) of the field fits the expression as a whole. */
export interface RegexpQuery {
  readonly kind: 'regexp';
  readonly field: string;
  readonly value: string;
  /** Optional parts of Lucene's syntax that are switched on. */
  readonly flags: readonly RegexpFlag[];
  readonly caseInsensitive: boolean;
  /** How the words score that it stands for; absent = alike. */
  readonly rewrite?: string;
  readonly boost: number;
}

export function parseRegexpQuery(value: unknown, path: string): RegexpQuery {
  const { field, fields } = openFieldEntry(value, path, 'regexp', 'value', ['flags', 'rewrite']);
  fields.optional('max_determinized_states', readInteger);
  const node: RegexpQuery = {
    kind: 'regexp',
    field,
    value: readExpression(fields.required('value', readPattern), fields.at('value')),
    flags: fields.optional('flags', readFlags) ?? REGEXP_FLAGS,
    caseInsensitive: fields.flag('case_insensitive', false),
    ...present({ rewrite: readRewrite(fields, 'rewrite') }),
    boost: fields.boost(),
  };
  parseRegexp(node.value, node.flags, fields.at('value'));
  fields.done();
  return node;
}

/** Refuses an expression beyond OpenSearch's limit. */
export function readExpression(value: string, path: string): string {
  if (value.length > MAX_REGEXP) {
    throw wrongShape(
      path,
      `a regular expression of at most ${MAX_REGEXP} characters`,
      `${value.length} characters`,
      `The length of regex [${value.length}] used in the Regexp Query request has exceeded the allowed maximum of [${MAX_REGEXP}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
    );
  }
  return value;
}

/** `ALL`, `NONE` or names joined by `|`. */
export function readFlags(value: unknown, path: string): readonly RegexpFlag[] {
  const names = typeof value === 'string' ? value.split('|').map((name) => name.trim().toUpperCase()) : [];
  if (value === '' || names.includes('ALL')) return REGEXP_FLAGS;
  const known = names.filter((name) => name !== 'NONE' && name !== '');
  const flags = REGEXP_FLAGS.filter((flag) => known.includes(flag));
  if (names.length === 0 || flags.length < new Set(known).size) {
    throw wrongShape(path, `ALL, NONE or of ${REGEXP_FLAGS.join(', ')} joined by |`, value);
  }
  return flags;
}

export const printRegexpQuery = (node: RegexpQuery): JsonObject => ({
  [node.field]: present({
    value: node.value,
    flags: printFlags(node.flags),
    case_insensitive: node.caseInsensitive || undefined,
    rewrite: node.rewrite,
    boost: boostOf(node),
  }),
});

/** What {@link readFlags} reads; nothing where it is what usually counts. */
export function printFlags(flags: readonly RegexpFlag[]): string | undefined {
  if (flags.length === REGEXP_FLAGS.length) return undefined;
  return flags.length === 0 ? 'NONE' : flags.join('|');
}
