import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { StoredSample } from '../../documents/stored.fixture.ts';
import { firstOf, impactsOf } from '../../documents/words/impacts.ts';
import { WordPacker } from '../../documents/words/packed-words.ts';
import { Breath } from '../../store/breath.ts';
import { bestOfWord } from './best-of-word.ts';
import { DocBits } from './bits.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';

const CAPACITY = 40_000;

/** Documents of a segment, each as often as it has the word. */
const segment = fc.record({
  first: fc.nat(CAPACITY - 4000),
  apart: fc.integer({ min: 1, max: 9 }),
  often: fc.integer({ min: 1, max: 6 }),
  lengths: fc.integer({ min: 1, max: 5 }),
  /** Whether it is told among what the highest score is. */
  isTold: fc.boolean(),
});

const some = fc.constantFrom(1, 20, 200);

test('[QRY-21] no document of a row has a higher score than what is told of the row, whatever its term', () => {
  const document = fc.record({ apart: fc.integer({ min: 1, max: 20_000 }), often: fc.nat(7), norm: fc.nat(60) });
  const factors = lengthFactors({ documents: CAPACITY, tokens: 9 * CAPACITY });
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 50 }), (steps) => {
      const times = steps.flatMap(({ often, norm }, at) => Array.from({ length: often + 1 }, () => ({ at, norm })));
      const docs = steps.map(({ apart }, i) => steps.slice(0, i).reduce((sum, each) => sum + each.apart, apart));
      const packed = new WordPacker().pack(
        {
          docs: Int32Array.from(times, ({ at }) => docs[at] ?? 0),
          norms: Uint8Array.from(times, ({ norm }) => norm),
          places: null,
        },
        0,
        times.length,
      );
      assert.equal(packed.length, 1);
      const scoreOf = (often: number, norm: number): number => Math.fround(termScore(1, often, factors[norm] ?? 1));
      const [row = { documents: 0, data: new Uint8Array() }] = packed;
      const highest = Math.max(...impactsOf(row).map((at) => scoreOf(at >> 8, at & 0xff)));
      assert.ok(steps.every(({ often, norm }) => scoreOf(often + 1, norm) <= highest));
      assert.equal(firstOf(row), docs[0]);
    }),
  );
});

test('[QRY-21] the best documents of a word are told by its rows as by all scores, whatever the order of segments', async () => {
  const size = { documents: CAPACITY, tokens: 9 * CAPACITY };
  const factors = lengthFactors(size);
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 8 }), fc.nat(12), some, async (segments, gone, most) => {
      const isGone = (doc: number): boolean => gone > 1 && doc % gone === 0;
      const bits = new DocBits(CAPACITY);
      for (let doc = 0; doc < CAPACITY; doc++) if (isGone(doc)) bits.add(doc);
      const packer = new WordPacker();
      const seen = new Set<number>();
      const documents = segments.map(({ first, apart, often, lengths }) =>
        Array.from({ length: 400 }, (_, i) => ({
          doc: first + i * apart,
          often: 1 + (i % often),
          norm: 5 + (i % lengths),
        }))
          // a document stands in one segment only
          .filter(({ doc }) => !seen.has(doc) && seen.add(doc)),
      );
      const rows = documents.flatMap((own, segment) => {
        const isTold = segments[segment]?.isTold ?? false;
        const times = own.flatMap((each) => Array.from({ length: each.often }, () => each));
        const occurrences = {
          docs: Int32Array.from(times, ({ doc }) => doc),
          norms: Uint8Array.from(times, ({ norm }) => norm),
          places: null,
        };
        packer.begin();
        const packed = packer.pack(occurrences, 0, times.length).map((row) => ({ ...row, data: row.data.slice() }));
        return packed.map((row) => ({ ...row, ...(isTold && { impacts: impactsOf(row) }) }));
      });
      const weight = idf(CAPACITY, documents.flat().length);
      const there = documents.flat().filter(({ doc }) => !isGone(doc));
      const scored = there.map(({ doc, often, norm }) => ({
        doc,
        score: Math.fround(termScore(weight, often, factors[norm] ?? 1)),
      }));
      const found = await bestOfWord(rows, { gone: gone > 1 ? bits : null, size, breath: new Breath(), most });
      assert.equal(found.total, there.length);
      const expected = scored.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, most);
      assert.deepEqual(found.best, expected);
    }),
    { numRuns: 40 },
  );
});

