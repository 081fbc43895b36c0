import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile } from './preview-file.ts';

const file = (text: string): Blob => new Blob([text]);

test('[SRC-25] [LIM-06] a preview shows 100 rows, and every column the import of the file will know', async () => {
  const rows = Array.from({ length: 900 }, (_, i) =>
    JSON.stringify(i === 700 ? { code: 'x', late: 1 } : { code: 'a' }),
  );
  for (const text of [rows.join('\n'), `[${rows.join(',')}]`]) {
    const preview = await previewFile(file(text));
    assert.deepEqual([preview.columns, preview.rows.length], [['code', 'late'], 100]);
  }
});

test('[SRC-24] 100 features are shown', async () => {
  const feature = { type: 'Feature', properties: { code: 'a' }, geometry: { type: 'Point', coordinates: [1, 2] } };
  const features = Array.from({ length: 300 }, () => feature);
  const preview = await previewFile(file(JSON.stringify({ type: 'FeatureCollection', features })));
  assert.deepEqual([preview.columns, preview.rows.length], [['code', 'geometry'], 100]);
});

test('[SRC-18] features one on each line of a collection are no lines of JSON', async () => {
  const feature = JSON.stringify({ type: 'Feature', properties: { code: 'a' }, geometry: null });
  const preview = await previewFile(
    file(`{"type":"FeatureCollection","features":[${feature},\n${feature},\n${feature}]}`),
  );
  assert.deepEqual([preview.format, preview.rows.length], ['geojson', 3]);
  assert.equal((await previewFile(file(`${feature},\n${feature},\n`))).format, 'ndjson');
});

test('[SRC-19] TopoJSON and Arrow are named and refused with what to do', async () => {
  const geometries = [{ type: 'Polygon', arcs: [[0]] }];
  const topology = { objects: { land: { type: 'GeometryCollection', geometries } }, arcs: [] };
  for (const text of [
    { type: 'Topology', ...topology },
    { ...topology, type: 'Topology' },
  ])
    await assert.rejects(previewFile(file(JSON.stringify(text))), /TopoJSON.*Convert it to GeoJSON/);
  await assert.rejects(previewFile(file('ARROW1\0\0')), /Arrow \(Feather\) file/);
});
