import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reachOf } from '@datasarana/schema';
import {
  callerFor,
  type DoorCaller,
  doorFor,
  doorOf,
  SIGNED_ROLES,
  startPlatform,
  type TestPlatform,
} from '@datasarana/testkit';
import { OS_ROUTES } from './index.ts';
import type { Right } from './route.ts';

let now = Date.now();
let at: TestPlatform;
before(async () => {
  at = await startPlatform({}, () => now);
});
after(() => at.stop());

/** Every address of the door with every method it takes, its parameters filled in. */
function calls(fill: Readonly<Record<string, string>>) {
  return OS_ROUTES.flatMap(({ methods, paths, right }) =>
    paths.flatMap((path) =>
      methods.map((method) => ({
        method,
        right,
        path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(fill[name] ?? '*')),
        isBulk: path.endsWith('_bulk'),
        isLines: path.includes('_msearch'),
      })),
    ),
  );
}

type Made = ReturnType<typeof calls>[number];

function bodyFor({ method, isBulk, isLines }: Made): unknown {
  if (method === 'HEAD' || method === 'DELETE') return undefined;
  if (isBulk) return '{"index":{"_index":"secret-a","_id":"d9"}}\n{"x":1}\n';
  if (isLines) return '{"index":"secret-a"}\n{}\n';
  return method === 'GET' ? undefined : {};
}

const tokenOf = async (role: (typeof SIGNED_ROLES)[number], body: object) =>
  (await at.a.as(role)).call('PUT', '/session/token', { body });

test('[AUT-19] nobody passes the door without a token, at any of its addresses', async () => {
  const stranger = doorFor(at.url, null);
  const all = calls({ index: 'rows', id: '1' });
  assert.ok(all.length > 100, `${all.length} addresses`);
  for (const made of all) {
    const reply = await stranger(made.method, made.path, bodyFor(made));
    assert.equal(reply.status, 401, `${made.method} ${made.path}`);
    if (made.method === 'HEAD') continue;
    assert.equal(reply.json.error.type, 'security_exception');
    assert.equal(reply.headers['www-authenticate'], 'Basic realm="Datasarana"');
  }
});

test('[AUT-19] tokens that are forged, ended or revoked are not taken', async () => {
  const engineer = await at.a.as('data engineer');
  const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'short', expires: now + 60_000 } });
  const door = doorFor(at.url, data.token);
  assert.equal((await door('GET', '/')).status, 200);
  const forged = data.token.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
  assert.equal((await doorFor(at.url, forged)('GET', '/')).status, 401);
  now += 60_001;
  assert.equal((await door('GET', '/')).status, 401, 'past its end');
  now -= 60_001;
  assert.equal((await door('GET', '/')).status, 200);
  await engineer.call('DELETE', `/session/token/${data.id}`);
  assert.equal((await door('GET', '/')).status, 401, 'revoked');
  const refused = await callerFor(at.url, data.token).call('GET', '/session/token');
  assert.deepEqual([refused.http, refused.code], [401, 14]);
  assert.match(refused.error?.hint ?? '', /^Make a new one under your account/);
});

test('[AUT-19] a token is taken as bearer, as API key, and as the password of any name', async () => {
  const { data } = await tokenOf('data engineer', { name: 'ways' });
  const basic = Buffer.from(`whoever:${data.token}`).toString('base64');
  const anonymous = doorFor(at.url, null);
  for (const authorization of [`Bearer ${data.token}`, `ApiKey ${data.token}`, `Basic ${basic}`]) {
    assert.equal((await anonymous('GET', '/', undefined, { authorization })).status, 200, authorization.slice(0, 8));
  }
  const wrong = `Basic ${Buffer.from('whoever:secret').toString('base64')}`;
  assert.equal((await anonymous('GET', '/', undefined, { authorization: wrong })).status, 401);
});

test('[AUT-19] the value is shown once and kept nowhere', async () => {
  const engineer = await at.a.as('data engineer');
  const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'once' } });
  assert.match(data.token, /^dst_/);
  const listed = await engineer.call('GET', '/session/token');
  const found = listed.data.find((each: { id: string }) => each.id === data.id);
  assert.deepEqual(Object.keys(found).sort(), ['expires', 'id', 'name', 'scope', 'templates', 'ts']);
  assert.ok(!JSON.stringify(listed).includes(data.token.slice(-32)));
});

test('[AUT-19] a token holds some of its maker’s scopes and no others', async () => {
  const none = await tokenOf('data engineer', { name: 'empty', scope: [] });
  assert.equal((await doorFor(at.url, none.data.token)('GET', '/_search')).status, 403);
  const more = await tokenOf('member', { name: 'more', scope: ['Tenant Administrator'] });
  assert.equal(more.http, 403);
  assert.equal(more.data, null);
});

