import { childrenOf, type Query, type SearchRequest } from '@datasarana/query';
import type { IndexLayout } from '../index/layout.ts';
import { aggregate } from './aggregations/aggregate.ts';
import { eachScored, type IndexPart, matchesOf, openPart, type PartContext } from './part.ts';
import type { Breakdown, Collector, Profile, Timed } from './profile-answer.ts';
import { spellQuery } from './spelling/spell-query.ts';
import { PostingsMemory } from './text/postings-memory.ts';

/** Nanoseconds that stages of a search took, one after another. */
export class Stopwatch {
  readonly #times = new Map<string, number>();

  async of<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const { result, nanos } = await timed(work);
    this.#times.set(stage, (this.#times.get(stage) ?? 0) + nanos);
    return result;
  }

  nanos(stage: string): number {
    return this.#times.get(stage) ?? 0;
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly nanos: number }> {
  const from = process.hrtime.bigint();
  const result = await work();
  return { result, nanos: Number(process.hrtime.bigint() - from) };
}

/**
 * The stages of the search as they were measured; and each clause and each aggregation asked once more on its own, without
 * what is remembered of earlier searches, since together they are answered as one.
 */
export async function profileOf(
  parts: readonly IndexPart[],
  layouts: readonly IndexLayout[],
  request: SearchRequest,
  given: PartContext,
  watch: Stopwatch,
): Promise<Profile> {
  const shards: Profile['shards'][number][] = [];
  for (const [i, layout] of layouts.entries()) {
    const part = parts[i];
    const uuid = layout.definition.stored?.uuid ?? String(layout.id);
    shards.push({
      id: `[${uuid}][${layout.name}][0]`,
      inbound_network_time_in_millis: 0,
      outbound_network_time_in_millis: 0,
      searches: [
        {
          query: [await timedClause(request.query, layout, given)],
          rewrite_time: watch.nanos(`open ${layout.name}`),
          // Hits and counts are those of all indexes together, told with the first.
          collector: i === 0 ? collectors(watch) : [],
        },
      ],
      aggregations: part === undefined ? [] : await timedAggregations(part, request, given),
    });
  }
  return { shards };
}

const REASONS = [
  ['hits', 'search_top_hits'],
  ['aggregations', 'aggregation'],
  ['count', 'search_count'],
] as const;

const collectors = (watch: Stopwatch): readonly Collector[] =>
  REASONS.flatMap(([name, reason]) => {
    const nanos = watch.nanos(name);
    return nanos === 0 ? [] : [{ name, reason, time_in_nanos: nanos }];
  });

const QUERY_STEPS = [
  'create_weight',
  'build_scorer',
  'next_doc',
  'advance',
  'match',
  'score',
  'shallow_advance',
  'compute_max_score',
  'set_min_competitive_score',
];

const AGGREGATION_STEPS = [
  'initialize',
  'build_leaf_collector',
  'collect',
  'post_collection',
  'build_aggregation',
  'reduce',
];

/** Every step OpenSearch tells of, with those there are here. */
const breakdownOf = (
  steps: readonly string[],
  taken: Readonly<Record<string, readonly [nanos: number, count: number]>>,
): Breakdown =>
  Object.fromEntries(
    steps.flatMap((step) => {
      const [nanos, count] = taken[step] ?? [0, 0];
      return [
        [step, nanos],
        [`${step}_count`, count],
      ];
    }),
  );

/** `bool` → `BooleanQuery`, `match_phrase` → `MatchPhraseQuery`. */
function typeOf(kind: string): string {
  if (kind === 'bool') return 'BooleanQuery';
  if (kind === 'match_all') return 'MatchAllDocsQuery';
  const words = kind.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Query`;
}

async function timedClause(query: Query, layout: IndexLayout, given: PartContext): Promise<Timed> {
  const memory = new PostingsMemory();
  const context = { ...given, memory };
  const made = await timed(() => openPart(layout, query, context));
  const part = made.result;
  const found = await timed(() => matchesOf(part, context.connection));
  const count = found.result.size;
  let scored = 0;
  if (given.scored && part.constant === null) {
    const { nanos } = await timed(() => eachScored(part, context.connection, [], () => {}));
    scored = nanos;
  }
  memory.clear();
  const children: Timed[] = [];
  // Clauses inside nested objects are about these, and cannot be asked on their own.
  for (const child of query.kind === 'nested' ? [] : childrenOf(query)) {
    children.push(await timedClause(child, layout, given));
  }
  return {
    type: typeOf(query.kind),
    description: spellQuery(query, layout, given.now),
    time_in_nanos: made.nanos + found.nanos + scored,
    breakdown: breakdownOf(QUERY_STEPS, {
      create_weight: [made.nanos, 1],
      next_doc: [found.nanos, count],
      ...(scored > 0 && { score: [scored, count] }),
    }),
    ...(children.length > 0 && { children }),
  };
}

async function timedAggregations(
  part: IndexPart,
  request: SearchRequest,
  given: PartContext,
): Promise<readonly Timed[]> {
  const found: Timed[] = [];
  for (const [name, node] of Object.entries(request.aggs)) {
    const { nanos } = await timed(() => aggregate([part], { ...request, aggs: { [name]: node } }, given));
    const inside = Object.keys(node.aggs);
    found.push({
      type: node.aggregation.kind,
      description: inside.length === 0 ? name : `${name} with ${inside.join(', ')}`,
      time_in_nanos: nanos,
      breakdown: breakdownOf(AGGREGATION_STEPS, { collect: [nanos, 1] }),
    });
  }
  return found;
}
