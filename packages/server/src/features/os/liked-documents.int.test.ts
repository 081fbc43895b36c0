import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type DoorCaller, doorsForFile } from '@datasarana/testkit';

const { door, foreign } = await doorsForFile();

before(async () => {
  const mappings = { properties: { txt1: { type: 'text' } } };
  await door('PUT', '/books', { mappings, aliases: { library: {}, shelf: {} } });
  await door('PUT', '/journals', { mappings, aliases: { shelf: {} } });
  await door('PUT', '/books/_doc/b1', { txt1: 'a dragon in a castle' });
  for (const owner of [door, foreign]) {
    await owner('PUT', '/films', { mappings, aliases: { cinema: {} } });
    await owner('PUT', '/films/_doc/f1', { txt1: 'castle of the dragon' });
    await owner('PUT', '/films/_doc/f2', { txt1: 'a quiet river' });
    await owner('PUT', '/films/_doc/f3', { txt1: 'castle by a river' });
  }
});

/** Documents of some indexes that are like some others, in the order of their ids. */
async function alike(caller: DoorCaller, like: unknown, more: object = {}, indexes = 'films'): Promise<unknown> {
  const clause = { fields: ['txt1'], like, min_term_freq: 1, min_doc_freq: 1, minimum_should_match: 1, ...more };
  const body = { query: { more_like_this: clause }, sort: ['_id'] };
  const { status, json } = await caller('POST', `/${indexes}/_search`, body);
  assert.equal(status, 200, JSON.stringify(json));
  return json.hits.hits.map(({ _id }: { readonly _id: string }) => _id);
}

test('[QRY-21] documents are like one of another index, by its name and by that of its alias', async () => {
  for (const _index of ['books', 'library'])
    assert.deepEqual(await alike(door, [{ _index, _id: 'b1' }]), ['f1', 'f2', 'f3'], _index);
  const unlike = { unlike: [{ _index: 'library', _id: 'b1' }] };
  const like = [{ _index: 'films', _id: 'f3' }];
  assert.deepEqual(await alike(door, like), ['f1', 'f2']);
  assert.deepEqual(await alike(door, like, unlike), ['f2'], 'its words do not count');
});

test('[QRY-21] a document of the index itself is told by the name of an alias, too, and is not like itself', async () => {
  for (const _index of ['films', 'cinema'])
    assert.deepEqual(await alike(door, [{ _index, _id: 'f1' }]), ['f3'], _index);
  assert.deepEqual(await alike(door, [{ _index: 'films', _id: 'f1' }], {}, 'films,books'), ['b1', 'f3']);
});

test('[QRY-21] nothing is like a document that is not there, and others beside it count', async () => {
  for (const _index of ['films', 'books', 'nowhere'])
    assert.deepEqual(await alike(door, [{ _index, _id: 'none' }]), [], _index);
  assert.deepEqual(await alike(door, [{ _index: 'nowhere', _id: 'none' }, 'quiet']), ['f2']);
});

test('[SEC-02] nothing is like a document of another tenant', async () => {
  for (const _index of ['books', 'library']) assert.deepEqual(await alike(foreign, [{ _index, _id: 'b1' }]), []);
  assert.deepEqual(await alike(foreign, [{ _index: 'films', _id: 'f1' }]), ['f3'], 'of its own');
});
