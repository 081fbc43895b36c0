import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitRows } from '../csv/split.ts';
import type { Cell } from '../rows/row-reader.ts';
import { NormalRows } from './normal-rows.ts';

async function written(rows: readonly (readonly Cell[])[], behind = 0) {
  const blocks: Buffer[] = [];
  let counted = 0;
  const sink = {
    write: (block: Buffer, count: number): void => {
      blocks.push(Buffer.from(block));
      counted += count;
    },
  };
  const normal = new NormalRows(sink, behind);
  const columns = (rows[0] ?? []).map((_, i) => `txt${i + 1}`);
  for (const [i, cells] of rows.entries()) {
    normal.add(cells, i + 2, columns);
    if (normal.full) await normal.flush();
  }
  await normal.flush();
  assert.equal(counted, normal.rows);
  return { text: Buffer.concat(blocks).toString('utf8'), blocks, setAside: normal.setAside, lines: normal.lines };
}

test('[SRC-26] rows of cells come out as they went in, in any letters', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('', 'a,b', '"', 'say "x"', '\n', '\r\n', ' a ', 'ü', '日本', '\ud83d\ude00', "'", ';'),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }).chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }))),
      fc.integer({ min: 0, max: 2 }),
      async (rows, behind) => {
        const { text, setAside } = await written(rows, behind);
        assert.deepEqual(setAside, []);
        const given = rows.map((cells) => [...cells.map((each) => each ?? ''), ...new Array<string>(behind).fill('')]);
        const blank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]?.trim() === '';
        assert.deepEqual(
          splitRows(text, ',').rows.filter((cells) => !blank(cells)),
          given.filter((cells) => !blank(cells)),
        );
        assert.equal(text === '' || text.endsWith('\n'), true);
      },
    ),
    { seed: 5, numRuns: 300 },
  );
});

test('[SRC-26] a row of one empty cell is no blank line', async () => {
  assert.equal((await written([[''], [null], ['a']])).text, '""\n""\na\n');
});

test('[TPL-06] a cell with a NUL or of more than 4 MB puts its row aside, and no trace of it among the others', async () => {
  const large = 'x'.repeat(4 * 1024 * 1024 + 1);
  const wide = 'ü'.repeat(2 * 1024 * 1024 + 1);
  const most = 'y'.repeat(4 * 1024 * 1024);
  const { text, setAside, lines } = await written([
    ['a', 'b'],
    ['c', 'd\0'],
    [large, 'e'],
    ['f', wide],
    ['g', most],
    ['h', 'i'],
  ]);
  assert.equal(text, `a,b\ng,${most}\nh,i\n`);
  assert.deepEqual(
    setAside.map(({ line, rule, reason, column }) => [line, rule, reason, column]),
    [
      [3, 'nul', 'txt2: the value holds a NUL byte, which no text value may hold.', 1],
      [4, 'size', 'txt1: the value has more bytes than the 4 MB a field holds.', 0],
      [5, 'size', 'txt2: the value has more bytes than the 4 MB a field holds.', 1],
    ],
  );
  assert.deepEqual(lines.breaks, [
    { ordinal: 0, line: 2 },
    { ordinal: 1, line: 6 },
  ]);
});

test('[SRC-26] rows are handed over in blocks of whole rows', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => [`row ${i}`, 'x'.repeat(90)]);
  const { blocks, text } = await written(rows);
  assert.ok(blocks.length > 1);
  assert.ok(blocks.every((block) => block.at(-1) === 0x0a && block.length <= 1.5 * 1024 * 1024));
  assert.deepEqual(splitRows(text, ',').rows, rows);
});
