import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyPage } from './every-page.ts';

const row = (_: unknown, at: number) => ({ id: String(at) });

test('[LIM-04] a list longer than a page is read to its end', async () => {
  for (const length of [0, 1, 499, 500, 501, 1200]) {
    const all = Array.from({ length }, row);
    assert.deepEqual(await everyPage(({ from, to }) => Promise.resolve(all.slice(from, to))), all, `${length} rows`);
  }
  assert.deepEqual(await everyPage(() => Promise.resolve(null)), []);
});

test('[LIM-04] a row that a new one moves to the next page meanwhile is there once', async () => {
  const all = Array.from({ length: 600 }, row);
  const moved = [{ id: 'new' }, ...all];
  const found = await everyPage(({ from, to }) => Promise.resolve((from === 0 ? all : moved).slice(from, to)));
  assert.deepEqual(found, all);
});
