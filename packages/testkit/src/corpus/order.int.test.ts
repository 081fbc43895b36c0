import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deployTemplate, startPlatform, type TestPlatform } from '../index.ts';
import { UGLY_ITEMS } from './index.ts';

let platform: TestPlatform;
before(async () => {
  platform = await startPlatform();
});
after(() => platform.stop());

const ROWS = 150_000;
const BAD = [7, 50_000, 99_999, ROWS - 2];

test('[STR-03] [SRC-36] a file of several parts keeps its order: bad rows on their lines, the last row of a key stored', async () => {
  const row = (i: number): object => ({
    code: `k${i}`,
    txt1: `${'word '.repeat(16)}${i}`,
    num1: BAD.includes(i) ? 'bad' : i,
    dbl1: i / 4,
    day1: '2021-03-31',
    flag1: true,
  });
  const lines = Array.from({ length: ROWS }, (_, i) => JSON.stringify(row(i)));
  lines.push(...[0, 60_000, 120_000].map((i) => JSON.stringify({ ...row(i), num1: -1 })));
  const engineer = await platform.a.as('data engineer');
  const template = await deployTemplate(engineer, 'Parts', UGLY_ITEMS);
  const type = 'application/x-ndjson';
  for (const query of [{ template, dry_run: 'true' }, { template }]) {
    const reply = (await engineer.call('POST', '/feature/data', { query, body: lines.join('\n'), type })).data;
    assert.deepEqual([reply.read, reply.accepted, reply.replaced], [ROWS + 3, ROWS - BAD.length, 3]);
    assert.deepEqual(
      reply.errors.map(({ line }: { readonly line: number }) => line),
      BAD.map((i) => i + 1),
    );
  }
  const body = { size: 5, query: { term: { num1: -1 } } };
  const found = (await engineer.call('POST', '/data/user', { query: { template }, body })).data;
  assert.deepEqual(
    found.hits.hits.map(({ _source }: { readonly _source: { readonly code: string } }) => _source.code).sort(),
    ['k0', 'k120000', 'k60000'],
  );
});
