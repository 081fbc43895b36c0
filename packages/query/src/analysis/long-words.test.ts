import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Fields } from '../reading/fields.ts';
import { analyse, tokensOf } from './analyse.ts';
import { readAdHocAnalyser } from './settings/read-analysis.ts';

const cut = (tokenizer: unknown, text: string): readonly string[] =>
  tokensOf(readAdHocAnalyser(new Fields({ tokenizer }, '', 'an analyzer')), text).map(
    ({ word, start, end }) => `${word.length > 20 ? word.length : word} ${start}-${end}`,
  );

test('[IDX-09] a word is cut behind 255 letters, as OpenSearch 2.19.1 cuts it', () => {
  const long = 'a'.repeat(600);
  assert.deepEqual(cut('standard', `x ${long}.b y`), ['x 0-1', '255 2-257', '255 257-512', '92 512-604', 'y 605-606']);
  assert.deepEqual(cut('whitespace', `${long}.b y`), ['255 0-255', '255 255-510', '92 510-602', 'y 603-604']);
  assert.deepEqual(cut('letter', `-${long}-`), ['255 1-256', '255 256-511', '90 511-601']);
  assert.deepEqual(cut('standard', `${'_'.repeat(300)}a`), ['255 46-301']);
  assert.deepEqual(cut('keyword', long), ['600 0-600']);
});

test('[TPL-31] max_token_length says where else a word is cut; a character of two stays whole', () => {
  const of = (type: string) => ({ type, max_token_length: 3 });
  assert.deepEqual(cut(of('standard'), 'abcd 👍🏽 ___ab'), [
    'abc 0-3',
    'd 3-4',
    '👍 5-7',
    '🏽 7-9',
    '__a 11-14',
    'b 14-15',
  ]);
  assert.deepEqual(cut(of('whitespace'), 'ab👍🏽c'), ['ab👍 0-4', '🏽c 4-7']);
});

test('[IDX-09] words go on over marks that show nothing, and `_` joins katakana', () => {
  assert.deepEqual(analyse('standard', "a'\u00adb カ_c _カ ひ\u200d 1,\u200d2 \u200d👍"), [
    "a'\u00adb",
    'カ_c',
    '_カ',
    'ひ\u200d',
    '1,\u200d2',
    '\u200d👍',
  ]);
});

test('[SEC-10] millions of letters without a space are cut, and none is lost', () => {
  for (const unit of ['b', 'カ', '_']) {
    const text = unit.repeat(4_000_000 / unit.length);
    const words = analyse('standard', text);
    assert.ok(
      words.every(({ length }) => length <= 255),
      unit,
    );
    if (unit === 'b') assert.equal(words.join('').length, text.length);
  }
});

test('[IDX-09] among long words the others are the same as without them', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '1', ' ', '.', "'", '_', 'é', '東', '👍', '\u200d'),
    maxLength: 600,
  });
  fc.assert(
    fc.property(text, (short) => {
      const own = analyse('standard', short);
      if (own.some(({ length }) => length > 200)) return;
      assert.deepEqual(analyse('standard', `${short} ${'z'.repeat(300)} ${short}`), [
        ...own,
        'z'.repeat(255),
        'z'.repeat(45),
        ...own,
      ]);
    }),
  );
});
