import type { Bound, QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { isRangeType } from '../../index/range-types.ts';
import { type Condition, test } from '../condition.ts';
import { isOfDocument } from '../mapped-field.ts';
import { and, type Sql, sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { ipRange, isIp } from './ip.ts';
import { lenient } from './lenient.ts';
import { NOTHING } from './match-none.ts';
import { anyBoolean, booleansWithin } from './on-boolean.ts';
import { onRange } from './on-range.ts';
import { comparisons, rangeTest } from './within-limits.ts';

const asText = (bound: Bound): Sql => text(String(bound));

export const range = (node: QueryNodes['range'], context: ClauseContext): Condition =>
  node.lenient ? lenient(() => inLimits(node, context)) : inLimits(node, context);

function inLimits(node: QueryNodes['range'], context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null || source.type === 'object' || source.type === 'nested') return NOTHING;
  if (source.postings !== null) {
    const where = and(comparisons(sql`term`, node, asText));
    return { kind: 'terms_where', postings: source.postings, where, score: node.boost };
  }
  if (isIp(source, context.layout)) return ipRange(source, node, node.boost);
  if (isRangeType(source.type)) {
    return test(onRange(source, node, node.relation ?? 'intersects', context), node.boost);
  }
  if (isOfDocument(source)) {
    const { path } = source;
    throw malformed(`Field [${path}] of type [${path}] does not support range queries`, 'Use a field of your own.');
  }
  if (source.type === 'boolean') return anyBoolean(source, booleansWithin(source, node), node.boost, context);
  return test(rangeTest(source, node, context), node.boost);
}
