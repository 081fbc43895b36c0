import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform, until } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let foreigner: Caller;
let template: string;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  foreigner = await platform.b.as('data engineer');
  const items = [{ name: 'num1', value_type: 2 }];
  template = await deployTemplate(engineer, 'Running', items);
});
after(() => platform.stop());

const running = async (caller: Caller, more: object = {}) =>
  (await caller.call('POST', '/data/batch', { body: { state: 'running', ...more } })).data;

/** An import whose body stays open until it is ended. */
function openImport(into = template) {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const reply = fetch(`${platform.url}/api/data/csv?template=${into}&file=slow.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${engineer.token}`, request_id: randomUUID(), 'content-type': 'text/csv' },
    body: pipe.readable,
    duplex: 'half',
  } as RequestInit);
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  return { reply, write, end: () => writer.close() };
}

test('[SRC-36] [SEC-01] a batch is listed while its rows still come in, to its tenant alone', async () => {
  const one = openImport();
  await one.write('num1\n1\n');
  const listed = await until(
    async () => (await running(engineer))[0],
    (batch) => batch !== undefined,
  );
  assert.deepEqual([listed.state, listed.phase, listed.file], ['running', 'upload', 'slow.csv']);
  assert.equal((await running(engineer, { template })).length, 1);
  assert.equal((await running(engineer, { template: 'another' })).length, 0);
  assert.equal((await running(engineer, { user: 'nobody' })).length, 0);
  assert.equal((await running(engineer, { from: 1, to: 2 })).length, 0);
  assert.deepEqual(await running(foreigner), []);
  const done = await engineer.call('POST', '/data/batch', { body: { state: 'done' } });
  assert.deepEqual([done.data, done.total], [[], 0]);
  const all = await engineer.call('POST', '/data/batch', { body: {} });
  assert.deepEqual([all.data.length, all.total], [1, 1]);
  await one.write('2\n');
  await one.end();
  const { data } = (await (await one.reply).json()) as { data: { batch: string; accepted: number } };
  assert.deepEqual([data.batch, data.accepted], [listed.batch, 2]);
  assert.deepEqual(await running(engineer), []);
});

test('[SRC-36] a kept file is imported with its batch known at once; the ledger stands without anybody waiting', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `${i}`).join('\n');
  const query = { template, dry_run: true, keep: true };
  const { data: foretold } = await engineer.call('POST', '/data/csv', { query, body: `num1\n${rows}\nx\n` });
  const load = { template, upload: foretold.upload, wait: 'started' };
  const requestId = randomUUID();
  const { http, data } = await engineer.call('POST', '/data/csv', { query: load, body: '', requestId });
  assert.deepEqual([http, data.state], [202, 'running']);
  const again = await engineer.call('POST', '/data/csv', { query: load, body: '', requestId });
  assert.equal(again.data.batch, data.batch, 'the same request is the same batch');
  const ended = await until(
    async () => (await engineer.call('GET', `/data/batch/${data.batch}`)).data,
    ({ state }) => state !== 'running',
  );
  assert.deepEqual([ended.state, ended.read, ended.accepted, ended.rejected], ['done', 20_001, 20_000, 1]);
});

test('[SRC-36] a kept file that is imported says how large it is; its timeline begins when it began', async () => {
  const body = `num1\n${Array.from({ length: 400_000 }, (_, i) => i).join('\n')}\n`;
  const { data: foretold } = await engineer.call('POST', '/data/csv', {
    query: { template, dry_run: true, keep: true },
    body,
  });
  const load = { template, upload: foretold.upload, wait: 'started' };
  const { data } = await engineer.call('POST', '/data/csv', { query: load, body: '' });
  const read = async () => (await engineer.call('GET', `/data/batch/${data.batch}`)).data;
  const first = await read();
  assert.deepEqual([first.state, first.size], ['running', body.length]);
  const ended = await until(read, ({ state }) => state !== 'running');
  assert.deepEqual([ended.state, ended.ts], ['done', first.ts]);
  const times = ended.timeline.map(({ ts }: { ts: number }) => ts);
  assert.equal(times[0], first.ts);
  assert.deepEqual(
    times,
    times.toSorted((a: number, b: number) => a - b),
  );
});

