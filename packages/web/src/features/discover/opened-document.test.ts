import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWords, lookedAt } from './opened-document.ts';

const at = new Date(2026, 0, 2, 14, 3, 20).getTime();
const hit = (source: Record<string, unknown>) => ({
  _id: 'a',
  _source: { _ts: at, _user_name: 'Ayu Lestari', ...source },
});

test('[SCR-07] an open document that stays as it is has no news, nor one that was written anew with the same values', () => {
  const opened = lookedAt(undefined, hit({ num1: 1, _ts: at - 1000 }), at);
  assert.equal(changeWords(opened), null);
  assert.equal(changeWords(lookedAt(opened, hit({ num1: 1 }), at)), null);
});

test('[SCR-07] a change of an open document is told with its time, who made it and the fields, three by name', () => {
  const opened = lookedAt(undefined, hit({ num1: 1, txt1: 'a', arr1: [1], gone1: true, _ts: at - 1000 }), at);
  assert.equal(
    changeWords(lookedAt(opened, hit({ num1: 2, txt1: 'a', arr1: [1], gone1: true }), at)),
    'Changed at 14:03:20 by Ayu Lestari: num1.',
  );
  assert.equal(
    changeWords(lookedAt(opened, hit({ num1: 2, txt1: 'b', arr1: [2], gone1: true }), at)),
    'Changed at 14:03:20 by Ayu Lestari: num1, txt1, arr1.',
  );
  assert.equal(
    changeWords(lookedAt(opened, hit({ num1: 2, txt1: 'b', arr1: [1, 2], new1: 3 }), at)),
    'Changed at 14:03:20 by Ayu Lestari: num1, txt1, arr1 and 2 more.',
  );
});

test('[SCR-07] a change that left the time of the record as it was is told without one', () => {
  const opened = lookedAt(undefined, hit({ num1: 1 }), at);
  assert.equal(changeWords(lookedAt(opened, hit({ num1: 2 }), at)), 'Changed by Ayu Lestari: num1.');
});

test('[SCR-07] a change is held against what was seen first, not against the look before', () => {
  const opened = lookedAt(undefined, hit({ num1: 1, _ts: at - 1000 }), at);
  const changed = lookedAt(opened, hit({ num1: 2 }), at);
  assert.equal(changeWords(lookedAt(changed, hit({ num1: 2 }), at)), 'Changed at 14:03:20 by Ayu Lestari: num1.');
  assert.equal(changeWords(lookedAt(changed, hit({ num1: 1 }), at)), null);
});

test('[SCR-07] a document that goes is told with the time it was first missed, and kept as it was', () => {
  const opened = lookedAt(undefined, hit({ num1: 1 }), at);
  const gone = lookedAt(lookedAt(opened, undefined, at), undefined, at + 60_000);
  assert.equal(changeWords(gone), 'Deleted, seen at 14:03:20. Below is how it was.');
  assert.deepEqual(gone.first, hit({ num1: 1 }));
  assert.equal(changeWords(lookedAt(undefined, undefined, at)), null, 'what never was is not deleted');
});
