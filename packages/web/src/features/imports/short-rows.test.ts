import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayShort, sayUnread } from './short-rows-words.ts';

test('[STR-03] rows with too few cells are said in a sentence, with the first lines', () => {
  assert.equal(
    sayShort({ rows: 1, lines: [1203] }),
    '1 row has fewer cells than the header; the missing ones are empty: line 1,203.',
  );
  const lines = Array.from({ length: 100 }, (_, i) => i + 2);
  const said = sayShort({ rows: 5000, lines });
  assert.match(said, /^5,000 rows have fewer cells .*: lines 2, 3, .* 21 and 4,980 more\.$/);
});

test('[SRC-23] what of a file is no row is said with its line and reason', () => {
  const broken = { line: 2, raw: '{', rule: 'json', reason: 'The file ends in the middle of this element' };
  const why = 'line 2: The file ends in the middle of this element.';
  assert.equal(sayUnread([broken], 'ndjson'), `1 row cannot be read and would be rejected: ${why}`);
  assert.match(sayUnread([broken], 'json'), /would be rejected: element 2: /);
  const two = [broken, { ...broken, line: 9 }];
  assert.equal(sayUnread(two), `2 of the first rows cannot be read and would be rejected: first ${why}`);
});
