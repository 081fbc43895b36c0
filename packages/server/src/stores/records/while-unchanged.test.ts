import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WhileUnchanged } from './while-unchanged.ts';

/** A store of which only the stamp counts. */
const written = () => {
  let stamp = 1;
  return { stamp: () => stamp, write: () => void stamp++ };
};

test('what was read is read again after a write, and not before', async () => {
  const records = written();
  const kept = new WhileUnchanged<number>(records, 10);
  let reads = 0;
  const read = async (): Promise<number> => ++reads;
  assert.deepEqual([await kept.get('a', read), await kept.get('a', read), await kept.get('b', read)], [1, 1, 2]);
  records.write();
  assert.deepEqual([await kept.get('a', read), await kept.get('a', read)], [3, 3]);
});

test('what was read before a write and came after it is not kept', async () => {
  const records = written();
  const kept = new WhileUnchanged<string>(records, 10);
  const slow = Promise.withResolvers<string>();
  const first = kept.get('a', () => slow.promise);
  records.write();
  assert.equal(await kept.get('b', async () => 'meanwhile'), 'meanwhile');
  slow.resolve('old');
  assert.equal(await first, 'old', 'its own call began before the write');
  assert.equal(await kept.get('a', async () => 'new'), 'new');
});

test('a write nobody asked after yet does not keep the old value either', async () => {
  const records = written();
  const kept = new WhileUnchanged<string>(records, 10);
  const slow = Promise.withResolvers<string>();
  const first = kept.get('a', () => slow.promise);
  records.write();
  slow.resolve('old');
  await first;
  assert.equal(await kept.get('a', async () => 'new'), 'new');
});

test('a reading that failed is tried again, and no more is kept than was said', async () => {
  const kept = new WhileUnchanged<number>(written(), 2);
  await assert.rejects(
    kept.get('a', () => Promise.reject(new Error('gone'))),
    /gone/,
  );
  let reads = 0;
  const read = async (): Promise<number> => ++reads;
  for (const key of ['a', 'b', 'c']) await kept.get(key, read);
  assert.equal(await kept.get('a', read), 4);
});
