import type { Aggregation, AggregationNode, Aggregations, PipelineAggregation } from '../kinds.ts';
import { FORMS } from '../kinds.ts';
import { invalidRequest } from '../refusal.ts';
import { type BucketsPath, parseBucketsPath } from './buckets-path.ts';

/** Pipelines that mean something only in buckets that follow one another. */
const SEQUENTIAL: ReadonlySet<string> = new Set([
  'derivative',
  'cumulative_sum',
  'serial_diff',
  'moving_avg',
  'moving_fn',
]);

/** Refuses pipelines that stand where they cannot be computed, or look at what is not there. */
export function checkPipelines(aggs: Aggregations, parent?: AggregationNode): void {
  refuseCycles(aggs);
  for (const [name, node] of Object.entries(aggs)) {
    const { aggregation } = node;
    const { shape } = FORMS[aggregation.kind];
    if (isPipeline(aggregation)) for (const path of pathsOf(aggregation)) checkPath(name, path, aggs, shape);
    if (shape === 'parent_pipeline') checkPlace(name, aggregation, parent);
    checkPipelines(node.aggs, node);
  }
}

/** Refuses pipelines that read from each other, or one that reads from itself. */
function refuseCycles(aggs: Aggregations): void {
  const done = new Set<string>();
  const visit = (name: string, under: readonly string[]): void => {
    if (under.includes(name)) throw invalidRequest(`Cyclical dependency found with pipeline aggregator [${name}]`);
    const aggregation = Object.hasOwn(aggs, name) ? aggs[name]?.aggregation : undefined;
    if (aggregation === undefined || done.has(name) || !isPipeline(aggregation)) return;
    for (const path of pathsOf(aggregation)) visit(parseBucketsPath(path)[0] ?? '', [...under, name]);
    done.add(name);
  };
  for (const name of Object.keys(aggs)) visit(name, []);
}

const isPipeline = (aggregation: Aggregation): aggregation is PipelineAggregation =>
  FORMS[aggregation.kind].shape.endsWith('_pipeline');

/** Everything a pipeline reads. */
export function pathsOf(aggregation: PipelineAggregation): readonly string[] {
  switch (aggregation.kind) {
    case 'bucket_script':
    case 'bucket_selector':
      return Object.values(aggregation.paths);
    case 'bucket_sort':
      return aggregation.sort.map(({ by }) => by);
    default:
      return [aggregation.bucketsPath];
  }
}

function checkPlace(name: string, { kind }: Aggregation, parent: AggregationNode | undefined): void {
  if (parent === undefined) {
    if (SEQUENTIAL.has(kind))
      throw invalidRequest(`${kind} aggregation [${name}] ${NEEDS_HISTOGRAM} but doesn't have a parent`);
    throw invalidRequest(`${kind} aggregation [${name}] must be declared inside of another aggregation`);
  }
  const around = parent.aggregation;
  if (!SEQUENTIAL.has(kind)) {
    if (isMultiBucket(around)) return;
    throw invalidRequest(
      `${kind} aggregation [${name}] must be declared inside of a multi-bucket aggregation, found: ${around.kind}`,
    );
  }
  if (around.kind === 'auto_date_histogram') return;
  if (around.kind !== 'histogram' && around.kind !== 'date_histogram') {
    throw invalidRequest(`${kind} aggregation [${name}] ${NEEDS_HISTOGRAM}`);
  }
  if (around.minDocCount !== 0) {
    throw invalidRequest(`parent histogram of ${kind} aggregation [${name}] must have min_doc_count of 0`);
  }
}

const NEEDS_HISTOGRAM = 'must have a histogram, date_histogram or auto_date_histogram as parent';

const OF_BUCKET: ReadonlySet<string> = new Set(['_count', '_key', '_bucket_count']);

function checkPath(name: string, text: string, beside: Aggregations, shape: string): void {
  const path = parseBucketsPath(text);
  const [first = ''] = path;
  if (shape === 'parent_pipeline' && (first === '_count' || first === '_key')) return;
  const node = Object.hasOwn(beside, first) ? beside[first] : undefined;
  if (node === undefined) throw invalidRequest(`No aggregation found for path [${text}]`);
  if (shape === 'sibling_pipeline' && path[1]?.startsWith("'") === true)
    throw invalidRequest(`buckets_path aggregation does not exist for aggregation [${name}]: ${text}`);
  if (shape === 'sibling_pipeline' && !isMultiBucket(node.aggregation)) {
    throw invalidRequest(
      'The first aggregation in buckets_path must be a multi-bucket aggregation for aggregation ' +
        `[${name}] found :${node.aggregation.kind} for buckets path: ${text}`,
    );
  }
  checkInside(text, path.slice(1), node);
  refuseWithinFigure(text, beside);
}

/** Nothing stands within a figure (`max1>x`); what it is told by stands behind a dot. */
function refuseWithinFigure(text: string, beside: Aggregations): void {
  let inside: Aggregations | null = beside;
  for (const step of text.split('>')) {
    const [name = ''] = parseBucketsPath(step);
    if (inside === null && !OF_BUCKET.has(name))
      throw invalidRequest(`No aggregation [${name}] found for path [${text}]`);
    const node: AggregationNode | undefined = inside !== null && Object.hasOwn(inside, name) ? inside[name] : undefined;
    inside = node !== undefined && FORMS[node.aggregation.kind].shape === 'bucket' ? node.aggs : null;
  }
}

function checkInside(text: string, path: BucketsPath, node: AggregationNode): void {
  const [next, ...rest] = path;
  if (next === undefined || FORMS[node.aggregation.kind].shape !== 'bucket') return;
  if (OF_BUCKET.has(next)) return;
  if (next.startsWith("'")) {
    checkInside(text, rest, node);
    return;
  }
  const inside = Object.hasOwn(node.aggs, next) ? node.aggs[next] : undefined;
  if (inside === undefined) throw invalidRequest(`No aggregation [${next}] found for path [${text}]`);
  checkInside(text, rest, inside);
}

const SINGLE: ReadonlySet<string> = new Set([
  'missing',
  'filter',
  'global',
  'nested',
  'reverse_nested',
  'sampler',
  'diversified_sampler',
]);

const isMultiBucket = ({ kind }: Aggregation): boolean => FORMS[kind].shape === 'bucket' && !SINGLE.has(kind);
