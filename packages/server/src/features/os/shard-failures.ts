import { PlatformError } from '@datasarana/schema';
import type { OsCall } from './call.ts';
import { causeOf, statusOf } from './errors.ts';
import { indexRef } from './index-ref.ts';

/** Exceptions of Java's own: OpenSearch shows them once more as the cause of the search's failure. */
const JAVAS: ReadonlySet<unknown> = new Set([
  'illegal_argument_exception',
  'illegal_state_exception',
  'number_format_exception',
  'unsupported_operation_exception',
]);

const OF_SHARDS: ReadonlySet<unknown> = new Set([
  ...JAVAS,
  'query_shard_exception',
  'aggregation_execution_exception',
  'parse_exception',
]);

/** What shards say of a text that is read before they are asked here. */
export const OF_TEXTS: ReadonlySet<unknown> = new Set(['query_shard_exception']);

/**
 * Runs what is asked of indexes once the request is read. What they refuse of it then, OpenSearch's clients know as the
 * failure of all shards: what was wrong stands among the root causes and for each shard that said it.
 */
export async function onShards<T>(
  call: OsCall,
  names: readonly string[],
  work: () => T | Promise<T>,
  types: ReadonlySet<unknown> = OF_SHARDS,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTheirs = error instanceof PlatformError && types.has(causeOf(error).type) && statusOf(error) === 400;
    throw isTheirs ? await failureOfShards(call, names, error) : error;
  }
}

async function failureOfShards(
  call: OsCall,
  [first = '']: readonly string[],
  error: PlatformError,
): Promise<PlatformError> {
  const { caused_by, index = first, index_uuid: _uuid, ...cause } = causeOf(error);
  const isOfIndex = cause.type === 'query_shard_exception';
  const root = { ...cause, ...(isOfIndex && (await indexRef(call, String(index)))) };
  const reason = { ...root, ...(caused_by !== undefined && { caused_by }) };
  return new PlatformError('all shards failed', {
    ...error.detail,
    openSearch: {
      type: 'search_phase_execution_exception',
      root_cause: [root],
      phase: 'query',
      grouped: true,
      failed_shards: [{ shard: 0, index, node: call.services.config.clusterId, reason }],
      ...(JAVAS.has(cause.type) && { caused_by: { ...cause, caused_by: cause } }),
    },
    cause: error,
  });
}
