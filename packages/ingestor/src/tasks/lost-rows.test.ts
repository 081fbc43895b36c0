import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { uploadsOf } from '../http/uploaded-files.ts';
import { openLogs, upTo } from '../testing/logs-of-tests.ts';

type Logs = Awaited<ReturnType<typeof openLogs>>;

/** Whether every row came, and none twice. */
const eachOnce = (logs: Logs): void => assert.deepEqual(logs.numbers(), upTo(logs.rows()), logs.told.join('\n'));

/** The name of a log leads to another one, while the first is nowhere to be seen. */
async function takenOver(logs: Logs): Promise<void> {
  logs.add('log', 3);
  await logs.read();
  logs.move('log', '../away');
  logs.add('log', 5);
  await logs.read();
}

test('[TSK-07] a log whose name another one took over is known again, though the process was killed in between', async () => {
  await using logs = await openLogs();
  await takenOver(logs);
  logs.restart();
  logs.move('../away', 'log-1');
  logs.add('log-1', 2);
  await logs.read();
  eachOnce(logs);
});

test('[TSK-07] rows of a log whose name another one took over are read again where the platform gave them back', async () => {
  await using logs = await openLogs();
  await takenOver(logs);
  const { progress } = logs.service;
  const first = progress.next(logs.source);
  assert.equal(first?.rows, 3);
  progress.takeBack(logs.source, first, (input) => input);
  assert.equal(logs.numbers().length, 5, 'those of the other one wait on');
  logs.restart();
  logs.move('../away', 'log-1');
  await logs.read();
  eachOnce(logs);
});

test('[ING-19] [TSK-05] a file that was between two names while it was looked for is no deleted one', async () => {
  await using logs = await openLogs(['Created', 'Modified', 'Deleted']);
  for (const name of ['a', 'b']) logs.add(name, 3);
  await logs.read();
  for (const name of ['a', 'b']) logs.move(name, `../${name}`);
  await logs.read();
  assert.equal(logs.told.filter((text) => text.includes('was deleted')).length, 2);
  logs.restart();
  logs.move('../a', 'a-1');
  logs.add('a-1', 2);
  await logs.read();
  eachOnce(logs);
  logs.move('../b', 'b');
  await logs.read();
  assert.equal(
    logs.numbers().length,
    logs.rows() + 3,
    'what is put in the place of a deleted file is read as a new one',
  );
});

const copyAndCut = (logs: Logs, rows: number): void => {
  copyFileSync(logs.at('log'), logs.at('log-1'));
  truncateSync(logs.at('log'), 0);
  logs.add('log', rows);
};

for (const rows of [1, 700, 1100])
  test(`[ING-19] a log that is copied and cut while it is read, and grows by ${rows} rows at once, comes once`, async () => {
    await using logs = await openLogs();
    logs.add('log', 600);
    await logs.read((batches) => {
      if (batches === 1) copyAndCut(logs, rows);
      return true;
    });
    for (let turn = 0; turn < 3; turn++) await logs.read();
    eachOnce(logs);
  });

test('[ING-19] a log that is copied and cut between its last row and its end comes once', async () => {
  await using logs = await openLogs();
  logs.add('log', 500);
  await logs.read(() => false);
  // such a one is not put together with others, which would seal it with its last row
  const input = logs.service.progress.input(logs.source, logs.at('log'));
  assert.ok(input);
  logs.service.progress.keepInput(logs.source, { ...input, mark: { ...input.mark, alone: true } });
  await logs.read((batches) => {
    if (batches === 1) copyAndCut(logs, 800);
    return true;
  });
  for (let turn = 0; turn < 3; turn++) await logs.read();
  eachOnce(logs);
});

test('[ING-19] a file that took the name of another one of its size and time is read', async () => {
  await using logs = await openLogs();
  for (let turn = 0; turn < 3; turn++) {
    logs.add('../next', 1);
    utimesSync(logs.at('../next'), 1_700_000_000, 1_700_000_000);
    renameSync(logs.at('../next'), logs.at('log'));
    await logs.read();
    eachOnce(logs);
  }
  copyFileSync(logs.at('log'), logs.at('../next'));
  utimesSync(logs.at('../next'), 1_700_000_000, 1_700_000_000);
  renameSync(logs.at('../next'), logs.at('log'));
  for (let turn = 0; turn < 2; turn++) assert.equal(await logs.read(), 0, 'one that is the same was read');
  eachOnce(logs);
});

