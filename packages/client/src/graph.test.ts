import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from './client.ts';
import { Graph } from './graph.ts';
import { envelope, smallPlatform } from './testing/small-platform.ts';

const answering = () =>
  smallPlatform({
    'POST /api/data/traverse': () => ({ text: envelope({ id: 'v1', label: 'visual.view' }) }),
    'PUT /api/data/traverse': () => ({ text: envelope({ from: 'v1', to: 'v2', label: 'shows' }) }),
    'DELETE /api/data/traverse': () => ({ text: envelope({ id: 'v1' }) }),
  });

test('[ROL-03] with nobody signed in saving, adding and dropping do nothing at all', async () => {
  await using platform = await answering();
  const graph = new Graph({ client: new Client({ base: platform.base }), isLive: () => false });
  assert.equal(await graph.save('visual.view', { name: 'x' }), null);
  assert.equal(await graph.link('v1', 'v2', 'shows'), false);
  assert.equal(await graph.drop('visual.view', 'v1'), false);
  assert.equal(platform.arrived.length, 0);
});

test('[GRM-01] [GRM-02] [GRM-03] save sends type and data, link an edge in the address, drop type and id', async () => {
  await using platform = await answering();
  const graph = new Graph({ client: new Client({ base: platform.base }), isLive: () => true });
  assert.deepEqual(await graph.save('visual.view', { name: 'x' }), { id: 'v1', label: 'visual.view' });
  assert.equal(await graph.link('v1', 'v2', 'shows'), true);
  assert.equal(await graph.drop('visual.view', 'v1'), true);
  assert.deepEqual(
    platform.arrived.map(({ method, path, body }) => [method, path, body]),
    [
      ['POST', '/api/data/traverse', { type: 'visual.view', data: { name: 'x' } }],
      ['PUT', '/api/data/traverse?from=v1&to=v2&label=shows', undefined],
      ['DELETE', '/api/data/traverse', { type: 'visual.view', id: 'v1' }],
    ],
  );
});
