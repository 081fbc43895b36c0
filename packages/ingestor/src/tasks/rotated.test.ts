import assert from 'node:assert/strict';
import { existsSync, lstatSync, symlinkSync, unlinkSync } from 'node:fs';
import { test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { openLogs, upTo } from '../testing/logs-of-tests.ts';

const SHIFTS = [
  ['log-4', 'log-5'],
  ['log-3', 'log-4'],
  ['log-2', 'log-3'],
  ['log-1', 'log-2'],
  ['log', 'log-1'],
] as const;

test('[ING-19] [TSK-07] of logs that are shifted by one, each over the name of the next, every row comes once', async () => {
  await using logs = await openLogs();
  for (const name of ['log-5', 'log-4', 'log-3', 'log-2', 'log-1', 'log']) logs.add(name, 3);
  await logs.read();
  for (let turn = 1; turn <= 3; turn++) {
    logs.add('log', 1);
    for (const [from, to] of SHIFTS) logs.move(from, to);
    logs.add('log', 2);
    await logs.read();
    assert.deepEqual(logs.numbers(), upTo(logs.rows()), logs.told.join('\n'));
  }
});

test('[ING-19] a file that can no more be opened once it was looked at is put aside and read on later; the others are read', async () => {
  await using logs = await openLogs();
  for (const name of ['a', 'b']) logs.add(name, 2);
  await logs.read();
  for (const name of ['a', 'b']) logs.add(name, 2);
  const { at, source } = logs;
  const { progress } = logs.service;
  const { input } = progress;
  progress.input = (held, name) => {
    if (name === at('a') && existsSync(name) && !lstatSync(name).isSymbolicLink()) {
      logs.move('a', '../away');
      // a link in a circle is refused by the machine, whoever asks
      symlinkSync(name, name);
    }
    return input.call(progress, held, name);
  };
  for (let turn = 0; turn < 3; turn++) {
    await logs.read();
    const fault = progress.input(source, at('a'))?.fault ?? '';
    assert.match(fault, /^ELOOP/);
    assert.equal(logs.numbers().length, 6);
  }
  progress.input = input;
  unlinkSync(at('a'));
  logs.move('../away', 'a');
  await logs.read();
  assert.deepEqual(logs.numbers(), upTo(8));
  assert.deepEqual(progress.unfinished(source), []);
});

/** Numbers from 0 up to, but not, 1; the same ones for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

for (const seed of [1, 2, 3])
  test(`[ING-19] [TSK-07] of logs that are rotated at any moment of a look every row comes once, seed ${seed}`, async () => {
    await using logs = await openLogs();
    const random = randomOf(seed);
    logs.add('log', 1);
    const rotating = (async () => {
      const rest = async () => {
        if (random() < 0.3) return;
        if (random() < 0.6) await setImmediate();
        else await setTimeout(random() * 6);
      };
      for (let turn = 1; turn <= 80; turn++) {
        if (random() < 0.8) logs.add('log', 1 + Math.floor(random() * 2));
        await rest();
        if (random() < 0.7) logs.move('log', `log-of-${turn}`);
        else
          for (const [from, to] of [['log-5', `old-${turn}`], ...SHIFTS]) {
            logs.move(from, to);
            await rest();
          }
        await rest();
        logs.add('log', 1 + Math.floor(random() * 3));
        await rest();
      }
      return true;
    })();
    let over = false;
    void rotating.then(() => {
      over = true;
    });
    while (!over) await logs.read();
    await rotating;
    while ((await logs.read()) > 0);
    assert.deepEqual(logs.numbers(), upTo(logs.rows()), logs.told.join('\n'));
  });
