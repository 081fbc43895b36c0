import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turnstile } from './turnstile.ts';

test('[TSK-07] as many pushes as there are places go at the same time, the others in the order they came', async () => {
  const turnstile = new Turnstile(2);
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const began: number[] = [];
  let inside = 0;
  let most = 0;
  const works = gates.map(({ promise }, i) =>
    turnstile.through(async () => {
      began.push(i);
      most = Math.max(most, ++inside);
      await promise;
      inside--;
      if (i === 1) throw new Error('a push that failed gives its place away too');
    }),
  );
  const ended = Promise.allSettled(works);
  assert.deepEqual(began, [0, 1]);
  for (const { resolve } of [gates[1], gates[0], ...gates.slice(2)].flatMap((gate) => gate ?? [])) resolve();
  const results = (await ended).map(({ status }) => status);
  assert.deepEqual(results, ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  assert.deepEqual([began, most], [[0, 1, 2, 3, 4], 2]);
});
