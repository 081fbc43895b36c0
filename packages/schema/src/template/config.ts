/** Starting configuration of a template (TPL-12…18, NOT-01); times in ms. */
export const TEMPLATE_CONFIG = {
  search_index: true,
  search_replica: 2,
  search_shard: 3,
  search_enable_source: true,
  search_partition: 'Year',
  kafka_index: true,
  kafka_replica: 2,
  kafka_shard: 3,
  kafka_compaction: 'Compact',
  kafka_limit: 'Period',
  kafka_retention: 604_800_000,
  stream_index: false,
  graph_index: false,
  graph_exclusive: false,
  column_index: false,
  column_replica: 0,
  column_shard: 0,
  timeseries: false,
  timeseries_window: 'Day',
  timeseries_size: 1,
  s3_index: true,
  s3_auto_shard: true,
  s3_shard: 3,
  s3_shard_threshold: 100,
  s3_batch_size: 500,
  s3_batch_by_time: false,
  s3_redirect_download: false,
  on_delete: false,
  on_create: false,
  on_change: false,
  on_update: false,
  on_stat: false,
  on_document: false,
  schema_source: null,
  data_sources: [],
} as const satisfies Readonly<Record<string, unknown>>;

/** Choices of TPL-37. */
export const TEMPLATE_CONFIG_CHOICES: Readonly<Record<string, readonly string[]>> = {
  search_partition: ['None', 'Day', 'Month', 'Year'],
  kafka_compaction: ['Compact', 'Delete'],
  kafka_limit: ['Period', 'Size', 'None'],
  timeseries_window: ['Minute', 'Hour', 'Day', 'Week', 'Month'],
};

/** TPL-38; Restricted is never public. */
export const CLASSIFICATIONS = ['Public', 'Internal', 'Confidential', 'Restricted'] as const;
/** How openly the data of a template may be treated. */
export type Classification = (typeof CLASSIFICATIONS)[number];

/** Whole numbers of the configuration with their bounds, inclusive. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  search_replica: [0, 16],
  search_shard: [1, 64],
  kafka_replica: [0, 16],
  kafka_shard: [1, 64],
  kafka_retention: [1000, Number.MAX_SAFE_INTEGER],
  column_replica: [0, 16],
  column_shard: [0, 64],
  timeseries_size: [1, 10_000],
  s3_shard: [1, 64],
  s3_shard_threshold: [1, 1_000_000],
  s3_batch_size: [1, 1_000_000],
};

/** What is wrong with one setting of a template's configuration, or null. */
export function configFault(name: string, value: unknown): string | null {
  if (!Object.hasOwn(TEMPLATE_CONFIG, name)) return `Unknown setting '${name}'`;
  const choices = TEMPLATE_CONFIG_CHOICES[name];
  if (choices)
    return choices.some((choice) => choice === value) ? null : `${name} must be one of ${choices.join(', ')}`;
  const range = RANGES[name];
  if (range) {
    const whole = typeof value === 'number' && Number.isInteger(value) && value >= range[0] && value <= range[1];
    return whole ? null : `${name} must be a whole number from ${range[0]} to ${range[1]}`;
  }
  if (name === 'data_sources') return Array.isArray(value) ? null : `${name} must be a list`;
  if (name === 'schema_source') return null;
  return typeof value === 'boolean' ? null : `${name} must be true or false`;
}

/** Whether a configuration asks for a search index; what is not said stands on its default. */
export const isSearched = (config: Readonly<Record<string, unknown>>): boolean => config.search_index !== false;
/** Whether it asks for a topic that is kept once its batches are applied. */
export const isReplayable = (config: Readonly<Record<string, unknown>>): boolean => config.kafka_index !== false;
/** Whether it asks for archive objects. */
export const isArchived = (config: Readonly<Record<string, unknown>>): boolean => config.s3_index !== false;

/** What storage flags of a configuration cannot be together, by setting (TPL-36). */
export function storageFaults(
  config: Readonly<Record<string, unknown>>,
  keyFields: readonly string[],
): Readonly<Record<string, string>> {
  if (isSearched(config)) return {};
  if (!isReplayable(config) && !isArchived(config))
    return { search_index: 'Nothing would keep the rows: leave search_index, kafka_index or s3_index switched on' };
  if (keyFields.length > 0)
    return {
      search_index: `Rows are replaced by the key fields (${keyFields.join(', ')}), which needs the search index: leave search_index switched on, or take the key off the fields`,
    };
  return {};
}
