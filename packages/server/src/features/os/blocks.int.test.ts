import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door, foreign } = await doorsForFile();

before(async () => {
  await door('PUT', '/free/_doc/1', { kw1: 'a' });
});

beforeEach(async () => {
  for (const name of ['write', 'read', 'read_only', 'metadata'])
    await door('PUT', '/free/_settings', { [`index.blocks.${name}`]: null });
});

const block = (name: string) => door('PUT', `/free/_block/${name}`);

const MAPPING = { properties: { kw2: { type: 'keyword' } } };
const ALIAS = { actions: [{ add: { index: 'free', alias: 'other' } }] };

/** What is asked of a blocked index, by what it needs. */
const ACTS = {
  read: () => [
    door('GET', '/free/_doc/1'),
    door('POST', '/free/_search', {}),
    door('POST', '/_count', {}),
    door('POST', '/free/_mget', { ids: ['1'] }).then(({ json }) => ({ status: json.docs[0].error ? 403 : 200 })),
  ],
  write: () => [
    door('PUT', '/free/_doc/1', { kw1: 'a' }),
    door('POST', '/free/_update/1', { doc: { kw1: 'a' } }),
    door('POST', '/_bulk', '{"index":{"_index":"free","_id":"1"}}\n{"kw1":"a"}\n').then(
      ({ json }) => json.items[0].index,
    ),
  ],
  change: () => [
    door('PUT', '/free/_mapping', MAPPING),
    door('PUT', '/free/_settings', { 'index.refresh_interval': '1s' }),
    door('POST', '/_aliases', ALIAS),
  ],
  tell: () => [door('GET', '/free/_mapping'), door('GET', '/free/_settings'), door('GET', '/free')],
};

// what OpenSearch 2.19.1 answers
const BLOCKED = {
  write: ['write'],
  read: ['read'],
  read_only: ['write', 'change'],
  metadata: ['change', 'tell'],
} as const;

for (const [name, acts] of Object.entries(BLOCKED)) {
  test(`[IDX-01] an index blocked by \`${name}\` refuses what that blocks, and nothing else`, async () => {
    const { json } = await block(name);
    assert.deepEqual(json, {
      acknowledged: true,
      shards_acknowledged: true,
      indices: [{ name: 'free', blocked: true }],
    });
    for (const [act, calls] of Object.entries(ACTS)) {
      const isBlocked = acts.some((each) => each === act);
      for (const { status } of await Promise.all(calls())) {
        assert.equal(status === 403, isBlocked, `${name}: ${act} ${status}`);
      }
    }
  });
}

test('[IDX-01] the words of a block are those of OpenSearch', async () => {
  await block('write');
  const { json } = await door('PUT', '/free/_doc/1', {});
  assert.deepEqual(json.error.root_cause, [
    { type: 'cluster_block_exception', reason: 'index [free] blocked by: [FORBIDDEN/8/index write (api)];' },
  ]);
  await block('read_only');
  const both = 'index [free] blocked by: [FORBIDDEN/8/index write (api), FORBIDDEN/5/index read-only (api)];';
  assert.equal((await door('PUT', '/free/_doc/1', {})).json.error.reason, both);
  assert.equal((await door('DELETE', '/free')).status, 403);
  assert.equal((await block('nope')).json.error.reason, 'No block found with name nope');
  const wrong = await door('PUT', '/free/_settings', { 'index.blocks.read': 'maybe' });
  assert.equal(wrong.json.error.reason, 'Failed to parse value [maybe] as only [true] or [false] are allowed.');
});

test('[SEC-02] an index is blocked by its own tenant alone', async () => {
  assert.equal((await foreign('PUT', '/free/_block/write')).status, 404);
  assert.deepEqual((await foreign('PUT', '/*/_block/write')).json.indices, []);
  assert.equal((await door('PUT', '/free/_doc/1', { kw1: 'a' })).status, 200);
});