test('[AUT-19] what a role may not do with data it may not do at the door', async () => {
  const area: Readonly<Record<Right, readonly [Parameters<typeof reachOf>[1], Parameters<typeof reachOf>[2]]>> = {
    read: ['data read', 'read'],
    write: ['data write', 'add'],
    manage: ['index and stream commands', 'add'],
  };
  const all = calls({ index: 'roles', id: '1' }).filter(({ method }) => method !== 'DELETE');
  for (const role of SIGNED_ROLES) {
    const door = await doorOf(at.url, await at.a.as(role));
    for (const right of ['read', 'write', 'manage'] as const) {
      const allowed = reachOf([role], ...area[right]) === 'all';
      for (const made of all.filter((each) => each.right === right).slice(0, 8)) {
        const { status } = await door(made.method, made.path, bodyFor(made));
        assert.equal(status !== 403, allowed, `${role}: ${made.method} ${made.path} answered ${status}`);
      }
    }
  }
});

test('[SEC-02] one tenant’s token sees and changes nothing of another’s, at any address', async () => {
  const a = await doorOf(at.url, await at.a.as('tenant administrator'));
  const b = await doorOf(at.url, await at.b.as('tenant administrator'));
  await a('PUT', '/_index_template/orchid-template', { index_patterns: ['orchid-*'] });
  await a('PUT', '/secret-a', {
    mappings: { properties: { orchid_field: { type: 'keyword' } } },
    aliases: { 'orchid-alias': {} },
  });
  await a('PUT', '/secret-a/_doc/d1', { orchid_field: 'orchid', note: 'orchid in bloom' });
  const scroll = (await a('GET', '/secret-a/_search?scroll=5m&size=1')).json._scroll_id;
  const pit = (await a('POST', '/secret-a/_search/point_in_time?keep_alive=5m')).json.pit_id;
  const before = await stateOf(a);
  let seenByOwner = 0;
  for (const index of ['secret-a', '*', '_all', 'secret-*']) {
    for (const made of calls({ index, id: 'd1' })) {
      const reply = await b(made.method, made.path, bodyFor(made));
      assert.doesNotMatch(reply.text, /orchid/, `${made.method} ${made.path}`);
      if (made.right === 'read' && made.method === 'GET' && /orchid/.test((await a('GET', made.path)).text))
        seenByOwner++;
    }
  }
  assert.ok(seenByOwner > 20, `the owner sees its data at ${seenByOwner} addresses`);
  assert.equal((await b('POST', '/_search/scroll', { scroll_id: scroll })).status, 404);
  assert.equal((await b('DELETE', '/_search/scroll', { scroll_id: scroll })).status, 404);
  assert.equal((await b('POST', '/_search', { pit: { id: pit } })).status, 404);
  assert.equal((await a('POST', '/_search', { pit: { id: pit } })).json.hits.total.value, 1);
  assert.deepEqual(await stateOf(a), before);
});

/** All a tenant has, as it is told of it. */
async function stateOf(door: DoorCaller) {
  const [indexes, templates, hits] = await Promise.all([
    door('GET', '/_all'),
    door('GET', '/_index_template'),
    door('POST', '/_search', { sort: ['_doc'] }),
  ]);
  return [indexes.json, templates.json, hits.json.hits];
}

test('[SEC-02] a body cannot name an index of another tenant', async () => {
  const a = await doorOf(at.url, await at.a.as('tenant administrator'));
  const b = await doorOf(at.url, await at.b.as('tenant administrator'));
  await a('PUT', '/only-a/_doc/1', { word: 'orchid' });
  await b('PUT', '/only-b/_doc/1', { word: 'fern' });
  const lookup = { terms: { 'word.keyword': { index: 'only-a', id: '1', path: 'word' } } };
  assert.doesNotMatch((await b('POST', '/only-b/_search', { query: lookup })).text, /orchid/);
  const mget = await b('POST', '/_mget', { docs: [{ _index: 'only-a', _id: '1' }] });
  assert.doesNotMatch(mget.text, /orchid/);
  const lines = '{"index":"only-a"}\n{"query":{"match_all":{}}}\n';
  assert.equal((await b('POST', '/_msearch', lines)).json.responses[0].status, 404);
  await b('POST', '/_bulk', '{"index":{"_index":"only-a","_id":"1"}}\n{"word":"moss"}\n');
  assert.equal((await a('GET', '/only-a/_doc/1')).json._source.word, 'orchid');
});
