import type { QueryNodes, Scalar } from '@datasarana/query';
import { isRangeType } from '../../index/range-types.ts';
import { type Condition, test } from '../condition.ts';
import { columnOf, existsTest, type FieldSource, isNumber, unfit, valueCount } from '../index-fields.ts';
import { isConstant, isMatchOnly, isUnindexed } from '../mapped-field.ts';
import { sql, text } from '../sql.ts';
import { asKept } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { anyId } from './ids.ts';
import { inSteps } from './in-steps.ts';
import { ipTerms, isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';
import { holdsValue } from './on-range.ts';
import { refuseUnsearchable } from './refuse-unsearchable.ts';
import { anyValue, exactTest } from './values.ts';
import { rangeTest } from './within-limits.ts';

export function term(node: QueryNodes['term'], context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  if (node.caseInsensitive) return termIgnoringCase(source, String(node.value), node.boost);
  return exactly(source, node.value, node.boost, context);
}

/** One value of a field; texts and booleans score by rarity, numbers and dates do not. */
export function exactly(source: FieldSource, value: Scalar, boost: number, context: ClauseContext): Condition {
  if (source.type === 'object' || source.type === 'nested') return NOTHING;
  if (source.postings !== null) {
    const word: Condition = { kind: 'words', postings: source.postings, words: [String(value)], required: 1, boost };
    return asScored(word, boost, source, context);
  }
  refuseUnsearchable(source, context);
  if (source.type === 'date') {
    return test(rangeTest(source, { gte: dateBound(value), lte: dateBound(value) }, context), boost);
  }
  if (isRangeType(source.type)) return test(holdsValue(source, value, context), boost);
  if (isIp(source, context.layout)) return ipTerms(source, [value], boost);
  if (source.path === '_id') return anyId(source, [value], boost);
  const found = exactTest(source, [inSteps(source, value, context.layout)]);
  if (isNumber(source.type) || source.path === '_index') return test(found, boost);
  const { layout } = context;
  if (isUnindexed(layout, source.path) || isConstant(layout, source.path)) return test(found, boost);
  const values = valueCount(source);
  return { kind: 'rare', test: found, present: existsTest(source), ...(values && { values }), boost };
}

/** Of a `match_only_text` whatever is found scores the same. */
export const asScored = (of: Condition, score: number, { path }: FieldSource, { layout }: ClauseContext): Condition =>
  isMatchOnly(layout, path) ? { kind: 'constant', of, score } : of;

const dateBound = (value: Scalar): string | number => (typeof value === 'boolean' ? String(value) : value);

function termIgnoringCase(source: FieldSource, value: string, score: number): Condition {
  if (source.postings !== null) {
    return { kind: 'terms_where', postings: source.postings, where: sql`lower(term) = lower(${text(value)})`, score };
  }
  if (source.type !== 'keyword' && source.type !== 'completion')
    throw unfit(source, 'case insensitive term queries', 'Leave case_insensitive out.');
  const wanted = text(asKept(source, value));
  if (!source.list) return test(sql`lower(${columnOf(source)}) = lower(${wanted})`, score);
  return test(
    anyValue(source, (each) => sql`lower(${each}) = lower(${wanted})`),
    score,
  );
}