test('[SRC-36] [STR-03] a batch that waits behind another is listed, and found by its request', async () => {
  const query = { template, wait: 'durable' };
  const long = await engineer.call('POST', '/data/csv', { query, body: `num1\n${'1\n'.repeat(2_000_000)}` });
  const requestId = randomUUID();
  const short = await engineer.call('POST', '/data/csv', { query, body: 'num1\n2\n', requestId });
  const listed = (await running(engineer)).map(({ batch }: { batch: string }) => batch);
  assert.deepEqual(listed, [short.data.batch, long.data.batch]);
  const sent = await engineer.call('POST', '/data/batch', { body: { template, request_id: requestId, to: 1 } });
  assert.deepEqual([sent.data.map(({ batch }: { batch: string }) => batch), sent.total], [[short.data.batch], 1]);
  const more = await Promise.all(
    Array.from({ length: 4 }, () => engineer.call('POST', '/data/csv', { query, body: 'num1\n3\n' })),
  );
  const page = await engineer.call('POST', '/data/batch', { body: { state: 'running', to: 3 } });
  assert.deepEqual([page.data.length, page.total], [4, 6], 'no more of those that wait than a page holds');
  assert.ok(more.some(({ data }) => data.batch === page.data[0].batch));
  await until(
    () => running(engineer),
    (left) => left.length === 0,
  );
  const after = await engineer.call('POST', '/data/batch', { body: { template, request_id: requestId, to: 1 } });
  assert.deepEqual([after.data[0].batch, after.data[0].state, after.total], [short.data.batch, 'done', 1]);
  const none = await engineer.call('POST', '/data/batch', { body: { template, request_id: randomUUID() } });
  assert.deepEqual([none.data, none.total], [[], 0]);
});

test('[SRC-36] a batch that was cancelled keeps when it began and what had come of it, and says when it ended', async () => {
  const one = openImport();
  await one.write(`num1\n${'1\n'.repeat(200_000)}`);
  const listed = await until(
    async () => (await running(engineer))[0],
    (batch) => batch?.bytes > 0,
  );
  await engineer.call('POST', `/data/batch/${listed.batch}/cancel`, { body: {} });
  await one.reply.catch(() => null);
  const { data } = await engineer.call('GET', `/data/batch/${listed.batch}`);
  assert.deepEqual([data.state, data.ts, data.bytes > 0], ['cancelled', listed.ts, true]);
  assert.deepEqual(
    data.timeline.map(({ what }: { what: string }) => what),
    ['received', 'cancelled'],
  );
  assert.ok(data.timeline[1].ts >= data.ts);
});

test('[SRC-36] wait=started needs a file that is kept', async () => {
  const query = { template, wait: 'started' };
  const { code, error } = await engineer.call('POST', '/data/csv', { query, body: 'num1\n1\n' });
  assert.deepEqual([code, error?.message], [32, "wait 'started' is for a file the platform keeps: name it as upload."]);
  const gone = await engineer.call('POST', '/data/csv', { query: { ...query, upload: 'gone' }, body: '' });
  assert.equal(gone.code, 34);
});

test('[STR-07] [ERR-07] an import whose stream or index is removed meanwhile is refused with what to do', async () => {
  for (const what of ['stream', 'index']) {
    const id = await deployTemplate(engineer, `Its ${what} goes`, [{ name: 'num1', value_type: 2 }]);
    const one = openImport(id);
    await one.write('num1\n1\n');
    await until(
      async () => (await running(engineer, { template: id })).length,
      (open) => open === 1,
    );
    assert.equal((await engineer.call('DELETE', `/schema/data/template/${what}/${id}`)).http, 200);
    await one.end();
    const reply = await one.reply;
    const { error } = (await reply.json()) as { error: { message: string; hint: string } };
    assert.equal(reply.status, 409);
    assert.match(
      error.message,
      new RegExp(`The ${what} of .* was removed while these rows came in; nothing of them is`),
    );
    assert.match(error.hint, /^Create it again: .* Then send the rows again\.$/);
    await engineer.call('PUT', `/schema/data/template/${what}`, { body: { id } });
    const again = await engineer.call('POST', '/data/csv', { query: { template: id }, body: 'num1\n1\n' });
    assert.equal(again.data?.accepted, 1, again.error?.message);
  }
});
