import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWords, importOf, lookedAt, storedWords, writtenAt } from './opened-document.ts';

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

const minute = 60_000;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id as one that was made at `ms`. */
const idAt = (ms: number): string =>
  Array.from({ length: 10 }, (_, i) => DIGITS[Math.floor(ms / 32 ** (9 - i)) % 32])
    .join('')
    .padEnd(26, '0');

test('[SCR-07] a document that was edited is told with the time of the edit, which leaves the time at which it came', () => {
  const edited = hit({ num1: 2, _post_type: 'import', _batch: idAt(at + 5 * minute) });
  assert.equal(storedWords(edited), 'Stored 2026-01-02 14:08:20 by Ayu Lestari');
  assert.equal(writtenAt(edited), at + 5 * minute);
  assert.equal(importOf(edited), null, 'there is no import of that id');
  const before = hit({ num1: 1, _post_type: 'import', _batch: idAt(at) });
  const opened = lookedAt(lookedAt(undefined, before, at), edited, at + 5 * minute);
  assert.equal(changeWords(opened), 'Changed at 14:08:20 by Ayu Lestari: num1.');
});

test('[SCR-07] a document as its import left it is told with the time of the import, or of the row that was mended', () => {
  const batch = idAt(at + 3);
  const came = hit({ _post_type: 'import', _batch: batch });
  assert.equal(storedWords(came), 'Stored 2026-01-02 14:03:20 by Ayu Lestari');
  assert.equal(importOf(came), batch);
  const mended = hit({ _post_type: 'import', _batch: batch, _ts: at + 9 * minute });
  assert.equal(storedWords(mended), 'Stored 2026-01-02 14:12:20 by Ayu Lestari');
  assert.equal(importOf(mended), batch);
  assert.equal(storedWords({ _id: 'a', _source: {} }), null);
});

test('[SCR-07] a record written by itself has no import', () => {
  assert.equal(importOf(hit({ _post_type: 'single', _batch: idAt(at) })), null);
});
