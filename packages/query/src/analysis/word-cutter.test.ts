import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AnyAnalyser, analysed, wordCutterOf } from './analyse.ts';

/** What texts are made of: all that joins words, ends them, or is to be left to the expressions. */
const PIECES = [
  ...' \t\n.\':,;_-!?"()/\\@#&',
  ...'aAzZ09éßÄñøŁж한ªº²½٣',
  ...'\u2019\u2018\u201c\u2013\u2014\u2026\u00ab\u00b7\u2027\u037e\uff0e\uff0c\u00a0\u200b\u203f\ufe33\u2007\u3000',
  'abc',
  '1.5',
  "it's",
  'U.S.A.',
  'e\u0301',
  '\u00ad',
  '\u200d',
  '©',
  '👍🏽',
  '🇩🇪',
  '東京',
  'カ',
  'ก',
  '\ud800',
  'x'.repeat(256),
];
const texts = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 })), {
  maxLength: 30,
});

const ANALYSERS: readonly AnyAnalyser[] = [
  'standard',
  'simple',
  'whitespace',
  'english',
  'indonesian',
  { tokenizer: 'standard', filters: [{ kind: 'uppercase' }, { kind: 'length', min: 2, max: 3 }] },
];

for (const analyser of ANALYSERS) {
  test(`[TPL-31] words found character by character are those of the analyser ${JSON.stringify(analyser)}`, () => {
    const cutter = wordCutterOf(analyser);
    assert.ok(cutter);
    let cut = 0;
    fc.assert(
      fc.property(texts, (pieces) => {
        const text = pieces.join('');
        const count = cutter.cut(text);
        if (count < 0) return;
        cut++;
        const found = Array.from({ length: count }, (_, i) =>
          text.slice(cutter.places[2 * i], cutter.places[2 * i + 1]),
        );
        const own = found.flatMap((word, place) => {
          const { words } = analysed(analyser, word);
          assert.deepEqual(words, [cutter.made(word) ?? []].flat(), word);
          return words.map((each) => ({ word: each, place }));
        });
        const { words, length, places = words.map((_, i) => i) } = analysed(analyser, text);
        assert.deepEqual(
          own,
          words.map((word, i) => ({ word, place: places[i] })),
        );
        assert.equal(own.length, length);
      }),
      { numRuns: 3000 },
    );
    assert.ok(cut > 300, `${cut} texts were cut`);
  });
}

test('[TPL-31] what is more than letters and signs between them is left to the tokenizer', () => {
  const cutter = wordCutterOf('standard');
  for (const text of ['e\u0301', '東京', 'カ', '👍', '🇩🇪', '©', 'a\u00adb', 'x'.repeat(256)])
    assert.equal(cutter?.cut(text), -1, text);
  for (const text of ['Größe 3,5 m²', 'Привет, мир', 'naïve “quoted” – it’s', ''])
    assert.notEqual(cutter?.cut(text), -1);
});

test('[TPL-31] analysers whose words depend on each other, or on what stands between them, have none', () => {
  const standard = { tokenizer: 'standard', filters: [] } as const;
  const others: readonly AnyAnalyser[] = [
    'keyword',
    { ...standard, tokenizer: 'classic' },
    { ...standard, tokenizer: { kind: 'cut', of: 'standard', longest: 5 } },
    { ...standard, charFilters: [{ kind: 'html_strip', escapedTags: [] }] },
    { ...standard, filters: [{ kind: 'unique' }] },
    { ...standard, filters: [{ kind: 'asciifolding', preserveOriginal: true }] },
  ];
  for (const analyser of others) assert.equal(wordCutterOf(analyser), null, JSON.stringify(analyser));
});
