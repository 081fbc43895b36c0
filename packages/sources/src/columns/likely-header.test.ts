import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelyHeader } from './likely-header.ts';

const DATA = ['1', 'Ann', '12,5', '2024-05-01'];
const NAMES = ['No.', 'Name', 'Net €', 'Date'];

test('[SRC-29] below a title the row that names the columns is found, blank lines and groups of columns between', () => {
  assert.equal(likelyHeader(['Sales', '', '', ''], [NAMES, DATA]), 0);
  assert.equal(likelyHeader(['Sales'], [['made in May'], ['', '', '', ''], ['', 'Who', '', ''], NAMES, DATA]), 3);
});

test('[SRC-29] so is one of a table that does not begin in the first column', () => {
  const moved = [NAMES.slice(1), DATA.slice(1)].map((cells) => [null, ...cells, '']);
  assert.equal(likelyHeader(['Sales'], moved), 0);
});

test('[SRC-29] a header that names its columns stays, and so does one that nothing better follows', () => {
  assert.equal(likelyHeader(NAMES, [['a', 'b', 'c', 'd'], DATA]), null);
  assert.equal(likelyHeader(['a', '', '', ''], [DATA, DATA]), null, 'figures are no names');
  assert.equal(likelyHeader(['a', '', '', ''], [NAMES]), null, 'nothing is below');
  assert.equal(likelyHeader(['a', '', '', ''], [['x', 'x', 'y', 'z'], DATA]), null, 'a name stands twice');
  assert.equal(likelyHeader(['city'], [['Jakarta'], ['Bandung']]), null);
  assert.equal(likelyHeader([], []), null);
});
