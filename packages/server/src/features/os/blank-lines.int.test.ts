import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

test('[QRY-01] of the lines of several searches the one that says where may be blank', async () => {
  await door('PUT', '/blank/_doc/1?refresh=true', { k: 'a' });
  await door('PUT', '/blank/_doc/2?refresh=true', { k: 'b' });
  const sizes = async (body: string) => {
    const { status, json } = await door('POST', '/blank/_msearch', body);
    assert.equal(status, 200, JSON.stringify(json));
    return json.responses.map((each: { hits: { hits: unknown[] } }) => each.hits.hits.length);
  };
  assert.deepEqual(await sizes('{}\n{"size":0}\n\n{"size":1}\n'), [0, 1]);
  assert.deepEqual(await sizes('\n\n{"size":1}\n\n{"size":2}\n\n\n'), [1, 2]);
  assert.deepEqual(await sizes('\n{}\n{"size":1}\n{}\n'), [1]);
  const { status, json } = await door('POST', '/blank/_msearch', '{}\n\n{}\n{"size":0}\n');
  assert.deepEqual([status, json.error.reason], [400, 'Expected [START_OBJECT] but found [null]']);
});

test('[IDX-04] a blank line where a document should stand refuses that action alone, and takes no other line', async () => {
  const action = (id: string) => `{"index":{"_index":"holes","_id":"${id}"}}\n`;
  const body = `\n${action('1')}\n\n${action('2')}{"k":"a"}\n\n${action('3')} \t\r\n`;
  const { status, json } = await door('POST', '/_bulk?refresh=true', body);
  assert.equal(status, 200, JSON.stringify(json));
  const told = json.items.map(({ index }: { index: { status: number; error?: { reason: string } } }) => [
    index.status,
    index.error?.reason,
  ]);
  const empty = [400, 'failed to parse, document is empty'];
  assert.deepEqual(told, [empty, [201, undefined], empty]);
  assert.equal((await door('GET', '/holes/_count')).json.count, 1);
});
