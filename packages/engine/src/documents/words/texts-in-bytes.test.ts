import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '@datasarana/testkit';
import { cellsOf } from '../shapes/bytes/cells.fixture.ts';
import { FieldWords } from './field-words.ts';
import { NumbersByBytes, TextsInBytes } from './texts-in-bytes.ts';

const LETTERS = ['a', 'b', ' ', 'ä', '東', '𝄞', '!'];

/** Texts of which some come again, as single words, sentences and longer than is remembered. */
function someTexts(seed: number, count: number): readonly (string | null)[] {
  const below = dice(seed);
  const made = (): string => {
    const length = below(30) === 0 ? 280 + below(60) : below(12);
    return Array.from({ length }, () => LETTERS[below(LETTERS.length)]).join('');
  };
  const pool = Array.from({ length: 300 }, made);
  return Array.from({ length: count }, () => (below(20) === 0 ? null : (pool[below(600)] ?? made())));
}

const inBytes = (texts: readonly (string | null)[]): TextsInBytes => {
  const { bytes, cells } = cellsOf(texts);
  return new TextsInBytes(bytes, cells);
};

test('[IDX-09] a text is found by its bytes once its number was kept, and never another', () => {
  const texts = [...someTexts(7, 20_000), ...Array.from({ length: 20_000 }, (_, i) => `text ${(i * 7919) % 10_000}`)];
  const read = inBytes(texts);
  const known = new NumbersByBytes();
  const numbers = new Map<string, number>();
  let forgotten = 0;
  for (const [row, text] of texts.entries()) {
    if (text === null) continue;
    const [start, length] = [read.start(row), read.length(row)];
    const found = known.find(read, start, length);
    const number = numbers.get(text);
    if (found >= 0) assert.equal(found, number);
    else if (number !== undefined && length <= 300) forgotten++;
    if (found >= 0) continue;
    numbers.set(text, number ?? numbers.size);
    known.keep(read, start, length, numbers.get(text) ?? 0);
  }
  assert.ok(forgotten < numbers.size / 100, `${forgotten} of ${numbers.size} were forgotten`);
});

test('[IDX-09] bytes that differ in one place are told apart, wherever it is', () => {
  const texts = Array.from({ length: 600 }, (_, i) => {
    const length = 1 + (i % 40);
    const at = (i * 37) % length;
    return `${'x'.repeat(at)}${i % 5}${'x'.repeat(length - 1 - at)}`;
  });
  const read = inBytes(texts);
  const known = new NumbersByBytes();
  for (const [row, text] of texts.entries()) {
    const found = known.find(read, read.start(row), read.length(row));
    assert.equal(found, texts.indexOf(text) < row ? texts.indexOf(text) : -1);
    if (found < 0) known.keep(read, read.start(row), read.length(row), row);
  }
});

test('[TPL-31] words are the same whether texts are read from where they stand or one by one', () => {
  for (const [analyser, count] of [
    ['standard', 3000],
    ['english', 3000],
    ['keyword', 3000],
    ['simple', 60_000],
  ] as const) {
    const texts =
      count > 3000 ? Array.from({ length: count }, (_, i) => `n ${(i * 7919) % 40_000}`) : someTexts(11, count);
    const read = inBytes(texts);
    const [rows, singly] = [new FieldWords(analyser), new FieldWords(analyser)];
    for (const [row, text] of texts.entries()) {
      if (text === null) continue;
      rows.addRow(5 + row, read, row);
      singly.add(5 + row, text);
    }
    const removed = new Set([6, 7, 100]);
    assert.deepEqual(rows.segment(removed), singly.segment(removed), analyser);
  }
});
