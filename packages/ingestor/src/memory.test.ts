import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveMemoryBack, Rest } from './memory.ts';

test('[TSK-07] rest begins once behind each work, and not before the first', () => {
  const rest = new Rest();
  const told = [0, 0, 5, 9, 9, 9, 10, 10, 10].map((read) => rest.begins(read));
  assert.deepEqual(told, [false, false, false, false, true, false, false, true, false]);
});

test('[TSK-07] what is needed no more is given back at once', () => {
  let held: readonly (readonly number[])[] = Array.from({ length: 200 }, (_, i) =>
    new Array<number>(30_000).fill(i / 3),
  );
  giveMemoryBack();
  const before = process.memoryUsage().heapUsed;
  assert.equal(held.length, 200);
  held = [];
  giveMemoryBack();
  const freed = before - process.memoryUsage().heapUsed;
  assert.ok(freed > 30 * 1024 ** 2, `${freed} bytes`);
  assert.equal(held.length, 0);
});
