import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arriving } from './arriving.ts';

test('[STR-04] who waits for a request hears of it when it is there, when it comes, or that it did not come', async () => {
  const arriving = new Arriving<number>();
  const patience = new AbortController();
  arriving.set('a', 1);
  assert.equal(await arriving.comes('a', patience.signal), 1);
  const [first, second] = [arriving.comes('b', patience.signal), arriving.comes('b', patience.signal)];
  const other = arriving.comes('c', patience.signal);
  arriving.set('b', 2);
  arriving.delete('b');
  assert.deepEqual([await first, await second, arriving.get('b')], [2, 2, undefined]);
  patience.abort();
  assert.equal(await other, null);
  assert.equal(await arriving.comes('b', patience.signal), null);
});
