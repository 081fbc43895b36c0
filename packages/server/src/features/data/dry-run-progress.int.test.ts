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
  template = await deployTemplate(engineer, 'Dry', [{ name: 'num1', value_type: 2 }]);
});
after(() => platform.stop());

const progressOf = (caller: Caller, id: string) => caller.call('GET', `/data/dry-run/${id}`);

/** A dry run whose body stays open until it is ended. */
function openDryRun(id: string, stop = new AbortController()) {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const reply = fetch(`${platform.url}/api/data/csv?template=${template}&dry_run=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${engineer.token}`, request_id: id, 'content-type': 'text/csv' },
    body: pipe.readable,
    duplex: 'half',
    signal: stop.signal,
  } as RequestInit);
  reply.catch(() => {});
  return { reply, write: (text: string) => writer.write(new TextEncoder().encode(text)), end: () => writer.close() };
}

test('[SRC-36] [SEC-01] a dry run tells how far it is, by its request id, to who sent it', async () => {
  const id = randomUUID();
  const one = openDryRun(id);
  await one.write(`num1\n${'1\n'.repeat(400_000)}`);
  const { data } = await until(
    () => progressOf(engineer, id),
    ({ data: now }) => now?.rows > 0,
  );
  assert.deepEqual([data.phase, data.bytes > 0, data.total], ['upload', true, 0]);
  for (const other of [await platform.b.as('data engineer'), await platform.a.as('tenant administrator')]) {
    const { data: seen, http } = await progressOf(other, id);
    assert.equal(seen, null, `${http}`);
  }
  await one.end();
  assert.equal((await one.reply).status, 200);
  const ended = await progressOf(engineer, id);
  assert.deepEqual([ended.http, ended.code, ended.data], [200, 34, null]);
});

test('[SRC-36] a dry run counts the rows that were checked, of all', async () => {
  const id = randomUUID();
  const bad = Array.from({ length: 60_000 }, (_, at) => `x${at}`).join('\n');
  const query = { template, dry_run: true };
  const told: { phase: string; rows: number; total: number }[] = [];
  const reply = engineer.call('POST', '/data/csv', { query, body: `num1\n${bad}\n`, requestId: id });
  for (let open = true; open; ) {
    const { data } = await progressOf(engineer, id);
    if (data) told.push(data);
    open = await Promise.race([reply.then(() => false), new Promise<boolean>((next) => setTimeout(next, 5, true))]);
  }
  assert.equal((await reply).data.rejected, 60_000);
  const within = told.filter(({ phase, rows, total }) => phase === 'validate' && rows > 0 && rows < total);
  assert.ok(within.length > 0, JSON.stringify(told.map(({ phase, rows }) => [phase, rows])));
  assert.ok(within.every(({ total }) => total === 60_000));
});

test('[SRC-36] a dry run that is given up by its sender tells nothing any more', async () => {
  const id = randomUUID();
  const stop = new AbortController();
  const one = openDryRun(id, stop);
  await one.write('num1\n1\n');
  await until(
    () => progressOf(engineer, id),
    ({ data }) => data !== null,
  );
  stop.abort();
  await until(
    () => progressOf(engineer, id),
    ({ data }) => data === null,
  );
});
