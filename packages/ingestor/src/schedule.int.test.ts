import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { pause } from './tasks/pause.ts';
import { csvSource, openWorkplace, tableSource, type Workplace } from './testing/bench-of-tests.ts';

/** Waits from a second on end when the test says so, and move the clock of the service by as much. */
interface Held {
  readonly ms: number;
  readonly go: () => void;
}

const START = Date.parse('2026-11-21T05:00:00Z');
let ahead = START - Date.now();
let held: Held[] = [];
const now = (): number => Date.now() + ahead;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms < 1000) return pause(ms, signal);
  return new Promise((resolve) => {
    const go = (): void => {
      held = held.filter((one) => one.go !== go);
      ahead += ms;
      resolve();
    };
    signal.addEventListener('abort', () => resolve(), { once: true });
    held.push({ ms, go });
  });
}

let here: Workplace;
before(async () => {
  here = await openWorkplace({}, { now, pause: wait });
});
after(() => here.close());

const put = async (name: string, rows: readonly number[]): Promise<string> => {
  const file = path.join(here.watched, name);
  await writeFile(file, `num1,txt1\n${rows.map((i) => `${i},x\n`).join('')}`);
  return file;
};

const begin = async (name: string, file: string, task: Readonly<Record<string, unknown>>) => {
  const template = await here.makeTemplate(name);
  const added = await here.local('POST', 'add', { template, source: csvSource(name, file, task) });
  assert.equal(added.code, 30, added.error?.message);
  await here.local('POST', 'start', { id: template.id });
  return template.id;
};

const nextHeld = async (): Promise<Held> => {
  await until(
    async () => held.length,
    (many) => many === 1,
  );
  return held[0] as Held;
};

const stopped = (id: string) =>
  until(
    () => here.taskOf(id),
    ({ state }) => state === 'Stopped',
  );

test('[TSK-05] At time waits as Submitted until its moment, then reads', async () => {
  const at = new Date(now() + 3_600_000).toISOString();
  const id = await begin('at', await put('at.csv', [1, 2]), { mode: 'Once', schedule: 'At time', at });
  const { ms, go } = await nextHeld();
  const waiting = await here.taskOf(id);
  assert.ok(ms > 3_500_000 && ms <= 3_600_000, `${ms}`);
  assert.deepEqual([waiting.state, waiting.counts.read], ['Submitted', 0]);
  assert.match(waiting.sources[0].idle, /^Waits for 2026-/);
  go();
  assert.equal((await stopped(id)).counts.accepted, 2);
});

test('[TSK-05] Cron looks at each of its moments and not between them', async () => {
  const file = path.join(here.watched, 'cron-*.csv');
  const id = await begin('cron', file, { schedule: 'Cron', at: '0 * * * *' });
  for (const [i, total] of [1, 2].entries()) {
    await put(`cron-${i}.csv`, [i]);
    const { ms, go } = await nextHeld();
    assert.ok(ms <= 3_600_000, `${ms}`);
    assert.equal((await here.taskOf(id)).counts.read, i);
    go();
    await until(
      () => here.taskOf(id),
      ({ counts }) => counts.read === total,
    );
  }
  await nextHeld();
  await here.local('POST', 'stop', { id });
  held = [];
});

test('[TSK-05] slow_mo waits a second after each batch', async () => {
  const rows = Array.from({ length: 1100 }, (_, i) => i);
  const id = await begin('slow', await put('slow.csv', rows), { mode: 'Once', slow_mo: true });
  for (const read of [500, 1000, 1100]) {
    const { ms, go } = await nextHeld();
    assert.equal(ms, 1000);
    assert.equal((await here.taskOf(id)).counts.read, read);
    go();
  }
  await stopped(id);
});

/** How many lines of the log of a task have a text in them. */
async function timesTold(id: string, text: string): Promise<number> {
  const log = await fetch(`${here.ingestor.address}/local/logs?id=${id}`, {
    headers: { authorization: `Bearer ${here.key}` },
  });
  return (await log.text()).split('\n').filter((line) => line.includes(text)).length;
}

