import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../../../access/system-scope.ts';
import { eraseTemplate } from '../../templates/erase-template.ts';
import { FileStore } from './file-store.ts';
import { KeptFiles } from './kept-files.ts';

let at: TestPlatform;
let engineer: Caller;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
});
after(() => at.stop());

const ITEMS = [
  { name: 'name', value_type: 8 },
  { name: 'media_type', value_type: 8 },
  { name: 'size', value_type: 3 },
  { name: 'modified', value_type: 9 },
  { name: 'sha256', value_type: 8 },
];

async function template(name: string, items: readonly object[] = ITEMS): Promise<string> {
  return deployTemplate(engineer, name, items);
}
const send = (
  id: string,
  body: Uint8Array,
  file: string,
  query: Record<string, string | number | boolean> = {},
  caller = engineer,
) =>
  caller.call('POST', '/data/generic', {
    query: { template: id, file, ...query },
    body,
    type: 'application/octet-stream',
  });
const hits = async (id: string) =>
  (await engineer.call('POST', '/data/user', { query: { template: id }, body: { size: 100 } })).data.hits.hits;
const filesOf = async (id: string, record: string, caller = engineer) =>
  (await caller.call('GET', '/data/generic', { query: { template: id, id: record } })).data;
const get = (id: string, record: string, sha256: string, caller = engineer) =>
  caller.raw('GET', '/data/generic/content', { query: { template: id, id: record, sha256 } });
