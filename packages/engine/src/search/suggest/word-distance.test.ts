import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StringDistance } from '@datasarana/query';
import { WORD_DISTANCES } from './word-distance.ts';

/** Scores of OpenSearch 2.19.1, to six digits: of levenshtein, jaro_winkler and ngram. */
const SCORES = [
  ['marhat', 'marhta', 0.666667, 0.966667, 0.75],
  ['marhat', 'martha', 0.666667, 0.961111, 0.583333],
  ['dwyane', 'dwayne', 0.666667, 0.955556, 0.666667],
  ['dxon', 'dixon', 0.8, 0.94, 0.7],
  ['amstredam', 'amsterdam', 0.777778, 0.977778, 0.777778],
  ['qiuck', 'quack', 0.6, 0.88, 0.6],
  ['jupming', 'jumping', 0.714286, 0.961905, 0.714286],
  ['aabb', 'abab', 0.5, 0.925, 0.5],
  ['naive', 'naïve', 0.8, 0.893333, 0.8],
  ['reatc', 'react', 0.6, 0.953333, 0.7],
] as const;

const score = (distance: StringDistance, one: string, other: string): number =>
  Number(WORD_DISTANCES[distance]([...one], [...other]).toFixed(6));

test('[QRY-02] words are as alike as Lucene counts them by each distance', () => {
  for (const [one, other, levenshtein, jaroWinkler, ngram] of SCORES) {
    assert.equal(score('levenshtein', one, other), levenshtein, `${one} ${other}`);
    assert.equal(score('jaro_winkler', one, other), jaroWinkler, `${one} ${other}`);
    assert.equal(score('ngram', one, other), ngram, `${one} ${other}`);
  }
});

test('[QRY-02] neighbours that change places are one edit to the usual distance', () => {
  assert.equal(score('internal', 'amstredam', 'amsterdam'), 0.888889);
  assert.equal(score('damerau_levenshtein', 'dxon', 'dixon'), 0.75);
});

test('[QRY-02] words of one letter have no pairs, words without a common letter are not alike', () => {
  assert.equal(score('ngram', 'a', 'ab'), 0.5);
  assert.equal(score('jaro_winkler', 'abc', 'xyz'), 0);
  assert.equal(score('jaro_winkler', 'abc', 'abc'), 1);
});
