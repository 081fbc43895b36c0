import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldMappings, keyFields } from '../mapping.ts';
import { ValueType } from '../value-type.ts';
import { configFault, TEMPLATE_CONFIG } from './config.ts';
import { fieldNameFault, newFieldName } from './field-name.ts';
import {
  fieldFaults,
  isEditableField,
  isQueryableField,
  isShapeField,
  newTemplateField,
  systemFields,
  type TemplateField,
} from './fields.ts';

const field = (name: string, more: Partial<TemplateField> = {}): TemplateField => ({
  ...newTemplateField({ name, id: name, sequence: 1, ts: 0 }),
  ...more,
});

test('[TPL-05] [TPL-07] a new field is an open keyword named new_field', () => {
  assert.equal(newFieldName([]), 'new_field');
  assert.equal(newFieldName(['new_field', 'new_field_1']), 'new_field_2');
  assert.equal(field('new_field').value_type, ValueType.Keyword);
  assert.equal(field('new_field').contributor, 'Anyone');
});

test('[TPL-08] [TPL-09] 14 system fields', () => {
  const fields = systemFields(3);
  assert.deepEqual(
    fields.map(({ name }) => name).join(' '),
    '_id _batch _user_id _user_name _group_id _group_name _template_id _template_name _ts _device_id _post_type _location _tags _title',
  );
  assert.deepEqual([fields[0]?.display_name, fields[0]?.sequence, fields[13]?.sequence], ['DATA ID', 4, 17]);
  const types = new Map(fields.map(({ name, value_type }) => [name, value_type]));
  assert.deepEqual([types.get('_ts'), types.get('_location'), types.get('_tags'), types.get('_title')], [9, 30, 20, 8]);
});

/** The settings of a requirement, as it writes them. */
const STARTS: readonly (readonly [title: string, settings: Readonly<Record<string, unknown>>])[] = [
  [
    '[TPL-12] search',
    {
      search_index: true,
      search_replica: 2,
      search_shard: 3,
      search_enable_source: true,
      search_partition: 'Year',
    },
  ],
  [
    '[TPL-13] stream',
    {
      kafka_index: true,
      kafka_replica: 2,
      kafka_shard: 3,
      kafka_compaction: 'Compact',
      kafka_limit: 'Period',
      kafka_retention: 604_800_000,
    },
  ],
  ['[TPL-14] push and graph', { stream_index: false, graph_index: false, graph_exclusive: false }],
  ['[TPL-15] columns', { column_index: false, column_replica: 0, column_shard: 0 }],
  ['[TPL-16] time series', { timeseries: false, timeseries_window: 'Day', timeseries_size: 1 }],
  [
    '[TPL-17] object archive',
    {
      s3_index: true,
      s3_auto_shard: true,
      s3_shard: 3,
      s3_shard_threshold: 100,
      s3_batch_size: 500,
      s3_batch_by_time: false,
      s3_redirect_download: false,
    },
  ],
  [
    '[TPL-18] [NOT-01] notification flags and sources',
    {
      on_delete: false,
      on_create: false,
      on_change: false,
      on_update: false,
      on_stat: false,
      on_document: false,
      schema_source: null,
      data_sources: [],
    },
  ],
];
for (const [title, settings] of STARTS)
  test(`${title}: the configuration a template starts with`, () => {
    for (const [name, value] of Object.entries(settings)) {
      assert.deepEqual(Reflect.get(TEMPLATE_CONFIG, name), value, name);
      assert.equal(configFault(name, value), null);
    }
  });

test('[TPL-12] … [TPL-18] no setting starts without being named above', () => {
  const named = STARTS.flatMap(([, settings]) => Object.keys(settings));
  assert.deepEqual(Object.keys(TEMPLATE_CONFIG).sort(), named.sort());
});

test('[TPL-37] settings outside their choices are refused by name', () => {
  assert.equal(configFault('kafka_limit', 'Never'), 'kafka_limit must be one of Period, Size, None');
  assert.equal(configFault('search_shard', 0), 'search_shard must be a whole number from 1 to 64');
  assert.equal(configFault('s3_index', 'yes'), 's3_index must be true or false');
  assert.equal(configFault('toString', 1), "Unknown setting 'toString'");
});

