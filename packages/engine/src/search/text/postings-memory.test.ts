import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostingsMemory } from './postings-memory.ts';

test('[API-31] the memory keeps what was used last within its limit', () => {
  const memory = new PostingsMemory({ limitBytes: 100 });
  memory.set('a', 1, 40);
  memory.set('b', 2, 40);
  assert.equal(memory.get('a'), 1);
  memory.set('c', 3, 40);
  assert.deepEqual([memory.get('a'), memory.get('b'), memory.get('c')], [1, undefined, 3]);
  assert.equal(memory.bytes, 80);
});

test('[API-31] room is made for many entries at once, those used last stay', () => {
  const memory = new PostingsMemory({ limitBytes: 1000 });
  for (let i = 0; i < 100; i++) memory.set(`k${i}`, i, 10);
  assert.equal(memory.get('k0'), 0);
  assert.equal(memory.bytes, 1000);
  memory.set('new', 'new', 10);
  assert.equal(memory.bytes, 870);
  assert.deepEqual(
    [memory.get('k0'), memory.get('k14'), memory.get('k15'), memory.get('new')],
    [0, undefined, 15, 'new'],
  );
});

test('[API-31] an entry larger than half the memory is not kept; the same key twice counts once', () => {
  const memory = new PostingsMemory({ limitBytes: 100 });
  memory.set('large', 1, 51);
  assert.equal(memory.get('large'), undefined);
  memory.set('a', 1, 30);
  memory.set('a', 2, 20);
  assert.equal(memory.bytes, 20);
});

test('[API-31] what nobody asks for is let go', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const memory = new PostingsMemory({ limitBytes: 100, idleMs: 1000 });
  memory.set('a', 1, 10);
  context.mock.timers.tick(900);
  assert.equal(memory.get('a'), 1);
  context.mock.timers.tick(900);
  assert.equal(memory.get('a'), 1);
  context.mock.timers.tick(1000);
  assert.equal(memory.bytes, 0);
});
