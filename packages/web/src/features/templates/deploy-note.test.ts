import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SchemaItem, ValueType } from '@datasarana/schema';
import { deployNote } from './deploy-note.ts';

const item = (name: string, more: Partial<SchemaItem> = {}): SchemaItem =>
  ({
    id: name,
    name,
    value_type: ValueType.Keyword,
    mandatory: false,
    can_search: true,
    items: [],
    ...more,
  }) as SchemaItem;

test('[TPL-20] [TPL-33] a deploy says which fields come, change and go, and what going means', () => {
  const deployed = [item('key1'), item('txt1'), item('obj1', { items: [item('num1'), item('num2')] })];
  const next = [item('key1', { mandatory: true, unit: 'm' }), item('kw1'), item('obj1', { items: [item('num1')] })];
  assert.deepEqual(deployNote(deployed, next), {
    text: 'New: kw1. Changed: key1. Removed: txt1, obj1.num2. Values that records have there are neither shown nor found any more.',
    removes: true,
  });
  assert.deepEqual(deployNote(deployed, deployed), { text: 'No field differs.', removes: false });
  assert.equal(deployNote(deployed, [...deployed, item('kw2')]).removes, false);
});
