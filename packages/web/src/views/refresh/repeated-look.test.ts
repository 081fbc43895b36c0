import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RepeatedLook } from './repeated-look.ts';

/** Looks every 10 s that end when the test says so. */
function looking(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const running: PromiseWithResolvers<void>[] = [];
  const looks = new RepeatedLook(10_000, () => {
    const one = Promise.withResolvers<void>();
    running.push(one);
    return one.promise;
  });
  t.after(() => looks.stop());
  const pass = (seconds: number): void => t.mock.timers.tick(seconds * 1000);
  const end = async (how: 'well' | 'badly' = 'well'): Promise<void> => {
    const one = running.at(-1);
    if (how === 'well') one?.resolve();
    else one?.reject(new Error('the platform is away'));
    await setImmediate();
  };
  return { looks, pass, end, begun: () => running.length };
}

test('[VIS-17] one look at a time: the next begins so long after the last one ended, well or badly', async (t) => {
  const { looks, pass, end, begun } = looking(t);
  looks.see(true);
  pass(9);
  assert.equal(begun(), 0);
  pass(1);
  assert.equal(begun(), 1);
  pass(300);
  assert.equal(begun(), 1, 'the first still runs');
  await end('badly');
  pass(9);
  assert.equal(begun(), 1);
  pass(1);
  assert.equal(begun(), 2);
  await end();
  pass(10);
  assert.equal(begun(), 3);
});

test('[VIS-17] a page nobody sees does not look; who comes back late sees it at once, and once', async (t) => {
  const { looks, pass, end, begun } = looking(t);
  looks.see(true);
  pass(6);
  looks.see(false);
  pass(600);
  assert.equal(begun(), 0);
  looks.see(true);
  looks.see(true);
  pass(0);
  assert.equal(begun(), 1);
  looks.see(false);
  await end();
  pass(600);
  assert.equal(begun(), 1, 'a look that ends in the back starts no other');
  looks.see(true);
  pass(0);
  assert.equal(begun(), 2);
});

test('[VIS-17] what is stopped looks no more, also when a look still runs', async (t) => {
  const { looks, pass, end, begun } = looking(t);
  looks.see(true);
  pass(10);
  looks.stop();
  await end();
  looks.see(true);
  pass(100);
  assert.equal(begun(), 1);
});
