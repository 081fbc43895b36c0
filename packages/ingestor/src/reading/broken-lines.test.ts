import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Mark } from '../state/rows.ts';
import type { Batch } from './batch-reader.ts';
import { CsvBatches } from './csv-batches.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-broken-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const HEADER = 'num1,txt1\n';
/** What is read at a time. */
const CHUNK = 512 * 1024;

async function read(file: string, rows: number, mark: Mark = {}, mayGrow = false): Promise<readonly Batch[]> {
  const { size } = await stat(file);
  const batches = await CsvBatches.open({ path: file, size, columns: [], mayGrow }, mark);
  const all: Batch[] = [];
  try {
    for (;;) {
      const batch = await batches.next({ rows, bytes: 8 * 1024 * 1024 });
      if (batch === null) return all;
      all.push({ ...batch, body: [Buffer.concat(batch.body)] });
    }
  } finally {
    await batches.close();
  }
}

test('[STR-03] a broken line is one row wherever what is read at a time ends in it', async () => {
  const broken = '1,"two" and,more\n';
  for (let cut = 1; cut < broken.length; cut++) {
    const first = `${'x'.repeat(CHUNK - cut - 3)},1\n`;
    const file = path.join(folder, 'broken.csv');
    await writeFile(file, `${HEADER}${first}${broken}2,b\n`);
    const batches = await read(file, 1);
    const told = batches.map(({ body, rows, line }) => [Buffer.concat(body).toString().slice(-20), rows, line]);
    assert.deepEqual(told.slice(1), [
      [broken, 1, 3],
      ['2,b\n', 1, 4],
    ]);
  }
});

test('[STR-03] [TSK-06] a line longer than a row may be is set aside by itself, also before its end is written', async () => {
  const long = `1,${'x'.repeat(40 * 1024 * 1024)}`;
  for (const end of ['\n', '\r\n']) {
    const file = path.join(folder, 'long.csv');
    await writeFile(file, `${HEADER}0,a${end}${long}${end}2,"b"c${end}3,d${end}`);
    const batches = await read(file, 10);
    assert.deepEqual(
      batches.map(({ rows, line, aside }) => [rows, line, aside.map((one) => one.line)]),
      [
        [1, 2, []],
        [0, 3, [3]],
        [2, 4, []],
      ],
    );
    assert.match(batches[1]?.aside[0]?.reason ?? '', /longer than the 16 MB a row may have/);
    await writeFile(file, `${HEADER}0,a${end}${long}`);
    const begun = await read(file, 10, {}, true);
    assert.deepEqual([begun.length, begun[1]?.aside.length], [2, 1]);
    await appendFile(file, `the rest,of it${end}5,e${end}`);
    const [rest, ...more] = await read(file, 10, begun[1]?.mark, true);
    assert.deepEqual([Buffer.concat(rest?.body ?? []).toString(), rest?.line, more.length], [`5,e${end}`, 4, 0]);
  }
});