test('[ING-19] [TSK-05] a folder that the machine refuses for a while took no file away', async () => {
  await using logs = await openLogs(['Created', 'Modified', 'Deleted']);
  logs.add('log', 3);
  await logs.read();
  renameSync(logs.watched, `${logs.watched}-away`);
  // a link in a circle is refused by the machine, whoever asks
  symlinkSync(logs.watched, logs.watched);
  for (let turn = 0; turn < 2; turn++) await assert.rejects(logs.look(), { code: 'ELOOP', syscall: /./ });
  unlinkSync(logs.watched);
  assert.match((await logs.look()).obstacle ?? '', /is not there/);
  renameSync(`${logs.watched}-away`, logs.watched);
  assert.equal(await logs.read(), 0);
  logs.add('log', 2);
  await logs.read();
  eachOnce(logs);
});

for (const events of [
  ['Created', 'Modified'],
  ['Created', 'Modified', 'Deleted'],
] as const) {
  test(`[ING-19] [TSK-07] a share that is not mounted for a while took no file away: ${events.join(', ')}`, async () => {
    await using logs = await openLogs(events);
    logs.add('whole', 3);
    await logs.read();
    for (const name of ['a', 'b']) logs.add(name, 3);
    await logs.read(() => false);
    renameSync(logs.watched, `${logs.watched}-away`);
    mkdirSync(logs.watched);
    for (let turn = 0; turn < 2; turn++) {
      const { closed } = await logs.look();
      assert.match(closed ?? '', /is another one than the files were in, and none of them is in it: a share may not/);
      logs.restart();
    }
    rmdirSync(logs.watched);
    renameSync(`${logs.watched}-away`, logs.watched);
    logs.add('a', 2);
    await logs.read();
    eachOnce(logs);
    assert.equal((await logs.look()).closed, null);
  });

  test(`[ING-19] [TSK-07] a folder that goes while it is looked at took no file away: ${events.join(', ')}`, async () => {
    await using logs = await openLogs(events);
    logs.add('whole', 3);
    await logs.read();
    for (const name of ['a', 'b', 'c']) logs.add(name, 3);
    await logs.read(() => false);
    const { known } = logs.service.progress;
    const { glance } = known;
    known.glance = (...asked) => {
      if (existsSync(logs.watched)) renameSync(logs.watched, `${logs.watched}-away`);
      return glance.apply(known, asked);
    };
    await logs.look();
    known.glance = glance;
    renameSync(`${logs.watched}-away`, logs.watched);
    await logs.read();
    eachOnce(logs);
  });
}

test('[ING-19] [TSK-07] a file that went before it was read is read when the same one is there again', async () => {
  await using logs = await openLogs();
  for (const name of ['a', 'b']) logs.add(name, 3);
  await logs.read(() => false);
  // what is mounted has the times and numbers it had
  mkdirSync(path.join(logs.folder, 'empty'));
  const { source } = logs.source;
  const elsewhere = { ...source, csv: { file: path.join(logs.folder, 'empty', '*') } };
  Object.assign(logs.source, { source: elsewhere });
  await logs.look();
  assert.ok(logs.told.some((text) => text.includes('It was removed after 0 rows, before it was read to its end.')));
  Object.assign(logs.source, { source });
  logs.restart();
  await logs.read();
  eachOnce(logs);
});

test('[TSK-05] a file that was set aside to be tried again is not waited for once it is gone, and read when it is there again', async () => {
  await using logs = await openLogs();
  logs.add('log', 3);
  const { progress } = logs.service;
  await logs.read(() => false);
  const input = progress.input(logs.source, logs.at('log'));
  assert.ok(input);
  progress.keepInput(logs.source, { ...input, state: 'aside', fault: 'It could not be read.', tries: 1, again: 1 });
  logs.move('log', '../away');
  await logs.read();
  assert.ok(
    logs.told.some((text) => text.includes('is not there any more')),
    logs.told.join(),
  );
  assert.equal(progress.input(logs.source, logs.at('log'))?.again, 0);
  logs.move('../away', 'log');
  await logs.read();
  eachOnce(logs);
});

