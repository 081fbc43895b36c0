import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseQuery, parseSearch } from '@datasarana/query';
import fc from 'fast-check';
import { Engine } from '../engine.ts';
import type { IndexDefinition } from '../index/definition.ts';
import { field, SAMPLE } from '../search/sample.fixture.ts';
import type { TenantIndexes } from '../tenant.ts';
import { ARCHIVE_START, type ArchivePosition } from './write-archive.ts';

let folder: string;
let engine: Engine;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const LINES = field('lines', 'nested', {
  fields: [
    field('sku', 'keyword'),
    field('amount', 'integer'),
    field('at', 'geo_point'),
    field('parts', 'nested', { fields: [field('serial', 'long')] }),
  ],
});
const DEFINITION: IndexDefinition = { ...SAMPLE, fields: [...SAMPLE.fields, LINES, field('shape1', 'geo_shape')] };

const newFile = (): string => join(folder, `${count++}.parquet`);

/** The index in files, in as many passes as `archive` is called. */
class Passes {
  readonly files: string[] = [];
  position: ArchivePosition = ARCHIVE_START;
  readonly #tenant: TenantIndexes;

  constructor(tenant: TenantIndexes) {
    this.#tenant = tenant;
  }

  async archive(): Promise<void> {
    const file = newFile();
    const { position } = await this.#tenant.archive.write('sample', this.position, file, Date.now());
    this.position = position;
    this.files.push(file);
  }
}

async function documentsOf(tenant: TenantIndexes, name: string): Promise<Record<string, Record<string, unknown>>> {
  const documents: Record<string, Record<string, unknown>> = {};
  for await (const hits of tenant.scan([name], parseQuery({ match_all: {} }))) {
    for (const hit of hits) documents[hit._id] = { ...hit._source };
  }
  return documents;
}

const document = fc.record(
  {
    txt1: fc.lorem({ maxCount: 5 }),
    tags1: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    int1: fc.integer({ min: -9, max: 9 }),
    long1: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    num1: fc.double({ noNaN: true, noDefaultInfinity: true }),
    flag1: fc.boolean(),
    ts1: fc.integer({ min: 0, max: 2 ** 41 }),
    pt1: fc.record({ lat: fc.integer({ min: -90, max: 90 }), lon: fc.integer({ min: -180, max: 180 }) }),
    obj1: fc.record({ kw3: fc.string({ minLength: 1, maxLength: 4 }), int2: fc.nat(9) }),
    lines: fc.array(
      fc.record(
        {
          sku: fc.constantFrom('a', "o'b", 'c"d'),
          amount: fc.nat(9),
          at: fc.constant({ lat: 1, lon: 2 }),
          parts: fc.array(fc.record({ serial: fc.nat(99) }), { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: ['sku'] },
      ),
      { maxLength: 3 },
    ),
    shape1: fc.constant({ type: 'Point', coordinates: [1, 2] }),
  },
  { requiredKeys: [] },
);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.nat(5), document }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.constant({ archive: true }) },
);

test('[TPL-36] an index made anew from its archive is the index, whatever was written, replaced and removed in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const tenant = engine.tenant(`t${count++}`);
      await tenant.createIndex(DEFINITION);
      const passes = new Passes(tenant);
      const ids = new Map<number, string>();
      for (const each of steps) {
        if ('put' in each) {
          const { id } = await tenant.putDocument('sample', { kw1: `k${each.put}`, ...each.document }, { _title: 't' });
          ids.set(each.put, id);
        } else if ('remove' in each) await tenant.deleteDocuments('sample', [ids.get(each.remove) ?? 'none']);
        else await passes.archive();
      }
      await passes.archive();
      await tenant.createIndex({ ...DEFINITION, name: 'again' });
      await tenant.archive.restore('again', passes.files);
      const same = await tenant.archive.compare('sample', 'again', true);
      assert.deepEqual([same.missing, same.extra, same.checksum], [0, 0, same.otherChecksum]);
      assert.deepEqual(await documentsOf(tenant, 'again'), await documentsOf(tenant, 'sample'));
      const { states, removals } = await tenant.archive.pending('sample', passes.position);
      assert.equal(states, 0);
      assert.ok(removals <= steps.length);
      await tenant.close();
    }),
    { numRuns: 20 },
  );
});

async function filled(name: string, rows: readonly Record<string, unknown>[], opened = engine): Promise<TenantIndexes> {
  const tenant = opened.tenant(name);
  await tenant.createIndex(DEFINITION);
  for (const row of rows) await tenant.putDocument('sample', row);
  return tenant;
}

