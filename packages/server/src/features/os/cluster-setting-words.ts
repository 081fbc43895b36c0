/** What a setting of words knows, and what OpenSearch says of another one. */
export interface Words {
  readonly known: readonly string[];
  /** Upper case is another word. */
  readonly isExact?: true;
  readonly refused: (text: string) => string;
}

const ADMISSION: Words = {
  known: ['disabled', 'monitor_only', 'enforced'],
  refused: (text) => `Invalid AdmissionControlMode: ${text}`,
};

const NO_MANAGER: Words = {
  known: ['all', 'write', 'metadata_write'],
  isExact: true,
  refused: (text) => `invalid no-cluster-manager block [${text}], must be one of [all, write, metadata_write]`,
};

const PATH_TYPE: Words = {
  known: ['fixed', 'hashed_prefix', 'hashed_infix'],
  refused: (text) => `Could not parse PathType for [${text}]`,
};

const PATH_HASH: Words = {
  known: ['fnv_1a_base64', 'fnv_1a_composite_1'],
  refused: (text) => `Could not parse PathHashAlgorithm for [${text}]`,
};

const PRIORITY = 'cluster.routing.allocation.shard_state.reroute.priority';

/** Settings of the cluster that take one of some words, by their names. */
export const WORDS: Readonly<Record<string, Words>> = {
  'admission_control.transport.mode': ADMISSION,
  'admission_control.transport.cpu_usage.mode_override': ADMISSION,
  'admission_control.transport.io_usage.mode_override': ADMISSION,
  'cluster.migration.direction': {
    known: ['remote_store', 'none'],
    refused: (text) =>
      text.toLowerCase() === 'docrep'
        ? ' remote store to docrep migration.direction is under an experimental feature and can be activated only by enabling opensearch.experimental.feature.remote_store.migration.enabled feature flag in the JVM options '
        : `[${text}] migration.direction is not supported.`,
  },
  'cluster.no_cluster_manager_block': NO_MANAGER,
  'cluster.no_master_block': NO_MANAGER,
  'cluster.persistent_tasks.allocation.enable': {
    known: ['all', 'none'],
    refused: (text) => `Illegal value [${text.toUpperCase()}] for [cluster.persistent_tasks.allocation.enable]`,
  },
  'cluster.remote_store.compatibility_mode': {
    known: ['strict', 'mixed'],
    refused: (text) => `[${text}] compatibility mode is not supported. supported modes are [[STRICT, MIXED]]`,
  },
  'cluster.remote_store.index.path.hash_algorithm': PATH_HASH,
  'cluster.remote_store.index.path.type': PATH_TYPE,
  'cluster.remote_store.index_metadata.path_hash_algo': PATH_HASH,
  'cluster.remote_store.index_metadata.path_type': PATH_TYPE,
  'cluster.remote_store.routing_table.path_hash_algo': PATH_HASH,
  'cluster.remote_store.routing_table.path_type': PATH_TYPE,
  'cluster.remote_store.state.checksum_validation.mode': {
    known: ['debug', 'trace', 'failure', 'none'],
    refused: (text) => `[${text}] mode is not supported. supported modes are [[DEBUG, TRACE, FAILURE, NONE]]`,
  },
  'cluster.routing.allocation.allow_rebalance': {
    known: ['always', 'indices_primaries_active', 'indices_all_active'],
    refused: (text) => `Illegal value for [cluster.routing.allocation.allow_rebalance]: ${text}`,
  },
  'cluster.routing.allocation.enable': {
    known: ['all', 'primaries', 'new_primaries', 'none'],
    refused: (text) => `Illegal allocation.enable value [${text.toUpperCase()}]`,
  },
  'cluster.routing.allocation.shard_movement_strategy': {
    known: ['primary_first', 'replica_first', 'no_preference'],
    refused: (text) => `Illegal allocation.shard_movement_strategy value [${text.toUpperCase()}]`,
  },
  [PRIORITY]: {
    known: ['normal', 'high', 'urgent'],
    refused: (text) =>
      ['immediate', 'low', 'languid'].includes(text.toLowerCase())
        ? `priority [${text.toUpperCase()}] not supported for [${PRIORITY}]`
        : `No enum constant org.opensearch.common.Priority.${text.toUpperCase()}`,
  },
  'cluster.routing.rebalance.enable': {
    known: ['all', 'primaries', 'replicas', 'none'],
    refused: (text) => `Illegal rebalance.enable value [${text.toUpperCase()}]`,
  },
  'cluster.search.request.slowlog.level': {
    known: ['warn', 'info', 'debug', 'trace'],
    refused: (text) => `No enum constant org.opensearch.common.logging.SlowLogLevel.${text.toUpperCase()}`,
  },
  'search.concurrent_segment_search.mode': {
    known: ['all', 'none', 'auto'],
    refused: () => 'Setting value must be one of [all, none, auto]',
  },
  'search_backpressure.mode': {
    known: ['disabled', 'monitor_only', 'enforced'],
    refused: (text) => `Invalid SearchBackpressureMode: ${text}`,
  },
  'wlm.query_group.mode': {
    known: ['enabled', 'monitor_only', 'disabled'],
    isExact: true,
    refused: (text) => `${text} is an invalid WlmMode`,
  },
};
