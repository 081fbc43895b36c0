import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Mark } from '../state/rows.ts';
import { openLogs, upTo } from '../testing/logs-of-tests.ts';
import type { BatchReader } from './batch-reader.ts';
import { CsvBatches } from './csv-batches.ts';
import { LineBatches } from './line-batches.ts';

type Order = 'le' | 'be';

/** Text in UTF-16, in one order of its bytes. */
function wide(text: string, order: Order): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

const KINDS = {
  csv: {
    head: 'num1,txt1\r\n',
    row: (i: number) => `${i},"ä 😀\n${i}"\r\n`,
    open: async (file: string, mark: Mark, mayGrow: boolean): Promise<BatchReader | null> =>
      CsvBatches.open({ path: file, size: statSync(file).size, mayGrow, columns: [] }, mark),
  },
  jsonl: {
    head: '',
    row: (i: number) => `{"num1":${i},"txt1":"ä 😀"}\n`,
    open: async (file: string, mark: Mark, mayGrow: boolean): Promise<BatchReader | null> =>
      LineBatches.open({ path: file, size: statSync(file).size, mayGrow, columns: [] }, mark),
  },
} as const;

for (const kind of ['csv', 'jsonl'] as const)
  for (const order of ['le', 'be'] as const)
    test(`[ING-19] UTF-16 (${order}) of ${kind} is read on from its place, whatever bytes of a letter were there`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'datasarana-utf16-'));
      const file = path.join(folder, `log.${kind}`);
      const { head, row, open } = KINDS[kind];
      const all = wide(`\ufeff${head}${upTo(40).map(row).join('')}`, order);
      try {
        let [mark, text]: [Mark, string] = [{}, ''];
        const places: number[] = [];
        for (let end = 120; end < all.length + 7; end += 7) {
          writeFileSync(file, all.subarray(0, end));
          const reader = await open(file, mark, true);
          assert.ok(reader);
          for (let batch = await reader.next({ rows: 3, bytes: 1e6 }); batch; ) {
            mark = batch.mark;
            places.push(Number(mark.offset));
            text += batch.body.map((piece) => piece.toString('utf8')).join('');
            assert.equal(batch.query.encoding, 'utf-8');
            batch = await reader.next({ rows: 3, bytes: 1e6 });
          }
          assert.equal(reader.isOpen, Number(mark.offset ?? 0) < Math.min(end, all.length));
          await reader.close();
        }
        assert.deepEqual(
          [...text.matchAll(/^"?(\d+)"?,/gm)].map(([, number]) => Number(number)),
          upTo(40),
        );
        assert.equal(text.match(/ä 😀/g)?.length, 40);
        assert.deepEqual([new Set(places).size, places.at(-1)], [places.length, all.length]);
        truncateSync(file, all.length - 1);
        const cut = await open(file, {}, false);
        await assert.rejects(async () => cut?.next({ rows: 100, bytes: 1e6 }), /UTF-16 text cannot be read/);
        await cut?.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

test('[ING-19] [TSK-07] of logs in UTF-16 that grow and are rotated every row comes once', async () => {
  await using logs = await openLogs();
  let number = 0;
  const at = (name: string) => path.join(logs.watched, name);
  const rows = (count: number) => upTo(count).map(() => KINDS.csv.row(number++));
  const begin = (name: string, count: number) =>
    writeFileSync(at(name), wide(`\ufeff${KINDS.csv.head}${rows(count).join('')}`, 'le'));
  begin('log.csv', 5);
  await logs.read();
  for (let turn = 1; turn <= 3; turn++) {
    appendFileSync(at('log.csv'), wide(rows(700).join(''), 'le'));
    await logs.read();
    assert.deepEqual(logs.numbers().length, number, logs.told.join('\n'));
  }
  assert.doesNotMatch(logs.told.join(), /read anew/);
});
