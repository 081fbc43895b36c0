import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaOfKind } from '@datasarana/schema';
import { Client } from '../client.ts';
import { HeldTimers } from '../testing/held-timers.ts';
import { envelope, smallPlatform } from '../testing/small-platform.ts';
import { SchemaCache } from './schema-cache.ts';

const nameOf = (path: string): string => new URL(path, 'http://x').searchParams.get('id') ?? '';

const answering = (refuse: (name: string) => boolean) =>
  smallPlatform({
    'GET /api/schema/system': ({ path }) => {
      const schema = schemaOfKind(nameOf(path));
      return !schema || refuse(schema.name) ? { text: envelope(null, { code: 34 }) } : { text: envelope(schema) };
    },
  });

test('[SCH-14] [SCH-17] the 15 bundled schemas are in memory, others are fetched once', async () => {
  await using platform = await answering(() => false);
  const cache = new SchemaCache(new Client({ base: platform.base }));
  assert.equal(cache.size, 15);
  assert.equal((await cache.get('user'))?.name, 'user');
  assert.equal(platform.arrived.length, 0);
  const [first, second] = await Promise.all([cache.get('compute.host'), cache.get('compute.host')]);
  assert.equal(first, second);
  assert.deepEqual(first, schemaOfKind('compute.host'));
  await cache.get('compute.host');
  assert.equal(platform.arrived.length, 1);
});

test('[SCH-15] [ERR-31] neither fetched nor bundled is NO SCHEMA', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  await using platform = await answering(() => true);
  const cache = new SchemaCache(new Client({ base: platform.base }));
  assert.equal(await cache.get('compute.host'), undefined);
  assert.equal(said.mock.calls[0]?.arguments[0], 'NO SCHEMA');
});

test('[SCH-16] the event fires once, when the 31 are there', async () => {
  await using platform = await answering(() => false);
  const cache = new SchemaCache(new Client({ base: platform.base }));
  let fired = 0;
  cache.onComplete(() => fired++);
  await cache.loadRest();
  await cache.loadRest();
  assert.deepEqual([fired, cache.size, platform.arrived.length], [1, 31, 16]);
});

test('[SCH-17] names that fail are listed and tried again after 1, 2, 4 … 60 s', async () => {
  let broken = true;
  await using platform = await answering((name) => broken && name === 'user.data');
  const timers = new HeldTimers();
  const cache = new SchemaCache(new Client({ base: platform.base, timers }));
  let fired = 0;
  cache.onComplete(() => fired++);
  await cache.loadRest();
  assert.deepEqual(cache.failed, ['user.data']);
  // Every call asks for its own time-out first: 16 calls and one retry, then one of each.
  let asked = 17;
  for (const wait of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    await timers.asks(asked);
    assert.equal(timers.asked.at(-1), wait);
    timers.pass(wait);
    asked += 2;
  }
  await timers.asks(asked);
  assert.equal(fired, 0);
  broken = false;
  const complete = new Promise<void>((resolve) => cache.onComplete(resolve));
  timers.pass(60_000);
  await complete;
  assert.deepEqual([fired, cache.failed.length, timers.waiting], [1, 0, 0]);
});
