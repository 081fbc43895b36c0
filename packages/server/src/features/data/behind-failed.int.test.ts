import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Caller, callerFor, until } from '@datasarana/testkit';

const MAIN = path.join(import.meta.dirname, '../../main.js');
const [LOGIN, PASSWORD] = ['order.admin', 'quiet-harbour-71'];
/** Batches behind the one that fails: each is noted on its own, so that a kill finds some of them not noted yet. */
const BEHIND = 24;

let folder = '';
let child: ChildProcess;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-behind-'));
});
after(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<Caller> {
  const env = {
    PATH: process.env.PATH,
    DATASARANA_PORT: '0',
    DATASARANA_DATA: folder,
    DATASARANA_ADMIN_LOGIN: LOGIN,
    DATASARANA_ADMIN_PASSWORD: PASSWORD,
  };
  child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) => {
    let said = '';
    child.stdout?.on('data', (text) => {
      said += String(text);
      const found = /listens on (http:[^\s"]+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const { app_id, tenant_id: org_id } = await (await fetch(`${url}/app-config.json`)).json();
  const signedIn = await fetch(`${url}/api/auth/token/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id: LOGIN, password: PASSWORD, app_id, org_id }),
  });
  return callerFor(url, (await signedIn.json()).data.jwt);
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

const large = `num1,txt1\n${Array.from({ length: 300_000 }, (_, i) => `${i + 1000},words of the row ${i}\n`).join('')}`;

test('[STR-04] [TSK-06] killed with SIGKILL while a batch fails, nothing that goes behind it is applied at the next start', {
  timeout: 240_000,
}, async () => {
  const who = await start();
  const items = [
    { name: 'num1', value_type: 2, is_key: true },
    { name: 'txt1', value_type: 7 },
  ];
  const made = await who.call('PUT', '/schema/data/template', { body: { name: 'Behind', items } });
  const template = made.data.id;
  await who.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: template } });
  const send = (body: string, requestId: string, file: string, behind?: string) =>
    who
      .call('POST', '/data/csv', { query: { template, file, ...(behind && { after: behind }) }, body, requestId })
      .catch(() => null);
  const batches = async (caller: Caller) => {
    const { data } = await caller.call('POST', '/data/batch', { body: { template, from: 0, to: 100 } });
    return data as readonly {
      readonly id: string;
      readonly file: string;
      readonly phase?: string;
      readonly ts_durable?: number;
      readonly state: string;
    }[];
  };
  const named = async (file: string) => (await batches(who)).find((one) => one.file === file);
  const kept = await who.call('POST', '/data/csv', {
    query: { template, file: 'fails', dry_run: true, keep: true },
    body: 'num1,txt1\n0,fails\n',
  });
  // what stands before them keeps the queue busy until all of them wait
  const first = send(large, randomUUID(), 'large');
  await until(
    () => named('large'),
    (one) => one?.phase !== undefined && one.phase !== 'upload',
  );
  let behind = randomUUID();
  const query = { template, file: 'fails', upload: kept.data.upload, wait: 'started' };
  const failing = await who.call('POST', '/data/csv', { query, body: '', requestId: behind });
  assert.equal(failing.http, 202);
  const sent: Promise<unknown>[] = [];
  for (let i = 1; i <= BEHIND; i++) {
    const own = randomUUID();
    sent.push(send(`num1,txt1\n${i},behind\n`, own, 'behind', behind));
    behind = own;
  }
  await until(
    () => batches(who),
    (all) => all.filter(({ file }) => file === 'behind').length === BEHIND,
  );
  await who.call('POST', `/data/batch/${failing.data.batch}/cancel`);
  await kill();
  await Promise.all([first, ...sent]);
  const again = await start();
  const ended = await until(
    () => batches(again),
    (all) => all.every(({ state }) => state !== 'running') && all.some(({ file }) => file === 'behind'),
  );
  const failed = ended.find(({ file }) => file === 'fails');
  assert.deepEqual([failed?.state, typeof failed?.ts_durable], ['cancelled', 'number']);
  const body = { size: 0, query: { range: { num1: { lt: 1000 } } } };
  const { data } = await again.call('POST', '/data/user', { query: { template }, body });
  assert.equal(data.hits.total.value, 0, 'no row of what failed, nor of what goes behind it');
  assert.ok(ended.every(({ file, state }) => file === 'large' || state !== 'done'));
});
