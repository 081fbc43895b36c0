import type { QueryNodes } from '@datasarana/query';
import { notImplemented } from '@datasarana/schema';
import { isRangeType } from '../../index/range-types.ts';
import { type Condition, test } from '../condition.ts';

import { or, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { holdsValue } from './on-range.ts';
import { rangeTest } from './range.ts';
import { exactTest, textList } from './values.ts';

export function terms(node: QueryNodes['terms'], context: ClauseContext): Condition {
  if (node.lookup !== undefined)
    throw notImplemented('A terms lookup has no place here', 'Give the values themselves.');
  const source = context.field(node.field);
  if (source !== null && isRangeType(source.type)) {
    return test(or(node.values.map((value) => holdsValue(source, value, context))), node.boost);
  }
  if (source === null || source.columns.length !== 1 || source.type === 'nested') return NOTHING;
  if (source.postings !== null) {
    const where = sql`term IN (SELECT unnest(${textList(node.values.map(String))}))`;
    return { kind: 'terms_where', postings: source.postings, where, score: node.boost };
  }
  if (source.type !== 'date') return test(exactTest(source, node.values), node.boost);
  const days = node.values.map((value) => (typeof value === 'boolean' ? String(value) : value));
  return test(or(days.map((day) => rangeTest(source, { gte: day, lte: day }, context))), node.boost);
}
