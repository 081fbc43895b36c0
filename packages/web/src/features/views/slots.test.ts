import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { newView } from '../../views/definition.ts';
import type { DesignField } from './designer-fields.ts';
import { fits, placeField, slotsOf, usedFields, withRows } from './slots.ts';

const field = (name: string, value_type: ValueType): DesignField => ({ name, label: name, value_type });
const key1 = field('key1', ValueType.Keyword);
const day1 = field('day1', ValueType.Date);
const num1 = field('num1', ValueType.Integer);
const point1 = field('point1', ValueType.GeoPoint);
const txt1 = field('txt1', ValueType.Text);

test('[VIS-09] a field dropped on the rows becomes the axis, what was there the first split', () => {
  const view = placeField(placeField(newView('t1'), key1, 'rows'), day1, 'rows');
  assert.deepEqual(
    view.buckets.map(({ field: name }) => name),
    ['day1', 'key1'],
  );
  assert.deepEqual(
    placeField(view, day1, 'split').buckets.map(({ field: name }) => name),
    ['key1', 'day1'],
    'a field that is there already moves, with what was chosen for it',
  );
});

test('[VIS-03] values are added beside what is counted; used fields are known', () => {
  const view = placeField(placeField(newView('t1'), key1, 'rows'), num1, 'values');
  assert.deepEqual(
    view.metrics.map((metric) => metric.function),
    ['count', 'avg'],
  );
  assert.deepEqual([...usedFields(view)], ['key1', 'num1']);
});

test('[VIS-20] a field only goes where it can be drawn', () => {
  assert.equal(fits(txt1, 'split'), false);
  assert.equal(placeField(newView('t1'), txt1, 'values').metrics.length, 1);
  assert.equal(fits(point1, 'values'), false);
  const map = placeField(newView('t1'), point1, 'rows');
  const words = placeField(newView('t1'), txt1, 'rows');
  assert.deepEqual([words.visual, words.buckets[0]?.function], ['WordCloud', 'significant_text']);
  assert.deepEqual([map.visual, map.point], ['Map', 'point1']);
  assert.equal(placeField(map, key1, 'rows').visual, 'Vertical Bar');
});

test('[VIS-12] a table of records begins with the first fields of its template, and takes any other', () => {
  const objects = { ...num1, name: 'items.num1', nested: ['items'] };
  const sum1 = { ...num1, name: 'sum1', unit: 'kg', aggregation: 'Sum' };
  const grouped = placeField(newView('t1'), key1, 'rows');
  const table = withRows(grouped, 'records', [sum1, txt1, point1, objects]);
  assert.deepEqual([table.visual, table.buckets.length, slotsOf(table)], ['Table', 1, ['columns']]);
  assert.deepEqual(table.columns, [
    { field: 'sum1', value_type: ValueType.Integer, unit: 'kg', total: 'sum' },
    { field: 'txt1', value_type: ValueType.Text },
    { field: 'point1', value_type: ValueType.GeoPoint },
  ]);
  const more = placeField(table, day1, 'columns');
  assert.deepEqual([...usedFields(more)], ['sum1', 'txt1', 'point1', 'day1']);
  assert.equal(placeField(more, day1, 'columns').columns?.length, 4, 'a field is one column');
  assert.equal(placeField(more, objects, 'columns'), more);
  const back = withRows(more, 'groups', []);
  assert.deepEqual([...usedFields(back)], ['key1']);
  assert.deepEqual(withRows(back, 'records', [day1]).columns, more.columns, 'what was chosen comes back');
});
