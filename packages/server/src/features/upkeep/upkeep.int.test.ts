import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform, until } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';
import { Upkeep } from './upkeep.ts';

const DAY = 86_400_000;
let platform: TestPlatform;
let engineer: Caller;
let other: Caller;
let ahead = 0;

before(async () => {
  platform = await startPlatform({}, () => Date.now() + ahead);
  engineer = await platform.a.as('data engineer');
  other = await platform.b.as('data engineer');
});
after(() => platform.stop());

const ITEMS = [
  { name: 'code', value_type: 8, is_key: true, mandatory: true },
  { name: 'note', value_type: 7 },
  { name: 'num1', value_type: 2 },
];

async function deployed(config: Readonly<Record<string, unknown>> = {}, keyed = true): Promise<string> {
  const items = keyed ? ITEMS : ITEMS.map(({ name, value_type }) => ({ name, value_type }));
  return deployTemplate(engineer, 'Kept', items, { config });
}

const load = (template: string, rows: readonly string[]) =>
  engineer.call('POST', '/data/csv', { query: { template }, body: `code,note,num1\n${rows.join('\n')}\n` });

const documents = async (template: string): Promise<readonly unknown[]> => {
  const body = { size: 100, sort: ['code'] };
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body });
  return data.hits.hits.map(({ _source: { code, num1 } }: { _source: Record<string, unknown> }) => [code, num1]);
};

const REBUILD = '/schema/data/template/index/rebuild';

async function rebuilt(body: Readonly<Record<string, unknown>>) {
  const begun = await engineer.call('POST', REBUILD, { body });
  assert.equal(begun.http, 202, JSON.stringify(begun.error));
  return until(
    async () => (await engineer.call('GET', REBUILD, { query: { id: String(body.id) } })).data,
    ({ state }) => state !== 'running',
  );
}

const upkeep = (id: string): Promise<void> => {
  const { services } = platform.platform;
  return new Upkeep(services).topic(systemScope(services.config.clusterId, platform.a.id), id, true);
};

test('[STR-10] [TPL-36] an index made anew from its topic is the same as before: refused rows, replaced and undone ones included', async () => {
  const id = await deployed();
  await load(id, ['a,one,1', 'b,two,2', 'c,three,x', 'd,four,4']);
  await load(id, ['b,two again,22', 'e,five,5']);
  const undone = await load(id, ['a,wrong,99', 'f,wrong,98']);
  assert.equal((await engineer.call('POST', `/data/batch/${undone.data.batch}/undo`, { body: {} })).code, 30);
  const before = await documents(id);
  assert.deepEqual(before, [
    ['a', 1],
    ['b', 22],
    ['d', 4],
    ['e', 5],
  ]);
  const compared = await rebuilt({ id, from: 'topic' });
  assert.deepEqual(
    [compared.state, compared.documents, compared.done, compared.total, compared.swapped],
    ['done', 4, 2, 2, false],
  );
  assert.deepEqual([compared.comparison.missing, compared.comparison.extra], [0, 0]);
  assert.equal(compared.comparison.checksum, compared.comparison.other_checksum);
  const swapped = await rebuilt({ id, from: 'topic', swap: true });
  assert.deepEqual([swapped.state, swapped.swapped], ['done', true], JSON.stringify(swapped));
  assert.deepEqual(await documents(id), before);
  const ledger = await engineer.call('GET', `/data/batch/${undone.data.batch}`);
  assert.equal(ledger.data.state, 'undone');
  const again = await load(id, ['b,three times,23', 'g,seven,7']);
  assert.deepEqual([again.data.replaced, again.data.accepted], [1, 1]);
});

test('[TPL-36] what the topic does not have keeps the present index in its place, unless told otherwise', async () => {
  const id = await deployed();
  await load(id, ['a,one,1']);
  const put = { query: { template: id }, body: { meta: {}, data: { code: 'z', num1: 26 } } };
  assert.equal((await engineer.call('PUT', '/data/user', put)).code, 30);
  const refused = await rebuilt({ id, from: 'topic', swap: true });
  assert.deepEqual([refused.state, refused.swapped, refused.comparison.missing], ['failed', false, 1]);
  assert.match(refused.reason, /1 documents of the present one are missing/);
  assert.deepEqual(await documents(id), [
    ['a', 1],
    ['z', 26],
  ]);
  const whole = await rebuilt({ id, from: 'archive', swap: true });
  assert.deepEqual([whole.state, whole.comparison.missing, whole.comparison.extra], ['done', 0, 0], whole.reason);
  assert.deepEqual(await documents(id), [
    ['a', 1],
    ['z', 26],
  ]);
  const taken = await rebuilt({ id, from: 'topic', swap: true, accept_differences: true });
  assert.deepEqual([taken.state, taken.swapped], ['done', true]);
  assert.deepEqual(await documents(id), [['a', 1]]);
});

