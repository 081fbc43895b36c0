import type { StoredInfo } from '@datasarana/engine';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { OsCall } from './call.ts';
import { causeOf, statusOf } from './errors.ts';
import { indexRef } from './index-ref.ts';
import type { Seen } from './seen-names.ts';
import { shardsOf } from './shards.ts';

/** Exceptions of Java's own: OpenSearch shows them once more as the cause of the search's failure. */
const JAVAS: ReadonlySet<unknown> = new Set([
  'illegal_argument_exception',
  'illegal_state_exception',
  'number_format_exception',
  'unsupported_operation_exception',
  'query_validation_exception',
]);

const OF_SHARDS: ReadonlySet<unknown> = new Set([
  ...JAVAS,
  'query_shard_exception',
  'aggregation_execution_exception',
  'parse_exception',
  'search_exception',
]);

/** What shards say of a text that is read before they are asked here. */
export const OF_TEXTS: ReadonlySet<unknown> = new Set(['query_shard_exception', 'query_validation_exception']);

/** What an index refused. */
export interface Refusal {
  readonly index: string;
  /** Its name at the door. */
  readonly shown: string;
  readonly error: PlatformError;
}

const isOfShards = (error: unknown, types: ReadonlySet<unknown>): error is PlatformError =>
  error instanceof PlatformError && types.has(causeOf(error).type) && statusOf(error) === 400;

/**
 * Runs what is asked of indexes once the request is read. What they refuse of it then, OpenSearch's clients know as the
 * failure of all shards: what was wrong stands among the root causes and for each shard that said it.
 */
export async function onShards<T>(
  call: OsCall,
  [first = '']: readonly string[],
  work: () => T | Promise<T>,
  types: ReadonlySet<unknown> = OF_SHARDS,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfShards(error, types)) throw error;
    const index = String(causeOf(error).index ?? first);
    throw await failureOf(call, [{ index, shown: index, error }]);
  }
}

/** What was found, and which indexes refused to look. */
export interface Partly<T> {
  readonly answer: T;
  readonly refusals: readonly Refusal[];
}

type Ask<T> = (names: readonly string[]) => Promise<T>;

/**
 * Asks several indexes; where some of them refuse, the others alone.
 * @throws PlatformError as `onShards` does where all refuse, or the caller wants no part of an answer
 */
export async function whereItCan<T>(
  call: OsCall,
  { names, templates }: Pick<Seen, 'names' | 'templates'>,
  ask: Ask<T>,
): Promise<Partly<T>> {
  try {
    return { answer: await ask(names), refusals: [] };
  } catch (error) {
    if (!isOfShards(error, OF_SHARDS)) throw error;
    const found = names.length === 1 ? [{ index: names[0] ?? '', error }] : await refusalsOfHalves(names, ask);
    const slugs = new Map(templates.map(({ id, slug }) => [id, slug]));
    const refusals = found.map((each) => ({ ...each, shown: slugs.get(each.index) ?? each.index }));
    const refusing = new Set(refusals.map(({ index }) => index));
    const others = names.filter((name) => !refusing.has(name));
    // each of them would do, but not all of them together
    if (refusing.size === 0) return { answer: await onShards(call, names, () => Promise.reject(error)), refusals };
    if (others.length === 0) throw await failureOf(call, refusals);
    if (call.query.allow_partial_search_results === 'false')
      throw await failureOf(call, refusals, 'Partial shards failure');
    return { answer: await onShards(call, others, () => ask(others)), refusals };
  }
}

type Found = Pick<Refusal, 'index' | 'error'>;

/** Of many indexes few refuse: those are found by halves. */
async function refusalsOfHalves(names: readonly string[], ask: Ask<unknown>): Promise<readonly Found[]> {
  const middle = names.length >> 1;
  const found: Found[] = [];
  for (const half of [names.slice(0, middle), names.slice(middle)]) {
    try {
      await ask(half);
    } catch (error) {
      if (!isOfShards(error, OF_SHARDS)) throw error;
      found.push(...(half.length === 1 ? [{ index: half[0] ?? '', error }] : await refusalsOfHalves(half, ask)));
    }
  }
  return found;
}

/** `_shards` of an answer, of which some indexes may have no part. */
export async function shardsAsked(
  call: OsCall,
  { names }: Pick<Seen, 'names'>,
  infos: readonly StoredInfo[],
  refusals: readonly Refusal[],
) {
  const counts = new Map(infos.map((info) => [info.name, shardsOf(info)]));
  const countOf = (some: readonly string[]): number => some.reduce((sum, name) => sum + (counts.get(name) ?? 1), 0);
  const [total, failed] = [countOf(names), countOf(refusals.map(({ index }) => index))];
  const failures = (await failuresOf(call, refusals)).map(({ failure }) => failure);
  return { total, successful: total - failed, skipped: 0, failed, ...(failed > 0 && { failures }) };
}

/** Refusals as shards tell them, with their root causes. */
function failuresOf(call: OsCall, refusals: readonly Refusal[]) {
  return Promise.all(
    refusals.map(async ({ shown: index, error }) => {
      const { caused_by, index: _index, index_uuid: _uuid, ...cause } = causeOf(error);
      const root = { ...cause, ...(cause.type === 'query_shard_exception' && (await indexRef(call, index))) };
      const reason = { ...root, ...(caused_by !== undefined && { caused_by }) };
      return { cause, root, failure: { shard: 0, index, node: call.services.config.clusterId, reason } };
    }),
  );
}

async function failureOf(
  call: OsCall,
  refusals: readonly Refusal[],
  reason = 'all shards failed',
): Promise<PlatformError> {
  const told = await failuresOf(call, refusals);
  const [first, cause] = [refusals[0]?.error, told[0]?.cause];
  return new PlatformError(reason, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    ...first?.detail,
    openSearch: {
      type: 'search_phase_execution_exception',
      root_cause: told.map(({ root }) => root),
      phase: 'query',
      grouped: true,
      failed_shards: told.map(({ failure }) => failure),
      ...(JAVAS.has(cause?.type) && { caused_by: { ...cause, caused_by: cause } }),
    },
    cause: first,
  });
}
