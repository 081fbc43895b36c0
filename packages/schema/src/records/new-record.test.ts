import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, timeOfId } from './new-record.ts';

test('[REC-36] ids differ, tell when they were made, and use each letter as often as any other', () => {
  const began = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const ended = Date.now();
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => Number(timeOfId(id)) >= began && Number(timeOfId(id)) <= ended));
  const counts = new Map<string, number>();
  for (const letter of ids.map((id) => id.slice(10)).join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  // 10,000 of each are expected; six standard deviations are 590
  assert.equal(counts.size, 32);
  for (const [letter, count] of counts) assert.ok(Math.abs(count - 10_000) < 590, `${letter}: ${count}`);
});
