import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { until } from '@datasarana/testkit';
import { csvSource, lines, openWorkplace } from '../testing/bench-of-tests.ts';
import { openGate } from '../testing/gate.ts';

test('[ING-19] [TSK-07] rows that are gone from the disk while the platform is away are read again and come once', async () => {
  const gate = await openGate(({ go }) => void go());
  const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url });
  try {
    const template = await here.makeTemplate('gone');
    const file = path.join(here.watched, 'gone.csv');
    await writeFile(file, `num1,txt1\n${lines(0, 1200)}`);
    await here.local('POST', 'add', { template, source: csvSource('gone', file, { mode: 'Once' }) });
    await here.local('POST', 'start', { id: template.id });
    const spool = path.join(here.folder, 'data', 'spool');
    const files = await until(
      () => readdir(spool),
      (all) => all.length === 3,
    );
    for (const name of files.slice(0, 2)) await rm(path.join(spool, name));
    gate.leadTo(here.at.url);
    // the platform waits up to ten seconds for the batch before one that came
    const { counts } = await until(
      () => here.taskOf(template.id),
      ({ state }) => state === 'Stopped',
      1600,
    );
    assert.deepEqual([counts.read, counts.accepted], [1200, 1200]);
    assert.equal((await here.rowsOf(template.id)).length, 1200);
  } finally {
    await here.close();
    gate.close();
  }
});

test('[TSK-07] [STR-03] an answer that does not say what became of the rows is none: they are sent again, and come once', async () => {
  const answers: unknown[] = [null, {}, { read: 500, accepted: 500, errors: [] }];
  const gate = await openGate(({ answer, go }) => (answers.length > 0 ? answer(answers.shift()) : void go()));
  const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url, INGESTOR_PARALLEL: '1' });
  try {
    gate.leadTo(here.at.url);
    const template = await here.makeTemplate('unsaid');
    const file = path.join(here.watched, 'unsaid.csv');
    await writeFile(file, `num1,txt1\n${lines(0, 700)}`);
    await here.local('POST', 'add', { template, source: csvSource('unsaid', file, { mode: 'Once' }) });
    await here.local('POST', 'start', { id: template.id });
    const { counts, sources } = await until(
      () => here.taskOf(template.id),
      ({ state }) => state === 'Stopped',
      1600,
    );
    assert.deepEqual([sources[0].fault, answers.length, counts.accepted], [null, 0, 700]);
    assert.equal((await here.rowsOf(template.id)).length, 700);
  } finally {
    await here.close();
    gate.close();
  }
});
