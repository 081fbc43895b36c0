import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RejectedRow } from '@datasarana/engine';
import type { BatchPart } from './batch-parts.ts';
import { rejectedCsv } from './rejected-csv.ts';

async function linesOf(rows: readonly RejectedRow[], parts?: readonly BatchPart[]): Promise<readonly string[]> {
  const lines: string[] = [];
  async function* given(): AsyncGenerator<RejectedRow> {
    yield* rows;
  }
  for await (const line of rejectedCsv(given, parts)) lines.push(line.trimEnd());
  return lines;
}

const cells = [{ line: 1, field: 'num1', rule: 'type', reason: 'no number', value: 'x' }];

test('[SCR-08] every cell of a rejected row is in the download, though only a late row has its column', async () => {
  const many = Array.from({ length: 1200 }, (_, i) => ({ line: i + 2, raw: { num1: 'x' }, cells }));
  const lines = await linesOf([...many, { line: 1300, raw: '5,too,many', cells: [] }]);
  assert.equal(lines.length, 1202);
  assert.equal(lines[0], 'line,field,rule,reason,num1,row');
  assert.equal(lines[1], '2,num1,type,no number,x,');
  assert.equal(lines.at(-1), '1300,,,,,"5,too,many"');
});

test('[SCR-08] [TSK-06] rows of several files name theirs; a row in front of the first leaves that empty and every cell in its column', async () => {
  const parts = [{ file: 'a.csv', at: 4, line: 2 }];
  const rows = [2, 5].map((line) => ({ line, raw: { num1: 'x' }, cells }));
  assert.deepEqual(await linesOf(rows, parts), [
    'file,file_line,line,field,rule,reason,num1',
    ',,2,num1,type,no number,x',
    'a.csv,3,5,num1,type,no number,x',
  ]);
});
