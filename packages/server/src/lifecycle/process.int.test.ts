import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

const MAIN = path.join(import.meta.dirname, '../main.js');
let folder = '';
const running = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-process-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  /** All that was written so far, both streams. */
  readonly said: () => string;
  /** Resolves when `text` was written. */
  readonly says: (text: RegExp) => Promise<RegExpExecArray>;
}

function start(environment: Readonly<Record<string, string>> = {}): Started {
  const env = { PATH: process.env.PATH, DATASARANA_PORT: '0', DATASARANA_DATA: folder, ...environment };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += String(text);
      for (const listener of listeners) listener();
    });
  const says = (text: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = text.exec(output);
        if (found !== null) resolve(found);
      };
      listeners.add(look);
      look();
      child.once('exit', (code) => reject(new Error(`ended with ${code} before it said ${text}: ${output}`)));
    });
  return { child, said: () => output, says };
}

const address = async ({ says }: Started): Promise<string> => (await says(/listens on (http:\S+)/))[1] ?? '';

async function signIn(url: string, login_id: string, password: string) {
  const { app_id, tenant_id: org_id } = await (await fetch(`${url}/app-config.json`)).json();
  const response = await fetch(`${url}/api/auth/token/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id, password, app_id, org_id }),
  });
  return response.json();
}

test('[AUT-17] the first start prints a one-time password once; it signs in and must be changed; the second start is silent', async () => {
  const first = start();
  const url = await address(first);
  const [, password = ''] = await first.says(/One-time password: +(\S+)/);
  const reply = await signIn(url, 'admin', password);
  assert.equal(reply.code, 10);
  assert.equal(reply.data.must_change, true);
  first.child.kill('SIGTERM');
  assert.deepEqual(await once(first.child, 'exit'), [0, null]);
  const second = start();
  await address(second);
  assert.doesNotMatch(second.said(), /One-time/);
  const kept = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8'));
  assert.equal(kept.signingKeys.length, 1);
  assert.equal((await stat(path.join(folder, 'config.json'))).mode & 0o077, 0);
});

test('[AUT-17] with both administrator variables set there is no forced change, and cluster and tenant may be administered', async () => {
  const started = start({ DATASARANA_ADMIN_LOGIN: 'ada', DATASARANA_ADMIN_PASSWORD: 'orchard-lantern-42' });
  const reply = await signIn(await address(started), 'ada', 'orchard-lantern-42');
  assert.equal(reply.code, 10);
  assert.equal(reply.data.must_change, false);
  const { scope } = JSON.parse(Buffer.from(reply.data.jwt.split('.')[1], 'base64url').toString());
  assert.deepEqual(scope, ['Cluster Administrator', 'Tenant Administrator']);
  assert.doesNotMatch(started.said(), /One-time|orchard-lantern/);
});

test('a second process on the same data folder is refused by a sentence; after SIGKILL the folder is taken over', async () => {
  const first = start();
  await address(first);
  const second = start();
  const [code] = await once(second.child, 'exit');
  assert.equal(code, 1);
  assert.match(second.said(), new RegExp(`in use by process ${first.child.pid}`));
  assert.doesNotMatch(second.said(), /\n +at /);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await address(start());
});

test('SIGTERM lets a running call finish', async () => {
  const started = start({ DATASARANA_ADMIN_LOGIN: 'ada', DATASARANA_ADMIN_PASSWORD: 'orchard-lantern-42' });
  const url = await address(started);
  const { app_id, tenant_id: org_id } = await (await fetch(`${url}/app-config.json`)).json();
  let goOn = (_text: string): void => {};
  const text = JSON.stringify({ login_id: 'ada', password: 'orchard-lantern-42', app_id, org_id });
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 10)));
      goOn = (rest) => {
        controller.enqueue(new TextEncoder().encode(rest));
        controller.close();
      };
    },
  });
  const headers = { 'content-type': 'application/json' };
  const reply = fetch(`${url}/api/auth/token/user`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  await started.says(/auth\/token\/user.*incoming request/);
  started.child.kill('SIGTERM');
  await started.says(/stopping/);
  goOn(text.slice(10));
  assert.equal((await (await reply).json()).code, 10);
  assert.deepEqual(await once(started.child, 'exit'), [0, null]);
});

test('[APP-11] wrong settings end the start with one sentence for each', async () => {
  const started = start({ DATASARANA_PORT: 'many', DATASARANA_LOG: 'loud' });
  assert.deepEqual(await once(started.child, 'exit'), [1, null]);
  assert.match(started.said(), /DATASARANA_PORT is "many"/);
  assert.match(started.said(), /DATASARANA_LOG is "loud"/);
});

test('[APP-11] an address nobody can listen on and a folder nobody can write to end the start with a sentence that says what to do', async () => {
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const wrong: readonly (readonly [settings: Readonly<Record<string, string>>, told: RegExp])[] = [
    [{ DATASARANA_HOST: '192.0.2.1' }, /EADDRNOTAVAIL.*set DATASARANA_HOST to one of its own/],
    [{ DATASARANA_DATA: file }, /data folder .*a-file cannot be used: EEXIST.*Set DATASARANA_DATA to a folder/],
  ];
  for (const [settings, told] of wrong) {
    const started = start(settings);
    assert.deepEqual(await once(started.child, 'close'), [1, null]);
    assert.match(started.said(), told);
    assert.doesNotMatch(started.said(), /\n +at /);
  }
});

test('[SEC-13] logs are one JSON line per call with its request id, and hold no secret', async () => {
  const started = start({ DATASARANA_ADMIN_LOGIN: 'ada', DATASARANA_ADMIN_PASSWORD: 'orchard-lantern-42' });
  const url = await address(started);
  const { data } = await signIn(url, 'ada', 'orchard-lantern-42');
  await fetch(`${url}/api/session/user`, {
    headers: { authorization: `Bearer ${data.jwt}`, request_id: 'trace-me-1' },
  });
  await started.says(/"request_id":"trace-me-1".*request completed/);
  const kept = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8'));
  for (const secret of ['orchard-lantern', data.jwt, kept.appKey, kept.dataKey, kept.signingKeys[0].jwk.d])
    assert.ok(!started.said().includes(secret), secret.slice(0, 8));
});

test('[APP-18] app id, key and tenant id can be given; a tenant id that is not in the folder is refused', async () => {
  const given = { DATASARANA_APP_ID: 'app-one', DATASARANA_APP_KEY: 'key-one', DATASARANA_TENANT_ID: 'tenant-one' };
  const first = start(given);
  const { app_id, app_key, tenant_id } = await (await fetch(`${await address(first)}/app-config.json`)).json();
  assert.deepEqual({ app_id, app_key, tenant_id }, { app_id: 'app-one', app_key: 'key-one', tenant_id: 'tenant-one' });
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const second = start({ DATASARANA_TENANT_ID: 'tenant-two' });
  assert.deepEqual(await once(second.child, 'exit'), [1, null]);
  assert.match(second.said(), /DATASARANA_TENANT_ID is "tenant-two"/);
});

test('[APP-18] a platform told to stop while it starts gives its folder back and ends in order', async () => {
  const { child } = start();
  const kept = path.join(folder, 'config.json');
  while (!existsSync(kept)) await setTimeout(5);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.equal(existsSync(path.join(folder, 'lock')), false);
});