/** No file: an envelope of 34, not bytes (API-06). */
async function hasNone(asked: Promise<Response>, why?: string): Promise<void> {
  const reply = await asked;
  const { code, data, error } = await reply.json();
  assert.deepEqual([reply.status, code, data, error], [200, 34, null, null], why);
}
const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Checksums of all files on the platform's disk. */
async function onDisk(): Promise<readonly string[]> {
  const found = await readdir(join(at.folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

test('[SRC-37] [STR-03] a file is kept byte for byte, its metadata is the record, counted in the ledger, and given back to be saved', async () => {
  const id = await template('Files');
  const bytes = Buffer.concat([PNG, randomBytes(3_000_000)]);
  const dry = await send(id, bytes, 'Photo März.png', { dry_run: true });
  assert.deepEqual([dry.data.batch, dry.data.read, dry.data.accepted], [null, 1, 1]);
  assert.deepEqual(await onDisk(), [], 'a dry run keeps nothing');
  const { data } = await send(id, bytes, 'Photo März.png', { modified: 1_608_854_400_123 });
  assert.deepEqual([data.read, data.accepted, data.rejected], [1, 1, 0], JSON.stringify(data));
  const [hit] = await hits(id);
  const { name, media_type, size, modified, sha256 } = hit._source;
  assert.deepEqual(
    [name, media_type, size, modified, sha256],
    ['Photo März.png', 'image/png', bytes.length, 1_608_854_400_123, sum(bytes)],
  );
  assert.deepEqual(await filesOf(id, hit._id), [{ name, media_type, size: bytes.length, sha256 }]);
  const batch = (await engineer.call('GET', `/data/batch/${data.batch}`)).data;
  assert.deepEqual([batch.source, batch.bytes, batch.sha256, batch.file], ['generic', bytes.length, sha256, name]);
  const reply = await get(id, hit._id, sha256);
  assert.equal(reply.status, 200);
  assert.deepEqual(Buffer.from(await reply.arrayBuffer()), bytes);
  assert.equal(
    reply.headers.get('content-disposition'),
    `attachment; filename="Photo M_rz.png"; filename*=UTF-8''Photo%20M%C3%A4rz.png`,
  );
});

test('[SRC-37] [SEC-04] [SEC-03] a hostile file cannot run: it is saved, never shown, under a name that is no path', async () => {
  const id = await template('Hostile');
  const page = Buffer.from('<html><script>fetch("/api/session")</script></html>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  await send(id, page, '../../../etc/cron.d/x\r\nset-cookie: a=b;".html');
  await send(id, svg, 'picture.png');
  const found = await hits(id);
  assert.deepEqual(found.map(({ _source: { media_type } }: { _source: { media_type: string } }) => media_type).sort(), [
    'image/svg+xml',
    'text/html',
  ]);
  for (const { _id, _source } of found) {
    const reply = await get(id, _id, _source.sha256);
    assert.equal(reply.headers.get('content-type'), 'application/octet-stream');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.match(
      reply.headers.get('content-disposition') ?? '',
      /^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[^/"\r\n]+$/,
    );
    assert.equal(reply.headers.get('set-cookie'), null);
    assert.equal(await reply.text(), String(_source.media_type === 'text/html' ? page : svg));
  }
});

test('[SEC-02] another tenant finds no file, whatever it knows of it; neither does another template of the same tenant', async () => {
  const id = await template('Ours');
  const bytes = Buffer.from('%PDF-1.7 secret');
  await send(id, bytes, 'secret.pdf');
  const [hit] = await hits(id);
  const stranger = await at.b.as('data engineer');
  assert.equal(await filesOf(id, hit._id, stranger), null);
  await hasNone(get(id, hit._id, sum(bytes), stranger));
  assert.equal((await send(id, bytes, 'x.pdf', {}, stranger)).http, 404);
  await hasNone(get(id, hit._id, sum(bytes), at.anonymous));
  const other = await template('Other');
  const made = await engineer.call('PUT', '/data/user', {
    query: { template: other },
    body: { name: 'forged', sha256: sum(bytes) },
  });
  assert.deepEqual(await filesOf(other, made.data.id), [], 'who knows a checksum does not thereby have the file');
  await hasNone(get(other, made.data.id, sum(bytes)));
  const theirs = await at.b.as('data engineer');
  const { data } = await theirs.call('PUT', '/schema/data/template', { body: { name: 'Theirs', items: ITEMS } });
  await theirs.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: data.id } });
  const forged = await theirs.call('PUT', '/data/user', {
    query: { template: data.id },
    body: { name: 'x', sha256: sum(bytes) },
  });
  await hasNone(get(data.id, forged.data.id, sum(bytes), theirs));
});

test('[SRC-36] [SRC-37] a file goes with its record: by undoing its batch; one that two records share stays with the second', async () => {
  const id = await template('Going');
  const [one, two] = [randomBytes(100), randomBytes(200)];
  const first = await send(id, one, 'one.bin');
  await send(id, one, 'the same.bin');
  const undone = await send(id, two, 'two.bin');
  const kept = async (bytes: Uint8Array): Promise<boolean> => (await onDisk()).includes(sum(bytes));
  const found: readonly { readonly _id: string; readonly _source: { readonly name: string } }[] = await hits(id);
  const record = (name: string): string => found.find(({ _source }) => _source.name === name)?._id ?? '';
  assert.equal((await filesOf(id, record('the same.bin')))[0].name, 'the same.bin');
  assert.deepEqual([await kept(one), await kept(two)], [true, true]);
  await engineer.call('POST', `/data/batch/${undone.data.batch}/undo`);
  assert.deepEqual([await kept(one), await kept(two)], [true, false]);
  await engineer.call('DELETE', '/data/user', { query: { template: id, id: record('one.bin') } });
  assert.equal(await kept(one), true, 'the other record has it too');
  await hasNone(get(id, record('one.bin'), sum(one)));
  assert.equal((await get(id, record('the same.bin'), sum(one))).status, 200);
  assert.equal((await engineer.call('POST', `/data/batch/${first.data.batch}/undo`)).code, 30);
  assert.equal(await kept(one), true);
});

test('[SRC-37] [SCR-08] of two records with one file the second comes back with it, though the batch of the first was undone', async () => {
  const id = await template('Shared');
  const bytes = randomBytes(150);
  const first = await send(id, bytes, 'one.bin');
  await send(id, bytes, 'two.bin');
  const found: readonly { readonly _id: string; readonly _source: { readonly name: string } }[] = await hits(id);
  const record = found.find(({ _source }) => _source.name === 'two.bin')?._id ?? '';
  assert.equal((await engineer.call('POST', `/data/batch/${first.data.batch}/undo`)).code, 30);
  await engineer.call('DELETE', '/data/user', { query: { template: id, id: record } });
  await new KeptFiles(new FileStore(at.folder), at.platform.services, () => false).sweepAll();
  const [removed] = (await engineer.call('GET', '/data/user/removed', { query: { template: id } })).data;
  await engineer.call('POST', '/data/user/restore', { query: { template: id, id: record, until: removed.until } });
  assert.equal((await get(id, record, sum(bytes))).status, 200);
});

test('[SRC-37] [SCR-08] a record that was removed comes back with its file', async () => {
  const id = await template('Coming back');
  const bytes = randomBytes(100);
  await send(id, bytes, 'plan.bin');
  const [{ _id: record }] = await hits(id);
  await engineer.call('DELETE', '/data/user', { query: { template: id, id: record } });
  await hasNone(get(id, record, sum(bytes)));
  await new KeptFiles(new FileStore(at.folder), at.platform.services, () => false).sweepAll();
  const [removed] = (await engineer.call('GET', '/data/user/removed', { query: { template: id } })).data;
  await engineer.call('POST', '/data/user/restore', { query: { template: id, id: record, until: removed.until } });
  assert.deepEqual(Buffer.from(await (await get(id, record, sum(bytes))).arrayBuffer()), bytes);
});

test('[SRC-36] a file that took the place of another by key is undone: the first one is there again', async () => {
  const id = await template('By name', [
    { name: 'name', value_type: 8, is_key: true, mandatory: true },
    ...ITEMS.slice(1),
  ]);
  const [one, two] = [randomBytes(100), randomBytes(200)];
  await send(id, one, 'report.bin');
  const second = await send(id, two, 'report.bin');
  assert.deepEqual([second.data.accepted, second.data.replaced], [0, 1]);
  const [hit] = await hits(id);
  await hasNone(get(id, hit._id, sum(one)), 'not the file of this record now');
  assert.equal((await get(id, hit._id, sum(two))).status, 200);
  await engineer.call('POST', `/data/batch/${second.data.batch}/undo`);
  assert.deepEqual(Buffer.from(await (await get(id, hit._id, sum(one))).arrayBuffer()), one);
  assert.equal((await onDisk()).includes(sum(two)), false);
});

test('[SRC-37] [STR-04] the same request again keeps one file; an empty file, no field for the checksum and a rejected row are told', async () => {
  const id = await template('Told');
  const bytes = randomBytes(50);
  const again = () =>
    engineer.call('POST', '/data/generic', {
      query: { template: id, file: 'a.bin' },
      body: bytes,
      type: 'image/png',
      requestId: 'same-request-1',
    });
  const [first, second] = [await again(), await again()];
  assert.deepEqual([second.data.batch, second.data.repeated], [first.data.batch, true]);
  bytes[0] = 255 - (bytes[0] ?? 0);
  assert.deepEqual([(await again()).http, (await hits(id)).length], [409, 1]);
  const empty = await send(id, new Uint8Array(), 'empty.bin');
  assert.deepEqual([empty.http, empty.error?.message], [422, 'empty.bin is empty: there is nothing to keep.']);
  const bare = await template('Bare', [{ name: 'name', value_type: 8 }]);
  const refused = await send(bare, bytes, 'a.bin');
  assert.deepEqual([refused.http, Object.keys(refused.error?.error.fields ?? {})], [422, ['columns']]);
  assert.match(refused.error?.message ?? '', /sha256 must go into a field/);
  const named = await template('Named', [
    { name: 'title', value_type: 8 },
    { name: 'checksum', value_type: 7 },
  ]);
  const columns = JSON.stringify({ name: 'title', sha256: 'checksum' });
  assert.equal((await send(named, bytes, 'a.bin', { columns })).data?.accepted, 1);
  assert.equal((await filesOf(named, (await hits(named))[0]._id)).length, 1);
  const transforms = JSON.stringify({ name: [{ kind: 'upper' }] });
  assert.equal((await send(id, randomBytes(9), 'upper.bin', { transforms })).data?.accepted, 1);
  assert.ok((await hits(id)).some(({ _source }: { _source: { name: string } }) => _source.name === 'UPPER.BIN'));
  const changed = await send(id, bytes, 'a.bin', { transforms: JSON.stringify({ sha256: [{ kind: 'upper' }] }) });
  assert.deepEqual(Object.keys(changed.error?.error.fields ?? {}), ['transforms']);
  const wrong = await template('Wrong', [...ITEMS, { name: 'owner', value_type: 8, mandatory: true }]);
  const rejected = await send(wrong, bytes, 'a.bin');
  assert.deepEqual([rejected.data.read, rejected.data.rejected], [1, 1]);
});

test('[SRC-37] the sweep takes files of templates that went, and none of a record that is there or can be restored', async () => {
  const { services } = at.platform;
  const scope = systemScope(services.config.clusterId, at.a.id);
  const [id, erased] = [await template('Swept'), await template('Erased')];
  const [stays, goes, last] = [randomBytes(10), randomBytes(20), randomBytes(30)];
  await send(id, stays, 'stays.bin');
  await send(id, goes, 'goes.bin');
  await send(erased, last, 'last.bin');
  const found: readonly { readonly _id: string; readonly _source: { readonly name: string } }[] = await hits(id);
  const record = found.find(({ _source }) => _source.name === 'goes.bin')?._id ?? '';
  assert.equal(await services.search.deleteDocuments(scope, id, [record], 'Ayu Lestari'), 1);
  await eraseTemplate(services, scope, erased);
  const kept = new KeptFiles(new FileStore(at.folder), services, () => false);
  await kept.sweepAll();
  const left = await onDisk();
  assert.deepEqual(
    [stays, goes, last].map((bytes) => left.includes(sum(bytes))),
    [true, true, false],
  );
  const [hit] = await hits(id);
  assert.equal((await get(id, hit._id, sum(stays))).status, 200);
});
