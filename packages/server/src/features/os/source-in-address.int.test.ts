import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

const DOCUMENT = { k: 'a', n: 1, o: { x: 1, y: 'hello' } };

const CASES: readonly (readonly [address: string, source: object | undefined])[] = [
  ['_source=o&_source_excludes=o.x', { o: { y: 'hello' } }],
  ['_source=k&_source_excludes=k', {}],
  ['_source=k&_source_includes=n', { n: 1 }],
  ['_source=true&_source_includes=n', { n: 1 }],
  ['_source=&_source_excludes=o,k', { n: 1 }],
  ['_source=false&_source_includes=n', undefined],
];

test('[IDX-01] names in _source of an address are what its _source_excludes leaves something out of', async () => {
  await door('PUT', '/shown/_doc/1?refresh=true', DOCUMENT);
  for (const [address, source] of CASES) {
    const found = await door('GET', `/shown/_search?${address}`);
    assert.deepEqual(found.json.hits.hits[0]._source, source, `_search?${address}`);
    const got = await door('GET', `/shown/_doc/1?${address}`);
    assert.deepEqual(got.json._source, source, `_doc?${address}`);
    const written = await door('POST', `/shown/_bulk?${address}`, `{"update":{"_id":"1"}}\n{"doc":{"k":"a"}}\n`);
    assert.deepEqual(written.json.items[0].update.get?._source, source, `_bulk?${address}`);
  }
});
