import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureFields } from './geojson.ts';

test('[SRC-18] the id of a feature is a column, and stays beside a property of its name that says otherwise', () => {
  const fields = (id: unknown, properties: object | null) =>
    featureFields({ type: 'Feature', id, properties, geometry: null });
  assert.deepEqual(fields('x1', { num1: 1 }), { id: 'x1', num1: 1, geometry: null });
  assert.deepEqual(fields(0, null), { id: 0, geometry: null });
  assert.deepEqual(fields('x1', { id: 7 }), { feature_id: 'x1', id: 7, geometry: null });
  assert.deepEqual(fields('x1', { id: null }), { feature_id: 'x1', id: null, geometry: null });
  assert.deepEqual(fields(7, { id: '7' }), { id: '7', geometry: null }, 'said twice');
  assert.deepEqual(fields(undefined, { id: 7 }), { id: 7, geometry: null });
});
