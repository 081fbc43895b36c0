import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform, until } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let template: string;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  template = await deployTemplate(engineer, 'Ended', [{ name: 'num1', value_type: 2 }]);
});
after(() => platform.stop());

const stored = async (): Promise<number> =>
  (await engineer.call('POST', '/data/user', { query: { template }, body: { size: 0 } })).data.hits.total.value;

/** Begins an import with a token, does something while its body comes in, and gives what is answered at its end. */
async function pushWhile(token: string, meanwhile: () => Promise<unknown>) {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  const reply = fetch(`${platform.url}/api/data/csv?template=${template}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, request_id: randomUUID(), 'content-type': 'text/csv' },
    body: pipe.readable,
    duplex: 'half',
  } as RequestInit);
  await write('num1\n1\n');
  const running = () => engineer.call('POST', '/data/batch', { body: { state: 'running', template } });
  await until(running, ({ data }) => data.length === 1);
  await meanwhile();
  await write('2\n');
  await writer.close();
  const answered = await reply;
  const { code, error } = (await answered.json()) as { code: number; error: { message: string } | null };
  return { http: answered.status, code, message: error?.message ?? '' };
}

test('[AUT-07] [AUT-19] an import whose API token is revoked while its rows come in stores none of them', async () => {
  const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'push', templates: [template] } });
  const revoke = () => engineer.call('DELETE', `/session/token/${data.id}`);
  const before = await stored();
  const { http, code, message } = await pushWhile(data.token, revoke);
  assert.deepEqual([http, code], [401, 14]);
  assert.match(message, /ended while the call ran; nothing of it is stored/);
  assert.equal(await stored(), before);
});

test('[AUT-07] [SES-16] an import whose session ends while its rows come in stores none of them', async () => {
  const other = await platform.a.as('tenant administrator');
  const before = await stored();
  const end = () => other.call('DELETE', '/session/user');
  const { http, code } = await pushWhile(String(other.token), end);
  assert.deepEqual([http, code], [401, 14]);
  assert.equal(await stored(), before);
});

test('[SES-18] an import goes on with the token it began with when its session is renewed', async () => {
  const before = await stored();
  const renew = () => engineer.call('GET', '/auth/token/user', { query: { renew: true } });
  const { http } = await pushWhile(String(engineer.token), renew);
  assert.equal(http, 200);
  assert.equal(await stored(), before + 2);
});
