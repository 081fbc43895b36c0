import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineOf } from './line-map.ts';

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

test('[STR-03] breaks from any list of lines give each row its line back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 200 }), (steps) => {
      let line = 1;
      const lines = steps.map((step) => (line += step));
      const breaks = lines.flatMap((each, ordinal) =>
        ordinal > 0 && each === (lines[ordinal - 1] ?? 0) + 1 ? [] : [{ ordinal, line: each }],
      );
      const found = lines.map((_, ordinal) => lineOf({ breaks }, ordinal));
      assert.deepEqual(found, lines);
    }),
  );
});
