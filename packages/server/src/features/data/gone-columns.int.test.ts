import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { type Caller, deployTemplate, startPlatform, type TestPlatform, until } from '@datasarana/testkit';

/** Batches with columns for fields that their template has no more. */
let at: TestPlatform;
let engineer: Caller;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
});
after(() => at.stop());

const ROWS = 'id,txt1,num1\n1,x,1\n2,y,2\n3,z,bad\n';

/** A template with a batch, one row of it refused, and one field less than that had. */
async function narrowed(): Promise<{ readonly template: string; readonly batch: string }> {
  const items = [
    { name: 'id', value_type: ValueType.Keyword, is_key: true },
    { name: 'txt1', value_type: ValueType.Text },
    { name: 'num1', value_type: ValueType.Integer },
  ];
  const template = await deployTemplate(engineer, 'Narrowed', items);
  const { data } = await engineer.call('POST', '/data/csv', { query: { template }, body: ROWS });
  assert.deepEqual([data.accepted, data.rejected], [2, 1]);
  const kept = (await engineer.call('GET', `/schema/data/template/${template}`)).data.items.filter(
    ({ name }: { readonly name: string }) => name !== 'txt1',
  );
  const query = { mode: 'deploy' };
  const body = { id: template, items: kept };
  assert.equal((await engineer.call('PATCH', '/schema/data/template', { query, body })).code, 30);
  return { template, batch: data.batch };
}

async function stored(template: string): Promise<readonly unknown[]> {
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: { sort: ['id'] } });
  return data.hits.hits.map(({ _source: { id, txt1, num1 } }: { readonly _source: Record<string, unknown> }) => [
    id,
    txt1,
    num1,
  ]);
}

const LEFT = [
  ['1', undefined, 1],
  ['2', undefined, 2],
];

test('[STR-08] [TPL-33] rows read again from the stream come without the field that is gone', async () => {
  const { template, batch } = await narrowed();
  assert.equal((await engineer.call('DELETE', `/schema/data/template/index/${template}`)).code, 30);
  assert.equal((await engineer.call('PUT', '/schema/data/template/index', { body: { id: template } })).code, 30);
  const partitions = [0, 1, 2].map((partition) => ({ partition, last_offset: 0 }));
  const body = { id: template, partitions };
  assert.equal((await engineer.call('POST', '/schema/data/template/stream/reset', { body })).data.batches, 1);
  assert.deepEqual(await stored(template), LEFT);
  const { data } = await engineer.call('GET', `/data/batch/${batch}`);
  assert.deepEqual([data.state, data.read, data.accepted, data.rejected], ['done', 3, 2, 1]);
});

test('[STR-08] [TPL-33] an index is made anew from the topic, whatever columns its batches have', async () => {
  const { template } = await narrowed();
  const path = '/schema/data/template/index/rebuild';
  assert.equal((await engineer.call('POST', path, { body: { id: template, from: 'topic', swap: true } })).http, 202);
  const done = await until(
    async () => (await engineer.call('GET', path, { query: { id: template } })).data,
    ({ state }) => state !== 'running',
  );
  assert.deepEqual([done.state, done.reason, done.documents], ['done', null, 2]);
  assert.deepEqual(await stored(template), LEFT);
});

test('[SRC-36] [TPL-33] a refused row is mended when a column of its file has no field any more', async () => {
  const { template, batch } = await narrowed();
  const rows = [{ line: 4, raw: { id: '3', txt1: 'z', num1: '3' } }];
  const { data, error } = await engineer.call('POST', `/data/batch/${batch}/replay`, { body: { rows } });
  assert.equal(data?.accepted, 1, JSON.stringify(error));
  assert.deepEqual(await stored(template), [...LEFT, ['3', undefined, 3]]);
});
