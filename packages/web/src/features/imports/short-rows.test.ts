import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayShort } from './short-rows-words.ts';

test('[STR-03] rows with too few cells are said in a sentence, with the first lines', () => {
  assert.equal(
    sayShort({ rows: 1, lines: [1203] }),
    '1 row has fewer cells than the header; the missing ones are empty: line 1,203.',
  );
  const lines = Array.from({ length: 100 }, (_, i) => i + 2);
  const said = sayShort({ rows: 5000, lines });
  assert.match(said, /^5,000 rows have fewer cells .*: lines 2, 3, .* 21 and 4,980 more\.$/);
});
