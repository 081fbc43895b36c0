import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, type DoorCaller, doorOf, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { slugOf } from './template-names.ts';

let at: TestPlatform;
let engineer: Caller;
let door: DoorCaller;
let foreign: DoorCaller;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  door = await doorOf(at.url, await at.a.as('tenant administrator'));
  foreign = await doorOf(at.url, await at.b.as('tenant administrator'));
  const items = [
    { name: 'city', value_type: 8 },
    { name: 'size', value_type: 2 },
  ];
  const { data } = await engineer.call('PUT', '/schema/data/template', {
    body: { name: 'Große Städte (2024)', items },
  });
  await engineer.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: data.id } });
  for (const [city, size] of [
    ['Berlin', 3],
    ['Jakarta', 10],
  ]) {
    await engineer.call('PUT', '/data/user', { query: { template: data.id }, body: { data: { city, size } } });
  }
  await door('PUT', '/free/_doc/1', { city: 'Oslo', size: 1 });
});
after(() => at.stop());

test('[IDX-01] the name of a template becomes the plain name of an index', () => {
  assert.equal(slugOf('Flight Delays (2024)'), 'flight-delays-2024');
  assert.equal(slugOf('  --A/B--  '), 'a-b');
  assert.equal(slugOf('(((('), '');
});

test('[IDX-01] rows of a template are searched and counted at the door by its slug, beside free indexes', async () => {
  const { json } = await door('GET', '/*/_search', { query: { range: { size: { gte: 1 } } }, sort: [{ size: 'asc' }] });
  const hits: readonly { readonly _index: string; readonly _source: { readonly city: string } }[] = json.hits.hits;
  assert.deepEqual(
    hits.map(({ _source }) => _source.city),
    ['Oslo', 'Berlin', 'Jakarta'],
  );
  const slug = hits[1]?._index ?? '';
  assert.match(slug, /^gro.*dte-2024$|^große-sta.*te-2024$/);
  const address = `/${encodeURIComponent(slug)}`;
  assert.equal((await door('GET', `${address}/_count`)).json.count, 2);
  const described = (await door('GET', address)).json[slug];
  assert.equal(described.mappings.properties.city.type, 'keyword');
  assert.equal((await door('HEAD', address)).status, 200);
});

test('[IDX-01] what a template holds is not written at the door, and not seen by another tenant', async () => {
  const slug = slugOf('Große Städte (2024)');
  const refused = await door('PUT', `/${encodeURIComponent(slug)}/_doc/1`, { city: 'Paris' });
  assert.equal(refused.status, 403);
  assert.match(refused.json.error.reason, /index of a template and read-only here/);
  assert.equal((await foreign('GET', `/${encodeURIComponent(slug)}/_search`)).status, 404);
  assert.equal((await foreign('GET', '/*/_count')).json.count, 0);
});
