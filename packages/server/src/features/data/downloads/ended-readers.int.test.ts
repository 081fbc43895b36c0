import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { type Caller, callerFor, deployTemplate, ok, platformForFile, sentInTwo } from '@datasarana/testkit';
import { ACCOUNT_KIND } from '../../../access/account.ts';
import { systemScope } from '../../../access/system-scope.ts';

const { platform, engineer } = await platformForFile();

/** More than the lines between two processes hold. */
const ROWS = 40_000;
const WIDE = 'x'.repeat(1000);
const template = await deployTemplate(engineer, 'Long', [
  { name: 'name', value_type: 8 },
  { name: 'txt1', value_type: 7 },
  { name: 'sha256', value_type: 8 },
]);
const rows = Array.from({ length: ROWS }, (_, n) => `${n},${WIDE}\n`).join('');
const imported = ok(
  await engineer.call('POST', '/data/file', {
    query: { template, file: 'rows.csv', keep: true },
    body: `name,txt1\n${rows}`,
    type: 'application/octet-stream',
  }),
);
assert.equal(imported.data.accepted, ROWS);
const kept = Buffer.alloc(40_000_000, 7);
ok(
  await engineer.call('POST', '/data/generic', {
    query: { template, file: 'big.bin' },
    body: kept,
    type: 'application/octet-stream',
  }),
);
const found = await engineer.call('POST', '/data/user', {
  query: { template },
  body: { query: { term: { name: 'big.bin' } } },
});
const [{ _id: id, _source }] = found.data.hits.hits;

const DOWNLOADS: readonly (readonly [what: string, method: string, address: string, least: number])[] = [
  ...['csv', 'ndjson', 'datasarana', 'json'].map(
    (format) =>
      [`records as ${format}`, 'POST', `/data/user/bulk?template=${template}&format=${format}`, ROWS * 1000] as const,
  ),
  ['a kept file', 'GET', `/data/generic/content?template=${template}&id=${id}&sha256=${_source.sha256}`, kept.length],
];

/** Reads a download as far as it has begun, does something, and reads on. @returns how many bytes came, and whether that is all */
async function readWhile(token: string | null, method: string, address: string, meanwhile: () => Promise<unknown>) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const asked = request(`${platform.url}/api${address}`, { method, headers });
  asked.end(method === 'POST' ? '{}' : undefined);
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  await once(reply, 'readable');
  await meanwhile();
  let bytes = 0;
  const read = async (): Promise<void> => {
    for await (const piece of reply) bytes += piece.length;
  };
  const isWhole = await read().then(
    () => true,
    () => false,
  );
  return { status: reply.statusCode, bytes, isWhole };
}

const madeToken = async (who: Caller): Promise<{ readonly id: string; readonly token: string }> =>
  ok(await who.call('PUT', '/session/token', { body: { name: 'pull' } })).data;

for (const [what, method, address, least] of DOWNLOADS) {
  test(`[AUT-07] [AUT-19] a download of ${what} ends when its API token is revoked`, async () => {
    const made = await madeToken(engineer);
    const revoke = () => engineer.call('DELETE', `/session/token/${made.id}`);
    const { status, bytes, isWhole } = await readWhile(made.token, method, address, revoke);
    assert.deepEqual([status, isWhole], [200, false]);
    assert.ok(bytes < least, `${bytes}`);
  });

  test(`[AUT-07] a download of ${what} comes whole to who is still allowed to it`, async () => {
    const { token } = await madeToken(engineer);
    const other = () => madeToken(engineer);
    const { status, bytes, isWhole } = await readWhile(token, method, address, other);
    assert.deepEqual([status, isWhole], [200, true]);
    assert.ok(bytes >= least, `${bytes}`);
  });
}

test('[AUT-07] [ROL-21] a download ends when its reader loses a role', async () => {
  const { records, config } = platform.platform.services;
  const scope = systemScope(config.clusterId, platform.a.id);
  const account = platform.a.people.get('data engineer')?.account ?? '';
  const doc = (await records.get(scope, ACCOUNT_KIND, account))?.doc ?? {};
  const write = (more: object) =>
    records.write(scope, [{ op: 'update', kind: ACCOUNT_KIND, id: account, doc: { ...doc, ...more } }]);
  const lose = () => write({ roles: [{ scope: 'User', active: true, status: 'Active' }] });
  const [, method, address] = DOWNLOADS[0] ?? assert.fail();
  const { isWhole } = await readWhile(engineer.token, method, address, lose);
  await write({});
  assert.equal(isWhole, false);
});

test('[AUT-07] [AUT-19] a question is not answered whose API token is revoked before its body is here', async () => {
  const made = await madeToken(engineer);
  const body = { type: 'application/json', first: '{"size":', rest: '1}' };
  const revoke = () => engineer.call('DELETE', `/session/token/${made.id}`);
  const answered = await sentInTwo(`${platform.url}/api/data/user?template=${template}`, made.token, body, revoke);
  const { code, data } = (await answered.json()) as { code: number; data: unknown };
  assert.deepEqual([answered.status, code, data], [401, 14, null]);
  assert.equal((await callerFor(platform.url, made.token).call('GET', '/session/user')).http, 401);
});
