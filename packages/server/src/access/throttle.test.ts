import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { createThrottle } from './throttle.ts';

/** A clock that moves only when someone waits. */
function bench() {
  const time = { now: 1_000_000_000 };
  const waits: number[] = [];
  const throttle = createThrottle(
    () => time.now,
    async (ms) => {
      waits.push(ms);
      time.now += ms;
    },
  );
  return { time, waits, throttle };
}

const refusal = (http: number, status?: number) => (error: unknown) => {
  assert.ok(error instanceof PlatformError);
  assert.equal(error.detail.http, http);
  assert.equal(error.detail.code, 11);
  assert.equal(error.detail.status, status);
  assert.match(error.message, /try again in \d+ s/);
  return true;
};

test('[AUT-15] failures make the pair wait 1, 2, 4 s and then come back later', async () => {
  const { waits, throttle } = bench();
  for (let tries = 0; tries < 4; tries++) {
    await throttle.enter('10.0.0.1', 'ada');
    throttle.failed('10.0.0.1', 'ada');
  }
  assert.deepEqual(waits, [1000, 2000, 4000]);
  await assert.rejects(throttle.enter('10.0.0.1', 'ada'), refusal(429));
});

test('[AUT-15] another address and another login id are not slowed down', async () => {
  const { waits, throttle } = bench();
  for (let tries = 0; tries < 5; tries++) throttle.failed('10.0.0.1', 'ada');
  await throttle.enter('10.0.0.2', 'ada');
  await throttle.enter('10.0.0.1', 'grace');
  assert.deepEqual(waits, []);
});

test('[AUT-15] tries sent together take turns, and those whose turn is too far away are sent off', async () => {
  const slots: number[] = [];
  const throttle = createThrottle(
    () => 1_000_000_000,
    async (ms) => {
      slots.push(ms);
    },
  );
  throttle.failed('10.0.0.1', 'ada');
  const together = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(() => throttle.enter('10.0.0.1', 'ada')));
  assert.deepEqual(slots, [1000, 2000, 3000, 4000]);
  assert.equal(together.filter(({ status }) => status === 'rejected').length, 3);
});

test('[AUT-15] a success forgets the failures', async () => {
  const { waits, throttle } = bench();
  throttle.failed('10.0.0.1', 'ada');
  throttle.succeeded('10.0.0.1', 'ada');
  await throttle.enter('10.0.0.1', 'ada');
  assert.deepEqual(waits, []);
});

test('[AUT-15] 100 failures in an hour from anywhere lock the login id for 15 minutes', async () => {
  const { time, throttle } = bench();
  for (let tries = 0; tries < 100; tries++) throttle.failed(`10.0.0.${tries}`, 'ada');
  await assert.rejects(throttle.enter('10.9.9.9', 'ADA'), refusal(429, 3));
  time.now += 15 * 60_000 - 1;
  await assert.rejects(throttle.enter('10.9.9.9', 'ada'), refusal(429, 3));
  time.now += 1;
  await throttle.enter('10.9.9.9', 'ada');
});

test('[AUT-15] 100 failures spread over more than an hour lock nothing', async () => {
  const { time, throttle } = bench();
  for (let tries = 0; tries < 100; tries++) {
    throttle.failed(`10.0.0.${tries}`, 'ada');
    time.now += 37_000;
  }
  await throttle.enter('10.9.9.9', 'ada');
});

test('[SEC-06] one address has a budget of sign-in calls per minute', async () => {
  const { time, throttle } = bench();
  for (let calls = 0; calls < 600; calls++) throttle.count('10.0.0.1');
  time.now += 20_000;
  assert.throws(() => throttle.count('10.0.0.1'), refusal(429));
  assert.throws(() => throttle.count('10.0.0.1'), /try again in 40 s/);
  time.now += 40_000;
  throttle.count('10.0.0.1');
});
