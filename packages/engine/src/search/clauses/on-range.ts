import { millisOf, type RangeRelation, readDateNanos, type Scalar, zoneOf } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import {
  addressDigits,
  EVERYTHING,
  isRangeType,
  neighbour,
  type RangeEnd,
  type RangeType,
} from '../../index/range-types.ts';
import { addressOf } from '../aggregations/address.ts';
import type { FieldSource } from '../index-fields.ts';
import { and, bigint, double, FALSE, type Sql, sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import type { Limits } from './limits.ts';
import { anyPair, numberOf } from './values.ts';

/** How a range of the field may lie to that of the query, its ends included. */
const RELATIONS: Readonly<Record<RangeRelation, (ends: readonly [Sql, Sql], low: Sql, high: Sql) => Sql>> = {
  intersects: ([from, to], low, high) => and([sql`${from} <= ${high}`, sql`${to} >= ${low}`]),
  contains: ([from, to], low, high) => and([sql`${from} <= ${low}`, sql`${to} >= ${high}`]),
  within: ([from, to], low, high) => and([sql`${from} >= ${low}`, sql`${to} <= ${high}`]),
};

/** Whether a range field holds a range that stands so to the one between the limits. */
export function onRange(
  source: FieldSource,
  limits: Limits,
  relation: RangeRelation,
  context: Pick<ClauseContext, 'now'>,
): Sql {
  const { type } = source;
  if (!isRangeType(type)) throw new Error(`Field ${source.path} holds no ranges`);
  const read = (bound: Scalar, roundUp: boolean) => endFor(source, type, bound, roundUp, limits, context.now);
  const { gt, gte = gt, lt, lte = lt } = limits;
  const from = gte === undefined ? EVERYTHING[type].gte : read(gte, gt !== undefined);
  const to = lte === undefined ? EVERYTHING[type].lte : read(lte, lt === undefined);
  if (from > to) throw turnedAround(source, gte, lte);
  const low = gt === undefined ? from : neighbour(type, from, 1);
  const high = lt === undefined ? to : neighbour(type, to, -1);
  if (low > high) return FALSE;
  return anyPair(source, (from, to) => RELATIONS[relation]([from, to], parameter(low), parameter(high)));
}

const turnedAround = ({ path }: FieldSource, from: Scalar | undefined, to: Scalar | undefined) =>
  malformed(
    `Range query \`from\` value (${from}) is greater than \`to\` value (${to}) on [${path}]`,
    'Turn them around.',
  );

/** Whether a range of the field holds the value. */
export const holdsValue = (source: FieldSource, value: Scalar, context: Pick<ClauseContext, 'now'>): Sql => {
  const bound = typeof value === 'boolean' ? String(value) : value;
  return onRange(source, { gte: bound, lte: bound }, 'intersects', context);
};

function parameter(end: RangeEnd): Sql {
  if (typeof end === 'string') return text(end);
  return typeof end === 'bigint' ? bigint(end) : double(end);
}

function endFor(
  source: FieldSource,
  type: RangeType,
  bound: Scalar,
  roundUp: boolean,
  limits: Limits,
  now: number,
): RangeEnd {
  if (type === 'ip_range') {
    const address = addressOf(String(bound));
    if (address === null) throw malformed(`'${bound}' is not an IP string literal.`, 'Give an address.');
    return addressDigits(address);
  }
  if (type === 'date_range') {
    const format = limits.format ?? source.field?.field.format;
    const given = typeof bound === 'boolean' ? String(bound) : bound;
    return millisOf(readDateNanos(given, source.path, { format, zone: zoneOf(limits.timeZone), now, roundUp }));
  }
  if (type === 'float_range') return Math.fround(numberOf(source, bound));
  if (type === 'double_range') return numberOf(source, bound);
  return wholeEnd(source, bound);
}

function wholeEnd(source: FieldSource, bound: Scalar): bigint {
  if (typeof bound === 'string' && /^[+-]?\d+$/.test(bound.trim())) return BigInt(bound.trim());
  const number = numberOf(source, bound);
  if (!Number.isInteger(number)) throw malformed(`Value [${bound}] has a decimal part`, 'Give a whole number.');
  return BigInt(number);
}
