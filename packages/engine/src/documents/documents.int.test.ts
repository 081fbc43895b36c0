import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import { Engine } from '../engine.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { WriteOperation, WriteRefused, WriteResult } from './operation.ts';

let folder: string;
let engine: Engine;
let tenant: TenantIndexes;
let count = 0;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stored-'));
  engine = await Engine.open({ folder });
  tenant = engine.tenant('t1');
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function newIndex(body: object = {}): Promise<string> {
  const name = `rows-${count++}`;
  await tenant.documents.create(name, body);
  return name;
}

const put = (id: string, source: string, more: object = {}): WriteOperation => ({ kind: 'index', id, source, ...more });

async function one(name: string, operation: WriteOperation): Promise<WriteResult> {
  const [written] = await tenant.documents.write(name, [operation]);
  return accepted(written);
}

function accepted(written: WriteResult | WriteRefused | undefined): WriteResult {
  assert.ok(written && !('error' in written), `refused: ${written && 'error' in written ? written.error.message : ''}`);
  return written;
}

const typeOf = (written: WriteResult | WriteRefused | undefined): unknown =>
  written && 'error' in written ? written.error.detail.openSearch?.type : 'accepted';

const search = async (name: string, body: object) => tenant.search([name], parseSearch(body));

const idsOf = async (name: string, query: object): Promise<readonly string[]> =>
  (await search(name, { query, size: 1000 })).hits.hits.map(({ _id }) => _id).sort();

test('versions and sequence numbers go on, also over a removal', async () => {
  const name = await newIndex();
  const made = await one(name, put('1', '{"n":1}'));
  assert.deepEqual([made.result, made.version, made.seqNo], ['created', 1, 0]);
  const changed = await one(name, put('1', '{"n":2}'));
  assert.deepEqual([changed.result, changed.version, changed.seqNo], ['updated', 2, 1]);
  const removed = await one(name, { kind: 'delete', id: '1' });
  assert.deepEqual([removed.result, removed.version, removed.seqNo], ['deleted', 3, 2]);
  assert.equal((await one(name, put('1', '{"n":3}'))).version, 4);
  assert.equal((await one(name, { kind: 'delete', id: 'none' })).result, 'not_found');
});

test('operations of one bulk see what those before them did', async () => {
  const name = await newIndex();
  const results = await tenant.documents.write(name, [
    { kind: 'create', id: '1', source: '{"n":1}' },
    { kind: 'create', id: '1', source: '{"n":2}' },
    { kind: 'update', id: '1', body: '{"doc":{"m":5}}' },
    { kind: 'delete', id: '1' },
    { kind: 'update', id: '1', body: '{"doc":{"m":6}}' },
    { kind: 'create', id: '1', source: '{"n":7}' },
  ]);
  assert.deepEqual(results.map(typeOf), [
    'accepted',
    'version_conflict_engine_exception',
    'accepted',
    'accepted',
    'document_missing_exception',
    'accepted',
  ]);
  const [found] = await tenant.documents.get(name, ['1']);
  assert.equal(found?.source.text, '{"n":7}');
  assert.equal((await tenant.documents.stats(name)).documents, 1);
});

test('a sequence number or an external version that is behind is refused', async () => {
  const name = await newIndex();
  const { seqNo } = await one(name, put('1', '{}'));
  await one(name, put('1', '{}', { ifSeqNo: seqNo, ifPrimaryTerm: 1 }));
  const [late] = await tenant.documents.write(name, [put('1', '{}', { ifSeqNo: seqNo, ifPrimaryTerm: 1 })]);
  assert.equal(typeOf(late), 'version_conflict_engine_exception');
  await one(name, put('2', '{}', { version: 50, versionType: 'external' }));
  for (const [version, versionType, fits] of [
    [50, 'external', false],
    [50, 'external_gte', true],
    [49, 'external_gte', false],
    [51, 'external', true],
  ] as const) {
    const [written] = await tenant.documents.write(name, [put('2', '{}', { version, versionType })]);
    assert.equal(typeOf(written) === 'accepted', fits, `${versionType} ${version}`);
  }
});

test('[API-31] a document that cannot be stored is refused for that before what it stands against', async () => {
  const name = await newIndex({ mappings: { properties: { n: { type: 'long' } } } });
  await one(name, put('1', '{"n":1}'));
  const refused = await tenant.documents.write(name, [
    { kind: 'create', id: '1', source: '{"n":"x"}' },
    put('1', '{"n":"x"}', { ifSeqNo: 7, ifPrimaryTerm: 1 }),
    put('1', '{"n":', { version: 1, versionType: 'external' }),
    { kind: 'create', id: '1', source: '{"fresh":1}' },
  ]);
  assert.deepEqual(refused.map(typeOf), [
    'mapper_parsing_exception',
    'mapper_parsing_exception',
    'mapper_parsing_exception',
    'version_conflict_engine_exception',
  ]);
  const mapping = (await tenant.documents.info(name)).mapping;
  assert.deepEqual(Object.keys(mapping.properties), ['n']);
});

