import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '../state/database.ts';
import { Progress } from '../state/progress.ts';
import { Spool } from '../state/spool.ts';
import { Looker } from './look.ts';
import { Pool } from './pool.ts';
import { Pace, readInput } from './reading.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);

/** A folder of logs, written to in steps that nothing comes between, and a source that looks at it. */
async function openLogs() {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-rotated-'));
  const watched = path.join(folder, 'in');
  mkdirSync(watched);
  const database = openDatabase(folder);
  const [progress, spool] = [new Progress(database), new Spool(folder)];
  const told: string[] = [];
  const say = (_: unknown, message: string) => told.push(message);
  const service = {
    settings: { lookMs: 20, settleMs: 0, data: folder },
    progress,
    spool,
    console: { state: say, error: say },
    // of files that are found in one moment none is taken for another
    now: () => 1_800_000_000_000,
  } as unknown as Service;
  const source = {
    task: 't',
    id: 's',
    source: { format: 'csv', columns: [], csv: { file: `${watched}/*` } },
    settings: { mode: 'Continuous', bulk: true, watch_events: ['Created', 'Modified'], on_error: 'Ignore' },
  } as unknown as HeldSource;
  const looker = new Looker(service);
  let [rows, second] = [0, 1_700_000_000];
  const at = (name: string) => path.join(watched, `${name}.jsonl`);
  const add = (name: string, count: number) => {
    const text = upTo(count).map(() => `{"num1":${rows++}}\n`);
    (existsSync(at(name)) ? appendFileSync : writeFileSync)(at(name), text.join(''));
    // files of one moment and one size are told apart by no one
    utimesSync(at(name), second, second++);
  };
  const move = (from = '', to = '') => existsSync(at(from)) && renameSync(at(from), at(to));
  const read = async () => {
    const pool = new Pool(service, source);
    const { due } = await looker.look(source);
    for (const input of due)
      await readInput(service, source, input, { pace: new Pace(), pool, mayGoOn: async () => true });
    await pool.flush();
    return due.length;
  };
  const numbers = () =>
    [...progress.spoolFiles()]
      .flatMap((file) => [
        ...gunzipSync(readFileSync(spool.path(file)))
          .toString()
          .matchAll(/^"?(\d+)"?$/gm),
      ])
      .map(([, number]) => Number(number))
      .toSorted((a, b) => a - b);
  return {
    at,
    progress,
    source,
    add,
    move,
    read,
    numbers,
    told,
    rows: () => rows,
    async [Symbol.asyncDispose]() {
      database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

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
  const { at, progress, source } = logs;
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
