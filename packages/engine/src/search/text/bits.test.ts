import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocBits } from './bits.ts';

/** Numbers in 0…1 that are the same in every run. */
function fixedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

const CAPACITIES = [1, 8, 31, 32, 33, 1000, 4097];

function drawn(capacity: number, share: number, random: () => number): readonly number[] {
  return Array.from({ length: capacity }, (_, doc) => doc).filter(() => random() < share);
}

for (const capacity of CAPACITIES) {
  test(`sets of ${capacity} documents are joined, cut and counted as lists of them are`, () => {
    const random = fixedRandom(capacity);
    for (const share of [0, 0.01, 0.5, 1]) {
      const [one, other] = [drawn(capacity, share, random), drawn(capacity, 0.3, random)];
      const [a, b] = [one, other].map((docs) => DocBits.of(Int32Array.from(docs), capacity));
      assert.ok(a && b);
      assert.equal(a.size, one.length);
      assert.deepEqual(a.first(Number.POSITIVE_INFINITY), one);
      assert.deepEqual(a.first(3), one.slice(0, 3));
      const found = new Int32Array(capacity);
      assert.deepEqual([...found.subarray(0, a.into(found, 0, capacity))], one);
      const members = (bits: DocBits): readonly number[] => bits.first(Number.POSITIVE_INFINITY);
      assert.deepEqual(
        members(a.and(b)),
        one.filter((doc) => other.includes(doc)),
      );
      assert.deepEqual(
        members(a.without(b)),
        one.filter((doc) => !other.includes(doc)),
      );
      assert.deepEqual(
        members(a.or(b)),
        [...new Set([...one, ...other])].sort((x, y) => x - y),
      );
    }
  });
}
