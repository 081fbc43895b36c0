import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { Engine } from '../engine.ts';
import type { FieldDefinition, FieldType, IndexDefinition } from '../index/definition.ts';
import type { TenantIndexes } from '../tenant.ts';

let engine: Engine;
let folder: string;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  engine = await Engine.open({ folder });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const field = (name: string, type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  type,
  label: name.toUpperCase(),
  ...more,
});

async function tenantWith(
  fields: readonly FieldDefinition[],
  keyFields: readonly string[] = [],
): Promise<TenantIndexes> {
  const tenant = engine.tenant(`t${count++}`);
  await tenant.createIndex({ name: 'rows', fields, keyFields, source: 'columns' });
  return tenant;
}

const faults = (expected: Readonly<Record<string, string>>) => (error: unknown) => {
  assert.ok(error instanceof PlatformError);
  assert.deepEqual(error.detail.fields, expected);
  return true;
};

test('[API-30] a document whose key is known replaces it; equal content changes nothing', async () => {
  const tenant = await tenantWith([field('id', 'keyword'), field('num1', 'integer')], ['id']);
  const first = await tenant.putDocument('rows', { id: 'a', num1: 1 }, { _user_id: 'u1', _ts: 5, _batch: 'x1' });
  assert.deepEqual(first, { id: first.id, version: 1, result: 'added' });
  assert.deepEqual(await tenant.putDocument('rows', { id: 'a', num1: '1' }), { ...first, result: 'unchanged' });
  const second = await tenant.putDocument('rows', { id: 'a', num1: 2 }, { _user_id: 'u2', _batch: 'x2' });
  assert.deepEqual(second, { id: first.id, version: 2, result: 'replaced' });
  assert.deepEqual(await tenant.getDocument('rows', first.id), {
    id: first.id,
    version: 2,
    system: { _batch: 'x2', _user_id: 'u2' },
    source: { id: 'a', num1: 2 },
  });
  const { documents, deleted } = await tenant.stats('rows');
  assert.deepEqual({ documents, deleted }, { documents: 1, deleted: 1 });
});

test('[API-30] a document is found by its key whatever else is wrong with it', async () => {
  const tenant = await tenantWith([field('id', 'keyword'), field('num1', 'integer')], ['id']);
  const { id } = await tenant.putDocument('rows', { id: 'a', num1: 1 });
  assert.equal((await tenant.findByKey('rows', { id: 'a', num1: 'many' }))?.id, id);
  assert.equal(await tenant.findByKey('rows', { id: 'b', num1: 'many' }), null);
});

test('[API-30] without key fields every document is new, and an id names the one to replace', async () => {
  const tenant = await tenantWith([field('kw1', 'keyword')]);
  const a = await tenant.putDocument('rows', { kw1: 'a' });
  const b = await tenant.putDocument('rows', { kw1: 'a' });
  assert.notEqual(a.id, b.id);
  assert.deepEqual(await tenant.putDocument('rows', { kw1: 'c' }, {}, { id: a.id }), {
    id: a.id,
    version: 2,
    result: 'replaced',
  });
  assert.equal((await tenant.putDocument('rows', { kw1: 'd' }, {}, { id: 'mine' })).id, 'mine');
  assert.equal((await tenant.stats('rows')).documents, 3);
});

test('[IDX-09] nested documents take numbers of every width, dates and documents of their own, and come back as given', async () => {
  const fields = [
    field('num0', 'byte'),
    field('num1', 'short'),
    field('num2', 'integer'),
    field('num3', 'long'),
    field('num4', 'half_float'),
    field('num6', 'double'),
    field('ts1', 'date'),
    field('yes1', 'boolean'),
    field('inner', 'nested', { fields: [field('num2', 'integer')] }),
  ];
  const tenant = await tenantWith([field('parts', 'nested', { fields })]);
  const full = { num0: 1, num1: 2, num2: 3, num3: 4, num4: 5, num6: 6, ts1: 7, yes1: false, inner: [{ num2: 0 }] };
  const parts = [full, { num2: -1 }];
  const { id } = await tenant.putDocument('rows', { parts });
  const stored = await tenant.getDocument('rows', id);
  assert.deepEqual(stored?.source, { parts });
});

test('[TPL-34] a document is refused with every faulty path and a sentence for each', async () => {
  const tenant = await tenantWith([
    field('kw1', 'keyword', { mandatory: true, allowedValues: ['a', 'b'] }),
    field('num1', 'byte'),
    field('tags', 'keyword', { list: true, mandatory: true }),
    field('parts', 'nested', { fields: [field('k', 'keyword', { mandatory: true }), field('ts1', 'date')] }),
    field('shape1', 'geo_shape'),
  ]);
  const document = {
    kw1: 'c',
    num1: 200,
    tags: ['x', ' '],
    parts: [{ k: 'a' }, { ts1: 'soon' }],
    shape1: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [2, 0],
          [0, 1],
        ],
      ],
    },
    extra: 1,
  };
  await assert.rejects(
    tenant.putDocument('rows', document),
    faults({
      kw1: 'KW1: "c" is not one of a, b',
      num1: 'NUM1: 200 is outside -128 to 127',
      'tags.2': 'TAGS must not be empty',
      'parts.2.k': 'K must not be empty',
      'parts.2.ts1': 'TS1: "soon" is not a date; write it as 2024-12-31',
      shape1:
        'SHAPE1: {"type":"Polygon","coordinates":[[[0,0],[1,1],[2,0],[0,1]]]} is not a GeoJSON geometry: a ring ends where it starts',
      extra: '"extra" is not a field of this template',
    }),
  );
  assert.equal((await tenant.stats('rows')).documents, 0);
});

