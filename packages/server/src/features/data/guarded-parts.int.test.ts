import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

/** Parts of objects, and of lists of them, that not everybody may see or write (TPL-30, ROL-19). */
let at: TestPlatform;
let engineer: Caller;
let member: Caller;
let template = '';

const parts = [
  { name: 'kw1', value_type: ValueType.Keyword },
  { name: 'verdict', value_type: ValueType.Keyword, contributor: 'Data Engineer' },
  { name: 'pay', value_type: ValueType.Keyword, is_private: true, contributor: 'Data Engineer' },
];
const OBJECT = { kw1: 'a', verdict: 'good', pay: 'much' };
const LIST = [OBJECT, { kw1: 'b', verdict: 'bad', pay: 'little' }];

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  member = await at.a.as('member');
  template = await deployTemplate(engineer, 'Parts', [
    { name: 'id', value_type: ValueType.Keyword, is_key: true },
    { name: 'txt1', value_type: ValueType.Text },
    { name: 'one', value_type: ValueType.Object, items: parts },
    { name: 'many', value_type: ValueType.Nested, items: parts },
  ]);
  const admin = await at.a.as('tenant administrator');
  const group = (await admin.call('PUT', '/tenant/group', { body: { name: 'clerks' } })).data.id;
  await admin.call('PUT', '/tenant/group/template', { body: { groups: [group], templates: [template] } });
  const users = [at.a.people.get('member')?.user];
  await admin.call('PUT', '/tenant/group/user', { body: { groups: [group], users } });
});
after(() => at.stop());

const put = (who: Caller, data: object) => who.call('PUT', '/data/user', { query: { template }, body: { data } });
async function stored(id: string): Promise<Readonly<Record<string, unknown>>> {
  const body = { query: { term: { id } } };
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body });
  const source = data.hits.hits[0]?._source ?? {};
  return Object.fromEntries(Object.entries(source).filter(([name]) => !name.startsWith('_') && name !== 'id'));
}

describe('a record put by who may not write some parts', () => {
  const shown = ({ kw1, verdict }: { readonly kw1: string; readonly verdict: string }) => ({ kw1, verdict });
  const [first, second] = LIST.map(shown);
  const changes: Readonly<Record<string, readonly [given: object, after: object]>> = {
    'as it was shown': [
      { one: first, many: [first, second] },
      { one: OBJECT, many: LIST },
    ],
    'in another order': [
      { one: first, many: [second, first] },
      { one: OBJECT, many: LIST.toReversed() },
    ],
    'with one object fewer': [
      { one: first, many: [second] },
      { one: OBJECT, many: LIST.slice(1) },
    ],
    'with one object more': [
      { one: first, many: [{ kw1: 'new' }, second, first] },
      { one: OBJECT, many: [{ kw1: 'new' }, ...LIST.toReversed()] },
    ],
    'with one object changed': [
      { one: { kw1: 'z' }, many: [first, { kw1: 'z' }] },
      { one: { ...OBJECT, kw1: 'z' }, many: [OBJECT, { ...LIST[1], kw1: 'z' }] },
    ],
    'without them': [{ txt1: 'x' }, { txt1: 'x', one: { verdict: 'good', pay: 'much' }, many: LIST }],
  };
  for (const [what, [given, wanted]] of Object.entries(changes)) {
    test(`[ROL-19] [TPL-30] keeps these: ${what}`, async () => {
      assert.equal((await put(engineer, { id: what, one: OBJECT, many: LIST })).code, 30);
      const { data } = await engineer.call('POST', '/data/user', {
        query: { template },
        body: { query: { term: { id: what } } },
      });
      const id = data.hits.hits[0]._id;
      const query = { template, id };
      const reply = await member.call('PUT', '/data/user', { query, body: { data: { id: what, ...given } } });
      assert.equal(reply.code, 30, JSON.stringify(reply.error));
      assert.deepEqual(await stored(what), wanted);
    });
  }
});

describe('a part that names contributors is refused from others', () => {
  const lines = (row: object) => ({
    query: { template },
    type: 'application/x-ndjson',
    body: `${JSON.stringify({ data: { id: 'n', ...row } })}\n`,
  });
  const csv = (body: string, query: object = {}) =>
    member.call('POST', '/data/csv', { query: { template, ...query }, body });
  const writes: Readonly<Record<string, () => ReturnType<Caller['call']>>> = {
    'in an object': () => put(member, { id: 'n', one: { verdict: 'good' } }),
    'in an object of a list': () => put(member, { id: 'n', many: [{ kw1: 'a' }, { verdict: 'good' }] }),
    'as a column': () => csv('id,one.verdict\nn,good\n'),
    'as a column of another name': () => csv('id,x\nn,good\n', { columns: '{"x":"one.verdict"}' }),
    'within an object in a cell': () => csv('id,one\nn,"{""verdict"":""good""}"\n'),
    'within a list in a cell': () => csv('id,many\nn,"[{""verdict"":""good""}]"\n'),
    'in an object of a line': () => member.call('POST', '/feature/data', lines({ one: { verdict: 'good' } })),
    'in a list of a line': () => member.call('POST', '/feature/data', lines({ many: [{ verdict: 'good' }] })),
  };
  for (const [where, write] of Object.entries(writes)) {
    test(`[ROL-19] ${where}`, async () => {
      const reply = await write();
      assert.deepEqual([reply.http, reply.code], [403, 31], JSON.stringify(reply));
      assert.match(reply.error?.message ?? '', /^VERDICT/);
      assert.deepEqual(await stored('n'), {});
    });
  }

  test('[ROL-19] rows without it are taken, and keep what is stored of it', async () => {
    await put(engineer, { id: 'rows', one: OBJECT, many: LIST });
    assert.equal((await csv('id,one.kw1\nrows,z\n')).data.replaced, 1);
    assert.deepEqual(await stored('rows'), { one: { ...OBJECT, kw1: 'z' }, many: LIST });
    const line = { query: { template }, type: 'application/x-ndjson', body: '{"id":"rows","one":{"kw1":"y"}}\n' };
    assert.equal((await member.call('POST', '/feature/data', line)).data.replaced, 1);
    assert.deepEqual(await stored('rows'), { one: { ...OBJECT, kw1: 'y' }, many: LIST });
  });
});
