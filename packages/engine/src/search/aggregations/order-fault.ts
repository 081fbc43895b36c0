import { orderPath } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { sql } from '../sql.ts';
import type { MetricPlan } from './plan.ts';
import type { PlannedNode, PlannedNodes } from './planner.ts';

const PATHS =
  'Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations within the path and a final single-bucket or a metrics aggregation at the path end.';

/** Says which step of a path buckets cannot be ordered by, and what may stand there. */
export function orderFault(by: string, inside: PlannedNodes, name: string): Error {
  return malformed(
    `Invalid aggregation order path [${by}]. ${reasonOf(by, inside)}`,
    `In [${name}] name a metric inside the buckets (avg1, stats1.max) or a single-bucket aggregation and its metric (filter1>avg1).`,
  );
}

function reasonOf(by: string, inside: PlannedNodes): string {
  const { aggregations, metric } = orderPath(by);
  let among = inside;
  for (const [at, step] of aggregations.entries()) {
    const node = among.nodes.find((each) => each.name === step);
    if (node === undefined) {
      return `The provided aggregation [${step}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`;
    }
    if (at === aggregations.length - 1) return reasonAtEnd(node, metric);
    if (!isSingle(node)) return `${PATHS} [${step}] is not single-bucket.`;
    among = node.inside;
  }
  return PATHS;
}

const isSingle = ({ plan }: PlannedNode): boolean =>
  plan.kind === 'rows' || (plan.kind === 'branches' && plan.branches.length === 1);

function reasonAtEnd(node: PlannedNode, metric: string): string {
  const { name, plan, type } = node;
  const drop = `Either drop the key (a la "${name}") or change it to`;
  if (isSingle(node)) {
    return `Ordering on a single-bucket aggregation can only be done on its doc_count. ${drop} "doc_count" (a la "${name}.doc_count").`;
  }
  if (plan.kind !== 'metric' || WITHOUT_ORDER.has(type)) return PATHS;
  if (hasOneValue(plan)) {
    return `Ordering on a single-value metrics aggregation can only be done on its value. ${drop} "value" (a la "${name}.value")`;
  }
  return metric === 'value'
    ? 'When ordering on a multi-value metrics aggregation a metric name must be specified.'
    : `Unknown metric name [${metric}] on multi-value metrics aggregation [${name}]`;
}

/** Metrics that are no figures. */
const WITHOUT_ORDER: ReadonlySet<string> = new Set(['top_hits', 'geo_bounds', 'geo_centroid', 'matrix_stats']);

const hasOneValue = ({ orderValue }: MetricPlan): boolean =>
  orderValue(
    'value',
    Array.from({ length: 8 }, () => sql`NULL`),
  ) !== null;
