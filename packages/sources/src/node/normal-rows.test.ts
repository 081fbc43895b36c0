import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitRows } from '../csv/split.ts';
import type { Cell, CellColumn } from '../rows/row-reader.ts';
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
  return { text: Buffer.concat(blocks).toString('utf8'), blocks, setAside: normal.setAside.rows, lines: normal.lines };
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

/** A column of that many rows, and whether its cells are shared. */
const columnOf = (rows: number, cell: fc.Arbitrary<Cell>): fc.Arbitrary<CellColumn> => {
  const own = fc.array(cell, { minLength: rows, maxLength: rows }).map((cells) => ({ cells, places: null }));
  const place = fc.integer({ min: -1, max: 4 });
  const shared = fc.record({
    cells: fc.array(cell, { maxLength: 4 }),
    places: fc.array(place, { minLength: rows, maxLength: rows }).map((places) => Int32Array.from(places)),
  });
  return fc.oneof(own, shared);
};

test('[SRC-26] rows that stand as columns are written as they are one by one', async () => {
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    { weight: 20, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    {
      weight: 10,
      arbitrary: fc.constantFrom('', 'a,b', '"', 'say "x"', '\r\n', 'ü', '\ud83d\ude00', 'x'.repeat(3000)),
    },
    { weight: 10, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('\0', '\ud800') },
  );
  const block = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 })).chain(([width, rows]) =>
    fc.record({
      rows: fc.constant(rows),
      blocks: fc.array(fc.array(columnOf(rows, cell), { minLength: width, maxLength: width }), { maxLength: 3 }),
    }),
  );
  let added = 0;
  await fc.assert(
    fc.asyncProperty(block, fc.integer({ min: 0, max: 2 }), async ({ rows, blocks }, behind) => {
      const texts: string[] = [];
      const sink = { rowsTogether: 7, write: (bytes: Buffer) => void texts.push(bytes.toString('utf8')) };
      const normal = new NormalRows(sink, behind);
      const byRow: (readonly Cell[])[] = [];
      for (const columns of blocks) {
        const cells = Array.from({ length: rows }, (_, i) =>
          columns.map(({ cells, places }) => cells[places ? (places[i] ?? -1) : i] ?? null),
        );
        if (!normal.addColumns(columns, rows, byRow.length + 2)) {
          for (const [i, row] of cells.entries()) normal.add(row, byRow.length + i + 2, ['a', 'b', 'c', 'd']);
        } else added++;
        byRow.push(...cells);
      }
      await normal.flush();
      const one = await written(byRow, behind);
      assert.equal(texts.join(''), one.text);
      assert.deepEqual(normal.lines, one.lines);
      assert.equal(normal.setAside.rows.length, one.setAside.length);
    }),
    { numRuns: 1000 },
  );
  assert.ok(added > 300, `${added}`);
});

test('[TPL-06] columns with a cell that cannot be stored, or with very long ones, are written row by row', () => {
  const rows = new NormalRows({ write: () => {} }, 1);
  const own = (cells: readonly Cell[]): CellColumn => ({ cells, places: null });
  assert.equal(rows.addColumns([own(['a', 'b\0'])], 2, 1), false);
  assert.equal(rows.addColumns([own(['a']), own(['x'.repeat(6 * 1024 * 1024)])], 1, 1), false);
  assert.equal(rows.rows, 0);
  assert.equal(rows.addColumns([own(['a']), own(['b'])], 1, 1), true);
});