test('[QRY-21] a search for one word answers the same whether its list is made or only its best documents are looked for', async () => {
  const sample = await StoredSample.open();
  const words = ['fox', 'dog', 'hen', 'owl', 'none'];
  const text = fc.array(fc.constantFrom('fox', 'dog', 'dog', 'hen', 'owl', 'a'), { minLength: 1, maxLength: 9 });
  const step = fc.record({
    put: fc.array(fc.tuple(fc.nat(400), text), { maxLength: 40 }),
    gone: fc.array(fc.nat(400), { maxLength: 5 }),
    word: fc.constantFrom(...words),
    from: fc.nat(12),
    size: fc.integer({ min: 1, max: 30 }),
    boost: fc.constantFrom(1, 0.5, 3),
  });
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const index = `words${count++}`;
        await sample.index(index, { txt1: { type: 'text' } });
        for (const { put, gone, word, from, size, boost } of steps) {
          await sample.put(index, Object.fromEntries(put.map(([id, of]) => [`d${id}`, { txt1: of.join(' ') }])));
          await sample.tenant.documents.write(
            index,
            gone.map((id) => ({ kind: 'delete', id: `d${id}` }) as const),
          );
          const match = { match: { txt1: { query: word, boost } } };
          const fast = [0, 1].map(() => sample.search(index, { from, size, query: match }));
          const found = await Promise.all(fast);
          // a clause around it has all its documents looked up
          const slow = await sample.search(index, { from, size, query: { bool: { must: [match] } } });
          for (const each of found) assert.deepEqual({ ...each, took: 0 }, { ...slow, took: 0 });
        }
      }),
      { numRuns: 25 },
    );
  } finally {
    await sample.close();
  }
});

test('[QRY-21] the best documents are the first of all in the order of their scores, whatever stands beside their words', async () => {
  const sample = await StoredSample.open();
  const words = ['fox', 'fix', 'dog', 'hen', 'owl'];
  const one = fc.constantFrom(...words);
  const document = fc.record({
    txt1: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((of) => of.join(' ')),
    txt2: fc.array(one, { maxLength: 3 }).map((of) => of.join(' ')),
    kw1: fc.constantFrom('a', 'b'),
    kw2: fc.option(one, { nil: null }),
  });
  const match = fc.oneof(
    one.map((word) => ({ match: { txt1: word } })),
    fc.tuple(one, one).map((both) => ({ match: { txt1: both.join(' ') } })),
    fc.tuple(one, one).map((both) => ({ match: { txt1: { query: both.join(' '), operator: 'and' } } })),
    fc.tuple(one, one).map((both) => ({ match_phrase: { txt1: both.join(' ') } })),
    one.map((query) => ({ match: { txt1: { query, fuzziness: 1 } } })),
    one.map((query) => ({ query_string: { query } })),
    fc.tuple(one, one).map((both) => ({ multi_match: { query: both.join(' '), fields: ['txt1', 'txt2'] } })),
    one.map((query) => ({ multi_match: { query, fields: ['txt1', 'kw2', 'txt2^2'] } })),
    one.map((query) => ({ multi_match: { query, fields: ['txt*', 'kw*'], tie_breaker: 0.3 } })),
  );
  const beside = fc.constantFrom({ term: { kw1: 'a' } }, { match: { txt1: 'hen' } }, { terms: { kw1: ['a', 'b'] } });
  const query = fc.oneof(
    match,
    fc.record({ must: match, filter: beside }).map((bool) => ({ bool })),
    fc.record({ should: match, filter: beside, must_not: beside }).map((bool) => ({ bool })),
    fc.record({ should: match, must_not: beside, boost: fc.constantFrom(1, 3) }).map((bool) => ({ bool })),
    fc.record({ must: match, should: match }).map((bool) => ({ bool })),
    fc.record({ should: match, filter: beside, minimum_should_match: fc.constant(1) }).map((bool) => ({ bool })),
  );
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 60 }),
        fc.array(query, { maxLength: 8 }),
        async (documents, queries) => {
          const index = `beside${count++}`;
          const [text, keyword] = [{ type: 'text' }, { type: 'keyword' }];
          await sample.index(index, { txt1: text, txt2: text, kw1: keyword, kw2: keyword });
          await sample.put(index, Object.fromEntries(documents.map((each, i) => [`d${i}`, each])));
          for (const each of [...queries, ...queries]) {
            const hits = async (more: object): Promise<unknown> => {
              const found = await sample.search(index, { size: 8, query: each, ...more });
              const scored = found.hits.hits.map(({ _id, _score }) => [_id, _score]);
              return [found.hits.total.value, found.hits.max_score, scored];
            };
            assert.deepEqual(await hits({}), await hits({ sort: ['_score', '_doc'] }), JSON.stringify(each));
          }
        },
      ),
      { numRuns: 25 },
    );
  } finally {
    await sample.close();
  }
});