test('a column that gets several values answers for all of them, those before too', async () => {
  const name = await newIndex();
  await one(name, put('1', '{"tag":"a","n":1,"at":{"x":1.5}}'));
  await one(name, put('2', '{"tag":["b","c"],"n":[2,3],"at":[{"x":2.5},{"x":3.5}]}'));
  await one(name, put('3', '{"tag":[],"n":null}'));
  assert.deepEqual(await idsOf(name, { term: { 'tag.keyword': 'a' } }), ['1']);
  assert.deepEqual(await idsOf(name, { term: { 'tag.keyword': 'c' } }), ['2']);
  assert.deepEqual(await idsOf(name, { range: { n: { gte: 3 } } }), ['2']);
  assert.deepEqual(await idsOf(name, { term: { 'at.x': 3.5 } }), ['2']);
  assert.deepEqual(await idsOf(name, { exists: { field: 'tag' } }), ['1', '2']);
});

test('nested objects take new members while rows are there', async () => {
  const name = await newIndex({ mappings: { properties: { items: { type: 'nested' } } } });
  await one(name, put('1', '{"items":[{"a":1}]}'));
  await one(name, put('2', '{"items":[{"a":2,"b":"x"},{"a":3,"c":{"d":true}}]}'));
  const nested = (query: object) => ({ nested: { path: 'items', query } });
  assert.deepEqual(await idsOf(name, nested({ term: { 'items.a': 1 } })), ['1']);
  const both = { bool: { filter: [{ term: { 'items.a': 2 } }, { term: { 'items.b.keyword': 'x' } }] } };
  assert.deepEqual(await idsOf(name, nested(both)), ['2']);
  const apart = { bool: { filter: [{ term: { 'items.a': 3 } }, { term: { 'items.b.keyword': 'x' } }] } };
  assert.deepEqual(await idsOf(name, nested(apart)), []);
  assert.deepEqual(await idsOf(name, nested({ term: { 'items.c.d': true } })), ['2']);
});

test('a refused document brings no fields along', async () => {
  const name = await newIndex({ mappings: { properties: { n: { type: 'long' } } } });
  const results = await tenant.documents.write(name, [put('1', '{"fresh":1,"n":"x"}'), put('2', '{"n":1}')]);
  assert.deepEqual(results.map(typeOf), ['mapper_parsing_exception', 'accepted']);
  assert.deepEqual(Object.keys((await tenant.documents.info(name)).mapping.properties), ['n']);
});

test('whatever object is stored, its text comes back byte by byte and is found by its id', async () => {
  const name = await newIndex({ mappings: { dynamic: false } });
  const document = fc
    .dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.jsonValue(), { maxKeys: 4 })
    .map((value) => JSON.stringify(value));
  const spaced = fc
    .tuple(document, fc.constantFrom(0, 1, 2))
    .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent));
  const ids = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(ids, spaced), { selector: ([id]) => id, minLength: 1, maxLength: 8 }),
      async (rows) => {
        const results = await tenant.documents.write(
          name,
          rows.map(([id, source]) => put(id, source)),
        );
        const kept = rows.filter((_, i) => typeOf(results[i]) === 'accepted');
        const found = await tenant.documents.get(
          name,
          kept.map(([id]) => id),
        );
        assert.deepEqual(
          found.map((each) => each?.source.text),
          kept.map(([, source]) => source),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('documents, mapping, aliases and versions outlive the process', async () => {
  const name = await newIndex({ aliases: { kept: {} }, settings: { number_of_shards: 3 } });
  await one(name, put('1', '{"n":9007199254740993,"tags":["a","b"]}'));
  await one(name, put('1', '{"n":9007199254740993,"tags":["a","b"] }'));
  await one(name, put('2', '{"n":2}'));
  await one(name, { kind: 'delete', id: '2' });
  const before = await tenant.documents.info(name);
  await engine.close();
  engine = await Engine.open({ folder });
  tenant = engine.tenant('t1');
  assert.deepEqual(await tenant.documents.info(name), before);
  const [found, gone] = await tenant.documents.get(name, ['1', '2']);
  assert.deepEqual(
    [found?.version, found?.seqNo, found?.source.text],
    [2, 1, '{"n":9007199254740993,"tags":["a","b"] }'],
  );
  assert.equal(gone, null);
  assert.deepEqual(await idsOf(name, { term: { n: '9007199254740993' } }), ['1']);
  assert.deepEqual(await tenant.documents.resolve('kept'), [name]);
  assert.equal((await one(name, put('1', '{"tags":"c"}'))).seqNo, 4);
});

test('names that cannot be an index are refused with the reason', async () => {
  for (const [bad, reason] of [
    ['Upper', /must be lowercase/],
    ['_under', /must not start with/],
    ['a b', /must not contain/],
    ['..', /must not be/],
    ['a:b', /must not contain ':'/],
    ['x'.repeat(256), /too long/],
  ] as const) {
    await assert.rejects(tenant.documents.create(bad), (error: unknown) => {
      assert.ok(error instanceof PlatformError);
      assert.equal(error.detail.openSearch?.type, 'invalid_index_name_exception');
      assert.match(error.message, reason);
      return true;
    });
  }
});

test('a refused creation leaves none of its aliases behind', async () => {
  const name = `rows-${count++}`;
  await assert.rejects(tenant.documents.create(name, { aliases: { 'kept-alias': {}, 'Bad Name': {} } }), PlatformError);
  assert.equal((await tenant.documents.names()).get('alias', 'kept-alias'), null);
  assert.ok(!(await tenant.documents.list()).some((index) => index.name === name));
});
