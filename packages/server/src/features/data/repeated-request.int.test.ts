import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Caller, deployTemplate, startPlatform, type TestPlatform, until } from '@datasarana/testkit';

let now = Date.now();
/** ms that pass whenever somebody looks at the clock. */
let step = 0;
let platform: TestPlatform;
let engineer: Caller;

before(async () => {
  platform = await startPlatform({}, () => {
    now += step;
    return now;
  });
  engineer = await platform.a.as('data engineer');
});
after(() => platform.stop());

const deployed = () => deployTemplate(engineer, 'Repeated', [{ name: 'num1', value_type: 2 }]);

/** An import whose body stays open until it is ended, and whose sender can be cut off. */
function openImport(template: string, requestId: string) {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const line = new AbortController();
  const reply = fetch(`${platform.url}/api/data/csv?template=${template}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${engineer.token}`, request_id: requestId, 'content-type': 'text/csv' },
    body: pipe.readable,
    duplex: 'half',
    signal: line.signal,
  } as RequestInit).catch(() => null);
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  return { reply, write, end: () => writer.close(), cut: () => line.abort() };
}

const batchOf = (template: string, isWanted: (batch: { readonly phase?: string }) => boolean) =>
  until(
    async () => (await engineer.call('POST', '/data/batch', { body: { template } })).data.find(isWanted),
    (batch) => batch !== undefined,
  );

const again = (template: string, body: string, requestId: string) =>
  engineer.call('POST', '/data/csv', { query: { template }, body, requestId });

async function stored(template: string) {
  const found = await engineer.call('POST', '/data/user', { query: { template }, body: { size: 0 } });
  const batches = await engineer.call('POST', '/data/batch', { body: { template } });
  return { rows: found.data.hits.total.value, batches: batches.total };
}

test('[STR-04] [TSK-07] a request whose line fell silent is sent again: the second is read, the rows stand once', async () => {
  const template = await deployed();
  const requestId = randomUUID();
  const first = openImport(template, requestId);
  await first.write('num1\n1\n');
  await batchOf(template, ({ phase }) => phase === 'upload');
  step = 3000;
  const second = await again(template, 'num1\n1\n2\n', requestId);
  step = 0;
  assert.deepEqual([second.code, second.data?.accepted], [30, 2]);
  assert.deepEqual(await stored(template), { rows: 2, batches: 1 });
  first.cut();
  await first.reply;
  assert.deepEqual((await again(template, 'num1\n1\n2\n', requestId)).data, { ...second.data, repeated: true });
});

test('[STR-04] a request that still comes in is not given up: the second gets its answer', async () => {
  const template = await deployed();
  const requestId = randomUUID();
  const first = openImport(template, requestId);
  await first.write('num1\n1\n');
  const { id } = await batchOf(template, ({ phase }) => phase === 'upload');
  const second = again(template, 'num1\n1\n7\n', requestId);
  await first.write('7\n');
  await first.end();
  const reply = await second;
  assert.deepEqual([reply.data.batch, reply.data.accepted], [id, 2]);
  assert.equal((await first.reply)?.status, 200);
  assert.deepEqual(await stored(template), { rows: 2, batches: 1 });
});

test('[STR-04] a request_id that is sent again with another body is refused by name; the same one is answered as repeated', async () => {
  const template = await deployed();
  const requestId = randomUUID();
  const [first, second] = await Promise.all([0, 0].map(() => again(template, 'num1\n1\n', requestId)));
  assert.deepEqual([first?.data.repeated, second?.data.repeated].sort(), [true, undefined]);
  assert.equal(second?.data.batch, first?.data.batch);
  for (const [method, address, type] of [
    ['POST', '/data/csv', 'text/csv'],
    ['POST', '/data/file', 'text/csv'],
    ['POST', '/feature/data', 'application/x-ndjson'],
  ] as const) {
    const body = type === 'text/csv' ? 'num1\n2\n' : '{"num1":2}\n';
    const other = await engineer.call(method, address, { query: { template }, body, type, requestId });
    assert.deepEqual([other.http, other.code, other.error?.error.type], [409, 31, 'conflict'], address);
    assert.match(other.error?.message ?? '', new RegExp(`another body, which is batch ${first?.data.batch}`));
  }
  const packed = { 'content-encoding': 'gzip' };
  const same = { query: { template }, body: gzipSync('num1\n1\n'), requestId, headers: packed };
  assert.equal((await engineer.call('POST', '/data/csv', same)).data.repeated, true);
  const begun = await engineer.call('POST', '/data/csv', { ...same, query: { template, wait: 'durable' } });
  assert.deepEqual([begun.http, begun.data.repeated, begun.data.batch], [202, true, first?.data.batch]);
  assert.deepEqual(await stored(template), { rows: 1, batches: 1 });
});

test('[STR-04] [TSK-07] a request given up by its sender while its rows are applied is sent again: the same batch, once', async () => {
  const template = await deployed();
  const requestId = randomUUID();
  const rows = `num1\n${Array.from({ length: 30_000 }, (_, i) => `${i}\n`).join('')}`;
  const first = openImport(template, requestId);
  await first.write(rows);
  await first.end();
  const { id } = await batchOf(template, ({ phase }) => phase !== 'upload');
  first.cut();
  const second = await again(template, rows, requestId);
  assert.deepEqual([second.data.batch, second.data.accepted], [id, 30_000]);
  assert.deepEqual(await stored(template), { rows: 30_000, batches: 1 });
});

test('[TSK-06] a batch whose sender fell silent is cancelled at once', async () => {
  const template = await deployed();
  const first = openImport(template, randomUUID());
  await first.write('num1\n1\n');
  const { id } = await batchOf(template, ({ phase }) => phase === 'upload');
  const { data } = await engineer.call('POST', `/data/batch/${id}/cancel`);
  assert.equal(data.state, 'cancelled');
  assert.equal((await stored(template)).rows, 0);
  first.cut();
  await first.reply;
});
