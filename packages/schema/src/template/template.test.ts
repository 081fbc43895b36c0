import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldMappings, keyFields } from '../mapping.ts';
import { ValueType } from '../value-type.ts';
import { checkTemplateConfig, TEMPLATE_CONFIG } from './config.ts';
import { fieldNameFault, newFieldName } from './field-name.ts';
import {
  checkTemplateItems,
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

test('[TPL-12] … [TPL-18] [NOT-01] the configuration a template starts with', () => {
  assert.equal(TEMPLATE_CONFIG.kafka_retention, 604_800_000);
  assert.equal(TEMPLATE_CONFIG.search_partition, 'Year');
  assert.equal(TEMPLATE_CONFIG.s3_batch_size, 500);
  const flags = ['on_delete', 'on_create', 'on_change', 'on_update', 'on_stat', 'on_document'] as const;
  for (const flag of flags) assert.equal(TEMPLATE_CONFIG[flag], false);
  assert.deepEqual(checkTemplateConfig(TEMPLATE_CONFIG), {});
});

test('[TPL-37] settings outside their choices are refused by name', () => {
  assert.deepEqual(Object.keys(checkTemplateConfig({ kafka_limit: 'Never', search_shard: 0, s3_index: 'yes', x: 1 })), [
    'kafka_limit',
    'search_shard',
    's3_index',
    'x',
  ]);
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
});

test('[TPL-28] a name is used once inside its parent', () => {
  const nested = field('o', { value_type: ValueType.Object, items: [field('a'), field('a')] });
  assert.deepEqual(checkTemplateItems([field('a'), nested, field('a')]), {
    'items.1.items.1.name': '"a" is used twice',
    'items.2.name': '"a" is used twice',
  });
});

test('[TPL-31] [TPL-39] settings that do not belong to the type are refused', () => {
  const wrong = [
    field('a', { analyser: 'english' }),
    field('b', { value_type: ValueType.Integer, allowed_values: [{ value: 'x' }] }),
    field('c', { value_type: ValueType.GeoPoint, is_key: true }),
    field('d', { items: [field('e')] }),
    field('f', { value_type: ValueType.Integer, default_value: 'many' }),
  ];
  assert.deepEqual(
    Object.keys(checkTemplateItems(wrong)),
    wrong.map((_, index) => `items.${index}.value_type`),
  );
  const inside = field('o', { value_type: ValueType.Object, items: [field('k', { is_key: true })] });
  assert.deepEqual(Object.keys(checkTemplateItems([inside])), ['items.0.items.0.is_key']);
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
      fields: [{ name: 'num1', type: 'long', label: 'NUM1', maxBytes }],
    },
    { name: 'code', type: 'keyword', label: 'Code', maxBytes, allowedValues: ['x'] },
  ]);
  assert.deepEqual(keyFields(items), ['code']);
});
