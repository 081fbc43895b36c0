import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { occurrencesOf } from '../../documents/words/words.fixture.ts';
import { DocBits } from './bits.ts';
import { DenseTermMaker } from './dense-term.ts';
import { PostingList } from './posting-list.ts';
import { cursorOf, documentsOf, type ListedTerm, listed, readerOf, occurrencesOf as timesOf } from './term-postings.ts';

const CAPACITY = 320;

/** Each document once or more in one segment, ascending; the segments themselves stand in any order. */
const segmentsArbitrary = fc
  .tuple(
    fc.array(fc.nat(CAPACITY - 1), { maxLength: 400 }),
    fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
  )
  .map(([docs, order]) =>
    order.map((segment) =>
      Int32Array.from(docs.filter((doc) => Math.trunc(doc / 40) === segment)).sort((a, b) => a - b),
    ),
  );

const normOf = (doc: number): number => (doc * 7) % 256;

function listOf(segments: readonly Int32Array[], gone: DocBits | null): ListedTerm {
  const list = new PostingList({ gone, capacity: CAPACITY });
  list.expect(segments.reduce((sum, { length }) => sum + length, 0));
  for (const docs of segments) list.add(occurrencesOf(docs, normOf));
  return list.done();
}

test('[TPL-31] a term kept as a set says what its list says, in any order of segments, without the documents gone', () => {
  const goneArbitrary = fc.option(fc.array(fc.nat(CAPACITY - 1), { maxLength: 40 }));
  const askedArbitrary = fc.array(fc.nat(CAPACITY - 1), { maxLength: 60 });
  fc.assert(
    fc.property(segmentsArbitrary, goneArbitrary, askedArbitrary, (segments, removed, asked) => {
      const gone = removed && DocBits.of(Int32Array.from(removed), CAPACITY);
      const list = listOf(segments, gone);
      const maker = new DenseTermMaker(CAPACITY, gone, new Uint8Array(CAPACITY));
      for (const docs of segments) maker.add(occurrencesOf(docs, normOf));
      const dense = maker.done();
      assert.deepEqual(listed(dense), list);
      assert.equal(documentsOf(dense), list.docs.length);
      assert.equal(timesOf(dense), timesOf(list));
      const [ofDense, ofList] = [readerOf(dense), readerOf(list)];
      const said = (read: typeof ofDense, doc: number) => {
        const here = read(doc);
        return here && [here.frequency, here.norm];
      };
      for (const doc of asked) assert.deepEqual(said(ofDense, doc), said(ofList, doc), `document ${doc}`);
      const cursor = cursorOf(dense);
      const ascending = asked.toSorted((a, b) => a - b);
      assert.deepEqual(
        ascending.map((doc) => cursor.seek(doc)),
        ascending.map((doc) => list.bits.has(doc)),
      );
    }),
  );
});
