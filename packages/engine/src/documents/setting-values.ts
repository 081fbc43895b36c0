import { readTimeValue } from '@datasarana/query';
import { isBlockSetting } from './blocks.ts';
import { checkSortWords } from './index-sort.ts';
import { illegalArgument } from './refusal.ts';

const prefixed = (names: string): readonly string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `index.${name}`);

const INTEGER = 2 ** 31 - 1;
const LONG = Number.MAX_SAFE_INTEGER;

/** Whole numbers by the least they may be, and the most. */
const COUNTS: ReadonlyMap<string, { readonly least: number; readonly most: number; readonly told?: true }> = new Map(
  (
    [
      ['number_of_shards number_of_routing_shards', { least: 1, most: 1024, told: true }],
      ['number_of_replicas', { least: 0, most: 1024, told: true }],
      ['routing.allocation.total_shards_per_node', { least: -1, most: INTEGER }],
      [
        `allocation.max_retries max_docvalue_fields_search max_ngram_diff max_refresh_listeners max_script_fields
        max_shingle_diff priority search.concurrent.max_slice_count`,
        { least: 0, most: INTEGER },
      ],
      [
        `mapping.nested_fields.limit mapping.nested_objects.limit mapping.total_fields.limit
        soft_deletes.retention.operations`,
        { least: 0, most: LONG },
      ],
      [
        `analyze.max_token_count highlight.max_analyzed_offset mapping.depth.limit mapping.field_name_length.limit
        max_inner_result_window max_regex_length max_rescore_window max_result_window max_slices_per_pit
        max_slices_per_scroll max_terms_count merge.scheduler.max_merge_count merge.scheduler.max_thread_count
        query.max_nested_depth routing_partition_size`,
        { least: 1, most: INTEGER },
      ],
      [
        'max_adjacency_matrix_filters merge.log_byte_size_policy.merge_factor merge.policy.max_merge_at_once',
        { least: 2, most: INTEGER },
      ],
    ] as const
  ).flatMap(([names, bounds]) => prefixed(names).map((name) => [name, bounds] as const)),
);

function checkCount(name: string, value: unknown): void {
  const bounds = COUNTS.get(name);
  if (bounds === undefined) return;
  const { least, most, told } = bounds;
  const said = `Failed to parse value [${value}] for setting [${name}]`;
  const number = Number(value);
  if (!/^[+-]?\d+$/.test(String(value)) || (number > most && !told)) throw illegalArgument(said);
  if (number < least) throw illegalArgument(`${said} must be >= ${least}`);
  if (number > most) throw illegalArgument(`${said} must be <= ${most}`);
}

const FLAGS: ReadonlySet<string> = new Set(
  prefixed(`
    append_only.enabled check_pending_flush.enabled hidden indexing.slowlog.reformat load_fixed_bitset_filters_eagerly
    mapper.dynamic mapping.coerce mapping.ignore_malformed merge.scheduler.auto_throttle merge_on_flush.enabled
    optimize_auto_generated_id optimize_doc_id_lookup.fuzzy_set.enabled percolator.map_unmapped_fields_as_text queries.cache.enabled query.derived_field.enabled
    query.parse.allow_unmapped_fields query_string.lenient requests.cache.enable search.concurrent_segment_search.enabled
    search.throttled soft_deletes.enabled
    unreferenced_file_cleanup.enabled use_compound_file warmer.enabled
  `),
);

function checkFlag(name: string, value: unknown): void {
  if (!FLAGS.has(name) && !isBlockSetting(name)) return;
  if (value !== 'true' && value !== 'false')
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
}

/** Numbers, by the least they may be. */
const RATES: ReadonlyMap<string, number> = new Map([
  ['index.merge.policy.deletes_pct_allowed', 5],
  ['index.merge.policy.expunge_deletes_allowed', 0],
  ['index.merge.policy.reclaim_deletes_weight', 0],
  ['index.merge.policy.segments_per_tier', 2],
]);

function checkRate(name: string, value: unknown): void {
  const least = RATES.get(name);
  if (least === undefined) return;
  const said = `Failed to parse value [${value}] for setting [${name}]`;
  if (!/^[+-]?\d+(?:\.\d*)?$/.test(String(value))) throw illegalArgument(said);
  if (Number(value) < least) throw illegalArgument(`${said} must be >= ${least.toFixed(1)}`);
}

const SIZES: ReadonlySet<string> = new Set(
  prefixed(`
    flush_after_merge merge.log_byte_size_policy.max_merge_segment
    merge.log_byte_size_policy.max_merge_segment_forced_merge merge.log_byte_size_policy.min_merge
    merge.policy.floor_segment merge.policy.max_merged_segment translog.flush_threshold_size
    translog.generation_threshold_size translog.retention.size
  `),
);

function checkSize(name: string, value: unknown): void {
  if (!SIZES.has(name) || /^(?:-1|0|\d+(?:b|[kmgtp]b?))$/i.test(String(value))) return;
  throw illegalArgument(
    `failed to parse setting [${name}] with value [${value}] as a size in bytes: unit is missing or unrecognized`,
  );
}

