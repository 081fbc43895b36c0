import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from './places.ts';

test('[LIM-11] work waits for one of so many places, what is begun before all others', async () => {
  const places = new Places(1);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = places.within(() => first.promise);
  const others = [
    places.within(async () => order.push('second')),
    places.within(async () => order.push('begun'), { begun: true }),
    places.within(async () => Promise.reject(new Error('failed'))),
    places.within(async () => order.push('last')),
  ];
  assert.equal(places.take(), null);
  first.resolve();
  await one;
  const ended = await Promise.allSettled(others);
  assert.deepEqual(order, ['begun', 'second', 'last']);
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  const taken = places.take();
  assert.equal(places.take(), null);
  taken?.();
  assert.notEqual(places.take(), null);
});

test('[LIM-11] who leaves while waiting is never begun and holds no place', async () => {
  const places = new Places(1);
  const taken = places.take();
  const leaving = new AbortController();
  let begun = 0;
  const work = async (): Promise<number> => begun++;
  const waits = places.within(work, { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await assert.rejects(waits, /gone/);
  await assert.rejects(places.within(work, { signal: leaving.signal }), /gone/);
  taken?.();
  assert.equal(begun, 0);
  assert.equal(await places.within(async () => 'free'), 'free');
});