test('[TSK-05] Retry gives a file that cannot be taken five more chances, Ignore none', async () => {
  const bad = path.join(here.watched, 'bad.xlsx');
  await writeFile(bad, 'PK\x03\x04 no workbook');
  const told = (id: string) => timesTold(id, 'bad.xlsx:');
  const ignoring = await begin('ignore', bad, { on_error: 'Ignore' });
  const retrying = await begin('retry', bad, { on_error: 'Retry' });
  for (let tries = 1; tries <= 6; tries++) {
    await until(
      () => told(retrying),
      (count) => count === tries,
    );
    ahead += 61_000;
  }
  const { sources } = await here.taskOf(retrying);
  assert.deepEqual([sources[0].inputs[0].state, await told(retrying), await told(ignoring)], ['aside', 6, 1]);
  for (const id of [ignoring, retrying]) await here.local('POST', 'stop', { id });
});

test('[TSK-05] a table that is read Once is tried five more times where waiting may not mend it, and waited for while its server is away', async () => {
  const file = path.join(here.folder, 'shop.db');
  const shop = new DatabaseSync(file);
  const addTable = async (name: string, source: object) => {
    const template = await here.makeTemplate(name);
    const added = await here.local('POST', 'add', { template, source });
    assert.equal(added.code, 30, added.error?.message);
    return template.id;
  };
  const server = { host: '127.0.0.1', port: 1, uid: 'u', pwd: 'p', database: 'shop', table: 'sales' };
  const away = await addTable('away', {
    ...tableSource('away', server, { mode: 'Once' }),
    provider: 'mysql',
  });
  await here.local('POST', 'start', { id: away });
  const missing = await addTable('missing', tableSource('missing', { file, table: 'late' }, { mode: 'Once' }));
  const giveUp = async (): Promise<void> => {
    const before = await timesTold(missing, 'late: There is no table');
    await here.local('POST', 'start', { id: missing });
    for (let tries = 1; tries <= 6; tries++) {
      await until(
        () => timesTold(missing, 'late: There is no table'),
        (count) => count >= before + tries,
      );
      ahead += 61_000;
    }
    assert.match((await stopped(missing)).sources[0].fault, /no table 'late'/);
  };
  await giveUp();
  await giveUp();
  shop.exec("CREATE TABLE late (num1 INTEGER PRIMARY KEY, txt1 TEXT); INSERT INTO late VALUES (1, 'x')");
  shop.close();
  await here.local('POST', 'start', { id: missing });
  const { counts, sources } = await stopped(missing);
  assert.deepEqual([counts.accepted, sources[0].fault], [1, null]);
  const waiting = await here.taskOf(away);
  assert.equal(waiting.state, 'Started');
  assert.match(waiting.sources[0].idle, /tried again: Nothing answers/);
  await here.local('POST', 'stop', { id: away });
});

test('[TSK-05] with Deleted watched, a file put in the place of a deleted one is read as new', async () => {
  const file = await put('gone.csv', [1, 2]);
  const id = await begin('gone', file, { watch_events: ['Created', 'Deleted'] });
  const read = (count: number) =>
    until(
      () => here.taskOf(id),
      ({ counts }) => counts.read === count,
    );
  await read(2);
  await rm(file);
  await until(
    () => here.taskOf(id),
    ({ sources }) => sources[0].inputs.length === 0,
  );
  await put('gone.csv', [3, 4]);
  await read(4);
  assert.deepEqual(
    (await here.rowsOf(id)).map(({ num1 }) => num1),
    [1, 2, 3, 4],
  );
  await here.local('POST', 'stop', { id });
});

test('[TSK-05] Cron reads at its first moment, though a file has to be seen twice to have stopped growing', async () => {
  const other = await openWorkplace({ INGESTOR_SETTLE_MS: '1' }, { now, pause: wait });
  try {
    const file = path.join(other.watched, 'first.csv');
    await writeFile(file, 'num1,txt1\n1,x\n');
    const template = await other.makeTemplate('first');
    await other.local('POST', 'add', {
      template,
      source: csvSource('first', file, { schedule: 'Cron', at: '0 * * * *' }),
    });
    await other.local('POST', 'start', { id: template.id });
    (await nextHeld()).go();
    await until(
      () => other.taskOf(template.id),
      ({ counts }) => counts.read === 1,
    );
  } finally {
    await other.close();
    held = [];
  }
});
