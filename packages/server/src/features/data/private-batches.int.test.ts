import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform, until } from '@datasarana/testkit';

/** Private fields and fields of others in what is imported: neither shown nor lost (TPL-30, ROL-19). */
let at: TestPlatform;
let admin: Caller;
let member: Caller;
let template = '';
let sent = '';

const secret = /zanzibar|7321|palace/;
const FILE = 'kw1,txt1,pay,rank\na,open,zanzibar palace,7321\nb,open,zanzibar hut,palace\n';

before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  member = await at.a.as('member');
  const only = { is_private: true, contributor: 'Tenant Administrator' };
  const items = [
    { name: 'kw1', value_type: ValueType.Keyword, is_key: true },
    { name: 'txt1', value_type: ValueType.Text },
    { name: 'pay', value_type: ValueType.Text, ...only },
    { name: 'rank', value_type: ValueType.Integer, ...only },
    { name: 'verdict', value_type: ValueType.Keyword, contributor: 'Tenant Administrator', default_value: 'open' },
    { name: 'note', value_type: ValueType.Keyword, is_private: true },
  ];
  template = (await admin.call('PUT', '/schema/data/template', { body: { name: 'Wages', items } })).data.id;
  const deploy = { query: { mode: 'deploy' }, body: { id: template } };
  assert.equal((await admin.call('PATCH', '/schema/data/template', deploy)).code, 30);
  const group = (await admin.call('PUT', '/tenant/group', { body: { name: 'clerks' } })).data.id;
  await admin.call('PUT', '/tenant/group/template', { body: { groups: [group], templates: [template] } });
  const users = [at.a.people.get('member')?.user];
  await admin.call('PUT', '/tenant/group/user', { body: { groups: [group], users } });
  const kept = await send(admin, FILE, { dry_run: true, keep: true });
  const reply = await send(admin, '', { upload: kept.data.upload });
  assert.deepEqual([reply.data.accepted, reply.data.rejected], [1, 1], JSON.stringify(reply));
  sent = reply.data.batch;
});
after(() => at.stop());

const send = (who: Caller, body: string, query: object = {}) =>
  who.call('POST', '/data/csv', { query: { template, ...query }, body });
const textOf = async (reply: Promise<Response>) => (await reply).text();
const stored = async (kw1: string) => {
  const query = { query: { term: { kw1 } } };
  const { data } = await admin.call('POST', '/data/user', { query: { template }, body: query });
  return Object.fromEntries(Object.entries(data.hits.hits[0]?._source).filter(([name]) => !name.startsWith('_')));
};

describe('what was imported by others', () => {
  const reads: Readonly<Record<string, (who: Caller) => Promise<unknown>>> = {
    'its rejected rows': (who) => who.call('GET', `/data/batch/${sent}/rejected`),
    'its rejected rows as a file': (who) =>
      textOf(who.raw('GET', `/data/batch/${sent}/rejected`, { query: { format: 'csv' } })),
    'why rows were rejected': (who) => who.call('GET', `/data/batch/${sent}/causes`),
    'the file as it was': (who) => textOf(who.raw('GET', `/data/batch/${sent}/original`)),
    'its ledger': (who) => who.call('GET', `/data/batch/${sent}`),
    'the list of batches': (who) => who.call('POST', '/data/batch', { body: { template } }),
    'the answer to its request, sent again': async (who) => {
      const { data } = await admin.call('GET', `/data/batch/${sent}`);
      return who.call('POST', '/data/csv', { query: { template }, body: 'kw1\na\n', requestId: data.request_id });
    },
    'what mending would do': (who) => {
      const body = { rule: { column: 'kw1', transforms: [{ op: 'trim' }] } };
      return who.call('POST', `/data/batch/${sent}/replay`, { query: { dry_run: true }, body });
    },
  };
  for (const [what, read] of Object.entries(reads))
    test(`[TPL-30] [STR-03] shows no private field to who may not see it: ${what}`, async () => {
      assert.doesNotMatch(JSON.stringify(await read(member)), secret);
      assert.doesNotMatch(JSON.stringify(await read(await at.a.as('developer'))), secret);
    });

  test('[TPL-30] [STR-03] is shown to who may see all of it, and who sent rows reads them', async () => {
    for (const what of ['its rejected rows', 'its rejected rows as a file', 'why rows were rejected', 'its ledger'])
      assert.match(JSON.stringify(await reads[what]?.(admin)), secret, what);
    const own = (await send(member, 'kw1,txt1\n"",x\n')).data;
    const mine = await member.call('GET', `/data/batch/${own.batch}/rejected`);
    assert.deepEqual([mine.code, mine.data?.length], [30, 1], JSON.stringify(mine));
    assert.equal((await member.call('GET', `/data/batch/${sent}/rejected`)).http, 403);
  });
});

