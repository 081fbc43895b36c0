import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse, analysed, tokensOf } from '../analyse.ts';
import { readAnalysis } from './read-analysis.ts';

const custom = (filter: readonly unknown[], tokenizer = 'standard') => {
  const { analysers } = readAnalysis({ analyzer: { a: { type: 'custom', tokenizer, filter } } }, 'analysis');
  return analysers.a ?? assert.fail('no analyser');
};

test('[TPL-31] english leaves out small words and brings the others to their stem', () => {
  assert.deepEqual(analyse('english', "The foxes' dogs are running over the Fox's relational houses"), [
    ...['fox', 'dog', 'run', 'over', 'fox', 'relat', 'hous'],
  ]);
  const tokens = tokensOf('english', 'the quick and the dead');
  assert.deepEqual(
    tokens.map(({ word, position, start, end }) => [word, position, start, end]),
    [
      ['quick', 1, 4, 9],
      ['dead', 4, 18, 22],
    ],
  );
});

test('[TPL-31] indonesian brings words with prefixes and suffixes to their root', () => {
  assert.deepEqual(analyse('indonesian', 'Dia membaca buku yang dijalankan pemerintahan'), [
    ...['baca', 'buku', 'jalan', 'perintah'],
  ]);
});

test('[TPL-31] filters work one after another on what the tokenizer cut', () => {
  assert.deepEqual(analyse(custom(['lowercase', 'asciifolding']), 'Crème BRÛLÉE Straße'), [
    'creme',
    'brulee',
    'strasse',
  ]);
  assert.deepEqual(analyse(custom([{ type: 'asciifolding', preserve_original: true }]), 'é'), ['e', 'é']);
  assert.deepEqual(analyse(custom(['lowercase', { type: 'stop', stopwords: ['b'] }]), 'A B C'), ['a', 'c']);
  assert.deepEqual(analyse(custom([{ type: 'keyword_marker', keywords: ['dogs'] }, 'porter_stem']), 'dogs cats'), [
    'dogs',
    'cat',
  ]);
  assert.deepEqual(analyse(custom([{ type: 'edge_ngram', min_gram: 1, max_gram: 3 }], 'keyword'), 'Fox!'), [
    ...['F', 'Fo', 'Fox'],
  ]);
  assert.equal(analysed(custom([{ type: 'edge_ngram', min_gram: 1, max_gram: 3 }]), 'abc def').length, 2);
});

test('[TPL-31] digits of every script become those of ASCII, and letters the usual width', () => {
  const digits = (text: string) => analyse(custom(['decimal_digit'], 'keyword'), text).join();
  assert.equal(digits('a١٢٣ ४५ １２ ²③Ⅷ 𝟘𝟙𝟿'), 'a123 45 12 ²③Ⅷ 019');
  const width = (text: string) => analyse(custom(['cjk_width'], 'keyword'), text).join();
  assert.equal(width('ＡＢ１ ｶﾞｷﾞ ﾊﾟ ｱ ｦｯｰ ﾞ ヷﾞ ｳﾞ ハﾞ ＼～￥ ﾡ'), 'AB1 ガギ パ ア ヲッー \u3099 ヷ\u3099 ヴ バ \\~￥ ﾡ');
});

test('[TPL-31] synonyms stand on the position of the word, or in its place', () => {
  const both = custom(['lowercase', { type: 'synonym', synonyms: ['NY, new york', '# none'] }]);
  assert.deepEqual(
    tokensOf(both, 'in ny today').map(({ word, position }) => [word, position]),
    [
      ['in', 0],
      ['ny', 1],
      ['new', 1],
      ['today', 2],
      ['york', 2],
    ],
  );
  assert.deepEqual(analyse(custom(['lowercase', { type: 'synonym', synonyms: ['i-pod, i pod => ipod'] }]), 'I pod'), [
    'ipod',
  ]);
  const first = custom([{ type: 'synonym', synonyms: ['a, b, c'], expand: false }]);
  assert.deepEqual(analyse(first, 'c x b'), ['a', 'x', 'a']);
});

test('[TPL-31] synonyms are found in long texts and among many rules that begin with the same word', () => {
  const rules = Array.from({ length: 20_000 }, (_, i) => `new w${i} => n${i}`);
  const text = 'filler '.repeat(150_000);
  assert.deepEqual(analyse(custom([{ type: 'synonym', synonyms: rules }]), `${text}new w7`).slice(-2), [
    'filler',
    'n7',
  ]);
});

test('[TPL-31] a normalizer keeps the value whole', () => {
  const { normalizers } = readAnalysis(
    { normalizer: { low: { type: 'custom', filter: ['lowercase', 'asciifolding'] } } },
    'analysis',
  );
  assert.deepEqual(analyse(normalizers.low ?? 'keyword', 'New Yörk'), ['new york']);
});

test('[TPL-31] a normalizer exchanges characters by its rules, the longest first, and trims', () => {
  const { normalizers } = readAnalysis(
    {
      char_filter: { signs: { type: 'mapping', mappings: ['« => <', '«« => \\u003D', '& =>'] } },
      normalizer: { a: { char_filter: 'signs', filter: ['uppercase', 'trim'] }, b: { type: 'lowercase' } },
    },
    'analysis',
  );
  assert.deepEqual(analyse(normalizers.a ?? 'keyword', ' «««a & b '), ['=<A  B']);
  assert.deepEqual(analyse(normalizers.b ?? 'keyword', 'A B'), ['a b']);
});

test('[TPL-31] a built-in analyser takes other stop words', () => {
  const { analysers } = readAnalysis({ analyzer: { a: { type: 'standard', stopwords: '_english_' } } }, 'analysis');
  assert.deepEqual(analyse(analysers.a ?? 'standard', 'the fox'), ['fox']);
});

test('[TPL-31] what is not offered is refused in OpenSearch’s words', () => {
  const refused = (analysis: unknown, text: RegExp) => assert.throws(() => readAnalysis(analysis, 'analysis'), text);
  refused(
    { analyzer: { a: { tokenizer: 'nope' } } },
    /Custom Analyzer \[a\] failed to find tokenizer under name \[nope\]/,
  );
  refused(
    { analyzer: { a: { tokenizer: 'standard', filter: ['nope'] } } },
    /Custom Analyzer \[a\] failed to find filter under name \[nope\]/,
  );
  refused({ analyzer: { a: { type: 'nope' } } }, /Unknown analyzer type \[nope\]/);
  refused({ normalizer: { a: { filter: ['stop'] } } }, /Custom normalizer \[a\] may not use filter \[stop\]/);
  refused({ normalizer: { a: { tokenizer: 'standard' } } }, /Custom normalizer \[a\] cannot configure a tokenizer/);
  refused({ normalizer: { a: { type: 'nope' } } }, /Unknown normalizer type \[nope\] for \[a\]/);
  refused({ normalizer: { a: { char_filter: ['html_strip'] } } }, /may not use char filter \[html_strip\]/);
  refused(
    { char_filter: { c: { type: 'mapping', mappings: ['a'] } }, normalizer: { a: { char_filter: ['c'] } } },
    /Invalid Mapping Rule : \[a\]/,
  );
  refused(
    { analyzer: { a: { tokenizer: 'standard', char_filter: ['x'] } } },
    /Custom Analyzer \[a\] failed to find char_filter under name \[x\]/,
  );
  refused({ analyzer: { a: { tokenizer: 'standard', filter: [{ type: 'stemmer', language: 'elvish' }] } } }, /elvish/);
});
