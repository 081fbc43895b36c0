import { Fields, readChoice, readInteger, readOneOrMany } from '../../reading/fields.ts';
import { isObject, type Json, present } from '../../reading/json.ts';
import { wrongShape } from '../../reading/refusal.ts';
import type { AggregationForm } from '../definition.ts';
import type { BucketOrder } from '../order.ts';
import { illegalArgument, invalidRequest } from '../refusal.ts';
import { readBucketsPath } from './buckets-path.ts';
import { type GapPolicy, readGapPolicy } from './definition.ts';

/** Puts the buckets around in another order and leaves a page of them. */
export interface BucketSortAggregation {
  readonly kind: 'bucket_sort';
  /** By `_key`, `_count` or a path; empty = as they stand. */
  readonly sort: readonly BucketOrder[];
  readonly from: number;
  readonly size?: number;
  readonly gapPolicy: GapPolicy;
}

export const bucketSortForm: AggregationForm<BucketSortAggregation> = {
  shape: 'parent_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'bucket_sort');
    const node = {
      kind: 'bucket_sort',
      sort: fields.optional('sort', readSorts) ?? [],
      from: fields.optional('from', (given, at) => readInteger(given, at)) ?? 0,
      ...present({ size: fields.optional('size', (given, at) => readInteger(given, at)) }),
      gapPolicy: readGapPolicy(fields),
    } as BucketSortAggregation;
    fields.done();
    if (node.from < 0)
      throw illegalArgument(`[from] must be a non-negative integer: [${node.from}]`, `Correct ${path}.`);
    if (node.size !== undefined && node.size <= 0) {
      throw illegalArgument(`[size] must be a positive integer: [${node.size}]`, `Correct ${path}.`);
    }
    if (node.sort.length === 0 && node.from === 0 && node.size === undefined) {
      throw invalidRequest(
        `[${name}] is configured to perform nothing. Please set either of [sort, size, from] to use bucket_sort`,
      );
    }
    return node;
  },
  print: (node) =>
    present({
      sort:
        node.sort.length === 0
          ? undefined
          : node.sort.map(({ by, direction }): Json => ({ [by]: { order: direction } })),
      from: node.from === 0 ? undefined : node.from,
      size: node.size,
      gap_policy: node.gapPolicy === 'skip' ? undefined : node.gapPolicy,
    }),
};

const DIRECTIONS = ['asc', 'desc'] as const;

function readSorts(value: unknown, path: string): readonly BucketOrder[] {
  return readOneOrMany(value, path, (given, at) => {
    if (typeof given === 'string') return { by: readBucketsPath(given, at), direction: 'asc' };
    const [by, ...more] = isObject(given) ? Object.keys(given) : [];
    if (!isObject(given) || by === undefined || more.length > 0) {
      throw wrongShape(at, 'a sort such as {"avg1": {"order": "desc"}}', given);
    }
    const body = given[by];
    const { order = 'asc' } = isObject(body) ? body : { order: body };
    readBucketsPath(by, at);
    return { by, direction: readChoice(order, `${at}.${by}`, DIRECTIONS) };
  });
}
