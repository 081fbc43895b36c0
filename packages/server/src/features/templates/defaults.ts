import { ValueType } from '@datasarana/schema';
import type { TemplateConfig, TemplateItem } from './template.ts';

/** What a new template is configured as (TPL-12…18, NOT-01). */
export const DEFAULT_CONFIG: TemplateConfig = {
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
};

/** Closed lists of the choices (TPL-37). */
export const CONFIG_CHOICES: Readonly<Record<string, readonly string[]>> = {
  search_partition: ['None', 'Day', 'Month', 'Year'],
  kafka_compaction: ['Compact', 'Delete'],
  kafka_limit: ['Period', 'Size', 'None'],
  timeseries_window: ['Minute', 'Hour', 'Day', 'Week', 'Month'],
};

/** Smallest and largest of the whole numbers that have bounds. */
export const CONFIG_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  search_shard: [1, 64],
  search_replica: [0, 16],
  kafka_shard: [1, 64],
  kafka_replica: [0, 16],
};

/** A field as it starts (TPL-05, TPL-07); `name`, `data_id`, `sequence` and `ts` come from the caller. */
export const newItem = (name: string, id: string, sequence: number, ts: number): TemplateItem => ({
  id,
  data_id: id,
  name,
  value_type: ValueType.Keyword,
  display_name: name.replaceAll('_', ' ').toUpperCase(),
  description: null,
  default_value: null,
  mandatory: false,
  can_search: true,
  is_key: false,
  is_private: false,
  relationship: null,
  dependency: null,
  sequence,
  unit: null,
  analyser: null,
  default_visual: null,
  default_aggregation: null,
  contributor: 'Anyone',
  system: false,
  ts,
  allowed_values: [],
  items: [],
});

const SYSTEM: readonly (readonly [name: string, display: string, type: ValueType])[] = [
  ['_id', 'DATA ID', ValueType.Keyword],
  ['_batch', 'BATCH ID', ValueType.Keyword],
  ['_user_id', 'USER ID', ValueType.Keyword],
  ['_user_name', 'USER NAME', ValueType.Keyword],
  ['_group_id', 'GROUP', ValueType.Keyword],
  ['_group_name', 'GROUP NAME', ValueType.Keyword],
  ['_template_id', 'TEMPLATE ID', ValueType.Keyword],
  ['_template_name', 'TEMPLATE NAME', ValueType.Keyword],
  ['_ts', 'TIMESTAMP', ValueType.Date],
  ['_device_id', 'DEVICE ID', ValueType.Keyword],
  ['_post_type', 'POST TYPE', ValueType.Keyword],
  ['_location', 'DATA CAPTURE LOCATION', ValueType.GeoPoint],
  ['_tags', 'DATA TAGS', ValueType.Array],
  ['_title', 'DATA TITLE', ValueType.Keyword],
];

export const SYSTEM_NAMES: ReadonlySet<string> = new Set(SYSTEM.map(([name]) => name));

/** The 14 system fields of every template (TPL-08, TPL-09), numbered behind its own. */
export const systemItems = (after: number, ts: number): readonly TemplateItem[] =>
  SYSTEM.map(([name, display_name, value_type], i) => ({
    ...newItem(name, name, after + i + 1, ts),
    display_name,
    value_type,
    system: true,
  }));
