import { aggregationShape, parseBucketsPath, pathsOf } from '@datasarana/query';
import type { AggregationResult } from '../../response.ts';
import type { NamedPipeline, PlannedNodes } from '../planner.ts';
import { typed, typeOf } from '../result-type.ts';
import { inBuckets } from './parents.ts';
import { besideBuckets } from './siblings.ts';
import { bucketsIn, type ShownBucket } from './values.ts';

type Results = Readonly<Record<string, AggregationResult>>;

const isSibling = ({ aggregation }: NamedPipeline): boolean =>
  aggregationShape(aggregation.kind) === 'sibling_pipeline';

/** Results with those computed from the buckets of others beside them. */
export function withSiblings(results: Results, { pipelines }: PlannedNodes): Results {
  const all: Record<string, AggregationResult> = { ...results };
  for (const { name, aggregation, meta } of inTurn(pipelines.filter(isSibling))) {
    const result = besideBuckets(aggregation, all);
    all[name] = meta === undefined ? result : typed({ meta, ...result }, typeOf(result) ?? '');
  }
  return all;
}

/** A result with what is computed in its buckets from one another. */
export function withPipelines(result: AggregationResult, inside: PlannedNodes): AggregationResult {
  const own = inside.pipelines.filter((pipeline) => !isSibling(pipeline));
  if (own.length === 0 || result.buckets === undefined) return result;
  const isKeyed = !Array.isArray(result.buckets);
  const entries = bucketsIn(result);
  const names = new Map<ShownBucket, string>();
  let buckets = entries.map(([name, bucket]) => {
    names.set(bucket, name);
    return bucket;
  });
  for (const { name, aggregation, meta } of inTurn(own)) {
    const changed = inBuckets(aggregation, buckets, (bucket) => names.get(bucket) ?? '');
    buckets = changed.map(({ bucket, result: made }) => {
      if (made === undefined) return bucket;
      const shown = meta === undefined ? made : typed({ meta, ...made }, typeOf(made) ?? '');
      const next = { ...bucket, [name]: shown };
      names.set(next, names.get(bucket) ?? '');
      return next;
    });
  }
  const shown = isKeyed ? Object.fromEntries(buckets.map((bucket) => [names.get(bucket) ?? '', bucket])) : buckets;
  return typed({ ...result, buckets: shown }, typeOf(result) ?? '');
}

/** Each after those it reads from; sorting and leaving out of buckets in the caller's order otherwise. */
function inTurn(pipelines: readonly NamedPipeline[]): readonly NamedPipeline[] {
  const ordered: NamedPipeline[] = [];
  const visited = new Set<string>();
  const visit = (pipeline: NamedPipeline): void => {
    if (visited.has(pipeline.name)) return;
    visited.add(pipeline.name);
    for (const path of pathsOf(pipeline.aggregation)) {
      const needed = pipelines.find(({ name }) => name === parseBucketsPath(path)[0]);
      if (needed !== undefined) visit(needed);
    }
    ordered.push(pipeline);
  };
  for (const pipeline of pipelines) visit(pipeline);
  return ordered;
}
