import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { until } from '@datasarana/testkit';
import { openWorkplace, tableSource } from './testing/bench-of-tests.ts';
import { type Held, openGate } from './testing/gate.ts';

const ROWS = 9000;

function fileOf(folder: string, name: string): string {
  const file = path.join(folder, `${name}.db`);
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE sales (num1 INTEGER PRIMARY KEY, txt1 TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO sales SELECT i, '${name}' FROM n`);
  db.close();
  return file;
}

test('[TSK-07] [SRC-13] a table whose file is copied over while it is read is read anew: every row of the new one arrives', async () => {
  let held: Held[] | null = [];
  const gate = await openGate((push) => {
    if (held) held.push(push);
    else void push.go();
  });
  const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url });
  try {
    gate.leadTo(here.at.url);
    const [old, next] = [fileOf(here.folder, 'old'), fileOf(here.folder, 'new')];
    const template = await here.makeTemplate('Rewritten', true);
    await here.local('POST', 'add', {
      template,
      source: tableSource('sales', { file: old, table: 'sales' }, { mode: 'Once', adaptive: false }),
    });
    await here.local('POST', 'start', { id: template.id });
    await until(
      async () => held?.length ?? 0,
      (pushes) => pushes > 0,
    );
    await copyFile(next, old);
    for (const push of held) void push.go();
    held = null;
    const { counts, sources } = await until(
      () => here.taskOf(template.id),
      ({ state }) => state === 'Stopped',
      1600,
    );
    assert.equal(sources[0].fault, null);
    assert.ok(counts.read > ROWS && counts.replaced > 0, JSON.stringify(counts));
    const rows = await here.rowsOf(template.id);
    assert.deepEqual([rows.length, new Set(rows.map(({ txt1 }) => txt1))], [ROWS, new Set(['new'])]);
  } finally {
    await here.close();
    gate.close();
  }
});
