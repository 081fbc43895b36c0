import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrived, ChunkLate, ChunkLost, chunkLimit, withinLimit } from './chunk-limit.ts';

test('[RTE-14] a chunk is given 120 seconds, then fails with an error to retry', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal(chunkLimit, 120_000);
  const failures: unknown[] = [];
  const never = withinLimit(new Promise<string>(() => undefined), 'Discover').catch((error: unknown) => {
    failures.push(error);
  });
  context.mock.timers.tick(119_999);
  await Promise.resolve();
  assert.equal(failures.length, 0);
  context.mock.timers.tick(1);
  await never;
  const [failed] = failures;
  assert.ok(failed instanceof ChunkLate);
  assert.match(failed.message, /Discover did not arrive within 120 seconds/);
});

test('[RTE-14] a chunk in time is handed on', async () => {
  assert.equal(await withinLimit(Promise.resolve('screen'), 'Home', 10), 'screen');
});

test('[APP-24] code that cannot be fetched is lost while the platform is away, and fails as it did while it answers', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  const away = arrived(Promise.reject(gone), 'Users', () => Promise.resolve(false));
  await assert.rejects(away, (error) => error instanceof ChunkLost && /^Users could not be loaded/.test(error.message));
  const upgraded = arrived(Promise.reject(gone), 'Users', () => Promise.resolve(true));
  await assert.rejects(upgraded, (error) => error === gone);
  assert.equal(await arrived(Promise.resolve('screen'), 'Home'), 'screen');
});
