import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledRows, type Merge, tableOf } from './read-sheet.ts';
import type { SheetRow } from './sheet-rows.ts';

const merge = (top: number, bottom: number, left: number, right: number): Merge => ({
  top,
  bottom,
  left,
  right,
  value: null,
});

async function filled(rows: readonly SheetRow[], merges: readonly Merge[]) {
  async function* blocks() {
    for (const row of rows) yield [row];
  }
  return (await Array.fromAsync(filledRows(blocks(), merges))).flat().map(({ cells }) => cells);
}

test('[SRC-03] each cell of a merged area has the value of its first, whatever order the areas are listed in', async () => {
  const rows = [
    { row: 1, cells: ['code', 'n', 'm'] },
    { row: 2, cells: ['A', null, '1'] },
    { row: 3, cells: [null, null, '2'] },
    { row: 5, cells: ['B'] },
  ];
  assert.deepEqual(await filled(rows, [merge(5, 5, 0, 2), merge(3, 4, 2, 3), merge(2, 3, 0, 1)]), [
    ['code', 'n', 'm'],
    ['A', 'A', '1'],
    ['A', 'A', '2', '2'],
    ['B', 'B', 'B'],
  ]);
});

async function table(...rows: (readonly (string | null)[])[]) {
  async function* blocks() {
    yield rows.map((cells, i) => ({ row: i + 1, cells }));
  }
  const { columns, blocks: read } = await tableOf(blocks(), 'Sheet1', undefined);
  const found = await Array.fromAsync(read);
  return {
    columns,
    rows: found.flatMap((block) => block.rows),
    aside: found.flatMap(({ setAside }) => setAside).length,
  };
}

test('[SRC-03] [STR-03] a last name that is merged with cells beside it names all of their columns, so that no row is too wide', async () => {
  const merged = await table(
    ['Region', 'Q1', null, 'Q2'],
    [null, 'Units', 'Rev', 'Units', 'Rev'],
    ['N', '1', '2.5', '3', '4.5'],
  );
  assert.deepEqual(merged.columns, ['Region', 'Q1', 'column_3', 'Q2', 'column_5']);
  assert.deepEqual([merged.rows.length, merged.rows[1], merged.aside], [2, ['N', '1', '2.5', '3', '4.5'], 0]);
  const stray = await table(['a', 'b'], ['1', '2'], ['3', '4', 'a note']);
  assert.deepEqual([stray.columns, stray.rows.length, stray.aside], [['a', 'b'], 1, 1], 'not all are wider');
  const title = await table(['Report'], ['id', 'n'], ['1', '2'], ['3', '4']);
  assert.deepEqual([title.columns, title.aside], [['Report'], 3], 'a title names nothing');
});

test('[SEC-07] [LIM-11] areas that cover one another thousands of times are filled once, and empty ones not at all', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({ row: i + 1, cells: [`k${i}`] }));
  const whole = merge(1, 1_048_576, 0, 16_383);
  const overlapping = await filled(
    rows,
    Array.from({ length: 20_000 }, () => ({ ...whole })),
  );
  assert.deepEqual([overlapping.length, overlapping[299]?.length, overlapping[299]?.[16_383]], [300, 16_384, 'k0']);
  const empty = await filled(
    rows,
    Array.from({ length: 20_000 }, () => ({ ...whole, left: 1 })),
  );
  assert.deepEqual(empty[299], ['k299']);
});
