import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '@datasarana/testkit';
import { csvSource, lines, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';
import { type Gate, type Held, openGate } from './testing/gate.ts';

const WIDTH = 3;

let gate: Gate;
let here: Workplace;
let onHeld: (held: Held) => void = ({ go }) => void go();
before(async () => {
  gate = await openGate((held) => onHeld(held));
  here = await openWorkplace({ INGESTOR_PLATFORM: gate.url, INGESTOR_PARALLEL: String(WIDTH) });
  gate.leadTo(here.at.url);
});
after(async () => {
  await here.close();
  gate.close();
});

async function begin(name: string, text: string, { keyed = false, ...task }: Readonly<Record<string, unknown>> = {}) {
  const template = await here.makeTemplate(name, keyed === true);
  const file = path.join(here.watched, `${name}.csv`);
  await writeFile(file, text);
  await here.local('POST', 'add', { template, source: csvSource(name, file, { mode: 'Once', ...task }) });
  await here.local('POST', 'start', { id: template.id });
  return { ...template, file };
}

const stopped = (id: string) =>
  until(
    () => here.taskOf(id),
    ({ state }) => state === 'Stopped',
  );

/** Holds pushes until there are as many as may be, then lets the last through first. */
function lastFirst(): { readonly most: () => number; readonly chain: readonly Held[] } {
  const chain: Held[] = [];
  let inside: Held[] = [];
  let most = 0;
  onHeld = (held) => {
    chain.push(held);
    inside.push(held);
    most = Math.max(most, inside.length);
    if (inside.length < WIDTH) return;
    for (const { go } of inside.splice(0).reverse()) void go();
    inside = [];
  };
  return { most: () => most, chain };
}

test('[TSK-07] batches of a source go together, as many as may; the later row of a key stays, whichever comes first', async () => {
  const { most, chain } = lastFirst();
  const rows = Array.from({ length: 6 * 500 }, (_, i) => `${i % 7},row ${i}\n`).join('');
  const { id } = await begin('together', `num1,txt1\n${rows}`, { keyed: true });
  const { counts } = await stopped(id);
  assert.deepEqual([most(), chain.length, counts.read, counts.accepted, counts.rejected], [WIDTH, 6, 3000, 7, 0]);
  assert.equal(counts.replaced, 3000 - 7);
  // lines of their own may overtake each other on the way to the gate
  const pushes = new Set(chain.map(({ requestId }) => requestId));
  const before = chain.flatMap(({ behind, requestId }) => (behind === null ? [] : [[behind, requestId] as const]));
  for (const [behind, push] of before)
    assert.ok(pushes.has(behind) && behind !== push, 'a push goes behind another one');
  assert.equal(new Set(before.map(([behind]) => behind)).size, before.length, 'no two go behind the same');
  const last = Array.from({ length: 7 }, (_, key) => 2999 - ((2999 - key) % 7));
  assert.deepEqual(
    (await here.rowsOf(id)).map(({ txt1 }) => txt1),
    last.map((i) => `row ${i}`),
  );
});

test('[ING-17] [TSK-06] a source whose rows are on their way does not say that there is nothing new', async () => {
  const held = Promise.withResolvers<Held>();
  onHeld = held.resolve;
  const { id } = await begin('onway', `num1,txt1\n${lines(0, 3)}`, { mode: 'Continuous' });
  const { go } = await held.promise;
  const told = async () => (await here.taskOf(id)).sources[0];
  await until(told, ({ inputs }) => inputs[0]?.state === 'done');
  await setTimeout(200);
  assert.equal((await told()).idle, null);
  await go();
  await until(told, ({ idle }) => idle?.startsWith('Nothing new'));
  assert.equal((await here.taskOf(id)).counts.accepted, 3);
  await here.local('POST', 'remove', { id });
});

test('[TSK-07] an answer that is lost on its way: the batch and those behind it are sent again, no row is lost or doubled', async () => {
  const seen = new Map<string, number>();
  onHeld = ({ requestId, go }) => {
    const times = (seen.get(requestId) ?? 0) + 1;
    seen.set(requestId, times);
    void go(times === 1 && seen.size % 2 === 1 ? 'lost' : undefined);
  };
  const { id } = await begin('lost', `num1,txt1\n${lines(0, 3000)}`);
  const { counts } = await stopped(id);
  assert.deepEqual(counts, { read: 3000, accepted: 3000, replaced: 0, unchanged: 0, rejected: 0 });
  assert.ok([...seen.values()].some((times) => times > 1));
  assert.deepEqual(
    (await here.rowsOf(id)).map(({ num1 }) => num1),
    Array.from({ length: 3000 }, (_, i) => i),
  );
});

test('[TSK-05] with Stop and with slow_mo one batch goes at a time', async () => {
  for (const task of [{ on_error: 'Stop' }, { slow_mo: true }]) {
    let inside = 0;
    let most = 0;
    onHeld = ({ go }) => {
      most = Math.max(most, ++inside);
      void go().then(() => inside--);
    };
    const [name] = Object.keys(task);
    const { id } = await begin(`one-${name}`, `num1,txt1\n${lines(0, 1200)}`, task);
    assert.equal((await stopped(id)).counts.accepted, 1200);
    assert.equal(most, 1, name);
  }
});

test('[TSK-07] [ING-19] a batch refused in the middle of a file: nothing behind it is stored, mended the file goes on there', async () => {
  const first: Held[] = [];
  onHeld = (held) => {
    if (first.push(held) === WIDTH) for (const { go } of first.toReversed()) void go();
    if (first.length > WIDTH) void held.go();
  };
  // what does not look like text at its beginning is not sent at all
  const good = `num1,txt1\n${Array.from({ length: 500 }, (_, i) => `${i},${'long words '.repeat(30)}\n`).join('')}`;
  const control = '\x01'.repeat(20);
  const broken = Array.from({ length: 500 }, (_, i) => `${500 + i},${control}\n`).join('');
  const { id, file } = await begin('middle', `${good}${broken}${lines(1000, 2000)}`, { mode: 'Continuous' });
  const task = await until(
    () => here.taskOf(id),
    ({ sources, waiting }) => sources[0].inputs[0]?.state === 'aside' && waiting === 0,
  );
  assert.match(task.sources[0].inputs[0].fault, /is not text/);
  assert.deepEqual([task.counts.accepted, (await here.rowsOf(id)).length], [500, 500]);
  // in one step: a file that is empty for a moment is read anew
  await writeFile(`${file}-mended`, `${good}${lines(500, 2000)}`);
  await rename(`${file}-mended`, file);
  const mended = await until(
    () => here.taskOf(id),
    ({ counts }) => counts.read >= 2000,
  );
  assert.deepEqual(mended.counts, { read: 2000, accepted: 2000, replaced: 0, unchanged: 0, rejected: 0 });
  assert.equal((await here.rowsOf(id)).length, 2000);
  await here.local('POST', 'stop', { id });
});

for (const [when, ms] of [
  ['at once', 0],
  ['once all of it was read', 500],
] as const)
  test(`[TSK-05] [TSK-07] batches on their way behind one that is refused ${when} are not waited for, and every row comes once`, async () => {
    const first: Held[] = [];
    onHeld = (held) => {
      if (first.length === WIDTH) void held.go();
      else if (first.push(held) === WIDTH) void setTimeout(ms).then(() => first[0]?.refuse('Nobody likes it.'));
    };
    const { id } = await begin(`recalled ${ms}`, `num1,txt1\n${lines(0, 2000)}`, { on_error: 'Retry' });
    const { counts } = await stopped(id);
    assert.deepEqual([counts.read, counts.accepted], [2000, 2000]);
    assert.equal((await here.rowsOf(id)).length, 2000);
  });
