import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprintOf, newsWords } from './news.ts';

test('[SCR-07] what came in since somebody looked is counted, what only changed is told', () => {
  const shown = { total: 1000, newest: 5 };
  const words = (total: number, newest: number | null) => newsWords(shown, { total, newest });
  assert.equal(words(1000, 5), null);
  assert.equal(words(1001, 6), '1 new record');
  assert.equal(words(3345, 6), '2,345 new records');
  assert.equal(words(999, 5), '1 record fewer');
  assert.equal(words(0, null), '1,000 records fewer');
  assert.equal(words(1000, 6), 'Records changed');
  assert.equal(newsWords({ total: 0, newest: null }, { total: 2, newest: 6 }), '2 new records');
});

test('[SCR-07] the fingerprint of an answer is its total and its newest record', () => {
  const answer = { hits: { total: { value: 7, relation: 'eq' }, hits: [] } };
  assert.deepEqual(fingerprintOf({ ...answer, aggregations: { newest: { value: 12 } } }), { total: 7, newest: 12 });
  assert.deepEqual(fingerprintOf(answer), { total: 7, newest: null });
});
