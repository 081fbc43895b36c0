import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTemplateField, type SchemaItem, ValueType } from '@datasarana/schema';
import { differences } from './differences.ts';

const field = (name: string, more: Partial<SchemaItem> = {}): SchemaItem => ({
  ...newTemplateField({ name, id: name, sequence: 1, ts: 0 }),
  ...more,
});

test('[TPL-33] two versions are compared field by field, nested ones by their path; system fields are the platform’s', () => {
  const inner = (unit: string | null) =>
    field('box', { value_type: ValueType.Object, items: [field('weight', { unit })] });
  const before = [field('gone'), field('kept'), inner(null), field('_id', { system: true })];
  const after = [field('kept', { value_type: ValueType.Text }), inner('kg'), field('fresh')];
  assert.deepEqual(
    differences(before, after).map(({ path, kind, what, before: old, after: now }) => [path, kind, what, old, now]),
    [
      ['gone', 'removed', '', undefined, undefined],
      ['kept', 'changed', 'value_type', ValueType.Keyword, ValueType.Text],
      ['box.weight', 'changed', 'unit', null, 'kg'],
      ['fresh', 'added', '', undefined, undefined],
    ],
  );
});

test('[TPL-33] [TPL-01] no property of a field that an editor changes is passed over', () => {
  const changed: Partial<SchemaItem> = {
    display_name: 'Label',
    description: 'Text',
    value_type: ValueType.Text,
    default_value: 'x',
    mandatory: true,
    can_search: false,
    is_key: true,
    is_private: true,
    relationship: 'user',
    dependency: 'other',
    unit: 'kg',
    analyser: 'english',
    default_visual: 'Pie',
    default_aggregation: 'Count',
    contributor: 'Developer',
    allowed_values: [{ value: 'a' }],
  };
  for (const [name, value] of Object.entries(changed))
    assert.deepEqual(
      differences([field('f1')], [field('f1', { [name]: value })]).map(({ what }) => what),
      [name],
    );
});
