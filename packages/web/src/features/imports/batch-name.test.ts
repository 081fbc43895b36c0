import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchName } from './batch-name.ts';

test('[SCR-08] a batch is called by its file; one without a name says how its rows came', () => {
  assert.equal(batchName({ file: 'orders.csv', source: 'csv' }), 'orders.csv');
  assert.equal(batchName({ file: 'shop.orders', source: 'csv' }), 'shop.orders', 'a table');
  assert.equal(batchName({ file: null, source: 'csv' }), 'CSV sent by API');
  assert.equal(batchName({ file: '', source: 'ndjson' }), 'JSON lines sent by API');
  assert.equal(batchName({ file: null }), 'Rows sent by API', 'nothing is known yet of what is still on its way');
});
