import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('rows', { txt1: { type: 'text', fielddata: true }, txt2: { type: 'text' } });
  await sample.put('rows', {
    a: { txt1: 'Delta Alpha', txt2: 'x' },
    b: { txt1: ['Bravo', 'Zulu Echo'] },
    c: { txt1: 'Charlie' },
    d: {},
  });
});
after(() => sample.close());

const found = async (sort: unknown, more: object = {}) =>
  (await sample.search('rows', { sort, ...more })).hits.hits.map(({ _id, sort: values }) => [_id, values?.[0]]);

test('[QRY-07] a text with fielddata is ordered by the first of its words, downwards by the last', async () => {
  assert.deepEqual(await found('txt1'), [
    ['a', 'alpha'],
    ['b', 'bravo'],
    ['c', 'charlie'],
    ['d', null],
  ]);
  assert.deepEqual(await found({ txt1: 'desc' }), [
    ['b', 'zulu'],
    ['a', 'delta'],
    ['c', 'charlie'],
    ['d', null],
  ]);
  assert.deepEqual((await found({ txt1: { order: 'asc', mode: 'max' } })).at(0), ['c', 'charlie']);
  assert.deepEqual(await found({ txt1: { order: 'asc', missing: 'beta' } }, { size: 2 }), [
    ['a', 'alpha'],
    ['d', 'beta'],
  ]);
});

test('[QRY-07] pages in the order of words begin behind the word they are told', async () => {
  assert.deepEqual(await found('txt1', { search_after: ['alpha'], size: 1 }), [['b', 'bravo']]);
  assert.deepEqual(await found('txt1', { query: { match: { txt1: 'delta echo' } } }), [
    ['a', 'alpha'],
    ['b', 'bravo'],
  ]);
});

test('[QRY-07] a text without fielddata is no order', async () => {
  await assert.rejects(found('txt2'), /\[txt2\] of type \[text\] is not supported for sorting/);
});