test('[TPL-36] [STR-04] rows that come in while an index is made anew are never missing in it, whatever differences are accepted', async () => {
  const id = await deployed();
  for (let n = 0; n < 60; n++) await load(id, [`c${n},text,${n}`]);
  assert.equal(
    (await engineer.call('POST', REBUILD, { body: { id, from: 'topic', swap: true, accept_differences: true } })).http,
    202,
  );
  const now = async () => (await engineer.call('GET', REBUILD, { query: { id } })).data;
  await until(now, ({ done }) => done > 0);
  assert.equal((await load(id, ['late,text,99'])).data.accepted, 1);
  const ended = await until(now, ({ state }) => state !== 'running');
  assert.deepEqual([ended.state, ended.swapped], ['failed', false]);
  assert.match(ended.reason, /^Records came in while the index was made anew/);
  assert.equal((await documents(id)).length, 61);
  const again = await rebuilt({ id, from: 'topic', swap: true });
  assert.deepEqual([again.state, again.documents], ['done', 61], again.reason);
});

test('[TPL-36] [STR-04] rows that come in while an index is made anew of its topic are read behind, and it takes the place of the old one', async () => {
  const id = await deployed();
  for (let n = 0; n < 60; n++) await load(id, [`c${n},text,${n}`]);
  assert.equal((await engineer.call('POST', REBUILD, { body: { id, from: 'topic', swap: true } })).http, 202);
  const now = async () => (await engineer.call('GET', REBUILD, { query: { id } })).data;
  await until(now, ({ done }) => done > 0);
  for (const line of ['late,text,99', 'later,text,x', 'c3,text again,100']) await load(id, [line]);
  const ended = await until(now, ({ state }) => state !== 'running');
  assert.deepEqual([ended.state, ended.swapped, ended.total], ['done', true, ended.done], ended.reason);
  assert.ok(ended.done > 60, `${ended.done}`);
  assert.deepEqual([ended.comparison.missing, ended.comparison.extra], [0, 0]);
  const held = new Map((await documents(id)) as [string, number][]);
  assert.deepEqual([held.size, held.get('late'), held.get('c3')], [61, 99, 100]);
});

test('[TPL-36] an index made anew from its archive and then from its topic has each record in the archive once', async () => {
  const id = await deployed();
  await load(id, ['a,one,1', 'b,two,2']);
  await load(id, ['a,one again,11']);
  for (const from of ['archive', 'topic', 'archive', 'topic', 'topic', 'archive']) {
    const { state, documents: made, comparison, reason } = await rebuilt({ id, from, swap: true });
    assert.deepEqual([state, made, comparison.missing, comparison.extra], ['done', 2, 0, 0], `${from}: ${reason}`);
  }
});

test('[TPL-36] an index that was removed comes back from the archive with every record', async () => {
  const id = await deployed({ s3_batch_size: 1 });
  await load(id, ['a,one,1', 'b,two,2']);
  await engineer.call('PUT', '/data/user', {
    query: { template: id },
    body: { meta: {}, data: { code: 'z', num1: 26 } },
  });
  await upkeep(id);
  const { data: kept } = await engineer.call('GET', '/schema/data/template/archive', { query: { id } });
  assert.deepEqual([kept.objects, kept.states, kept.pending], [1, 3, 0]);
  const before = await documents(id);
  assert.equal((await engineer.call('DELETE', `/schema/data/template/index/${id}`)).code, 30);
  const result = await rebuilt({ id, from: 'archive', swap: true });
  assert.deepEqual([result.state, result.comparison, result.documents], ['done', null, 3], result.reason);
  assert.deepEqual(await documents(id), before);
});

for (const keyed of [true, false])
  test(`[TPL-36] [STR-10] an index that was made anew of its topic comes back from the archive with each record once (${keyed ? 'keys' : 'no keys'})`, async () => {
    const id = await deployed({ s3_batch_size: 1 }, keyed);
    await load(id, ['a,one,1', 'b,two,x', 'c,three,3', 'c,three,3']);
    const undone = await load(id, ['f,wrong,98', 'g,wrong,99']);
    await engineer.call('POST', `/data/batch/${undone.data.batch}/undo`, { body: {} });
    await load(id, ['d,four,4', 'e,five,5']);
    const put = { query: { template: id }, body: { meta: {}, data: { code: 'z', num1: 26 } } };
    for (const round of [1, 2, 3]) {
      await upkeep(id);
      const swapped = await rebuilt({ id, from: 'topic', swap: true, accept_differences: true });
      assert.deepEqual([swapped.state, swapped.swapped], ['done', true], JSON.stringify(swapped));
      if (round === 2) await upkeep(id);
      await load(id, [`r${round},more,${round}`]);
      const before = await documents(id);
      const whole = await rebuilt({ id, from: 'archive', swap: true });
      assert.deepEqual([whole.state, whole.comparison.missing, whole.comparison.extra], ['done', 0, 0], whole.reason);
      assert.deepEqual(await documents(id), before);
    }
    assert.equal((await engineer.call('PUT', '/data/user', put)).code, 30);
    const before = await documents(id);
    await upkeep(id);
    // what the topic never had stays in the archive
    const taken = await rebuilt({ id, from: 'topic', swap: true, accept_differences: true });
    assert.deepEqual([taken.swapped, taken.comparison.missing], [true, 1]);
    await upkeep(id);
    assert.equal((await engineer.call('DELETE', `/schema/data/template/index/${id}`)).code, 30);
    assert.equal((await rebuilt({ id, from: 'archive', swap: true })).state, 'done');
    assert.deepEqual(await documents(id), before);
  });

