import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_ROWS } from '@datasarana/schema';
import { LiveBatch } from './live-batch.ts';

const begun = (size = 0) =>
  new LiveBatch(
    'b1',
    't1',
    1,
    {
      template: 'T1',
      template_name: 'T',
      state: 'running',
      request_id: 'r1',
      source: 'csv',
      file: null,
      user: 'u1',
      user_name: 'U',
      bytes: 0,
      total: 0,
      reason: null,
      ...NO_ROWS,
      took: 0,
    },
    size,
  );

test('[STR-04] a batch counts as an upload only until it is received', () => {
  const live = begun();
  live.report('upload', 5, 100);
  assert.equal(live.progress.phase, 'upload');
  live.received({ bytes: 200, total: 9 });
  assert.deepEqual([live.progress.phase, live.doc.bytes, live.doc.total], ['wait', 200, 9]);
});

test('[STR-03] a batch that ends without a ledger stores nothing and says why', async () => {
  const live = begun();
  const doc = live.end('cancelled', new Error('no longer wanted'));
  assert.deepEqual([doc.state, doc.reason, doc.accepted], ['cancelled', 'no longer wanted', 0]);
  await assert.rejects(live.ledger, /no longer wanted/);
});

test('[SRC-36] a phase tells its rows a second and what is left of it, once half a second of it is done', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const live = begun(400);
  live.report('upload', 5, 100);
  assert.deepEqual(live.progress, { phase: 'upload', rows: 5, bytes: 100, rate: 0, size: 400 });
  now += 2000;
  live.report('upload', 10, 100);
  assert.deepEqual(live.progress, { phase: 'upload', rows: 10, bytes: 100, rate: 5, size: 400, eta: 6000 });
  live.report('upload', 40, 400);
  assert.equal(live.progress.eta, undefined, 'all of it is there');
  live.received({ bytes: 400, total: 40 });
  live.onProgress({ phase: 'write', rows: 0 });
  now += 1000;
  live.onProgress({ phase: 'write', rows: 10 });
  assert.deepEqual([live.progress.rate, live.progress.eta], [10, 3000]);
});

test('[STR-04] a batch that waits in the stream tells why to those who waited, and gives its ledger to those who ask again', async () => {
  const live = begun();
  const first = live.ledger;
  live.postpone(new Error('safe in the stream'));
  await assert.rejects(first, /safe in the stream/);
  assert.deepEqual([live.isPostponed, live.doc.state, live.doc.reason], [true, 'running', 'safe in the stream']);
  const again = live.ledger;
  const ledger = {
    ...NO_ROWS,
    batch: 'b1',
    index: 'T1',
    requestId: 'r1',
    ts: 1,
    read: 1,
    accepted: 1,
    took: 2,
    errors: [],
  };
  live.finish(ledger);
  assert.equal(await again, ledger);
  assert.deepEqual([live.isPostponed, live.doc.state, live.doc.reason], [false, 'done', null]);
});