test('[TPL-30] what was imported of a private field stays hidden when the field is taken out of the template', async () => {
  const { items } = (await admin.call('GET', `/schema/data/template/${template}`)).data;
  const deploy = (fields: readonly object[]) =>
    admin.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: template, items: fields } });
  const isPrivate = ({ name }: { readonly name: string }) => ['pay', 'rank', 'note'].includes(name);
  assert.equal((await deploy(items.filter((item: { readonly name: string }) => !isPrivate(item)))).code, 30);
  for (const path of ['rejected', 'causes', 'original'])
    assert.equal((await member.raw('GET', `/data/batch/${sent}/${path}`)).status, 403, path);
  assert.deepEqual((await member.call('GET', `/data/batch/${sent}`)).data.errors, []);
  const developer = await at.a.as('developer');
  const group = (await admin.call('POST', '/tenant/group', { body: { keyword: 'clerks' } })).data[0].id;
  const users = [at.a.people.get('developer')?.user];
  await admin.call('PUT', '/tenant/group/user', { body: { groups: [group], users } });
  const body = { id: template, partition: 0, offset: 0, size: 10 };
  assert.equal((await developer.call('POST', '/schema/data/template/stream', { body })).http, 403);
  await admin.call('POST', '/tenant/group/user/delete', { body: { groups: [group], users } });
  assert.equal((await deploy(items)).code, 30);
});

describe('a row that replaces a record by its key', () => {
  test('[TPL-30] [SRC-36] a dry run shows nothing of what its caller may not see', async () => {
    const { data } = await send(member, 'kw1,txt1\na,changed\n', { dry_run: true });
    assert.equal(data.replaced, 1);
    assert.doesNotMatch(JSON.stringify(data), secret);
    assert.deepEqual(data.look.replaced[0].changed, ['txt1']);
    const fresh = await send(member, 'kw1,txt1\nnew,open\n', { dry_run: true });
    assert.deepEqual(fresh.data.look.added, [{ line: 2, values: { kw1: 'new', txt1: 'open', verdict: 'open' } }]);
  });

  test('[TPL-30] [ROL-19] [STR-03] keeps what who sent it may not see or write', async () => {
    await send(admin, 'kw1,txt1,pay,rank,verdict,note\nc,open,much,3,good,n\n');
    const reply = await send(member, 'kw1,txt1\nc,once\nc,twice\nd,new\n');
    assert.deepEqual([reply.data.accepted, reply.data.replaced], [1, 2], JSON.stringify(reply));
    assert.deepEqual(await stored('c'), {
      ...{ kw1: 'c', txt1: 'twice', pay: 'much', rank: 3, verdict: 'good', note: 'n' },
    });
    assert.deepEqual(await stored('d'), { kw1: 'd', txt1: 'new', verdict: 'open' });
    const again = await send(member, 'kw1,txt1\nc,twice\n');
    assert.equal(again.data.unchanged, 1);
    const written = await send(member, 'kw1,txt1,note\nc,twice,\nd,new,mine\n');
    assert.deepEqual([written.data.unchanged, written.data.replaced], [1, 1], JSON.stringify(written.data));
    assert.deepEqual(await stored('d'), { kw1: 'd', txt1: 'new', verdict: 'open', note: 'mine' });
  });

  test('[TPL-30] [STR-08] stays whole when the index is made anew from the stream', async () => {
    const before = await stored('c');
    const address = '/schema/data/template/index/rebuild';
    const started = await admin.call('POST', address, { body: { id: template, from: 'topic', swap: true } });
    assert.equal(started.http, 202, JSON.stringify(started));
    const ended = await until(
      async () => (await admin.call('GET', address, { query: { id: template } })).data,
      ({ state }) => state !== 'running',
    );
    assert.deepEqual([ended.state, ended.swapped], ['done', true], JSON.stringify(ended));
    assert.deepEqual(await stored('c'), before);
  });
});
