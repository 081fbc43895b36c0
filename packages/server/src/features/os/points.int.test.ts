import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

const SPELT = {
  list: [2.3, 48.8],
  height: [2.3, 48.8, 120],
  text: '48.8,2.3',
  'text-height': '48.8,2.3,120',
  json: { type: 'Point', coordinates: [2.3, 48.8, 120] },
  wkt: 'POINT (2.3 48.8 120)',
  object: { lat: 48.8, lon: 2.3 },
};

test('[IDX-09] fields tell a point with the digits it was sent with, however it was spelt, without its height', async () => {
  await door('PUT', '/points', { mappings: { properties: { point1: { type: 'geo_point' } } } });
  for (const [id, point1] of Object.entries(SPELT)) await door('PUT', `/points/_doc/${id}`, { point1 });
  const told = async (format?: string) => {
    const fields = [{ field: 'point1', ...(format !== undefined && { format }) }];
    const { json } = await door('POST', '/points/_search', { fields, _source: false });
    return json.hits.hits.map(({ fields }: { fields?: { point1: unknown } }) => fields?.point1);
  };
  const times = Object.keys(SPELT).length;
  assert.deepEqual(await told('wkt'), Array(times).fill(['POINT (2.3 48.8)']));
  assert.deepEqual(await told(), Array(times).fill([{ type: 'Point', coordinates: [2.3, 48.8] }]));
});

test('[IDX-09] a height is refused where a field does not pass it over', async () => {
  await door('PUT', '/flat', { mappings: { properties: { point1: { type: 'geo_point', ignore_z_value: false } } } });
  for (const [id, point1] of Object.entries(SPELT)) {
    const { status, json } = await door('PUT', `/flat/_doc/${id}`, { point1 });
    assert.equal(status, JSON.stringify(point1).includes('120') ? 400 : 201, id);
    if (status === 400) assert.match(json.error.caused_by.reason, /\[ignore_z_value\] parameter is \[false\]/);
  }
});
