import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyTable, MOST_SLOTS, type PlacedHashes } from './key-table.ts';

/** Hashes of the numbers from `from` on, mixed as a hash function does (splitmix64 in halves); each stands at `place` and on. */
function hashesOf(from: number, size: number, place = 0): PlacedHashes {
  const mix = (given: number, seed: number): number => {
    let hash = Math.imul(given ^ seed, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) | 0;
  };
  return {
    low: Int32Array.from({ length: size }, (_, i) => mix(from + i, 0x9e3779b9)),
    high: Int32Array.from({ length: size }, (_, i) => mix(mix(from + i, 0x51ed270b), 0x2545f491)),
    places: Int32Array.from({ length: size }, (_, i) => place + i),
    size,
  };
}

function found(table: KeyTable, key: number): readonly number[] {
  const { low, high } = hashesOf(key, 1);
  const docs: number[] = [];
  table.find(low[0] ?? 0, high[0] ?? 0, (doc) => docs.push(doc));
  return docs;
}

test('every key of a full table is found where it stands, and hardly one that is not in it', () => {
  for (const slots of [64, 2 ** 15, MOST_SLOTS]) {
    const table = new KeyTable(7_000_000, slots);
    const room = table.end - table.begin;
    assert.equal(room, slots * 0.75);
    const half = Math.trunc(room / 2);
    table.add(hashesOf(0, half));
    table.add(hashesOf(half, room - half, half));
    for (let key = 0; key < room; key += 1 + (slots >> 15)) {
      assert.ok(found(table, key).includes(7_000_000 + key), `key ${key} of ${slots}`);
    }
    let claimed = 0;
    for (let key = 10_000_000; key < 10_200_000; key++) claimed += found(table, key).length;
    assert.ok(claimed <= 1, `${claimed} of 200,000 in ${slots}`);
  }
});

test('keys whose hashes are alike are all found, a hash of nothing but zeros too', () => {
  const table = new KeyTable(0, 64);
  const zeros = new Int32Array(3);
  table.add({ low: zeros, high: zeros, places: Int32Array.of(0, 5, 9), size: 3 });
  const docs: number[] = [];
  table.find(0, 0, (doc) => docs.push(doc));
  assert.deepEqual(docs, [0, 5, 9]);
});

test('what stands behind the size of hashes is no key', () => {
  const table = new KeyTable(0, 256);
  table.add({ ...hashesOf(0, 100), size: 10 });
  assert.deepEqual([found(table, 9), found(table, 50)], [[9], []]);
});
