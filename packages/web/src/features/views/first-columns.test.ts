import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { DesignField } from './designer-fields.ts';
import { firstColumns } from './first-columns.ts';

const field = (name: string, value_type: ValueType): DesignField => ({ name, label: name, value_type });
const codes = (count: number) => Array.from({ length: count }, (_, i) => field(`kw${i + 1}`, ValueType.Keyword));
const names = (fields: readonly DesignField[], asked: readonly string[] = []): readonly string[] =>
  firstColumns(fields, asked).map(({ name }) => name);

test('[SCR-07] of a wide template records show a name, a moment and a figure among its first columns', () => {
  const wide = [
    ...codes(9),
    field('ts1', ValueType.Date),
    field('num1', ValueType.Double),
    field('place_name', ValueType.Keyword),
    field('ts2', ValueType.Date),
  ];
  assert.deepEqual(names(wide), ['kw1', 'kw2', 'kw3', 'kw4', 'ts1', 'num1', 'place_name']);
});

test('[SCR-07] records of a few columns show all of them in the order of their template', () => {
  const few = [field('num1', ValueType.Double), field('ts1', ValueType.Date), ...codes(5)];
  assert.deepEqual(names(few), ['num1', 'ts1', 'kw1', 'kw2', 'kw3', 'kw4', 'kw5']);
  assert.deepEqual(names([]), []);
});

test('[SCR-07] what was searched by is among the first columns, and stands for others of its kind', () => {
  const wide = [...codes(9), field('num1', ValueType.Double), field('num2', ValueType.Double)];
  assert.deepEqual(names(wide, ['num2', 'kw8']), ['kw1', 'kw2', 'kw3', 'kw4', 'kw5', 'kw8', 'num2']);
  const all = codes(9).map(({ name }) => name);
  assert.deepEqual(names(wide, [...all, 'num2', 'none']), [...all, 'num2'], 'all of them, however many');
});
