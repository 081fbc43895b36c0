import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from './stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

test('[IDX-09] an index is made with a text and its alias at once, and the alias finds what the text holds', async () => {
  await sample.index('rows', { txt1: { type: 'text' }, other1: { type: 'alias', path: 'txt1' } });
  await sample.put('rows', { a: { txt1: 'red fox' }, b: { txt1: 'blue fox' } });
  assert.equal(await sample.ids('rows', { match: { other1: 'red' } }), 'a');
  assert.equal(await sample.ids('rows', { match: { txt1: 'fox' } }), 'ab');
});
