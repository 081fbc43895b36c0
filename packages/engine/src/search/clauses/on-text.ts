import { malformed } from '@datasarana/schema';
import { refOf } from '../../documents/refusal.ts';
import { type Condition, costlyTest } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { type Sql, sql } from '../sql.ts';
import { asKept } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';
import { anyValue } from './values.ts';

interface OnText {
  readonly field: string;
  readonly boost: number;
}

/** The test of a value; `kept` is a text of the query as the field keeps its values. */
type Made = (value: Sql, kept: (text: string) => string) => Sql;

/** A test of texts, on the values of a keyword or the terms of a text field. */
export function onText(use: string, node: OnText, context: ClauseContext, made: Made): Condition {
  const source = textField(use, node.field, context);
  if (source === null) return NOTHING;
  const kept = (text: string): string => asKept(source, text);
  if (source.postings !== null) {
    return { kind: 'terms_where', postings: source.postings, where: made(sql`term`, kept), score: node.boost };
  }
  const test = anyValue(source, (value) => made(value, kept));
  return costlyTest(test, node.boost);
}

/** The keyword or text field of that path; null when there is none. */
export function textField(use: string, path: string, context: ClauseContext): FieldSource | null {
  const source = context.field(path);
  if (source === null || source.postings !== null) return source;
  const isWhole = source.path === '_id' || (source.path === '_index' && use === 'regexp');
  const type = isWhole ? source.path : isIp(source, context.layout) ? 'ip' : source.type;
  if (type !== 'keyword') {
    throw malformed(
      `Can only use ${use} queries on keyword and text fields - not on [${source.path}] which is of type [${type}]`,
      'Use term or range for this field.',
      { type: 'query_shard_exception', ...refOf(context.layout) },
    );
  }
  return source;
}
