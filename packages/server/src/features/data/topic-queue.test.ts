import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { TopicQueue } from './topic-queue.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

function job(log: string[], name: string, faults = 0, giveUp: 'kept' | 'disk full' = 'kept') {
  const ended = Promise.withResolvers<void>();
  let left = faults;
  return {
    ended: ended.promise,
    run: async () => {
      if (left-- > 0) throw new Error('busy');
      log.push(name);
      ended.resolve();
    },
    giveUp: async () => {
      if (giveUp === 'disk full') throw new Error('disk full');
      log.push(`${name} given up`);
      ended.resolve();
    },
    postponed: () => {
      log.push(`${name} postponed`);
      ended.resolve();
    },
  };
}

test('[STR-04] batches are applied in order, what fails is tried again before the next', async () => {
  const log: string[] = [];
  const queue = new TopicQueue(async () => {});
  const jobs = [job(log, 'a'), job(log, 'b', 2), job(log, 'c')];
  for (const each of jobs) queue.push(each);
  const last = jobs[2]?.ended ?? Promise.resolve();
  await settled(last);
  assert.deepEqual(log, ['a', 'b', 'c']);
});

test('[STR-04] a batch that never succeeds is noted, then the next one comes', async () => {
  const log: string[] = [];
  const queue = new TopicQueue(async () => {});
  const jobs = [job(log, 'a', 99), job(log, 'b')];
  for (const each of jobs) queue.push(each);
  await settled(jobs[1]?.ended ?? Promise.resolve());
  assert.deepEqual(log, ['a given up', 'b']);
});

test('[STR-04] what cannot even be noted stays at the head and is taken up first with the next batch', async () => {
  const log: string[] = [];
  const queue = new TopicQueue(async () => {});
  const stuck = job(log, 'a', 4, 'disk full');
  queue.push(stuck);
  await settled(stuck.ended);
  const next = job(log, 'b');
  await new Promise((resolve) => setImmediate(resolve));
  queue.push(next);
  await settled(next.ended);
  assert.deepEqual(log, ['a postponed', 'a', 'b']);
});

test('[STR-04] what had to stay is taken up when its sender comes again, or by itself a while later', async () => {
  const log: string[] = [];
  const queue = new TopicQueue(async () => {});
  const stuck = job(log, 'a', 8, 'disk full');
  queue.push(stuck);
  await settled(stuck.ended);
  await new Promise((resolve) => setImmediate(resolve));
  queue.again();
  for (let i = 0; i < 20 && log.length < 2; i++) await settled(new Promise((resolve) => setImmediate(resolve)));
  assert.deepEqual(log, ['a postponed', 'a postponed']);
  mock.timers.tick(30_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(log, ['a postponed', 'a postponed', 'a']);
});

test('[STR-04] nothing takes an offset before what was left over is applied', async () => {
  const log: string[] = [];
  const recovery = Promise.withResolvers<void>();
  const queue = new TopicQueue(() => recovery.promise);
  const ordered = queue.ordered(async () => log.push('new'));
  log.push('left over');
  recovery.resolve();
  await ordered;
  assert.deepEqual(log, ['left over', 'new']);
});

test('[STR-04] what comes when the queue has stopped is told to wait for the next start', async () => {
  const log: string[] = [];
  const queue = new TopicQueue(async () => {});
  await queue.stop();
  const late = job(log, 'late');
  queue.push(late);
  await settled(late.ended);
  assert.deepEqual(log, ['late postponed']);
});

test('[STR-02] who sends faster than batches are applied waits, and is let in one after the other; a cancelled one goes', async () => {
  const log: string[] = [];
  const queue = new TopicQueue(async () => {});
  const gate = Promise.withResolvers<void>();
  queue.push({ ...job(log, 'first'), run: () => gate.promise });
  const jobs = Array.from({ length: 32 }, (_, i) => job(log, `${i}`));
  for (const each of jobs) queue.push(each);
  const none = new AbortController().signal;
  let entered = false;
  const waiting = queue.room(none).then(() => {
    entered = true;
  });
  const leaving = new AbortController();
  const cancelled = queue.room(leaving.signal);
  leaving.abort(new Error('cancelled'));
  await assert.rejects(cancelled, /cancelled/);
  assert.equal(entered, false);
  gate.resolve();
  await waiting;
  await jobs.at(-1)?.ended;
  await queue.room(none);
  assert.equal(log.length, 32);
});

test('[STR-02] who left while waiting does not take the place of the next one', async () => {
  const log: string[] = [];
  const queue = new TopicQueue(async () => {});
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  queue.push({ ...job(log, 'first'), run: () => first.promise });
  for (let i = 0; i < 31; i++) queue.push({ ...job(log, `${i}`), run: () => others.promise });
  const leaving = new AbortController();
  const cancelled = queue.room(leaving.signal);
  const next = queue.room(new AbortController().signal);
  leaving.abort(new Error('cancelled'));
  await assert.rejects(cancelled, /cancelled/);
  first.resolve();
  await next;
  others.resolve();
});

/** Lets promises and mocked pauses run until `work` is done. */
async function settled(work: Promise<unknown>): Promise<void> {
  let over = false;
  work.then(() => {
    over = true;
  });
  for (let turn = 0; !over; turn++) {
    assert.ok(turn < 1000, 'the work does not end');
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(5000);
  }
}

const waiting = (log: string[], name: string, rows?: number, faults = 0) => ({
  ...job(log, name, faults),
  ...(rows !== undefined && { rows }),
});

test('[STR-04] small batches that wait are taken in together, up to some rows, and in their order', async () => {
  const log: string[] = [];
  const recovery = Promise.withResolvers<void>();
  const queue = new TopicQueue<ReturnType<typeof waiting>>(
    () => recovery.promise,
    async (jobs) => {
      log.push(`${jobs.length} together`);
      for (const each of jobs) await each.run();
      return jobs.length;
    },
  );
  const first = waiting(log, 'first');
  const jobs = [
    first,
    ...['a', 'b', 'c'].map((name) => waiting(log, name, 9000)),
    waiting(log, 'large'),
    waiting(log, 'd', 1),
  ];
  for (const each of jobs) queue.push(each);
  await settled(jobs.at(-1)?.ended ?? Promise.resolve());
  assert.deepEqual(log, ['first', '2 together', 'a', 'b', 'c', 'large', 'd']);
});

test('[STR-04] batches that cannot be taken in together are taken in one by one, and those behind them together again', async () => {
  const log: string[] = [];
  const answers = [() => 0, () => assert.fail('broken'), () => 2, () => 1];
  const queue = new TopicQueue<ReturnType<typeof waiting>>(
    async () => {},
    async (jobs) => {
      log.push(`${jobs.length} together`);
      const done = answers.shift()?.() ?? 0;
      for (const each of jobs.slice(0, done)) await each.run();
      return done;
    },
  );
  const jobs = [...'1abcdefghi'].map((name) => waiting(log, name, 10_000, name === 'b' ? 2 : 0));
  for (const each of jobs) queue.push(each);
  await settled(jobs.at(-1)?.ended ?? Promise.resolve());
  assert.deepEqual(log, ['1', ...two, 'a', 'b', ...two, 'c', 'd', ...two, 'e', 'f', ...two, 'g', 'h', 'i']);
});

const two = ['2 together'];
