import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fields } from '../../reading/fields.ts';
import { tokensOf, usualTypeOf } from '../analyse.ts';
import { readAdHocAnalyser } from '../settings/read-analysis.ts';

const tokens = (body: object, text: string): readonly string[] => {
  const analyser = readAdHocAnalyser(new Fields(body, '', 'an analyzer'));
  return tokensOf(analyser, text).map(
    ({ word, position, start, end, type }) => `${word} ${position} ${start}-${end} ${type ?? usualTypeOf(analyser)}`,
  );
};

// what OpenSearch 2.19.1 answers; 1,500 random texts were the same
test('[IDX-09] the tokenizer `classic` keeps together what is written as one', () => {
  assert.deepEqual(tokens({ tokenizer: 'classic' }, "O'Neil's I.B.M. U.S.A AT&T a@b.com a1-b2 A_b x_1 東a"), [
    "O'Neil's 0 0-8 <APOSTROPHE>",
    'I.B.M. 1 9-15 <ACRONYM>',
    'U.S.A 2 16-21 <HOST>',
    'AT&T 3 22-26 <COMPANY>',
    'a@b.com 4 27-34 <EMAIL>',
    'a1-b2 5 35-40 <NUM>',
    'A 6 41-42 <ALPHANUM>',
    'b 7 43-44 <ALPHANUM>',
    'x_1 8 45-48 <NUM>',
    '東 9 49-50 <CJ>',
    'a 10 50-51 <ALPHANUM>',
  ]);
  assert.deepEqual(tokens({ tokenizer: 'classic' }, 'ab.cd.'), ['ab.cd 0 0-6 <HOST>']);
  assert.deepEqual(tokens({ tokenizer: { type: 'classic', max_token_length: 3 } }, 'abcd ab'), ['ab 1 5-7 <ALPHANUM>']);
});

test("[IDX-09] the filter `classic` takes 's and the dots of acronyms away, of what its tokenizer found", () => {
  assert.deepEqual(tokens({ tokenizer: 'classic', filter: ['classic'] }, "O'Neil's I.B.M. ab.cd"), [
    "O'Neil 0 0-8 <APOSTROPHE>",
    'IBM 1 9-15 <ACRONYM>',
    'ab.cd 2 16-21 <HOST>',
  ]);
  assert.deepEqual(tokens({ tokenizer: 'whitespace', filter: ['classic'] }, "O'Neil's"), ["O'Neil's 0 0-8 word"]);
});

test('[TPL-31] a text made to be tried over and over is cut without end of time', () => {
  for (const text of ['a-'.repeat(20_000), 'ab1'.repeat(40_000), '1a_'.repeat(30_000), "a'".repeat(30_000)]) {
    assert.ok(tokens({ tokenizer: 'classic' }, text).length <= 30_000);
  }
});

test('[IDX-09] stop words of a language are those of Lucene', () => {
  const left = (list: string, ...words: readonly string[]) =>
    tokens({ tokenizer: 'whitespace', filter: [{ type: 'stop', stopwords: list }] }, words.join(' ')).length;
  assert.equal(left('_greek_', 'και', 'σπιτι'), 1);
  assert.equal(left('_thai_', 'ไว้', 'บ้าน'), 1);
  assert.equal(left('_basque_', 'eta', 'etxe'), 1);
  assert.equal(left('_irish_', 'agus', 'teach'), 1);
  assert.throws(() => left('_arabic_', 'في'), /stop words \[_arabic_\] are not offered/);
});
