import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf } from './cells.fixture.ts';
import { textsOf } from './repeated-texts.ts';

const FEW = ['', 'ab', 'ba', 'äö', '東京', null, 'ab ', '𝄞'];

test('[IDX-09] texts that come again, others that share their place and nulls are read as they stand', () => {
  const texts = Array.from({ length: 9000 }, (_, i) =>
    i % 3 === 0 ? `text ${i}` : i % 3 === 1 ? `text ${(i * 7919) % 2000}` : (FEW[i % FEW.length] ?? null),
  );
  const { bytes, cells } = cellsOf(texts);
  assert.deepEqual(textsOf(bytes, cells, texts.length), texts);
});

test('[IDX-09] rows behind those that were read are left out', () => {
  const { bytes, cells } = cellsOf(['a', 'a', 'b']);
  assert.deepEqual(textsOf(bytes, cells, 2), ['a', 'a']);
});

test('[IDX-09] long texts that differ in a single place are told apart, wherever it is', () => {
  const texts = Array.from({ length: 600 }, (_, i) => {
    const at = (i * 37) % 120;
    return `${'x'.repeat(at)}${i % 5}${'x'.repeat(119 - at)}`;
  });
  const { bytes, cells } = cellsOf(texts);
  assert.deepEqual(textsOf(bytes, cells, texts.length), texts);
});
