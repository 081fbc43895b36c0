import type { QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { type Condition, costlyTest } from '../condition.ts';
import { type FieldSource, fieldOf } from '../index-fields.ts';
import { type Sql, sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { anyValue } from './values.ts';

export function prefix(node: QueryNodes['prefix'], context: ClauseContext): Condition {
  const start = text(node.value);
  return onText('prefix', node, context, (value) =>
    node.caseInsensitive ? sql`starts_with(lower(${value}), lower(${start}))` : sql`starts_with(${value}, ${start})`,
  );
}

interface OnText {
  readonly field: string;
  readonly boost: number;
}

/** A test of texts, on the values of a keyword or the terms of a text field. */
export function onText(use: string, node: OnText, context: ClauseContext, made: (value: Sql) => Sql): Condition {
  const source = fieldOf(context.layout, node.field);
  if (source === null) return NOTHING;
  if (source.postings !== null) {
    return { kind: 'terms_where', postings: source.postings, where: made(sql`term`), score: node.boost };
  }
  if (source.type !== 'keyword') throw notText(use, source);
  return costlyTest(anyValue(source, made), node.boost);
}

const notText = (use: string, source: FieldSource) =>
  malformed(
    `Can only use ${use} queries on keyword and text fields - not on [${source.path}] which is of type [${source.type}]`,
    'Use term or range for this field.',
  );
