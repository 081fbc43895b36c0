import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectDelimiter } from './dialect.ts';

test('[SRC-26] commas of decimals between semicolons are no delimiter, whether a row names the columns or not', () => {
  for (const text of ['1;2,5\n', '1;2,5\n3;4,25\n', '1,5;2,5\n3,0;4,25\n', '1;x;2,5\n3;y;4\n', 'a;b\n1;2,5\n'])
    assert.equal(detectDelimiter(text), ';', text);
});

test('[SRC-26] semicolons within cells between commas are no delimiter', () => {
  for (const text of [
    'id,tags\n1,a;b\n2,c;d\n',
    '1,a;b\n2,c;d\n',
    'x,1;2\ny,3;4\n',
    '1,2\n3,4\n',
    '1,2;3\n4,5\n',
    '"1,5",x;y\n',
  ])
    assert.equal(detectDelimiter(text), ',', text);
});
