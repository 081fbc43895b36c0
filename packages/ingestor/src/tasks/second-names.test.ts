import assert from 'node:assert/strict';
import {
  copyFileSync,
  linkSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { test } from 'node:test';
import { openLogs, upTo } from '../testing/logs-of-tests.ts';

type Logs = Awaited<ReturnType<typeof openLogs>>;

/** Whether every row came, and none twice. */
const eachOnce = (logs: Logs): void => assert.deepEqual(logs.numbers(), upTo(logs.rows()), logs.told.join('\n'));

for (const looks of [0, 1, 3])
  test(`[ING-19] [TSK-07] a log that is rotated by a hard link, looked at ${looks} times in between, comes once`, async () => {
    await using logs = await openLogs();
    logs.add('log', 3);
    await logs.read();
    for (let turn = 1; turn <= 3; turn++) {
      linkSync(logs.at('log'), logs.at(`log-${turn}`));
      for (let look = 0; look < looks; look++) await logs.read();
      if (turn === 2) logs.restart();
      unlinkSync(logs.at('log'));
      logs.add('log', 2);
      logs.add(`log-${turn}`, 2);
      await logs.read();
      await logs.read();
      eachOnce(logs);
    }
  });

test('[ING-19] a file under two names when it is seen first comes once, and so does one that a link leads to, wherever it leads next', async () => {
  await using logs = await openLogs();
  logs.add('log-1', 3);
  linkSync(logs.at('log-1'), logs.at('twin'));
  symlinkSync(logs.at('log-1'), logs.at('current'));
  await logs.read();
  eachOnce(logs);
  for (let turn = 2; turn <= 4; turn++) {
    logs.add(`log-${turn}`, 2);
    unlinkSync(logs.at('current'));
    symlinkSync(logs.at(`log-${turn}`), logs.at('current'));
    logs.add(`log-${turn - 1}`, 1);
    await logs.read();
    logs.add(`log-${turn}`, 1);
    await logs.read();
    eachOnce(logs);
  }
});

for (const [added, cutBy] of [
  [0, 0],
  [2, 3],
  [2, 900],
] as const)
  test(`[ING-19] [TSK-07] a copy of a log that is looked at before the log is cut comes once (${added} rows before it, ${cutBy} behind)`, async () => {
    await using logs = await openLogs();
    logs.add('log', 30);
    await logs.read();
    logs.add('log', added);
    copyFileSync(logs.at('log'), logs.at('log-1'));
    await logs.read();
    truncateSync(logs.at('log'), 0);
    logs.add('log', cutBy);
    for (let turn = 0; turn < 3; turn++) await logs.read();
    logs.add('log-1', 1);
    await logs.read();
    eachOnce(logs);
  });

for (const looks of [0, 1])
  test(`[ING-19] [TSK-07] a log that is copied over its last copy and cut, looked at ${looks} times in between, comes once`, async () => {
    await using logs = await openLogs();
    for (let turn = 0; turn < 4; turn++) {
      logs.add('log', 5);
      if (looks > 0 || turn % 2 === 0) await logs.read();
      copyFileSync(logs.at('log'), logs.at('log-1'));
      if (looks > 0) await logs.read();
      truncateSync(logs.at('log'), 0);
      logs.add('log', turn);
      for (let look = 0; look < 3; look++) await logs.read();
      eachOnce(logs);
    }
  });

test('[ING-19] a copy of a file that is not cut is a file of its own', async () => {
  await using logs = await openLogs();
  logs.add('log', 2);
  await logs.read();
  copyFileSync(logs.at('log'), logs.at('log-1'));
  for (let turn = 0; turn < 3; turn++) await logs.read();
  assert.deepEqual(logs.numbers(), [0, 0, 1, 1]);
});

/** Writes another row in the place of a file of one row, which gets its number, size and time. */
function inPlaceOf(logs: Logs, from: string, to: string, number: number): void {
  const { mtime } = statSync(logs.at(from));
  unlinkSync(logs.at(from));
  writeFileSync(logs.at(to), `{"num1":${number}}\n`);
  utimesSync(logs.at(to), mtime, mtime);
}

for (const to of ['a', 'b'])
  test(`[ING-19] a file with the number, the size and the time of writing of one that went is read (from a to ${to})`, async () => {
    await using logs = await openLogs();
    logs.add('a', 1);
    await logs.read();
    inPlaceOf(logs, 'a', to, 1);
    await logs.read();
    assert.deepEqual(logs.numbers(), [0, 1], logs.told.join('\n'));
    const rows = readFileSync(logs.at(to));
    for (let turn = 0; turn < 2; turn++) assert.equal(await logs.read(), 0, 'one that is the same was read');
    const { mtime } = statSync(logs.at(to));
    writeFileSync(logs.at(to), rows);
    utimesSync(logs.at(to), mtime, mtime);
    assert.equal(await logs.read(), 0, 'one that was written again was read');
  });

test('[ING-19] [TSK-07] of files that wait unread each is asked for a few times in a look, however many new ones there are beside them', async () => {
  await using logs = await openLogs();
  for (const i of upTo(40)) logs.add(`known-${i}`, 3);
  await logs.read(() => false);
  for (const i of upTo(40)) logs.add(`new-${i}`, 2);
  const { progress } = logs.service;
  const { input } = progress;
  let asked = 0;
  progress.input = (...of) => {
    asked++;
    return input.apply(progress, of);
  };
  assert.equal((await logs.look()).due.length, 80);
  assert.ok(asked <= 80 * 5, `${asked} times`);
});
