import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureFields, refuseSystemAtEnd } from './geojson.ts';

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

test('[SRC-19] a system that is named behind the features is known before any of them is taken', () => {
  const end = (more: string): void => refuseSystemAtEnd(Buffer.from(`"coordinates":[1,2]}}],"name":"x"${more}}`));
  const crs = (name: string): string => `, "crs": {"type": "name", "properties": {"name": "${name}"}}`;
  assert.throws(() => end(crs('EPSG:3857')), /system 'EPSG:3857', not degrees/);
  assert.throws(() => end(`${crs('EPSG:3857')},"type":"FeatureCollection"`), /not degrees/);
  for (const more of [
    '',
    crs('EPSG:4326'),
    ',"crs":null',
    ',"crs":{"type":"name","properties":{"name":}}',
    ',"note":"\\"crs\\":"',
  ])
    assert.doesNotThrow(() => end(more), more);
});
