import { readCalendarUnit, readDuration } from '../../dates/duration.ts';
import { Fields, readInteger } from '../../reading/fields.ts';
import { present } from '../../reading/json.ts';
import { wrongShape } from '../../reading/refusal.ts';
import { tokenOf } from '../../reading/token.ts';
import type { AggregationForm } from '../definition.ts';
import { type BucketsMetric, bucketsMetric, type OfBuckets, printOfBuckets, readOfBuckets } from './definition.ts';

/** How much the value of each bucket differs from that of the one before. */
export interface DerivativeAggregation extends OfBuckets {
  readonly kind: 'derivative';
  /** Adds `normalized_value`: the change per so many milliseconds. */
  readonly unit?: number;
}

const AVERAGE = { month: 2_629_746_000, quarter: 7_889_238_000, year: 31_556_952_000 } as const;
const EXACT = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

function readUnit(value: unknown, path: string): number {
  const isCalendar = typeof value === 'string' && (/^1[smhdwMqy]$/.test(value) || /^[a-z]{3,}$/.test(value));
  return isCalendar ? { ...AVERAGE, ...EXACT }[readCalendarUnit(value, path)] : readDuration(value, path);
}

export const derivativeForm: AggregationForm<DerivativeAggregation> = {
  shape: 'parent_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'derivative');
    const unit = fields.optional('unit', readUnit);
    const node = { kind: 'derivative', ...readOfBuckets(fields, name), ...present({ unit }) } as DerivativeAggregation;
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfBuckets(node), unit: node.unit === undefined ? undefined : `${node.unit}ms` }),
};

/** The values of all buckets so far together. */
export type CumulativeSumAggregation = BucketsMetric<'cumulative_sum'>;
export const cumulativeSumForm = bucketsMetric('cumulative_sum', 'parent_pipeline');

/** How much the value of each bucket differs from that of the one `lag` before. */
export interface SerialDiffAggregation extends OfBuckets {
  readonly kind: 'serial_diff';
  readonly lag: number;
}

function readLag(value: unknown, path: string, name: string): number {
  const expected = 'a whole number above 0';
  if (typeof value !== 'number')
    throw wrongShape(path, expected, value, `Unknown key for a ${tokenOf(value)} in [${name}]: [lag].`);
  const lag = readInteger(value, path);
  if (lag > 0) return lag;
  const reason = `Lag must be a positive, non-zero integer.  Value supplied was${lag} in [${name}]: [lag].`;
  throw wrongShape(path, expected, value, reason);
}

export const serialDiffForm: AggregationForm<SerialDiffAggregation> = {
  shape: 'parent_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'serial_diff');
    const lag = fields.optional('lag', (given, at) => readLag(given, at, name)) ?? 1;
    const node: SerialDiffAggregation = { kind: 'serial_diff', ...readOfBuckets(fields, name), lag };
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfBuckets(node), lag: node.lag === 1 ? undefined : node.lag }),
};
