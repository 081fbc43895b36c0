import {
  addressDigits,
  EVERYTHING,
  type KeptRange,
  neighbour,
  type RangeEnd,
  type RangeType,
} from '../index/range-types.ts';
import { addressOf, maskLimits } from '../search/aggregations/address.ts';
import { isObjectValue, shown, type Value } from './json.ts';
import type { FieldMapping } from './mapping.ts';
import { Unfit } from './unfit.ts';

type ReadEnd = (value: Value, field: FieldMapping) => unknown;

/** Which end of a range a name gives, and whether it belongs to it. */
const ENDS: ReadonlyMap<string, readonly [side: 'gte' | 'lte', isInside: boolean]> = new Map([
  ['gt', ['gte', false]],
  ['gte', ['gte', true]],
  ['lt', ['lte', false]],
  ['lte', ['lte', true]],
]);

/** Reads `{gte, lt}` and the like, for addresses also `10.0.0.0/8`; `end` reads a single value. @throws Unfit */
export const rangeReader =
  (type: RangeType, end: ReadEnd) =>
  (value: Value, field: FieldMapping): KeptRange => {
    if (type === 'ip_range' && typeof value === 'string') return networkRange(value);
    if (!isObjectValue(value)) {
      throw new Unfit(`error parsing field, expected an object but got ${shown(value)}`, 'mapper_parsing_exception');
    }
    const found: Record<'gte' | 'lte', RangeEnd> = { ...EVERYTHING[type] };
    for (const [name, given] of Object.entries(value)) {
      const [side, isInside] = ENDS.get(name) ?? [];
      if (side === undefined || isInside === undefined) {
        throw new Unfit(`error parsing field, with unknown parameter [${name}]`, 'mapper_parsing_exception');
      }
      if (given === null) continue;
      const read = endOf(type, end(given, field));
      found[side] = isInside ? read : neighbour(type, read, side === 'gte' ? 1 : -1);
    }
    if (found.gte <= found.lte) return found;
    throw new Unfit(`min value (${found.gte}) is greater than max value (${found.lte})`);
  };

function endOf(type: RangeType, value: unknown): RangeEnd {
  if (value === null) throw new Unfit('empty String', 'number_format_exception');
  if (type === 'ip_range' && typeof value === 'string') return addressDigits(addressOf(value) ?? 0n);
  return typeof value === 'bigint' || typeof value === 'number' ? value : String(value);
}

function networkRange(network: string): KeptRange {
  const limits = maskLimits(network);
  if (limits === null) throw new Unfit(`'${network}' is not an IP string literal.`);
  const { gte, lte } = EVERYTHING.ip_range;
  return {
    gte: limits.from === null ? gte : addressDigits(limits.from),
    lte: limits.to === null ? lte : addressDigits(limits.to - 1n),
  };
}
