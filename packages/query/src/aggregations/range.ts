import { type Bound, readLimit } from '../clauses/range.ts';
import { Fields, readOneOrMany, readPattern } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';
import { illegalArgument } from './refusal.ts';

/** from ≤ value < to; a missing end is open. */
export interface BucketRange<B> {
  readonly key?: string;
  readonly from?: B;
  readonly to?: B;
}

/** One bucket per range of numbers, or of dates, in ascending order of from, then to. */
export interface RangeAggregation extends OfField {
  readonly kind: 'range';
  readonly ranges: readonly BucketRange<Bound>[];
  readonly keyed: boolean;
}

function readKey(value: unknown, path: string): string {
  if (typeof value === 'boolean') throw wrongShape(path, 'a text or a number', value);
  return readPattern(value, path);
}

export function readRanges<B>(
  fields: Fields,
  name: string,
  read: (value: unknown, path: string) => B,
): readonly BucketRange<B>[] {
  const ranges = fields.optional('ranges', (list, at) =>
    readOneOrMany(list, at, (value, path) => {
      const entry = new Fields(value, path, 'a range', ['from', 'to']);
      const range = {
        key: entry.optional('key', readKey),
        from: entry.optional('from', read),
        to: entry.optional('to', read),
      };
      entry.done();
      return present(range) as BucketRange<B>;
    }),
  );
  if (ranges !== undefined && ranges.length > 0) return ranges;
  throw illegalArgument(`No [ranges] specified for the [${name}] aggregation`, `Give some in ${fields.at('ranges')}.`);
}

export const printRanges = <B extends string | number>(ranges: readonly BucketRange<B>[]) =>
  ranges.map((range) => present({ key: range.key, from: range.from, to: range.to }));

export const rangeForm: AggregationForm<RangeAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'range');
    const node: RangeAggregation = {
      kind: 'range',
      ...readOfField(fields),
      ranges: readRanges(fields, name, readLimit),
      keyed: fields.flag('keyed', false),
    };
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfField(node), ranges: printRanges(node.ranges), keyed: node.keyed || undefined }),
};