test('[TPL-24] [TPL-25] [TPL-26] editable, queryable and shape fields', () => {
  for (const value_type of Object.values(ValueType)) {
    const one = field('a', { value_type });
    assert.equal(isEditableField(one), value_type < 11 || value_type === 20);
    assert.equal(isQueryableField(one), value_type < 11);
    assert.equal(isShapeField(one), value_type === 31);
  }
  assert.equal(isEditableField(field('_id', { system: true })), false);
});

test('[TPL-28] field names', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z][a-z0-9_]{0,63}$/), (name) => fieldNameFault(name) === null));
  for (const bad of ['', '_x', '1a', 'A', 'a b', 'a-b', 'é', 'a'.repeat(65), 'a\n'])
    assert.ok(fieldNameFault(bad), JSON.stringify(bad));
  assert.equal(fieldNameFault('x'.repeat(300)), 'name has 300 characters; at most 64 are kept');
});

test('[TPL-30] [TPL-31] [TPL-39] settings that do not belong to the type are refused', () => {
  const faults = (more: Partial<TemplateField>, nested = false) => Object.keys(fieldFaults(field('a', more), nested));
  assert.deepEqual(faults({ analyser: 'english' }), ['analyser']);
  assert.deepEqual(faults({ analyser: 'english', value_type: ValueType.Text }), []);
  assert.deepEqual(faults({ value_type: ValueType.Integer, allowed_values: [{ value: 'x' }] }), ['allowed_values']);
  assert.deepEqual(faults({ value_type: ValueType.GeoPoint, is_key: true }), ['is_key']);
  assert.deepEqual(faults({ is_key: true }), []);
  assert.deepEqual(faults({ is_key: true }, true), ['is_key']);
  assert.deepEqual(faults({ items: [field('e')] }), ['items']);
  assert.deepEqual(faults({ value_type: ValueType.Integer, default_value: 'many' }), ['default_value']);
  assert.deepEqual(faults({ value_type: ValueType.Integer, default_value: 0 }), []);
  const choices = { allowed_values: [{ value: 'red' }, { value: 'blue' }] };
  assert.deepEqual(faults({ value_type: ValueType.Keyword, default_value: 'blue', ...choices }), []);
  assert.deepEqual(faults({ value_type: ValueType.Keyword, default_value: 'green', ...choices }), ['default_value']);
  assert.deepEqual(faults({ value_type: ValueType.Array, default_value: ['red', 'blue'], ...choices }), []);
  assert.deepEqual(faults({ value_type: ValueType.Array, default_value: ['red', 'green'], ...choices }), [
    'default_value',
  ]);
});

test('[IDX-09] [TPL-04] [TPL-10] the mapping of a template', () => {
  const items = [
    field('h', { value_type: ValueType.Header }),
    field('txt1', { value_type: ValueType.Text, analyser: 'english', mandatory: true }),
    field('tags', { value_type: ValueType.Array, is_key: false }),
    field('n', { value_type: ValueType.Nested, items: [field('num1', { value_type: ValueType.Long })] }),
    field('code', { is_key: true, display_name: 'Code', allowed_values: [{ value: 'x' }] }),
    ...systemFields(),
  ];
  const maxBytes = 4 * 1024 * 1024;
  assert.deepEqual(fieldMappings(items), [
    { name: 'txt1', type: 'text', label: 'TXT1', maxBytes, analyser: 'english', mandatory: true },
    { name: 'tags', type: 'keyword', label: 'TAGS', maxBytes, list: true },
    {
      name: 'n',
      type: 'nested',
      label: 'N',
      maxBytes,
      fields: [{ name: 'num1', type: 'long', label: 'NUM1' }],
    },
    { name: 'code', type: 'keyword', label: 'Code', maxBytes, allowedValues: ['x'] },
  ]);
  assert.deepEqual(keyFields(items), ['code']);
});
