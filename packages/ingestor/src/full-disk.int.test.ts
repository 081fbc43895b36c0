import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mock, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { Progress } from './state/progress.ts';
import { csvSource, lines, openWorkplace } from './testing/bench-of-tests.ts';

/** What SQLite says when its disk is full. */
function fullDisk(): unknown {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a TEXT); PRAGMA max_page_count = 2');
  try {
    database.prepare('INSERT INTO t VALUES (zeroblob(100000))').run();
  } catch (cause) {
    return cause;
  }
  return assert.fail('it fits');
}

test('[TSK-07] [ING-19] on a full disk nothing that is read, sent or ended is lost, and the task goes on once there is room', async () => {
  const here = await openWorkplace();
  const { prototype } = Progress;
  const own = { enqueue: prototype.enqueue, acknowledged: prototype.acknowledged, turn: prototype.turn };
  const refused = { enqueue: 0, acknowledged: 0, turn: 0 };
  const refuse = (name: keyof typeof own, times: number) =>
    mock.method(prototype, name, function (this: Progress, ...given: never[]) {
      if (refused[name]++ < times) throw fullDisk();
      return Reflect.apply(own[name], this, given);
    });
  try {
    const template = await here.makeTemplate('full');
    for (let i = 0; i < 3; i++)
      await writeFile(path.join(here.watched, `${i}.csv`), `num1,txt1\n${lines(i * 1200, (i + 1) * 1200)}`);
    const pattern = path.join(here.watched, '*.csv');
    await here.local('POST', 'add', { template, source: csvSource('f', pattern, { mode: 'Once' }) });
    refuse('enqueue', 2);
    refuse('acknowledged', 3);
    await here.local('POST', 'start', { id: template.id });
    const told = () => here.taskOf(template.id);
    await until(told, ({ sources }) => /full/.test(sources[0].trouble?.text ?? ''));
    refused.turn = -1;
    refuse('turn', 2);
    const { counts } = await until(told, ({ counts: { read } }) => read === 3600, 1200);
    assert.deepEqual([counts.accepted, counts.rejected], [3600, 0]);
    assert.equal((await here.rowsOf(template.id)).length, 3600);
    assert.ok(refused.enqueue > 2 && refused.acknowledged > 3);
  } finally {
    mock.restoreAll();
    await here.close();
  }
});
