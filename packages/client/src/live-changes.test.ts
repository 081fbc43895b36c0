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

/** Follows templates of such a platform until the first answer came. */
async function following(steps: readonly Step[], ...templates: readonly string[]) {
  const { platform, asked, asks } = await answering(steps);
  const timers = new HeldTimers();
  const heard: string[][] = [];
  const live = new LiveChanges(new Client({ base: platform.base, timers }), async (changed) => {
    heard.push([...changed]);
  });
  const stops = templates.map((template) => live.follow(template));
  const answered = () => timers.waitsFor(1000);
  await answered();
  return {
    asked,
    heard,
    live,
    timers,
    answered,
    stop: () => {
      for (const stop of stops) stop();
    },
    /** Lets the second after an answer pass, and waits for this question. */
    async goOn(question: number) {
      timers.pass(1000);
      await asks(question);
    },
    asks,
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
}

test('[VIS-17] what is followed is told once for each answer, by one question at a time', async () => {
  await using page = await following([{}, { templates: ['t1', 't2', 't9'] }, 'wait'], 't1', 't1', 't2');
  await page.goOn(2);
  await page.answered();
  assert.deepEqual(page.heard, [['t1', 't2']]);
  await page.goOn(3);
  assert.deepEqual(page.asked, ['', 'since=c1&wait=25', 'since=c2&wait=25']);
  page.stop();
});

test('[VIS-17] a page nobody looks at asks nothing, and hears afterwards what it missed', async () => {
  await using page = await following([{}, 'wait', { templates: ['t1'] }, 'wait'], 't1');
  await page.goOn(2);
  page.live.look(false);
  page.live.look(false);
  page.live.look(true);
  await page.asks(3);
  assert.equal(page.asked[2], 'since=c1&wait=25', 'from where it had heard of everything');
  await page.answered();
  assert.deepEqual(page.heard, [['t1']]);
  page.stop();
  page.stop();
  assert.equal(page.timers.waiting, 0, 'nobody follows, nothing will be asked');
});

test('[VIS-17] [MSG-05] after a failure it asks again, later each time, and after a restart everything looks again', async () => {
  await using page = await following([{}, 'hang up', { missed: true }, 'wait'], 't1');
  await page.goOn(2);
  // the client's own second try (ERR-34)
  await page.answered();
  await page.goOn(3);
  await page.answered();
  assert.deepEqual(page.heard, [['t1']]);
  assert.equal(page.asked[2], 'since=c1&wait=25');
  page.stop();
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
