import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Client } from './client.ts';
import type { ChangesAnswer } from './endpoint-types.ts';
import { LiveChanges } from './live-changes.ts';
import { HeldTimers } from './testing/held-timers.ts';
import { envelope, refusal, smallPlatform } from './testing/small-platform.ts';

type Step = Partial<ChangesAnswer> | 'hang up' | 'wait' | 'refuse';

/** A platform that answers the questions for changes in this order, the last for ever. */
async function answering(steps: readonly Step[]) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const platform = await smallPlatform({
    'GET /api/data/changes': ({ path }) => {
      const step = steps[Math.min(asked.length, steps.length - 1)] ?? 'wait';
      asked.push(path.split('?')[1] ?? '');
      for (const one of waiting.splice(0)) one();
      if (step === 'hang up' || step === 'wait') return step;
      if (step === 'refuse') return { http: 401, text: refusal(14, 'no', { type: 'authentication', reason: 'no' }) };
      return { text: envelope({ cursor: `c${asked.length}`, templates: [], missed: false, pause: 1000, ...step }) };
    },
  });
  const asks = async (count: number): Promise<void> => {
    while (asked.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { platform, asked, asks };
}

function following(base: string, heard: string[][]) {
  const timers = new HeldTimers();
  const client = new Client({ base, timers });
  const live = new LiveChanges(client, async (templates) => {
    heard.push([...templates]);
  });
  return { timers, live };
}

test('[VIS-17] what is followed is told once for each answer, by one question at a time', async () => {
  const { platform, asked, asks } = await answering([{}, { templates: ['t1', 't2', 't9'] }, 'wait']);
  await using _ = platform;
  const heard: string[][] = [];
  const { timers, live } = following(platform.base, heard);
  const stops = ['t1', 't1', 't2'].map((template) => live.follow(template));
  await asks(1);
  await timers.waitsFor(1000);
  timers.pass(1000);
  await asks(2);
  await timers.waitsFor(1000);
  assert.deepEqual(heard, [['t1', 't2']]);
  timers.pass(1000);
  await asks(3);
  assert.deepEqual(asked, ['', 'since=c1&wait=25', 'since=c2&wait=25']);
  for (const stop of stops) stop();
});

test('[VIS-17] a page nobody looks at asks nothing, and hears afterwards what it missed', async () => {
  const { platform, asked, asks } = await answering([{}, 'wait', { templates: ['t1'] }, 'wait']);
  await using _ = platform;
  const heard: string[][] = [];
  const { timers, live } = following(platform.base, heard);
  const stop = live.follow('t1');
  await timers.waitsFor(1000);
  timers.pass(1000);
  await asks(2);
  live.look(false);
  live.look(false);
  assert.equal(asked.length, 2);
  live.look(true);
  await asks(3);
  assert.equal(asked[2], 'since=c1&wait=25', 'from where it had heard of everything');
  await timers.waitsFor(1000);
  assert.deepEqual(heard, [['t1']]);
  stop();
  stop();
  timers.pass(5000);
  assert.equal(asked.length, 3, 'nobody follows');
});

test('[VIS-17] [MSG-05] after a failure it asks again, later each time, and after a restart everything looks again', async () => {
  const { platform, asked, asks } = await answering([{}, 'hang up', { missed: true }, 'wait']);
  await using _ = platform;
  const heard: string[][] = [];
  const { timers, live } = following(platform.base, heard);
  const stop = live.follow('t1');
  await timers.waitsFor(1000);
  timers.pass(1000);
  await asks(2);
  // the client's own second try (ERR-34)
  await timers.waitsFor(1000);
  timers.pass(1000);
  await asks(3);
  await timers.waitsFor(1000);
  assert.deepEqual(heard, [['t1']]);
  assert.equal(asked[2], 'since=c1&wait=25');
  stop();
});

test('[VIS-17] a listener that fails does not end it, a refusal does', async () => {
  const { platform, asks } = await answering([{ missed: true }, 'refuse']);
  await using _ = platform;
  const timers = new HeldTimers();
  const refused = Promise.withResolvers<void>();
  const authority = { token: () => 'a.b.c', mayCall: () => true, refused: refused.resolve };
  const live = new LiveChanges(new Client({ base: platform.base, timers, authority }), async () => {
    throw new Error('the view is gone');
  });
  live.follow('t1');
  await timers.waitsFor(2000);
  timers.pass(2000);
  await asks(2);
  await refused.promise;
  await setImmediate();
  assert.deepEqual(
    timers.asked.filter((ms) => ms !== 60_000),
    [2000],
    'no further try',
  );
});

test('[ROL-04] who has no right to hear of changes is not asked for', () => {
  const timers = new HeldTimers();
  const authority = { token: () => undefined, mayCall: () => false, refused: () => {} };
  const live = new LiveChanges(new Client({ base: 'http://127.0.0.1:9/api', timers, authority }), async () => {});
  live.follow('t1');
  assert.equal(timers.asked.length, 0);
});
