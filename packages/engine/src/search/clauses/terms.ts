import { MAX_TERMS, type QueryNodes } from '@datasarana/query';
import { malformed, notImplemented } from '@datasarana/schema';
import { isRangeType } from '../../index/range-types.ts';
import { type Condition, test } from '../condition.ts';
import { or, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { anyId } from './ids.ts';
import { inSteps } from './in-steps.ts';
import { indexLimit } from './index-limit.ts';
import { ipTerms, isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';
import { anyBoolean } from './on-boolean.ts';
import { holdsValue } from './on-range.ts';
import { refuseUnsearchable } from './refuse-unsearchable.ts';
import { booleanOf, exactTest, textList } from './values.ts';
import { rangeTest } from './within-limits.ts';

export function terms(node: QueryNodes['terms'], context: ClauseContext): Condition {
  if (node.lookup !== undefined)
    throw notImplemented('A terms lookup has no place here', 'Give the values themselves.');
  checkCount(node.values.length, context);
  const source = context.field(node.field);
  if (source === null || node.values.length === 0) return NOTHING;
  if (isRangeType(source.type)) {
    return test(or(node.values.map((value) => holdsValue(source, value, context))), node.boost);
  }
  refuseUnsearchable(source, context);
  if (source.columns.length === 0 || source.type === 'nested') return NOTHING;
  if (source.postings !== null) {
    const where = sql`term IN (SELECT unnest(${textList(node.values.map(String))}))`;
    return { kind: 'terms_where', postings: source.postings, where, score: node.boost };
  }
  if (isIp(source, context.layout)) return ipTerms(source, node.values, node.boost);
  if (source.type === 'boolean') {
    const values = node.values.map((value) => booleanOf(source, value));
    return anyBoolean(source, values, node.boost, context);
  }
  if (source.path === '_id') return anyId(source, node.values, node.boost);
  if (source.type !== 'date') {
    const values = node.values.map((value) => inSteps(source, value, context.layout));
    return test(exactTest(source, values), node.boost);
  }
  const days = node.values.map((value) => (typeof value === 'boolean' ? String(value) : value));
  return test(or(days.map((day) => rangeTest(source, { gte: day, lte: day }, context))), node.boost);
}

function checkCount(count: number, { layout }: ClauseContext): void {
  const most = indexLimit(layout, 'index.max_terms_count', MAX_TERMS);
  if (count <= most) return;
  throw malformed(
    `The number of terms [${count}] used in the Terms Query request has exceeded the allowed maximum of [${most}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`,
    'Ask in parts.',
  );
}
