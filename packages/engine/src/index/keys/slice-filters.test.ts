import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Hashes, SLICE, SliceFilters } from './slice-filters.ts';

/** Hashes of the numbers from `from` on, mixed as a hash function does (splitmix64 in halves). */
function hashesOf(from: number, size: number): Hashes {
  const mix = (given: number, seed: number): number => {
    let hash = Math.imul(given ^ seed, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) | 0;
  };
  return {
    low: Int32Array.from({ length: size }, (_, i) => mix(from + i, 0x9e3779b9)),
    high: Int32Array.from({ length: size }, (_, i) => mix(mix(from + i, 0x51ed270b), 0x2545f491)),
    size,
  };
}

const one = (key: number): readonly Hashes[] => [hashesOf(key, 1)];

test('every key is found in its slice, whichever group of slices it stands in', () => {
  const filters = new SliceFilters();
  const slices = 18;
  for (let slice = 0; slice < slices; slice++)
    filters.add([hashesOf(slice * 1000, 600), hashesOf(slice * 1000 + 600, 400)]);
  assert.equal(filters.size, slices);
  for (let key = 0; key < slices * 1000; key++) {
    assert.ok(filters.find(one(key)).includes(Math.trunc(key / 1000)), `key ${key}`);
  }
  assert.deepEqual(filters.find([hashesOf(2500, 1), hashesOf(17_999, 1)]), [2, 17]);
  assert.deepEqual(filters.find([]), []);
});

test('a full slice claims one of 50,000 keys that are not in it at most', () => {
  const filters = new SliceFilters();
  filters.add([hashesOf(0, SLICE)]);
  let claimed = 0;
  for (let key = 10_000_000; key < 10_200_000; key++) claimed += filters.find(one(key)).length;
  assert.ok(claimed <= 4, `${claimed} of 200,000`);
});

test('what stands behind the size of hashes is no key', () => {
  const filters = new SliceFilters();
  filters.add([{ ...hashesOf(0, 100), size: 10 }]);
  assert.deepEqual(filters.find(one(9)), [0]);
  assert.deepEqual(filters.find(one(50)), []);
});
