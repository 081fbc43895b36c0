import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { KEPT_MS, KeptReplies } from './kept-replies.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replies-'));
});
after(() => rm(folder, { recursive: true }));

let files = 0;
const file = (): string => join(folder, `${files++}.sqlite`);
const asked = (request: string, more: Readonly<Record<string, string>> = {}) => ({
  tenant: 't1',
  user: 'u1',
  request,
  digest: 'd',
  ...more,
});

test('[API-02] a reply is found by its request, its sender and its question alone, also after the file was closed', async () => {
  const at = file();
  const first = new KeptReplies(at);
  first.keep(asked('r1'), '{"id":"x"}', 1000);
  await first.close();
  const replies = new KeptReplies(at);
  assert.equal(replies.recall(asked('r1'), 2000), '{"id":"x"}');
  for (const other of [{ tenant: 't2' }, { user: 'u2' }, { request: 'r2' }, { digest: 'e' }]) {
    assert.equal(replies.recall(asked('r1', other), 2000), null, JSON.stringify(other));
  }
  await replies.close();
});

test('[API-02] it is kept for a day, and so many of a tenant', async () => {
  const replies = new KeptReplies(file(), { replies: 10, bytes: 1000 });
  replies.keep(asked('old'), '1', 1000);
  assert.equal(replies.recall(asked('old'), KEPT_MS + 999), '1');
  assert.equal(replies.recall(asked('old'), KEPT_MS + 1000), null);
  replies.keep(asked('other', { tenant: 't2' }), '1', 2000);
  for (let i = 0; i < 11; i++) replies.keep(asked(`r${i}`), '1', 2000 + i);
  assert.deepEqual(
    [replies.recall(asked('old'), 3000), replies.recall(asked('r0'), 3000), replies.recall(asked('r10'), 3000)],
    [null, null, '1'],
  );
  for (const at of [4000, 4001]) replies.keep(asked(`large${at}`), 'x'.repeat(500), at);
  assert.deepEqual(
    ['r10', 'large4000', 'large4001'].map((request) => replies.recall(asked(request), 4002)?.length),
    [undefined, undefined, 500],
  );
  assert.equal(replies.recall(asked('other', { tenant: 't2' }), 4000), '1', 'others are left alone');
  replies.sweep(2000 + KEPT_MS);
  assert.equal(replies.recall(asked('other', { tenant: 't2' }), 2001), null);
  await replies.close();
});

test('[SEC-11] [REC-39] nothing is kept of what was erased', async () => {
  const replies = new KeptReplies(file());
  replies.keep(asked('r1'), '{"id":"x","full_name":"Ada"}', 1000);
  replies.keep(asked('r2', { user: 'x' }), '{"id":"z"}', 1000);
  replies.keep(asked('r3'), '{"id":"y"}', 1000);
  replies.keep(asked('r4', { tenant: 't2' }), '{"id":"x"}', 1000);
  replies.forget('t1', 'x');
  const left = [asked('r1'), asked('r2', { user: 'x' }), asked('r3'), asked('r4', { tenant: 't2' })].map((one) =>
    replies.recall(one, 1001),
  );
  assert.deepEqual(left, [null, null, '{"id":"y"}', '{"id":"x"}']);
  replies.forget('t1', 't2');
  assert.equal(replies.recall(asked('r4', { tenant: 't2' }), 1001), null);
  await replies.close();
});
