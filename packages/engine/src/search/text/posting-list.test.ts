import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { occurrencesOf } from '../../documents/words/words.fixture.ts';
import { DocBits } from './bits.ts';
import { PostingList } from './posting-list.ts';

interface Segment {
  readonly segment: number;
  readonly docs: readonly number[];
}

const CAPACITY = 400;

/** Adds to a list what the segments behind those it is made of hold. */
function filled(list: PostingList, segments: readonly Segment[]): PostingList {
  const added = segments.slice(list.segments);
  list.expect(added.reduce((sum, { docs }) => sum + docs.length, 0));
  for (const { segment, docs } of added) {
    list.add(occurrencesOf(Int32Array.from(docs), (doc) => doc % 7));
    list.close(segment);
  }
  return list;
}

/** Documents of one segment, each once or more, ascending; a document stands in one segment only. */
const segmentsOf = (seed: readonly number[], order: readonly number[]): readonly Segment[] =>
  order.map((segment) => ({
    segment,
    docs: seed
      .map((doc) => (doc % 40) + 40 * (segment % 10))
      .filter((doc) => (doc + segment) % 3 !== 0)
      .sort((a, b) => a - b),
  }));

const numbers = (segments: readonly Segment[]) => segments.map(({ segment }) => segment);

const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 1 });

test('[TPL-31] a list that goes on from that of an earlier state is the one made anew', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5000), { maxLength: 60 }),
      orders,
      orders,
      fc.nat(10),
      fc.boolean(),
      fc.boolean(),
      (seed, first, second, common, isAscending, sameGone) => {
        const sorted = (order: readonly number[]) => (isAscending ? order.toSorted((a, b) => a - b) : order);
        const before = segmentsOf(seed, sorted(first));
        // the segments of a later state begin as those before did, or some of them were merged into others
        const kept = sorted(first).slice(0, common);
        const after = segmentsOf(seed, [...kept, ...sorted(second).filter((each) => !kept.includes(each))]);
        const gone = DocBits.of(
          Int32Array.from(seed.slice(0, 5), (doc) => doc % CAPACITY),
          CAPACITY,
        );
        const now = sameGone
          ? gone
          : DocBits.of(
              Int32Array.from(seed.slice(0, 9), (doc) => doc % CAPACITY),
              CAPACITY,
            );
        const earlier = filled(new PostingList({ gone, capacity: CAPACITY }, numbers(before)), before);
        const told = structuredClone(columnsOf(earlier));
        const anew = filled(new PostingList({ gone: now, capacity: CAPACITY }, numbers(after)), after);
        const goingOn = new PostingList({ gone: now, capacity: CAPACITY }, numbers(after), earlier);
        assert.deepEqual(columnsOf(filled(goingOn, after)), columnsOf(anew));
        assert.deepEqual(columnsOf(earlier), told, 'that of the earlier state stays as it was');
      },
    ),
  );
});

function columnsOf(list: PostingList) {
  const { docs, frequencies, norms, bits, documentFrequency } = list.done();
  const all = { docs: [...docs], frequencies: [...frequencies], norms: [...norms], documentFrequency };
  return { ...all, bits: bits.first(CAPACITY) };
}

test('[TPL-31] lists of many states, two of them made of each, are as if each were made anew', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(99), { maxLength: 90 }), { minLength: 2, maxLength: 8 }), (states) => {
      const segments = states.map((docs, segment) => ({
        segment,
        docs: docs.map((doc) => doc + 100 * segment).sort((a, b) => a - b),
      }));
      const room = { gone: null, capacity: 100 * states.length };
      const made: PostingList[] = [];
      for (let count = 1; count <= segments.length; count++) {
        const now = segments.slice(0, count);
        const other = segments.map((each, i) => (i === count - 1 ? { ...each, docs: [100 * i + 99] } : each));
        const before = made.at(-1);
        made.push(filled(new PostingList(room, numbers(now), before), now));
        filled(new PostingList(room, numbers(now), before), other.slice(0, count)).done();
        made.at(-1)?.done();
      }
      for (const [at, list] of made.entries()) {
        const own = segments.slice(0, at + 1);
        assert.deepEqual(columnsOf(list), columnsOf(filled(new PostingList(room, numbers(own)), own)));
      }
    }),
  );
});
