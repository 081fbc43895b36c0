import { Fields } from '../../reading/fields.ts';
import { present } from '../../reading/json.ts';
import type { AggregationForm } from '../definition.ts';
import { invalidRequest, unparsable } from '../refusal.ts';
import { readBucketsPath } from './buckets-path.ts';

const GAP_POLICIES = ['skip', 'insert_zeros'] as const;

/** What stands for a bucket without a value: nothing, or 0. */
export type GapPolicy = (typeof GAP_POLICIES)[number];

/** What every pipeline of one path has. */
export interface OfBuckets {
  readonly bucketsPath: string;
  readonly gapPolicy: GapPolicy;
  readonly format?: string;
}

export function readGapPolicy(fields: Fields): GapPolicy {
  const policy = fields.text('gap_policy')?.toLowerCase() ?? 'skip';
  const known = GAP_POLICIES.find((each) => each === policy);
  if (known !== undefined) return known;
  throw unparsable(`Invalid gap policy: [${policy}], accepted values: [insert_zeros, skip]`, 'Use one of these.');
}

export const requiresPath = (kind: string, name: string) =>
  unparsable(
    `Missing required field [buckets_path] for ${kind} aggregation [${name}]`,
    'Name what it is computed from.',
  );

export function readOfBuckets(fields: Fields, name: string): OfBuckets {
  const given = fields.take('buckets_path');
  const [first, ...others] = Array.isArray(given) ? given : [given];
  if (first === undefined) throw requiresPath(fields.owner, name);
  // others take the first of several
  if (others.length > 0 && fields.owner === 'cumulative_sum')
    throw invalidRequest(`buckets_path must contain a single entry for aggregation [${name}]`);
  return {
    bucketsPath: readBucketsPath(first, fields.at('buckets_path')),
    gapPolicy: fields.owner === 'cumulative_sum' ? 'skip' : readGapPolicy(fields),
    ...present({ format: fields.text('format') }),
  };
}

export const printOfBuckets = (node: OfBuckets) => ({
  buckets_path: node.bucketsPath,
  gap_policy: node.gapPolicy === 'skip' ? undefined : node.gapPolicy,
  format: node.format,
});

/** A pipeline with no parameter but these. */
export interface BucketsMetric<K extends string> extends OfBuckets {
  readonly kind: K;
}

export function bucketsMetric<K extends string>(
  kind: K,
  shape: 'parent_pipeline' | 'sibling_pipeline',
): AggregationForm<BucketsMetric<K>> {
  return {
    shape,
    parse: (value, path, name) => {
      const fields = new Fields(value, path, kind);
      const node = { kind, ...readOfBuckets(fields, name) };
      fields.done();
      return node;
    },
    print: (node) => present(printOfBuckets(node)),
  };
}
