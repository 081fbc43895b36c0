import { rewriteOf } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { refOf } from '../../documents/refusal.ts';
import { type Condition, costlyTest, type ExpandedCondition } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { isOfDocument, isUnindexed, mappedField } from '../mapped-field.ts';
import { type Sql, sql } from '../sql.ts';
import { asKept } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';
import { exactly } from './term.ts';
import { anyValue } from './values.ts';

interface OnText {
  readonly field: string;
  readonly boost: number;
  readonly rewrite?: string;
}

/** The test of a value; `kept` is a text of the query as the field keeps its values. */
type Made = (value: Sql, kept: (text: string) => string) => Sql;

/** A test of texts, on the values of a keyword or the terms of a text field. */
export function onText(use: string, node: OnText, context: ClauseContext, made: Made): Condition {
  const source = textField(use, node.field, context);
  if (source === null) return NOTHING;
  const kept = (text: string): string => asKept(source, text);
  const words = { kind: 'where', where: (value: Sql) => made(value, kept) } as const;
  const expanded = expandedBy(node.rewrite, { source, words, boost: node.boost }, context);
  if (expanded !== null) return expanded;
  if (source.postings !== null) {
    return { kind: 'terms_where', postings: source.postings, where: made(sql`term`, kept), score: node.boost };
  }
  const test = anyValue(source, (value) => made(value, kept));
  return costlyTest(test, node.boost);
}

/** The words that a pattern stands for one by one, where that is asked for; null where they score alike. */
export function expandedBy(
  method: string | undefined,
  of: Pick<ExpandedCondition, 'source' | 'words' | 'boost'>,
  context: ClauseContext,
): ExpandedCondition | null {
  const rewrite = method === undefined ? null : rewriteOf(method);
  const isScored = of.words.kind === 'close' || rewrite?.scores !== 'alike';
  if (rewrite === null || !isScored || !hasRarity(of.source, context)) return null;
  const one = (word: string, boost: number) => exactly(of.source, word, boost, context);
  return { kind: 'expanded', ...of, rewrite, one };
}

/** Whether words or values of a field score by how rare they are. */
const hasRarity = (source: FieldSource, { layout }: ClauseContext): boolean =>
  source.postings !== null ||
  !(isOfDocument(source) || isUnindexed(layout, source.path) || mappedField(layout, source.path)?.type === 'wildcard');

/** The keyword or text field of that path; null when there is none. */
export function textField(use: string, path: string, context: ClauseContext): FieldSource | null {
  const source = context.field(path);
  if (source === null || source.postings !== null) return source;
  // objects are no fields
  if (source.type === 'object' || source.type === 'nested') return null;
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
