import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IncomingBody } from './incoming-body.ts';

const piece = (text: string): Uint8Array => new TextEncoder().encode(text);
const never = new Promise<never>(() => {});

test('[STR-04] a body of which nothing comes any more tells so and can be given up; what came stays read', async () => {
  let now = 1000;
  let left = false;
  async function* sent() {
    try {
      yield piece('a');
      await never;
    } finally {
      left = true;
    }
  }
  const body = new IncomingBody(sent(), () => now);
  const pieces = body[Symbol.asyncIterator]();
  assert.deepEqual((await pieces.next()).value, piece('a'));
  now += 60_000;
  assert.equal(body.silence, 0, 'nothing was asked for meanwhile');
  const next = pieces.next();
  now += 700;
  assert.equal(body.silence, 700);
  body.giveUp(new Error('silent'));
  await assert.rejects(next, /silent/);
  assert.equal((await pieces.next()).done, true);
  assert.equal(left, false, 'the sender is still owed for');
});

test('a body passes as it came, its faults too, and ends when its reader leaves', async () => {
  let left = false;
  async function* sent() {
    try {
      yield piece('a');
      yield piece('b');
      throw new Error('broken off');
    } finally {
      left = true;
    }
  }
  const read: string[] = [];
  const all = async () => {
    for await (const one of new IncomingBody(sent(), Date.now)) read.push(new TextDecoder().decode(one));
  };
  await assert.rejects(all(), /broken off/);
  assert.deepEqual([read, left], [['a', 'b'], true]);
  left = false;
  for await (const _ of new IncomingBody(sent(), Date.now)) break;
  assert.equal(left, true);
});

test('[STR-04] a body that is given up while nothing is asked for is not waited for afterwards', async () => {
  async function* sent() {
    yield piece('a');
    await never;
  }
  const body = new IncomingBody(sent(), Date.now);
  const pieces = body[Symbol.asyncIterator]();
  await pieces.next();
  body.giveUp(new Error('cancelled'));
  await assert.rejects(pieces.next(), /cancelled/);
});
