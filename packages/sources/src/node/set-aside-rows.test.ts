import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileRefused } from '../refusal.ts';
import { scanCsv } from './scan.ts';
import { MOST_SET_ASIDE, SetAsideRows } from './set-aside-rows.ts';

async function scan(lines: number) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a,b\n1,2\n');
    const thousand = Buffer.from('1,2,3\n'.repeat(1000));
    for (let i = 0; i < lines; i += 1000) yield thousand;
  }
  return scanCsv(chunks(), { write: () => {} });
}

test('[STR-03] [TSK-06] a million lines that are no rows are each accounted for', async () => {
  const { rows, structural } = await scan(MOST_SET_ASIDE);
  assert.deepEqual([rows, structural.length, structural.at(-1)?.line], [1, MOST_SET_ASIDE, MOST_SET_ASIDE + 2]);
});

test('[STR-03] [ERR-29] of more the file is refused as a whole, with the reason of the first, before they fill the memory', async () => {
  await assert.rejects(scan(MOST_SET_ASIDE + 1000), (cause) => {
    assert.ok(cause instanceof FileRefused);
    assert.equal(cause.rule, 'rows');
    assert.match(
      cause.message,
      /^More than 1,000,000 of its rows .* first in line 3: The row has 3 cells, the header names 2\./,
    );
    return true;
  });
});

test('[STR-03] of rows beyond 64 MB of text the beginnings are kept, and that is told', () => {
  const aside = new SetAsideRows();
  const raw = 'x'.repeat(16 * 1024 * 1024);
  aside.addAll(Array.from({ length: 5 }, (_, i) => ({ line: i + 1, raw, rule: 'size', reason: 'Too long.' })));
  assert.deepEqual(
    aside.rows.map(({ raw: kept }) => kept.length),
    [raw.length, raw.length, raw.length, raw.length, 256],
  );
  assert.deepEqual(
    [aside.rows[0]?.reason, aside.rows[4]?.reason],
    ['Too long.', 'Too long. (text cut: more than 64 MB of rows were set aside)'],
  );
});
