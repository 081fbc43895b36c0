import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsReadBy } from './columns-read.ts';

test('[SRC-07] a function tells the columns it reads beside its own cell', () => {
  assert.deepEqual(columnsReadBy({ kind: 'point', lat: 'y', lon: 'x' }), ['y', 'x']);
  assert.deepEqual(columnsReadBy({ kind: 'point', order: 'lon,lat' }), []);
  assert.deepEqual(columnsReadBy({ kind: 'join', with: ' ', columns: ['first', 'last'] }), ['first', 'last']);
  assert.deepEqual(columnsReadBy({ kind: 'template', text: '{{ town }}, {{value}} {x}' }), ['town', 'value']);
  assert.deepEqual(columnsReadBy({ kind: 'upper' }), []);
});
