import type { StoredInfo } from '@datasarana/engine';
import { PlatformError } from '@datasarana/schema';
import type { OsCall } from './call.ts';
import { causeOf, statusOf } from './errors.ts';

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
  indexes: readonly Pick<StoredInfo, 'name' | 'uuid'>[],
  work: () => T | Promise<T>,
  types: ReadonlySet<unknown> = OF_SHARDS,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTheirs = error instanceof PlatformError && types.has(causeOf(error).type) && statusOf(error) === 400;
    throw isTheirs ? failureOfShards(call, indexes, error) : error;
  }
}

function failureOfShards(
  { services }: OsCall,
  indexes: readonly Pick<StoredInfo, 'name' | 'uuid'>[],
  error: PlatformError,
): PlatformError {
  const { caused_by, index: named, ...cause } = causeOf(error);
  const where = indexes.find(({ name }) => name === named) ?? indexes[0];
  const index = named ?? where?.name;
  const isOfIndex = cause.type === 'query_shard_exception';
  const root = { ...cause, ...(isOfIndex && { index, index_uuid: where?.uuid ?? '_na_' }) };
  const reason = { ...root, ...(caused_by !== undefined && { caused_by }) };
  return new PlatformError('all shards failed', {
    ...error.detail,
    openSearch: {
      type: 'search_phase_execution_exception',
      root_cause: [root],
      phase: 'query',
      grouped: true,
      failed_shards: [{ shard: 0, index, node: services.config.clusterId, reason }],
      ...(JAVAS.has(cause.type) && { caused_by: { ...cause, caused_by: cause } }),
    },
    cause: error,
  });
}
