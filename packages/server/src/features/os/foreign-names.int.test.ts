import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type DoorCaller, doorFor, doorsForFile } from '@datasarana/testkit';

const { platform, door, foreign } = await doorsForFile();
const place = { type: 'point', coordinates: [8.5, 47.4] };
const NAMES = ['vault', 'vault-alias'];

/** Both tenants have `plain`, alike to the last value; the vault is `a`'s alone. */
before(async () => {
  const mappings = { properties: { key1: { type: 'keyword' }, shape1: { type: 'geo_shape' } } };
  const row = { key1: 'amaranth', shape1: place };
  for (const owner of [door, foreign]) {
    await owner('PUT', '/plain', { mappings });
    await owner('PUT', '/plain/_doc/own', row);
  }
  await door('PUT', '/vault', { mappings, aliases: { 'vault-alias': {} } });
  await door('PUT', '/vault/_doc/d1', row);
});

/** Searches of `plain` that find its document by what a document of another index says. */
const throughBodies = (index: string): readonly object[] => [
  { terms: { key1: { index, id: 'd1', path: 'key1' } } },
  { geo_shape: { shape1: { indexed_shape: { index, id: 'd1', path: 'shape1' } } } },
];

const found = async (owner: DoorCaller, query: object): Promise<number> =>
  (await owner('POST', '/plain/_search', { query })).json.hits?.total.value ?? 0;

for (const index of NAMES)
  test(`[SEC-02] a query finds nothing by a document of another tenant, named ${index}`, async () => {
    for (const query of throughBodies(index)) {
      assert.equal(await found(door, query), 1, `the owner: ${JSON.stringify(query)}`);
      assert.equal(await found(foreign, query), 0, JSON.stringify(query));
    }
  });

test('[SEC-02] a copy takes nothing of another tenant, by whatever name', async () => {
  for (const [i, index] of [...NAMES, 'vau*', ['plain', 'vault']].entries()) {
    const copy = { source: { index, query: { term: { _index: 'vault' } } }, dest: { index: `copy-${i}` } };
    assert.equal((await door('POST', '/_reindex?refresh=true', copy)).json.total, 1, `the owner: ${index}`);
    const { status, json } = await foreign('POST', '/_reindex?refresh=true', copy);
    assert.ok(status === 404 || json.total === 0, `${index}: ${JSON.stringify(json)}`);
    assert.equal((await foreign('HEAD', `/copy-${i}`)).status, 404);
  }
});

test('[SEC-02] a list of actions on aliases reaches no index of another tenant', async () => {
  const before = (await door('GET', '/_all')).json;
  for (const index of [...NAMES, 'vau*'])
    for (const action of [
      { add: { index, alias: 'taken' } },
      { remove: { index, alias: 'vault-alias' } },
      { remove_index: { index } },
    ])
      assert.equal((await foreign('POST', '/_aliases', { actions: [action] })).status, 404, JSON.stringify(action));
  assert.deepEqual((await door('GET', '/_all')).json, before);
});

test('[SEC-02] a task of another tenant is not told of, waited for or cancelled', async () => {
  const copy = { source: { index: 'vault' }, dest: { index: 'copy-task' } };
  const { task } = (await door('POST', '/_reindex?wait_for_completion=false', copy)).json;
  assert.equal((await door('GET', `/_tasks/${task}?wait_for_completion=true`)).json.completed, true);
  assert.equal((await foreign('GET', `/_tasks/${task}`)).status, 404);
  assert.equal((await foreign('GET', `/_tasks/${task}?wait_for_completion=true`)).status, 404);
  assert.doesNotMatch((await foreign('GET', '/_tasks?detailed=true')).text, /vault|copy-task/);
  const cancelled = await foreign('POST', `/_tasks/${task}/_cancel`);
  assert.ok(cancelled.status === 404 || cancelled.json.node_failures?.length > 0, cancelled.text);
});

test('[AUT-19] a scroll and a moment do not outlive the token they are read with', async () => {
  const administrator = await platform.a.as('tenant administrator');
  const { data } = await administrator.call('PUT', '/session/token', { body: { name: 'short' } });
  const reader = doorFor(platform.url, data.token);
  const scroll_id = (await reader('POST', '/vault,plain/_search?scroll=1m&size=1')).json._scroll_id;
  const id = (await reader('POST', '/vault/_search/point_in_time?keep_alive=1m')).json.pit_id;
  assert.equal((await reader('POST', '/_search', { pit: { id } })).json.hits.total.value, 1);
  await administrator.call('DELETE', `/session/token/${data.id}`);
  assert.equal((await reader('POST', '/_search/scroll', { scroll_id })).status, 401);
  assert.equal((await reader('POST', '/_search', { pit: { id } })).status, 401);
});
