import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { FieldDefinition } from './definition.ts';

let engine: Engine;
let folder: string;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'returning-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const KEY: FieldDefinition = { name: 'id', type: 'integer', label: 'ID' };
const OTHERS: readonly FieldDefinition[] = [
  { name: 'kw1', type: 'keyword', label: 'KW1' },
  { name: 'txt1', type: 'text', label: 'TXT1' },
  { name: 'pt1', type: 'geo_point', label: 'PT1' },
  { name: 'nest1', type: 'nested', label: 'NEST1', fields: [{ name: 'num1', type: 'integer', label: 'NUM1' }] },
];
const VALUES = { kw1: 'a', txt1: 'quick foxes', pt1: { lat: 1, lon: 2 }, nest1: [{ num1: 1 }] };

const define = (tenant: TenantIndexes, fields: readonly FieldDefinition[]): Promise<void> =>
  tenant.createIndex({ name: 'rows', fields: [KEY, ...fields], keyFields: ['id'], source: 'columns' });
const put = (tenant: TenantIndexes, document: Readonly<Record<string, unknown>>): Promise<unknown> =>
  tenant.putDocument('rows', document, {});
const idsOf = async (tenant: TenantIndexes, query: unknown): Promise<readonly unknown[]> => {
  const { hits } = await tenant.search(['rows'], parseSearch({ query, sort: ['id'] }));
  return hits.hits.map(({ _source }) => _source?.id);
};

async function withoutOthers(): Promise<TenantIndexes> {
  const tenant = engine.tenant(`t${count++}`);
  await define(tenant, OTHERS);
  for (const id of [1, 2, 3]) await put(tenant, { id, ...VALUES });
  await define(tenant, []);
  await put(tenant, { id: 4 });
  const [second] = (await tenant.search(['rows'], parseSearch({ query: { term: { id: 2 } } }))).hits.hits;
  await tenant.deleteDocuments('rows', [String(second?._id)]);
  return tenant;
}

test('[TPL-32] fields that were taken out and are there again have what was stored, and are found by it', async () => {
  const tenant = await withoutOthers();
  await define(tenant, OTHERS);
  await put(tenant, { id: 5, ...VALUES });
  const [first] = (await tenant.search(['rows'], parseSearch({ query: { term: { id: 1 } } }))).hits.hits;
  assert.deepEqual(
    { ...VALUES, id: 1 },
    Object.fromEntries(Object.entries(first?._source ?? {}).filter(([name]) => !name.startsWith('_'))),
  );
  for (const query of [
    { term: { kw1: 'a' } },
    { match: { txt1: 'foxes' } },
    { geo_distance: { distance: '1km', pt1: [2, 1] } },
    { nested: { path: 'nest1', query: { term: { 'nest1.num1': 1 } } } },
  ])
    assert.deepEqual(await idsOf(tenant, query), [1, 3, 5], JSON.stringify(query));
});

test('[TPL-32] a text that is there again with another analyser is found by its words', async () => {
  const tenant = await withoutOthers();
  await define(tenant, [{ name: 'txt1', type: 'text', label: 'TXT1', analyser: 'english' }]);
  assert.deepEqual(await idsOf(tenant, { match: { txt1: 'fox' } }), [1, 3]);
});

test('[TPL-32] a field that is there again as another type, or with other members, is refused by its path', async () => {
  const tenant = await withoutOthers();
  for (const [field, path] of [
    [{ name: 'kw1', type: 'integer', label: 'KW1' }, 'kw1'],
    [{ name: 'kw1', type: 'keyword', list: true, label: 'KW1' }, 'kw1'],
    [
      { name: 'nest1', type: 'nested', label: 'NEST1', fields: [{ name: 'num2', type: 'integer', label: 'NUM2' }] },
      'nest1',
    ],
  ] as const) {
    await assert.rejects(define(tenant, [field]), (error: { detail?: { http?: number; fields?: object } }) => {
      assert.equal(error.detail?.http, 409);
      assert.deepEqual(Object.keys(error.detail?.fields ?? {}), [path]);
      return true;
    });
  }
});
