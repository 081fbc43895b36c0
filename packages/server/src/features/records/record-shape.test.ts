import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASKED } from '@datasarana/schema';
import { keepSecrets } from './record-shape.ts';
import { narrow, pageOf } from './search-body.ts';

test('[SEC-01] a mask sent back keeps the stored secret, entries of lists meet by id', () => {
  const stored = {
    password: 'p',
    parts: [
      { id: 'a', token: 'ta' },
      { id: 'b', token: 'tb' },
    ],
    plain: [{ secret: 's0' }, { secret: 's1' }],
  };
  const sent = {
    password: MASKED,
    parts: [
      { id: 'b', token: MASKED },
      { id: 'a', token: 'new' },
      { id: 'c', token: MASKED },
    ],
    plain: [{ secret: MASKED }],
    note: MASKED,
  };
  assert.deepEqual(keepSecrets(sent, stored), {
    password: 'p',
    parts: [
      { id: 'b', token: 'tb' },
      { id: 'a', token: 'new' },
      { id: 'c', token: null },
    ],
    plain: [{ secret: 's0' }],
    note: MASKED,
  });
});

test('[ROL-21] a reach can only narrow what a list asks for', () => {
  assert.deepEqual(narrow({ ids: ['a', 'b'], status: ['Draft'] }, { ids: ['b', 'c'], status: ['active'] }), {
    ids: ['b'],
    status: [],
  });
  assert.deepEqual(narrow({ where: { x: 1 } }, { where: { y: 2 } }).where, { x: 1, y: 2 });
});

test('[API-07] a page starts at 0 and ends after the page size of the family', () => {
  assert.deepEqual(pageOf({}, 10), { from: 0, to: 10 });
  assert.deepEqual(pageOf({ from: 20 }, 10), { from: 20, to: 30 });
  assert.deepEqual(pageOf({ from: 5, to: 5 }, 10), { from: 5, to: 5 });
  assert.throws(() => pageOf({ from: 5, to: 4 }, 10), /before 'from'/);
  assert.throws(() => pageOf({ from: 1, to: 10_002 }, 10), /10001 rows/);
});
