import type { FieldDefinition } from './definition.ts';

const keyword = (name: string, label: string): FieldDefinition => ({ name, type: 'keyword', label });

/** The system fields every index carries besides `_id` (TPL-08, TPL-09), in column order, and the version a row was written with (TPL-33). */
export const SYSTEM_FIELDS: readonly FieldDefinition[] = [
  keyword('_batch', 'BATCH ID'),
  keyword('_user_id', 'USER ID'),
  keyword('_user_name', 'USER NAME'),
  keyword('_group_id', 'GROUP'),
  keyword('_group_name', 'GROUP NAME'),
  keyword('_template_id', 'TEMPLATE ID'),
  keyword('_template_name', 'TEMPLATE NAME'),
  { name: '_ts', type: 'date', label: 'TIMESTAMP' },
  keyword('_device_id', 'DEVICE ID'),
  keyword('_post_type', 'POST TYPE'),
  { name: '_location', type: 'geo_point', label: 'DATA CAPTURE LOCATION' },
  { name: '_tags', type: 'keyword', list: true, label: 'DATA TAGS' },
  keyword('_title', 'DATA TITLE'),
  keyword('_schema_version', 'SCHEMA VERSION'),
];

/** What an index of stored documents keeps of each beside `_id`, `_version` and `_source`. */
export const STORED_FIELDS: readonly FieldDefinition[] = [
  { name: '_seq_no', type: 'long', label: '_seq_no' },
  keyword('_routing', '_routing'),
  { name: '_ignored', type: 'keyword', list: true, label: '_ignored' },
];
