import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { blobSource } from '../../files/byte-source.ts';
import type { XlsReader } from '../../files/open-source.ts';
import { FileRefused } from '../../refusal.ts';
import { readXls as readHere } from '../../xls/read-xls.ts';
import { readXls } from './read-apart.ts';

const ROWS = 2500;

const workbook = (rows = ROWS): Blob => {
  const book = utils.book_new();
  const cells = Array.from({ length: rows }, (_, i) => [
    i,
    `row ${i}`,
    i % 7 === 0 ? null : new Date(Date.UTC(2026, 0, i)),
  ]);
  utils.book_append_sheet(book, utils.aoa_to_sheet([['num', 'text', 'day'], ...cells]), 'Data');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['other']]), 'More');
  return new Blob([write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer]);
};

async function allOf(read: XlsReader, file: Blob) {
  const { reader, sheets } = await read(blobSource(file), {});
  return { sheets, columns: reader.columns, blocks: await Array.fromAsync(reader.blocks) };
}

test('[SRC-03] an old workbook read in a thread of its own is what it is read here, while others have their turn', async () => {
  const file = workbook();
  let turns = 0;
  const beside = setInterval(() => turns++, 1);
  const apart = await allOf(readXls, file);
  clearInterval(beside);
  assert.ok(turns > 0);
  assert.equal(
    apart.blocks.reduce((sum, { rows }) => sum + rows.length, 0),
    ROWS,
  );
  assert.deepEqual(apart, await allOf(readHere, file));
});

test('[SRC-03] a reader of an old workbook that is left early ends its thread', async () => {
  const { reader } = await readXls(blobSource(workbook()), {});
  for await (const { rows } of reader.blocks) {
    assert.ok(rows.length > 0);
    break;
  }
});

for (const [what, file, choice, rule] of [
  ['a sheet that is not there', workbook(3), { sheet: 'None' }, 'sheet'],
  ['its end cut off', workbook(3).slice(0, 1500), {}, 'damaged'],
  ['more than 32 MB', new Blob([new Uint8Array([0xd0, 0xcf]), new Uint8Array(32 * 1024 * 1024)]), {}, 'large'],
] as const)
  test(`[ERR-29] an old workbook with ${what} is refused as it is here`, async () => {
    const refusal = (read: XlsReader) =>
      read(blobSource(file), choice).then(
        () => assert.fail('it was read'),
        (cause: unknown) => cause,
      );
    const [apart, here] = [await refusal(readXls), await refusal(readHere)];
    assert.ok(apart instanceof FileRefused && here instanceof FileRefused);
    assert.deepEqual([apart.rule, apart.message], [rule, here.message]);
  });