/** How many copies a write waits for: here there is one. */
function checkActiveShards(name: string, value: unknown): void {
  if (name !== 'index.write.wait_for_active_shards' || value === 'all') return;
  if (!/^[+-]?\d+$/.test(String(value))) throw illegalArgument(`cannot parse ActiveShardCount[${value}]`);
  if (Number(value) < 0) throw illegalArgument('shard count cannot be a negative value');
}

/** Times, by the least they may be: -1 stands for none. */
const TIMES: ReadonlyMap<string, string | null> = new Map([
  ...prefixed('gc_deletes refresh_interval store.stats_refresh_interval translog.retention.age').map(
    (name) => [name, null] as const,
  ),
  ...['query', 'fetch'].flatMap((phase) =>
    prefixed('warn info debug trace').map(
      (name) => [name.replace('index.', `index.search.slowlog.threshold.${phase}.`), null] as const,
    ),
  ),
  ...prefixed('warn info debug trace').map(
    (name) => [name.replace('index.', 'index.indexing.slowlog.threshold.index.'), null] as const,
  ),
  ['index.search.idle.after', '0m'],
  ['index.soft_deletes.retention_lease.period', '0ms'],
  ['index.translog.sync_interval', '100ms'],
  ['index.unassigned.node_left.delayed_timeout', '0ms'],
]);

function checkTime(name: string, value: unknown): void {
  const least = TIMES.get(name);
  if (least === undefined) return;
  const time = readTimeValue(String(value), name);
  if (least !== null && time < readTimeValue(least, name))
    throw illegalArgument(`failed to parse value [${value}] for setting [${name}], must be >= [${least}]`);
}

interface Words {
  readonly known: readonly string[];
  readonly refused: (given: string) => string;
}

const LEVELS: Words = {
  known: ['warn', 'info', 'debug', 'trace'],
  refused: (given) => `No enum constant org.opensearch.common.logging.SlowLogLevel.${given.toUpperCase()}`,
};

const WORDS: ReadonlyMap<string, Words> = new Map([
  [
    'index.search.concurrent_segment_search.mode',
    { known: ['all', 'none', 'auto'], refused: () => 'Setting value must be one of [all, none, auto]' },
  ],
  ['index.search.slowlog.level', LEVELS],
  ['index.indexing.slowlog.level', LEVELS],
  [
    'index.codec',
    {
      // the last four are a plugin's, which distributions of OpenSearch come with
      known: ['default', 'lz4', 'best_compression', 'zlib', 'zstd', 'zstd_no_dict', 'qat_lz4', 'qat_deflate'],
      refused: (given) =>
        `unknown value for [index.codec] must be one of [default, lz4, best_compression, zlib] but was: ${given}`,
    },
  ],
  [
    'index.translog.durability',
    {
      known: ['request', 'async'],
      refused: (given) => `No enum constant org.opensearch.index.translog.Translog.Durability.${given.toUpperCase()}`,
    },
  ],
  [
    'index.replication.type',
    { known: ['document', 'segment'], refused: (given) => `Could not parse ReplicationStrategy for [${given}]` },
  ],
  [
    'index.routing.allocation.enable',
    {
      known: ['all', 'primaries', 'new_primaries', 'none'],
      refused: (given) => `Illegal allocation.enable value [${given.toUpperCase()}]`,
    },
  ],
  [
    'index.routing.rebalance.enable',
    {
      known: ['all', 'primaries', 'replicas', 'none'],
      refused: (given) => `Illegal rebalance.enable value [${given.toUpperCase()}]`,
    },
  ],
]);

function checkWord(name: string, value: unknown): void {
  const words = WORDS.get(name);
  if (words !== undefined && !words.known.includes(String(value).toLowerCase()))
    throw illegalArgument(words.refused(String(value)));
}

const EXPANDING = 'index.auto_expand_replicas';

/** How few and how many copies there are to be beside the first, by the number of nodes; or `false`. */
function checkExpanding(name: string, value: unknown): void {
  if (name !== EXPANDING || value === 'false' || value === false) return;
  const [, least, most] = /^(\d+)-(\d+|all)$/.exec(String(value)) ?? [];
  if (least === undefined)
    throw illegalArgument(
      `failed to parse [${EXPANDING}] from value: [${value}] at index ${String(value).indexOf('-')}`,
    );
  if (Number(least) > Number(most))
    throw illegalArgument(`[${EXPANDING}] minReplicas must be =< maxReplicas but wasn't ${least} > ${most}`);
}

const CHECKS = [
  checkExpanding,
  checkActiveShards,
  checkTime,
  checkSize,
  checkCount,
  checkRate,
  checkFlag,
  checkWord,
  checkSortWords,
] as const;

/** Refuses values that settings of an index, by their flat names, cannot have; null takes one back. @throws PlatformError */
export function refuseSettingValues(settings: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === null) continue;
    for (const check of CHECKS) check(name, value);
  }
}
