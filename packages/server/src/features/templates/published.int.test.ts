import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, deployTemplate, platformForFile } from '@datasarana/testkit';

const { platform, engineer } = await platformForFile();
const PATH = '/schema/data/template';
const member = await platform.a.as('member');
const developer = await platform.a.as('developer');
const foreigner = await platform.b.as('member');

const ITEMS = [
  { name: 'num1', value_type: 2 },
  { name: 'kw1', value_type: 8, is_private: true },
];
const [open, closed] = await Promise.all(
  [true, false].map((is_public) => deployTemplate(engineer, is_public ? 'Open' : 'Closed', ITEMS, { is_public })),
);
for (const template of [open, closed])
  await engineer.call('POST', '/data/csv', { query: { template: String(template) }, body: 'num1,kw1\n1,secret\n' });

/** What somebody reads of a template and its records. */
async function seen(who: Caller, template = '') {
  const query = { template };
  const [one, list, count, found, rows] = await Promise.all([
    who.call('GET', `${PATH}/${template}`),
    who.call('POST', PATH, { body: {} }),
    who.call('GET', `${PATH}/count`),
    who.call('POST', '/data/user', { query, body: {} }),
    who.call('POST', '/data/user/bulk', { query, body: {} }),
  ]);
  const sources = (hits: readonly { readonly _source: Readonly<Record<string, unknown>> }[] = []) =>
    hits.map(({ _source: { num1, kw1 } }) => [num1, kw1]);
  return {
    id: one.data?.id ?? null,
    listed: list.data.some(({ id }: { readonly id: string }) => id === template),
    count: count.data.count,
    found: sources(found.data?.hits.hits),
    rows: sources(rows.data ?? []),
  };
}

test('[ROL-15] who is signed in reads what a stranger reads of a published template, private fields left out', async () => {
  const told = await seen(platform.anonymous, open);
  assert.deepEqual(told, { id: open, listed: true, count: 1, found: [[1, undefined]], rows: [[1, undefined]] });
  assert.deepEqual(await seen(member, open), told);
  const { id, listed, found } = await seen(developer, open);
  assert.deepEqual([id, listed, found], [open, true, [[1, undefined]]]);
  const hidden = await seen(member, closed);
  assert.deepEqual([hidden.id, hidden.listed, hidden.found], [null, false, []]);
});

test('[ROL-14] [SEC-02] it may be read alone: not written to, and not by another tenant', async () => {
  const query = { template: String(open) };
  const writes = [
    member.call('PUT', '/data/user', { query, body: { data: { num1: 2 } } }),
    member.call('POST', '/data/csv', { query, body: 'num1\n2\n' }),
    developer.call('POST', '/feature/data', { query, body: '{"num1":2}\n', type: 'application/x-ndjson' }),
  ];
  for (const { http, code, error } of await Promise.all(writes)) {
    assert.deepEqual([http, code], [403, 31], error?.message);
    assert.match(error?.message ?? '', /published for reading/);
  }
  assert.equal((await seen(engineer, open)).rows.length, 1);
  const { id, listed, count, found } = await seen(foreigner, open);
  assert.deepEqual([id, listed, count, found], [null, false, 0, []]);
});