test('[API-30] a removed document is gone and can be written again', async () => {
  const tenant = await tenantWith([field('id', 'keyword'), field('txt1', 'text')], ['id']);
  const { id } = await tenant.putDocument('rows', { id: 'a', txt1: 'some words' });
  assert.equal(await tenant.deleteDocuments('rows', [id]), 1);
  assert.equal(await tenant.deleteDocuments('rows', [id]), 0);
  assert.equal(await tenant.getDocument('rows', id), null);
  const again = await tenant.putDocument('rows', { id: 'a', txt1: 'some words' });
  assert.deepEqual([again.version, again.result], [1, 'added']);
});

test('[IDX-05] a definition grows without losing rows, a stored type never changes', async () => {
  const tenant = await tenantWith([field('kw1', 'keyword')]);
  const { id } = await tenant.putDocument('rows', { kw1: 'a' });
  const grown: IndexDefinition = {
    name: 'rows',
    fields: [field('txt1', 'text'), field('kw1', 'keyword'), field('pt', 'geo_point')],
    keyFields: [],
    source: 'columns',
  };
  await tenant.createIndex(grown);
  const next = await tenant.putDocument('rows', { kw1: 'b', txt1: 'words', pt: '1,2' });
  assert.deepEqual((await tenant.getDocument('rows', id))?.source, { kw1: 'a' });
  assert.deepEqual((await tenant.getDocument('rows', next.id))?.source, {
    txt1: 'words',
    kw1: 'b',
    pt: { lat: 1, lon: 2 },
  });
  await assert.rejects(
    tenant.createIndex({ ...grown, fields: [field('kw1', 'integer')] }),
    faults({ kw1: 'KW1: stored as keyword, asked for integer' }),
  );
  assert.deepEqual(await tenant.definition('rows'), grown);
});

test('[IDX-05] what was written is there when the tenant was closed for being idle', async () => {
  const own = await mkdtemp(join(tmpdir(), 'idle-'));
  const busy = await Engine.open({ folder: own, idleCloseMs: 1 });
  const tenant = busy.tenant('t');
  await tenant.createIndex({ name: 'rows', fields: [field('kw1', 'keyword')], keyFields: [], source: 'columns' });
  const { id } = await tenant.putDocument('rows', { kw1: 'a' });
  while (tenant.isOpen) await new Promise((done) => setImmediate(done));
  assert.deepEqual((await tenant.getDocument('rows', id))?.source, { kw1: 'a' });
  await tenant.removeIndex('rows');
  assert.deepEqual(await tenant.indexes(), []);
  assert.equal(await tenant.definition('rows'), null);
  await assert.rejects(tenant.stats('rows'), { name: 'PlatformError' });
  await busy.close();
  await assert.rejects(tenant.indexes(), /closed/);
  await rm(own, { recursive: true });
});

test('[TPL-28][TPL-30] a definition that cannot be served is refused with the field at fault', async () => {
  const tenant = engine.tenant('definitions');
  const refused = async (definition: Partial<IndexDefinition>, message: RegExp): Promise<void> => {
    const full: IndexDefinition = {
      name: 'rows',
      fields: [field('kw1', 'keyword')],
      keyFields: [],
      source: 'columns',
      ...definition,
    };
    await assert.rejects(tenant.createIndex(full), message);
  };
  await refused({ fields: [field('a.b', 'keyword')] }, /"a\.b" cannot be a field name/);
  await refused({ fields: [field('_ts', 'date')] }, /kept for system fields/);
  await refused({ fields: [field('kw1', 'keyword'), field('kw1', 'text')] }, /"kw1" stands twice/);
  await refused({ fields: [field('o', 'object')] }, /"o" of type object needs fields inside/);
  await refused({ fields: [field('kw1', 'keyword', { fields: [field('x', 'byte')] })] }, /cannot have fields inside/);
  await refused({ fields: [field('o', 'object', { list: true, fields: [field('x', 'byte')] })] }, /use type nested/);
  await refused({ keyFields: ['kw2'] }, /key field "kw2" is not a field/);
  await refused({ fields: [field('kw1', 'keyword', { list: true })], keyFields: ['kw1'] }, /"kw1" cannot be a key/);
  assert.deepEqual(await tenant.indexes(), []);
});
