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
  assert.throws(() => stemmed('snowball', 'x'), /Invalid stemmer class specified: English/);
});

test('[TPL-31] a word of a million letters is not stemmed for minutes', () => {
  const word = 'aeiou'.repeat(20_000);
  const stem = readAdHocAnalyser(
    new Fields({ tokenizer: 'keyword', filter: [{ type: 'stemmer', language: 'romanian' }] }, '', 'an analyzer'),
  );
  assert.equal(tokensOf(stem, word)[0]?.word, word);
});
