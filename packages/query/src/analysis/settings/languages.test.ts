import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fields } from '../../reading/fields.ts';
import { analyse, tokensOf } from '../analyse.ts';
import { analyserNamed } from './built-in.ts';
import { readAdHocAnalyser, readAnalysis } from './read-analysis.ts';

const words = (name: string, text: string): string =>
  analyse(analyserNamed(name) ?? assert.fail(`no analyser ${name}`), text).join(' ');

test('[TPL-31] analysers of languages give the words OpenSearch 2.19.1 gives', () => {
  assert.equal(
    words('german', 'Die Häuser der großen Städte größer schoenes Bücher'),
    'haus gross stadt gross schon buch',
  );
  assert.equal(words('french', 'l’avion jusqu’à L’Église chevaux nationales'), 'avion eglis cheval national');
  assert.equal(words('spanish', 'Las canciones de los niños pequeños francés'), 'cancion niñ pequeñ franz');
  assert.equal(words('italian', "dell'amico un'altra città ragazzi"), 'amico altra città ragazz');
  assert.equal(words('portuguese', 'as canções das crianças pequenas'), 'canca crianc pequen');
  assert.equal(
    words('dutch', 'fiets ei kind bromfiets kinder fietsen boeken'),
    'fiets eier kinder bromfiets kinder fiets boek',
  );
  assert.equal(words('russian', 'Большие города России ёлка'), 'больш город росс елк');
  assert.equal(words('finnish', 'taloissa'), 'talo');
  assert.equal(words('swedish', 'husen och barnen'), 'hus barn');
  assert.equal(words('norwegian', 'husene og barna'), 'hus barn');
  assert.equal(words('danish', 'husene og børnene'), 'hus børn');
  assert.equal(words('armenian', 'Հայաստանի'), 'հայաստ');
});

test('[TPL-31] the analyser of a language takes other stop words, and words that keep their ending', () => {
  const { analysers } = readAnalysis(
    { analyzer: { a: { type: 'german', stopwords: ['haus'], stem_exclusion: ['städte'] } } },
    'analysis',
  );
  assert.deepEqual(analyse(analysers.a ?? 'keyword', 'Die Haus Städte Häuser'), ['die', 'stadte', 'haus']);
});

test('[TPL-31] stemmers are asked for by their language, in capitals too', () => {
  const stemmed = (filter: unknown, word: string) =>
    analyse(readAdHocAnalyser(new Fields({ tokenizer: 'keyword', filter: [filter] }, '', 'an analyzer')), word).join();
  assert.equal(stemmed({ type: 'stemmer', language: 'french' }, 'nationalisme'), 'national');
  assert.equal(stemmed({ type: 'stemmer', language: 'light_french' }, 'nationalisme'), 'nationalism');
  assert.equal(stemmed({ type: 'snowball', language: 'German' }, 'häuser'), 'haus');
  assert.equal(stemmed({ type: 'stemmer', name: 'Swedish' }, 'husen'), 'hus');
  assert.equal(stemmed('german_normalization', 'schoen'), 'schon');
  assert.throws(() => stemmed({ type: 'snowball', language: 'Kp' }, 'x'), /Invalid stemmer class specified: Kp/);
});

test('[TPL-31] English is stemmed by Snowball as by OpenSearch 2.19.1, where it is asked for', () => {
  const stemmed = (filter: unknown, text: string) =>
    analyse(readAdHocAnalyser(new Fields({ tokenizer: 'whitespace', filter: [filter] }, '', 'an analyzer')), text).join(
      ' ',
    );
  const given =
    "generously communication skies dying hopping hoped agreedly yyy boyish cries ties gas proceeds 'tis dogs'";
  const stems = 'generous communic sky die hop hope agre yyy boyish cri tie gas proceed tis dog';
  assert.equal(stemmed('snowball', given), stems);
  assert.equal(stemmed({ type: 'snowball', language: 'English' }, given), stems);
  const derived =
    'vietnamization operators decisiveness sensibility apology carelessly formative adoption controlled ponies';
  assert.equal(
    stemmed({ type: 'stemmer', language: 'porter2' }, derived),
    'vietnam oper decis sensibl apolog careless format adopt control poni',
  );
  assert.equal(stemmed({ type: 'stemmer', name: 'english' }, 'generously'), 'gener');
  assert.equal(stemmed({ type: 'snowball', language: 'Porter' }, 'generously'), 'gener');
  assert.equal(
    stemmed({ type: 'stemmer', language: 'minimal_english' }, 'ponies dogs glass bus does aies menu boxes trees'),
    'pony dog glass bus does aies menu boxe trees',
  );
});

test('[TPL-31] the analyser snowball has the stop words and the stemmer of its language', () => {
  assert.equal(words('snowball', 'The running dog’s Generously'), 'run dog generous');
  const { analysers } = readAnalysis(
    {
      analyzer: {
        german: { type: 'snowball', language: 'German' },
        own: { type: 'snowball', stopwords: ['dog'] },
      },
    },
    'analysis',
  );
  assert.deepEqual(analyse(analysers.german ?? 'keyword', 'Die Häuser'), ['haus']);
  assert.deepEqual(analyse(analysers.own ?? 'keyword', 'The dog consigning'), ['the', 'consign']);
});

test('[TPL-31] characters of Chinese, Japanese and Korean are found by pairs of neighbours', () => {
  const cut = (filter: unknown, text: string) =>
    tokensOf(readAdHocAnalyser(new Fields({ tokenizer: 'standard', filter: [filter] }, '', 'an analyzer')), text).map(
      ({ word, position, start, end }) => `${word} ${position} ${start}-${end}`,
    );
  assert.deepEqual(cut('cjk_bigram', '日本語 漢 abc 한국어'), [
    ...['日本 0 0-2', '本語 1 1-3', '漢 2 4-5', 'abc 3 6-9', '한국 4 10-12', '국어 5 11-13'],
  ]);
  assert.deepEqual(cut({ type: 'cjk_bigram', output_unigrams: true, ignored_scripts: ['hangul'] }, '日本 한국'), [
    ...['日 0 0-1', '日本 0 0-2', '本 1 1-2', '한국 2 3-5'],
  ]);
  assert.equal(words('cjk', 'The ＡＢ of 日本ﾊﾟ'), 'ab 日本 本パ');
});

test('[TPL-31] a word of a million letters is not stemmed for minutes', () => {
  const word = 'aeiou'.repeat(20_000);
  const stem = readAdHocAnalyser(
    new Fields({ tokenizer: 'keyword', filter: [{ type: 'stemmer', language: 'romanian' }] }, '', 'an analyzer'),
  );
  assert.equal(tokensOf(stem, word)[0]?.word, word);
});
