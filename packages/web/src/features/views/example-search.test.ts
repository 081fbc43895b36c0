import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearchText } from '@datasarana/query';
import { ValueType } from '@datasarana/schema';
import type { DesignField } from './designer-fields.ts';
import { exampleSearch } from './example-search.ts';

const field = (name: string, value_type: ValueType): DesignField => ({ name, label: name, value_type });
const kw1 = field('kw1', ValueType.Keyword);
const kw2 = field('kw2', ValueType.Keyword);
const num1 = field('num1', ValueType.Integer);
const num2 = field('num2', ValueType.Double);
const txt1 = field('txt1', ValueType.Text);

test('[QRY-21] the example of a search names fields and values that the template has', () => {
  assert.equal(exampleSearch([txt1, kw1, num1], { kw1: 'Substantial', num1: 137 }), 'kw1:Substantial AND num1:>=130');
  assert.equal(
    exampleSearch([kw1, num1], { kw1: 'Engine run-up', num1: 0.0457 }),
    'kw1:"Engine run-up" AND num1:>=0.045',
  );
  assert.equal(exampleSearch([kw1], { kw1: 'a "b" \\' }), 'kw1:"a \\"b\\" \\\\"');
  assert.equal(exampleSearch([kw1], { kw1: 'NOT' }), 'kw1:"NOT"');
  assert.equal(exampleSearch([num1], { num1: -137 }), 'num1:>=-140');
});

test('[QRY-21] a field that the record leaves out, or fills with what is too long, is not the example', () => {
  const record = { kw1: 'x'.repeat(200), kw2: 'short', num1: null, num2: 5 };
  assert.equal(exampleSearch([kw1, kw2, num1, num2], record), 'kw2:short AND num2:>=5');
});

test('[QRY-21] without a record the form alone is shown; without such fields there is no example', () => {
  assert.equal(exampleSearch([kw1, num1], null), 'kw1:* AND num1:>=0');
  assert.equal(exampleSearch([kw1], { kw1: ['a'] }), 'kw1:*');
  assert.equal(exampleSearch([field('group.kw1', ValueType.Keyword), txt1], null), '');
  assert.equal(exampleSearch([], null), '');
});

test('[QRY-21] every example is search text that is understood', () => {
  for (const kw of ['a', 'a b', 'a/b', '"', '\\', ':', '(', 'OR', 'é', '-1'])
    for (const num of [1, -1, 12345, 1e-9, -0.5, 1e21])
      parseSearchText(exampleSearch([kw1, num1], { kw1: kw, num1: num }), { operator: 'and' });
});