test('[TPL-17] an object is written once s3_batch_size records wait, at once when told, and nothing is written twice', async () => {
  const id = await deployed({ s3_batch_size: 3 });
  const archived = async () => (await engineer.call('GET', '/schema/data/template/archive', { query: { id } })).data;
  await load(id, ['a,one,1', 'b,two,2']);
  await upkeep(id);
  assert.deepEqual([(await archived()).objects, (await archived()).pending], [0, 2]);
  await load(id, ['c,three,3']);
  await upkeep(id);
  assert.deepEqual([(await archived()).objects, (await archived()).pending], [1, 0]);
  await load(id, ['d,four,4']);
  const written = await engineer.call('POST', '/schema/data/template/archive', { body: { id } });
  assert.equal(written.data.states, 1);
  const file = join(platform.folder, 'archive', platform.a.id, id, written.data.name);
  await writeFile(file, 'damaged');
  const failed = await rebuilt({ id, from: 'archive' });
  assert.equal(failed.state, 'failed');
  assert.match(failed.reason, /00000001\.parquet' is not what was written/);
});

const messages = async (id: string): Promise<readonly string[]> => {
  const stats = await engineer.call('GET', '/schema/data/template/stats', { query: { id, metric: 'kafka-stats' } });
  const values: string[] = [];
  for (const { partition, first_offset } of stats.data.partitions) {
    const body = { id, partition, offset: first_offset, size: 100 };
    const { data } = await engineer.call('POST', '/schema/data/template/stream', { body });
    values.push(...data.map(({ value }: { value: string }) => value));
  }
  return values.sort();
};

test('[STR-10] [SCR-08] a refused row that was mended stands for no other, so that compaction leaves what came before it', async () => {
  const id = await deployed();
  await load(id, ['a,one,1']);
  const { data } = await load(id, ['a,meant for b,x']);
  const rows = [{ line: 2, raw: { code: 'b', note: 'mended', num1: '2' } }];
  const mended = await engineer.call('POST', `/data/batch/${data.batch}/replay`, { body: { rows } });
  assert.equal(mended.data.accepted, 1);
  await upkeep(id);
  assert.deepEqual(await messages(id), ['a,one,1', 'b,mended,2']);
  const result = await rebuilt({ id, from: 'topic' });
  assert.deepEqual([result.comparison.missing, result.comparison.extra], [0, 0], JSON.stringify(result));
});

test('[STR-10] superseded messages leave the topic by key, refused and undone ones stand for nothing, and the index can still be made anew', async () => {
  const id = await deployed();
  await load(id, ['a,one,1', 'b,two,2', 'c,three,3']);
  await load(id, ['a,again,11', 'b,refused,x', 'd,four,4']);
  const undone = await load(id, ['c,wrong,99']);
  await engineer.call('POST', `/data/batch/${undone.data.batch}/undo`, { body: {} });
  await upkeep(id);
  assert.deepEqual(await messages(id), ['a,again,11', 'b,two,2', 'c,three,3', 'c,wrong,99', 'd,four,4']);
  const result = await rebuilt({ id, from: 'topic' });
  assert.deepEqual([result.comparison.missing, result.comparison.extra], [0, 0], JSON.stringify(result));
});

test('[STR-10] messages older than kafka_retention go, and their records stay', async () => {
  const id = await deployed({ kafka_retention: DAY });
  await load(id, ['a,one,1', 'b,two,2']);
  const count = async () =>
    (await engineer.call('GET', '/schema/data/template/stats', { query: { id, metric: 'kafka-stats' } })).data.messages;
  await upkeep(id);
  assert.equal(await count(), 2);
  ahead = 2 * DAY;
  await upkeep(id);
  ahead = 0;
  assert.equal(await count(), 0);
  assert.deepEqual(await documents(id), [
    ['a', 1],
    ['b', 2],
  ]);
  const next = await load(id, ['c,three,3']);
  assert.equal(next.data.accepted, 1);
});

test('[SEC-02] archive and rebuild of another tenant are not there', async () => {
  const id = await deployed();
  await load(id, ['a,one,1']);
  const writes = [
    other.call('POST', REBUILD, { body: { id, from: 'topic' } }),
    other.call('POST', `${REBUILD}/cancel`, { body: { id } }),
    other.call('POST', '/schema/data/template/archive', { body: { id } }),
  ];
  for (const reply of await Promise.all(writes)) assert.equal(reply.http, 404, JSON.stringify(reply));
  for (const path of [REBUILD, '/schema/data/template/archive']) {
    const { http, code, data } = await other.call('GET', path, { query: { id } });
    assert.deepEqual([http, code, data], [200, 34, null], path);
  }
  const folders = await readdir(join(platform.folder, 'archive')).catch((): string[] => []);
  assert.ok(!folders.includes(platform.b.id));
});
