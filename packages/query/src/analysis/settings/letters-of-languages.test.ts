import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { analyse } from '../analyse.ts';
import { readAnalysis } from './read-analysis.ts';

const words = (filter: unknown, text: string, tokenizer = 'whitespace'): string => {
  const analyzer = { own: { type: 'custom', tokenizer, filter: ['f'] } };
  const { own } = readAnalysis({ analyzer, filter: { f: filter } }, 'analysis').analysers;
  return analyse(own ?? assert.fail('no analyser'), text).join(' ');
};

test('[IDX-09] spellings of languages become one, as an OpenSearch 2.19.1 makes them', () => {
  const text = 'blåbærsyltetøj räksmörgås Ångström aa ao ae oe oo AA Ø Æ aaa';
  const told = [
    ['scandinavian_folding', text, 'blabarsyltetoj raksmorgas Angstrom a a a o o A O A aa'],
    ['scandinavian_normalization', `${text} ä ö`, 'blåbærsyltetøj ræksmørgås Ångstrøm å å æ ø ø Å Ø Æ åa æ ø'],
    ['arabic_normalization', 'أحمد إسلام آدم مدرسة على ـمـ مَدَ', 'احمد اسلام ادم مدرسه علي م مد'],
    ['hindi_normalization', 'हिंदी हिन्दी अंगरेज़ी अँगरेजी क़ऑ', 'हिंदि हिंदि अंगरेजि अंगरेजि कओ'],
    ['serbian_normalization', 'Њега ђак đak žaba чекић џеп Ш', 'Њega djak djak zaba cekic dzep Ш'],
    ['sorani_normalization', 'رەنگ ه\u200cك خانه ةي ً\u0631', 'ڕەنگ ەک خانە ەی ڕ'],
    ['type_as_payload', 'a b', 'a b'],
    ['persian_normalization', 'کتاب های ۀ ي ك ة', 'كتاب هاي ه ي ك ة'],
  ] as const;
  for (const [type, given, expected] of told) assert.equal(words({ type }, given), expected, type);
});

test('[IDX-09] lower case may be that of a language, as an OpenSearch 2.19.1 has it', () => {
  const lower = (language: string, text: string) => words({ type: 'lowercase', language }, text, 'standard');
  assert.equal(lower('turkish', 'IĞDIR İstanbul Iı I\u0307'), 'ığdır istanbul ıı i');
  assert.equal(lower('greek', 'ΆΈΉΊΌΎΏ ΟΔΟΣ ΐ ΰ Ϊ'), 'αεηιουω οδοσ ι υ ι');
  assert.equal(
    lower('irish', 'nAthair tAthair nathair TAbc An n-Athair'),
    'n-athair t-athair nathair tabc an n athair',
  );
  assert.throws(() => lower('klingon', 'x'), PlatformError);
});

test('[IDX-09] what stands behind a sign is no part of a word', () => {
  assert.equal(words({ type: 'delimited_payload' }, 'the|0 brown|10.5 fox'), 'the brown fox');
  const own = { type: 'delimited_payload', delimiter: '+', encoding: 'identity' };
  assert.equal(words(own, 'a+b c|d'), 'a c|d');
  assert.throws(() => words({ type: 'delimited_payload' }, 'a|zz'), /For input string: "zz"/);
});

test('[IDX-09] stop words of a language that are not kept here are refused, what is no list is a word', () => {
  assert.throws(() => words({ type: 'stop', stopwords: '_arabic_' }, 'x'), /stop words \[_arabic_\] are not offered/);
  assert.equal(words({ type: 'stop', stopwords: '_cjk_' }, 'the _cjk_ x'), 'the x');
  assert.equal(words({ type: 'stop', stopwords: '_zzz_' }, 'the _zzz_ x'), 'the x');
});

test('[IDX-09] common words are paired with their neighbours, and alone where nothing is looked for', () => {
  const grams = (more: object, text: string) =>
    words({ type: 'common_grams', common_words: ['the', 'of'], ...more }, text);
  assert.equal(grams({}, 'the quick fox of x'), 'the the_quick quick fox fox_of of of_x x');
  assert.equal(grams({}, 'The fox'), 'The fox');
  assert.equal(grams({ ignore_case: true }, 'The fox'), 'The The_fox fox');
  assert.equal(grams({ query_mode: true }, 'the quick fox of x'), 'the_quick quick fox_of of_x');
  assert.equal(grams({ query_mode: true }, 'quick fox'), 'quick fox');
});