test('[ING-08] [TSK-05] a folder that is not there took no file away, though one was uploaded', async () => {
  await using logs = await openLogs(['Created', 'Modified', 'Deleted']);
  logs.add('log', 3);
  logs.add('../uploaded', 2);
  const uploads = uploadsOf(logs.service.settings.data, logs.source);
  mkdirSync(uploads, { recursive: true });
  renameSync(logs.at('../uploaded'), path.join(uploads, 'up.jsonl'));
  await logs.read();
  eachOnce(logs);
  renameSync(logs.watched, `${logs.watched}-away`);
  await logs.read();
  renameSync(`${logs.watched}-away`, logs.watched);
  await logs.read();
  eachOnce(logs);
});

test('[ING-19] a file that has the number of a deleted one, and the same rows, is read', async () => {
  for (const events of [
    ['Created', 'Modified'],
    ['Created', 'Deleted'],
  ] as const) {
    await using logs = await openLogs(events);
    logs.add('a', 2);
    await logs.read();
    for (const [from, to] of ['a', 'b', 'c', 'd'].map((name, i, all) => [name, all[i + 1]] as const)) {
      if (!to) break;
      const rows = readFileSync(logs.at(from));
      unlinkSync(logs.at(from));
      if (to === 'c') await logs.read();
      writeFileSync(logs.at(to), rows);
      await logs.read();
    }
    assert.deepEqual(logs.numbers(), [0, 0, 0, 0, 1, 1, 1, 1], logs.told.join('\n'));
  }
});

test('[TSK-05] a source that is read once is not through while a file was between two names as it was looked at', async () => {
  await using logs = await openLogs();
  logs.add('a', 2);
  const { progress } = logs.service;
  const { input } = progress;
  progress.input = (held, name) => {
    logs.move('a', '../away');
    return input.call(progress, held, name);
  };
  const look = await logs.look();
  assert.deepEqual([look.due, look.growing], [[], logs.at('a')]);
  progress.input = input;
  assert.equal((await logs.look()).growing, null);
  logs.move('../away', 'b');
  await logs.read();
  eachOnce(logs);
});

test('[TSK-05] what is to be tried again is not forgotten when the clock is set back', async () => {
  await using logs = await openLogs();
  logs.add('a', 2);
  await logs.read(() => false);
  const { progress } = logs.service;
  const input = progress.input(logs.source, logs.at('a'));
  assert.ok(input);
  const aside = { ...input, state: 'aside', tries: 1 } as const;
  progress.keepInput(logs.source, { ...aside, again: logs.service.now() + 50_000 });
  assert.equal(await logs.read(), 0);
  progress.keepInput(logs.source, { ...aside, again: logs.service.now() + 90_000 });
  assert.equal(await logs.read(), 1);
  eachOnce(logs);
});

test('[ING-19] [TSK-07] of a packed log that stopped in the middle of its copying, and of one that grows, every row comes once', async () => {
  await using logs = await openLogs();
  const packed = (rows: number): Buffer => {
    logs.add('../plain', rows);
    const file = gzipSync(readFileSync(logs.at('../plain')), { level: 0 });
    unlinkSync(logs.at('../plain'));
    return file;
  };
  const file = path.join(logs.watched, 'log.jsonl.gz');
  const all = packed(9000);
  writeFileSync(file, all.subarray(0, -40_000));
  await logs.read();
  assert.match(logs.told.join(), /damaged/);
  assert.ok(logs.numbers().length > 500);
  writeFileSync(file, all);
  await logs.read();
  eachOnce(logs);
  appendFileSync(file, packed(600));
  await logs.read();
  eachOnce(logs);
  writeFileSync(file, packed(9600));
  await logs.read();
  eachOnce(logs);
});

test('[ING-19] [TSK-07] of a list of objects that stopped in the middle of its copying every row comes once; a longer list is another file', async () => {
  await using logs = await openLogs();
  const list = (rows: number): string => {
    logs.add('../plain', rows);
    const lines = readFileSync(logs.at('../plain'), 'utf8').trimEnd().split('\n');
    unlinkSync(logs.at('../plain'));
    return `[${lines.join(',\n')}]`;
  };
  const file = path.join(logs.watched, 'list.json');
  const all = list(20_000);
  writeFileSync(file, all.slice(0, -40_000));
  await logs.read();
  assert.ok(logs.numbers().length > 500, logs.told.join('\n'));
  writeFileSync(file, all);
  await logs.read();
  eachOnce(logs);
  writeFileSync(file, list(20_100));
  await logs.read();
  eachOnce(logs);
});
