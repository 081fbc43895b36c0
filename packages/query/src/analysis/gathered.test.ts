import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyAnalyser, tokensOf } from './analyse.ts';
import type { CharFilterStep, FilterStep } from './chain.ts';
import { synonymRules } from './filters/synonym.ts';

const words = (filters: readonly FilterStep[], text: string, charFilters: readonly CharFilterStep[] = []) =>
  tokensOf({ charFilters, tokenizer: 'whitespace', filters }, text);

test('[SEC-10] a text becomes a million words at most, whatever makes several of one', () => {
  const many = 'a b c d '.repeat(20_000);
  const shingle = { unigramsIfNoShingles: false, separator: ' ', filler: '_' };
  const several: Readonly<Record<string, AnyAnalyser>> = {
    'tokenizer ngram': {
      tokenizer: { kind: 'ngram', minGram: 1, maxGram: 20, tokenChars: null },
      filters: [],
    },
    shingle: {
      tokenizer: 'whitespace',
      filters: [{ kind: 'shingle', ...shingle, min: 2, max: 20, unigrams: true }],
    },
    synonym: {
      tokenizer: 'whitespace',
      filters: [
        {
          kind: 'synonym',
          rules: synonymRules([Array.from({ length: 100 }, (_, i) => `${'abcd'[i] ?? i}`).join()], (w) => [w], true),
          ...{ isGraph: false, isUnfit: false },
        },
      ],
    },
  };
  for (const [name, analyser] of Object.entries(several)) {
    const made = tokensOf(analyser, many).length;
    assert.ok(made > 500_000 && made <= 1_100_000, `${name}: ${made}`);
  }
});

test('[SEC-10] a text grows no further than that on its way through character filters', () => {
  const large = `b${' '.repeat(100_000)}`;
  const replaced: readonly CharFilterStep[] = [
    { kind: 'mapping', rules: [['a', large]] },
    { kind: 'pattern_replace', pattern: 'a', replacement: large, flags: '' },
  ];
  for (const step of replaced) {
    const made = words([{ kind: 'truncate', most: 1 }], 'a'.repeat(100), [step]);
    assert.equal(made.length, 10, step.kind);
    assert.deepEqual([made[1]?.start, made[1]?.end], [1, 1], step.kind);
  }
});

test('[SEC-10] synonyms are refused where there would be a million pairs of them, or a sentence of fifty words', () => {
  const split = (text: string) => text.split(' ');
  const line = Array.from({ length: 1001 }, (_, i) => `w${i}`).join();
  assert.throws(() => synonymRules([line], split, true), /more than 1000000 pairs of synonyms/);
  assert.equal(synonymRules([line], split, false).length, 1001);
  assert.throws(() => synonymRules([`${'a '.repeat(51)}=> b`], split, true), /synonyms of 51 words are too long/);
});

test('[TPL-31] a word of capitals and signs of all kinds is stemmed, or stays as it is', () => {
  const english: FilterStep = { kind: 'stemmer', language: 'english' };
  const stemmed = (text: string) => words([english], text).map(({ word }) => word);
  assert.deepEqual(stemmed('running Running RUNNING'), ['run', 'Run', 'RUNNING']);
  const signs = String.fromCodePoint(...Array.from({ length: 7000 }, (_, i) => 0x4e00 + i));
  const [whole] = tokensOf({ tokenizer: 'keyword', filters: [english] }, `A${signs}ing`);
  assert.equal(whole?.word === `A${signs}ing`, true);
});
