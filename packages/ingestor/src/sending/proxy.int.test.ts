import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { until } from '@datasarana/testkit';
import { pause } from '../tasks/pause.ts';
import { csvSource, lines, openWorkplace } from '../testing/bench-of-tests.ts';
import { openGate } from '../testing/gate.ts';

const PAGE = '<html><head><title>Sorry</title></head><body>Sorry</body></html>';

/** What stands before a platform answers: status, body, what is said of it. */
const BARE: readonly (readonly [number, string, RegExp])[] = [
  [400, PAGE, /status 400 is not the platform/],
  [400, '', /status 400 is not the platform/],
  [422, '{"code":422,"error":"Unprocessable"}', /status 422 is not the platform/],
  [415, '{"message":"what is gzip"}', /status 415 is not the platform/],
  [403, PAGE, /status 403 is not the platform/],
  [401, 'Sign in first', /status 401 is not the platform/],
  [404, '404 page not found', /status 404 is not the platform/],
  [302, '', /status 302 is not the platform/],
  [200, PAGE, /status 200 is not the platform/],
  [502, PAGE, /HTTP 502/],
  [507, '', /HTTP 507/],
];

test('[ING-19] [TSK-07] what a proxy answers in the place of the platform judges no row: it is told, rows wait and come once', async () => {
  const left = [...BARE];
  const gate = await openGate(({ bare, go }) => {
    const [next] = left.splice(0, 1);
    if (next) bare(next[0], next[1]);
    else void go();
  });
  const quick = { pause: (ms: number, signal: AbortSignal) => pause(Math.min(ms, 20), signal) };
  const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url, INGESTOR_PARALLEL: '1' }, quick);
  try {
    gate.leadTo(here.at.url);
    const template = await here.makeTemplate('proxy');
    const told: string[] = [];
    const file = path.join(here.watched, 'proxy.csv');
    await writeFile(file, `num1,txt1\n${lines(0, 700)}`);
    await here.local('POST', 'add', { template, source: csvSource('proxy', file) });
    await here.local('POST', 'start', { id: template.id });
    const task = await until(
      async () => {
        const one = await here.taskOf(template.id);
        const text = one.sources[0].trouble?.text;
        if (text && text !== told.at(-1)) told.push(text);
        return one;
      },
      ({ counts }) => counts.accepted === 700,
      1600,
    );
    assert.equal(left.length, 0);
    assert.deepEqual([task.sources[0].trouble, task.sources[0].inputs[0].fault], [null, null]);
    assert.ok(
      told.every((text) => text.startsWith('The platform is away: ') && BARE.some(([, , says]) => says.test(text))),
    );
    assert.equal((await here.rowsOf(template.id)).length, 700);
  } finally {
    await here.close();
    gate.close();
  }
});

test('[ING-19] who asks to be left alone for a while, by 429 or 503 and Retry-After, is not asked again before', async () => {
  const left = [
    [429, '40'],
    [503, new Date(Date.now() + 500_000).toUTCString()],
    [429, '99999'],
    [429, 'soon'],
  ] as const;
  let asked = 0;
  const gate = await openGate(({ bare, go }) => {
    const next = left[asked++];
    if (next) bare(next[0], PAGE, { 'retry-after': next[1] });
    else void go();
  });
  const waits: number[] = [];
  const noting = {
    pause: (ms: number, signal: AbortSignal) => {
      if (ms >= 1000) waits.push(ms);
      return pause(Math.min(ms, 20), signal);
    },
  };
  const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url, INGESTOR_PARALLEL: '1' }, noting);
  try {
    gate.leadTo(here.at.url);
    const template = await here.makeTemplate('busy');
    const file = path.join(here.watched, 'busy.csv');
    await writeFile(file, `num1,txt1\n${lines(0, 10)}`);
    await here.local('POST', 'add', { template, source: csvSource('busy', file) });
    await here.local('POST', 'start', { id: template.id });
    await until(
      () => here.taskOf(template.id),
      ({ counts }) => counts.accepted === 10,
      1600,
    );
    const [first = 0, second = 0, third = 0, fourth = 0] = waits;
    assert.deepEqual([first, third, fourth], [40_000, 600_000, 8000]);
    assert.ok(second > 400_000 && second <= 500_000, String(second));
  } finally {
    await here.close();
    gate.close();
  }
});
