import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedFields, askedNear } from './asked-fields.ts';

test('[SCR-07] a search asks about the fields of its text, of its filters and of its time', () => {
  const search = {
    text: 'kw1:abc AND (num1:>=5 OR other) AND NOT kw1:d',
    filters: [
      { field: 'kw2', operator: 'is', value: 'x' },
      { field: 'kw3', operator: 'exists', disabled: true },
    ],
    time: { field: 'ts1', from: 'now-7d' },
  } as const;
  assert.deepEqual(askedFields(search), ['kw1', 'num1', 'kw2', 'ts1']);
});

test('[SCR-07] a text that cannot be read asks about nothing', () => {
  assert.deepEqual(askedFields({ text: 'num1:[5 TO', filters: [] }), []);
  assert.deepEqual(askedFields({ text: '', filters: [] }), []);
});

test('[SCR-07] [MOB-11] in a small window what was asked about stands behind the first column', () => {
  assert.deepEqual(askedNear(['kw1', 'kw2', 'num1', 'num2'], ['num2', 'kw9']), ['kw1', 'num2', 'kw2', 'num1']);
  assert.deepEqual(askedNear(['kw1', 'kw2'], ['kw1']), ['kw1', 'kw2']);
  assert.deepEqual(askedNear([], ['kw1']), []);
});
