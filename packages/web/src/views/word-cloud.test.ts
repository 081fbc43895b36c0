import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BucketFunction, newView, type ViewDefinition } from './definition.ts';
import { missingFor } from './missing.ts';
import { type PlacedWord, placeWords } from './place-words.ts';
import { viewRequest } from './request.ts';
import { resultTable } from './result-table.ts';
import { wordsOf } from './word-cloud.ts';

const cloud = (name: BucketFunction): ViewDefinition => ({
  ...newView('t1'),
  visual: 'WordCloud',
  buckets: [{ id: 'w', function: name, field: 'key1', size: 30 }],
});

const answer = {
  took: 1,
  hits: { total: { value: 9, relation: 'eq' }, hits: [] },
  aggregations: {
    w: {
      buckets: [
        { key: 'often', doc_count: 6, score: 0.5 },
        { key: 'telling', doc_count: 3, score: 2 },
      ],
    },
  },
};

test('[VIS-14] words are sized by how much they stand out, values that are only counted by the figure', () => {
  assert.deepEqual(wordsOf(resultTable(cloud('significant_terms'), answer)), [
    { text: 'often', weight: 0.5 },
    { text: 'telling', weight: 2 },
  ]);
  const counted = {
    w: {
      buckets: [
        { key: 'often', doc_count: 6 },
        { key: '', doc_count: 3 },
      ],
    },
  };
  assert.deepEqual(wordsOf(resultTable(cloud('terms'), { ...answer, aggregations: counted })), [
    { text: 'often', weight: 6 },
  ]);
});

test('[VIS-14] what stands out is asked for as significant terms', () => {
  for (const name of ['significant_terms', 'significant_text'] as const)
    assert.deepEqual(viewRequest(cloud(name), 'UTC').aggs, { w: { [name]: { field: 'key1', size: 30 } } });
});

test('[VIS-20] spans make no words', () => {
  const spans = [{ id: 'w', function: 'histogram', field: 'num1' }] as const;
  assert.match(missingFor({ ...cloud('terms'), buckets: spans }) ?? '', /needs words/);
  assert.equal(missingFor(cloud('terms')), null);
});

const measure = (text: string, size: number): number => text.length * size * 0.55;

const inside = (word: PlacedWord, width: number, height: number): boolean =>
  word.x - word.width / 2 >= 0 &&
  word.x + word.width / 2 <= width &&
  word.y - word.size / 2 >= 0 &&
  word.y + word.size / 2 <= height;

const apart = (a: PlacedWord, b: PlacedWord): boolean =>
  Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.size + b.size) / 2;

test('[VIS-14] no word overlaps another or the edge; all are there where there is room', () => {
  const word = fc.record({
    text: fc.string({ minLength: 1, maxLength: 20 }),
    weight: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  });
  const space = fc.record({ width: fc.integer({ min: 40, max: 900 }), height: fc.integer({ min: 20, max: 500 }) });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 25 }), space, (words, { width, height }) => {
      const placed = placeWords(words, { width, height }, measure);
      assert.equal(placed.length, words.length);
      const there = placed.filter((one) => one !== null);
      for (const [at, one] of there.entries()) {
        assert.ok(inside(one, width, height));
        for (const other of there.slice(at + 1)) assert.ok(apart(one, other), `${one.text} and ${other.text}`);
      }
      if (width >= 800 && height >= 400) assert.equal(there.length, words.length);
    }),
    { numRuns: 60 },
  );
});

test('[VIS-14] the heaviest word has the largest letters and stands in the middle', () => {
  const [first, second] = placeWords(
    [
      { text: 'small', weight: 1 },
      { text: 'large', weight: 9 },
    ],
    { width: 600, height: 300 },
    measure,
  );
  assert.deepEqual([second?.x, second?.y, second?.size], [300, 150, 96]);
  assert.equal(first?.size, 32);
});
