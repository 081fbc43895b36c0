import { PlatformError } from '@datasarana/schema';
import { MAX_DEPTH } from '../clauses/query.ts';
import { pathOf } from '../reading/fields.ts';
import { isObject, type Json, type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, isPipelineShape } from './definition.ts';
import {
  type Aggregation,
  type AggregationKind,
  type AggregationNode,
  type Aggregations,
  type DocumentAggregation,
  type DocumentAggregationKind,
  type DocumentAggregationKinds,
  FORMS,
  type PipelineAggregation,
  type PipelineKind,
  type PipelineKinds,
} from './kinds.ts';
import { checkPipelines } from './pipelines/check.ts';
import { cannotHold, unknownAggregation, unparsable } from './refusal.ts';

export type * from './kinds.ts';

/** One handler per aggregation that looks at documents: one without does not compile. */
export type AggregationVisitor<R> = {
  readonly [K in DocumentAggregationKind]: (aggregation: DocumentAggregationKinds[K]) => R;
};

/** What the handler of its kind makes of an aggregation over documents. */
export function visitAggregation<R>(aggregation: DocumentAggregation, visitor: AggregationVisitor<R>): R {
  // TypeScript cannot relate the kind to the handler's parameter; the mapped type above does.
  return (visitor[aggregation.kind] as (given: DocumentAggregation) => R)(aggregation);
}

/** One handler per pipeline aggregation. */
export type PipelineVisitor<R> = { readonly [K in PipelineKind]: (aggregation: PipelineKinds[K]) => R };

/** What the handler of its kind makes of an aggregation over other aggregations. */
export function visitPipeline<R>(aggregation: PipelineAggregation, visitor: PipelineVisitor<R>): R {
  return (visitor[aggregation.kind] as (given: PipelineAggregation) => R)(aggregation);
}

/** Names of all aggregations, for messages and editors. */
export const AGGREGATION_KINDS: readonly string[] = Object.keys(FORMS);

/** Whether an aggregation makes buckets (`map`), a figure (`reduce`) (QRY-13), or is computed from others. */
export const aggregationShape = (kind: AggregationKind): AggregationForm<unknown>['shape'] => FORMS[kind].shape;

/** Whether it is computed from other aggregations instead of documents. */
export const isPipeline = (aggregation: Aggregation): aggregation is PipelineAggregation =>
  isPipelineShape(FORMS[aggregation.kind].shape);

const CHILDREN = new Set(['aggs', 'aggregations']);

/** Reads `{name: {kind: body, aggs?}}`. */
export function readAggregations(value: unknown, path: string): Aggregations {
  const aggs = readLevel(value, path, 1);
  checkPipelines(aggs);
  return aggs;
}

/** `depth` counts the levels above. */
function readLevel(value: unknown, path: string, depth: number): Aggregations {
  if (!isObject(value)) throw wrongShape(path, 'an object of named aggregations', value);
  if (depth > MAX_DEPTH) throw wrongShape(path, `at most ${MAX_DEPTH} aggregations within each other`, 'more');
  const entries = Object.entries(value).map(([name, body]) => {
    const at = pathOf(path, name);
    if (/[[\]>]/.test(name) || name === '') {
      throw unparsable(
        `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`,
        `Rename ${at}.`,
      );
    }
    return [name, readAggregation(body, at, name, depth)] as const;
  });
  return Object.fromEntries(entries);
}

function readAggregation(value: unknown, path: string, name: string, depth: number): AggregationNode {
  if (!isObject(value)) throw wrongShape(path, 'an object with one aggregation', value);
  const kinds = Object.keys(value).filter((key) => !CHILDREN.has(key) && key !== 'meta');
  const [kind, second] = kinds;
  if (kind === undefined) throw unparsable(`Missing definition for aggregation [${name}]`, `Say in ${path} which.`);
  if (second !== undefined) {
    throw unparsable(
      `Found two aggregation type definitions in [${name}]: [${kind}] and [${second}]`,
      `Leave one of them in ${path}.`,
      pathOf(path, second),
    );
  }
  if (!isAggregationKind(kind)) throw unknownAggregation(kind, pathOf(path, kind), AGGREGATION_KINDS);
  const { meta } = value;
  if (meta !== undefined && !isObject(meta)) throw wrongShape(`${path}.meta`, 'an object', meta);
  return {
    aggregation: parsed(kind, value[kind], pathOf(path, kind), name),
    aggs: readChildren(value, path, { kind, name }, depth),
    ...present({ meta: meta as JsonObject | undefined }),
  } as AggregationNode;
}

/** Kinds OpenSearch reads token by token, and calls what is wrong in them a `parsing_exception`. */
const READ_BY_HAND: ReadonlySet<AggregationKind> = new Set([
  'filter',
  'filters',
  'global',
  'matrix_stats',
  'nested',
  'reverse_nested',
  'sampler',
  'top_hits',
  'derivative',
  'serial_diff',
  'moving_avg',
  'bucket_selector',
  'avg_bucket',
  'sum_bucket',
  'min_bucket',
  'max_bucket',
  'stats_bucket',
  'extended_stats_bucket',
  'percentiles_bucket',
]);

/** A parameter of the wrong shape is to OpenSearch content it cannot parse. */
function parsed(kind: AggregationKind, value: unknown, path: string, name: string): Aggregation {
  try {
    return FORMS[kind].parse(value, path, name);
  } catch (error) {
    const type = error instanceof PlatformError ? (error.detail.openSearch?.type ?? 'parsing_exception') : null;
    const isContent = type === 'parsing_exception' && isObject(value) && !READ_BY_HAND.has(kind);
    throw error instanceof PlatformError && isContent
      ? new PlatformError(error.message, {
          ...error.detail,
          openSearch: { ...error.detail.openSearch, type: 'x_content_parse_exception' },
          cause: error,
        })
      : error;
  }
}

function readChildren(
  value: Readonly<Record<string, unknown>>,
  path: string,
  { kind, name: owner }: { readonly kind: AggregationKind; readonly name: string },
  depth: number,
): Aggregations {
  const name = value.aggs === undefined ? 'aggregations' : 'aggs';
  const children = value[name];
  if (children === undefined) return {};
  const at = pathOf(path, name);
  const aggs = readLevel(children, at, depth + 1);
  if (FORMS[kind].shape !== 'bucket' && Object.keys(aggs).length > 0) throw cannotHold(owner, kind, at);
  return aggs;
}

/** The DSL of aggregations, with `aggs` at every level. */
export function printAggregations(aggregations: Aggregations): JsonObject {
  return Object.fromEntries(Object.entries(aggregations).map(([name, node]) => [name, printNode(node)]));
}

function printNode(node: AggregationNode): Json {
  const form = FORMS[node.aggregation.kind] as AggregationForm<Aggregation>;
  return present({
    [node.aggregation.kind]: form.print(node.aggregation),
    aggs: Object.keys(node.aggs).length === 0 ? undefined : printAggregations(node.aggs),
    meta: node.meta,
  });
}

/** Whether there is an aggregation of that name. */
export function isAggregationKind(kind: string): kind is AggregationKind {
  return Object.hasOwn(FORMS, kind);
}
