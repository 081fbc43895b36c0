import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchName, placeHead, placeWord } from './batch-name.ts';

test('[SCR-08] a batch is called by its file; one without a name says how its rows came', () => {
  assert.equal(batchName({ file: 'orders.csv', source: 'csv' }), 'orders.csv');
  assert.equal(batchName({ file: 'shop.orders', source: 'csv' }), 'shop.orders', 'a table');
  assert.equal(batchName({ file: null, source: 'csv' }), 'CSV sent by API');
  assert.equal(batchName({ file: '', source: 'ndjson' }), 'JSON lines sent by API');
  assert.equal(batchName({ file: null }), 'Rows sent by API', 'nothing is known yet of what is still on its way');
});

test('[STR-03] the place of a row is called what is counted in its file: a list of JSON has no lines', () => {
  assert.equal(placeWord('json'), 'element');
  assert.equal(placeHead('geojson'), 'Feature');
  assert.equal(placeHead('xlsx'), 'Row');
  assert.deepEqual(['csv', 'ndjson', 'file', undefined].map(placeHead), ['Line', 'Line', 'Line', 'Line']);
});