test('[TPL-36] an index made anew answers searches for words as the one before, under its name', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({
    kw1: `k${i}`,
    txt1: i % 3 === 0 ? 'quick brown fox' : `dog ${i}`,
  }));
  const first = await Engine.open({ folder: join(folder, 'words') });
  const tenant = await filled('words', rows, first);
  const query = { query: { match: { txt1: 'fox dog' } }, size: 50 };
  const before = await tenant.search(['sample'], parseSearch(query));
  const passes = new Passes(tenant);
  await passes.archive();
  await tenant.createIndex({ ...DEFINITION, name: 'again' });
  assert.equal(await tenant.archive.restore('again', passes.files), 30);
  await tenant.archive.replace('sample', 'again', null);
  const after = await tenant.search(['sample'], parseSearch(query));
  const scores = ({ hits }: typeof after) => hits.hits.map(({ _id, _score, _source }) => [_id, _score, _source]);
  assert.deepEqual(scores(after), scores(before));
  assert.deepEqual(await tenant.indexes(), ['sample']);
  await first.close();
  const second = await Engine.open({ folder: join(folder, 'words') });
  const later = second.tenant('words');
  assert.deepEqual(scores(await later.search(['sample'], parseSearch(query))), scores(before));
  const { result } = await later.putDocument('sample', { kw1: 'k0', txt1: 'hen' });
  assert.equal(result, 'replaced');
  const hens = await later.search(['sample'], parseSearch({ query: { match: { txt1: 'hen' } } }));
  assert.equal(hens.hits.total.value, 1);
  await second.close();
});

test('[TPL-36] an index that was removed and made anew is archived from its beginning, and its later states count', async () => {
  const tenant = await filled('anew', [
    { kw1: 'a', int1: 1 },
    { kw1: 'b', int1: 1 },
  ]);
  const passes = new Passes(tenant);
  await passes.archive();
  await tenant.removeIndex('sample');
  await tenant.createIndex(DEFINITION);
  await tenant.putDocument('sample', { kw1: 'c', int1: 2 });
  assert.equal((await tenant.archive.pending('sample', passes.position)).states, 1);
  await passes.archive();
  assert.equal(passes.position.epoch, 1);
  await tenant.createIndex({ ...DEFINITION, name: 'again' });
  assert.equal(await tenant.archive.restore('again', passes.files), 3);
});

test('[TPL-36] comparing names what differs, and an index that was written to meanwhile is not replaced', async () => {
  const tenant = await filled('differs', [
    { kw1: 'a', int1: 1 },
    { kw1: 'b', int1: 1 },
  ]);
  await tenant.createIndex({ ...DEFINITION, name: 'again' });
  const stored = Object.values(await documentsOf(tenant, 'sample'));
  const _batch = stored.find(({ kw1 }) => kw1 === 'a')?._batch;
  await tenant.putDocument('again', { kw1: 'a', int1: 1 }, { _batch });
  await tenant.putDocument('again', { kw1: 'b', int1: 7 });
  await tenant.putDocument('again', { kw1: 'c', int1: 1 });
  const { documents, otherDocuments, missing, extra, checksum, otherChecksum } = await tenant.archive.compare(
    'sample',
    'again',
    false,
  );
  assert.deepEqual([documents, otherDocuments, missing, extra], [2, 3, 1, 2]);
  assert.notEqual(checksum, otherChecksum);
  await assert.rejects(tenant.archive.replace('sample', 'again', { refreshed: 1 }), /written to while it was compared/);
});

test('[TPL-36] files from before a field came and after one went are read together', async () => {
  const older = { ...DEFINITION, fields: DEFINITION.fields.filter(({ name }) => name !== 'int1') };
  const tenant = engine.tenant('fields');
  await tenant.createIndex(older);
  await tenant.putDocument('sample', { kw1: 'a', num1: 1 });
  const passes = new Passes(tenant);
  await passes.archive();
  await tenant.createIndex(DEFINITION);
  await tenant.putDocument('sample', { kw1: 'b', num1: 2, int1: 5 });
  await passes.archive();
  const newer = DEFINITION.fields.filter(({ name }) => name !== 'num1');
  await tenant.createIndex({ ...DEFINITION, fields: newer, name: 'again' });
  await tenant.archive.restore('again', passes.files);
  const sources = Object.values(await documentsOf(tenant, 'again')).map(({ _batch, ...own }) => own);
  assert.deepEqual(sources, [{ kw1: 'a' }, { kw1: 'b', int1: 5 }]);
});

test('[QRY-21] what was known of the words of a removed index does not count in the next one', async () => {
  const tenant = await filled(
    'segments',
    Array.from({ length: 20 }, (_, i) => ({ kw1: `k${i}`, txt1: 'fox' })),
  );
  await tenant.removeIndex('sample');
  await tenant.createIndex(DEFINITION);
  await tenant.putDocument('sample', { kw1: 'a', txt1: 'fox' });
  const { hits } = await tenant.search(['sample'], parseSearch({ query: { match: { txt1: 'fox' } } }));
  const alone = await filled('alone', [{ kw1: 'a', txt1: 'fox' }]);
  const expected = await alone.search(['sample'], parseSearch({ query: { match: { txt1: 'fox' } } }));
  assert.equal(hits.hits[0]?._score, expected.hits.hits[0]?._score);
});
