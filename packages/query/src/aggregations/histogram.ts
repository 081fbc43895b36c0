import { Fields, readNumber } from '../reading/fields.ts';
import { type Json, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, type OfField, printOfField, readAtLeast, readOfField } from './definition.ts';
import { type BucketOrder, printOrder, readOrder } from './order.ts';
import { illegalArgument } from './refusal.ts';

/** Limits of the buckets: numbers, or for dates also date math. */
export interface HistogramBounds<B> {
  readonly min?: B;
  readonly max?: B;
}

/** Which buckets of equal width are shown, and how. */
export interface IntervalBuckets<B> {
  /** 0 fills the empty buckets between the first and the last. */
  readonly minDocCount: number;
  /** Buckets are added out to these limits when minDocCount is 0. */
  readonly extendedBounds?: HistogramBounds<B>;
  /** No bucket starts outside these limits. */
  readonly hardBounds?: HistogramBounds<B>;
  readonly order: readonly BucketOrder[];
  readonly keyed: boolean;
}

/** One bucket per number interval: key = floor((value − offset) / interval) × interval + offset. */
export interface HistogramAggregation extends OfField, IntervalBuckets<number> {
  readonly kind: 'histogram';
  readonly interval: number;
  readonly offset: number;
}

const BY_KEY: readonly BucketOrder[] = [{ by: '_key', direction: 'asc' }];

function readBounds<B extends string | number>(
  read: (value: unknown, path: string) => B,
): (value: unknown, path: string) => HistogramBounds<B> {
  return (value, path) => {
    const fields = new Fields(value, path, 'bounds', 'all');
    const min = fields.optional('min', read);
    const max = fields.optional('max', read);
    fields.done();
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      throw wrongShape(path, 'min not above max', value);
    }
    return present({ min, max }) as HistogramBounds<B>;
  };
}

function printBounds<B extends string | number>(bounds: HistogramBounds<B> | undefined): Json | undefined {
  return bounds && present({ min: bounds.min, max: bounds.max });
}

/** `read` takes one limit of the bounds; `name` is the aggregation's, for messages. */
export function readIntervalBuckets<B extends string | number>(
  fields: Fields,
  name: string,
  read: (value: unknown, path: string) => B,
): IntervalBuckets<B> {
  const bounds = readBounds(read);
  return {
    minDocCount: readAtLeast(fields, 'min_doc_count', 0, name) ?? 0,
    ...present({
      extendedBounds: fields.optional('extended_bounds', bounds),
      hardBounds: fields.optional('hard_bounds', bounds),
    }),
    order: fields.optional('order', readOrder) ?? BY_KEY,
    keyed: fields.flag('keyed', false),
  };
}

/** The parameters `readIntervalBuckets` reads. */
export const printIntervalBuckets = <B extends string | number>(node: IntervalBuckets<B>) => ({
  min_doc_count: node.minDocCount === 0 ? undefined : node.minDocCount,
  extended_bounds: printBounds(node.extendedBounds),
  hard_bounds: printBounds(node.hardBounds),
  order: printOrder(node.order, BY_KEY),
  keyed: node.keyed || undefined,
});

export const histogramForm: AggregationForm<HistogramAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'histogram');
    const node: HistogramAggregation = {
      kind: 'histogram',
      ...readOfField(fields),
      interval: fields.required('interval', (given, at) => readInterval(given, at, name)),
      offset: fields.optional('offset', (given, at) => readNumber(given, at)) ?? 0,
      ...readIntervalBuckets(fields, name, (given, at) => readNumber(given, at)),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      interval: node.interval,
      offset: node.offset === 0 ? undefined : node.offset,
      ...printIntervalBuckets(node),
    }),
};

export function readInterval(value: unknown, path: string, name: string): number {
  const interval = readNumber(value, path);
  if (interval > 0) return interval;
  throw illegalArgument(`[interval] must be >0 for histogram aggregation [${name}]`, `Correct ${path}.`);
}
