import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LineMap, lineOf, RowLines } from './line-map.ts';

test('[STR-03] a row is found on its line between breaks', () => {
  const lines = {
    breaks: [
      { ordinal: 0, line: 2 },
      { ordinal: 3, line: 7 },
      { ordinal: 4, line: 20 },
    ],
  };
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((ordinal) => lineOf(lines, ordinal)),
    [2, 3, 4, 7, 20, 25],
  );
});

/** Lines of rows: some behind each other, some with a step of their own that may come often. */
const steps = fc
  .array(
    fc.tuple(
      fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -9, max: 3e9 })),
      fc.integer({ min: 1, max: 90 }),
    ),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((runs) => runs.flatMap(([step, times]) => Array.from({ length: times }, () => step)));

test('[STR-03] rows of any lines are found on them, while they are gathered and when the map was kept as JSON', () => {
  fc.assert(
    fc.property(steps, (each) => {
      let line = 1;
      const lines = each.map((step) => (line += step));
      const gathered = new RowLines();
      for (const one of lines) gathered.add(one);
      const found = lines.map((_, ordinal) => gathered.lineOf(ordinal));
      assert.deepEqual(found, lines);
      const kept: LineMap = JSON.parse(JSON.stringify(gathered.map));
      assert.deepEqual(
        lines.map((_, ordinal) => lineOf(kept, ordinal)),
        lines,
      );
      gathered.add(line + 2);
      assert.equal(lineOf(gathered.map, lines.length), line + 2);
    }),
    { numRuns: 60, examples: [[[-2, 0]]] },
  );
});

test('[STR-03] places of millions of rows of several lines take a byte or less each', () => {
  const rows = 3_000_000;
  const same = new RowLines();
  const mixed = new RowLines();
  let [line, random] = [1, 7];
  const lines = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    same.add(2 + row * 3);
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    line += 2 + ((random >> 16) % 5);
    lines[row] = line;
    mixed.add(line);
  }
  assert.ok(JSON.stringify(same.map).length < 300_000, `${JSON.stringify(same.map).length}`);
  const { map } = mixed;
  assert.ok(JSON.stringify(map).length < rows * 1.1, `${JSON.stringify(map).length}`);
  for (let row = 0; row < rows; row += 997) {
    assert.equal(lineOf(map, row), lines[row]);
    assert.equal(lineOf(same.map, row), 2 + row * 3);
  }
});
