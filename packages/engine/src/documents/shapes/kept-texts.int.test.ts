import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Engine } from '../../engine.ts';
import { allRows } from '../../store/rows.ts';
import type { TenantIndexes } from '../../tenant.ts';

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kept-texts-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withTenant<T>(folder: string, work: (tenant: TenantIndexes) => Promise<T>): Promise<T> {
  const engine = await Engine.open({ folder });
  try {
    return await work(engine.tenant('t'));
  } finally {
    await engine.close();
  }
}

const MAPPINGS = { properties: { kw1: { type: 'keyword' }, ts1: { type: 'date' }, num1: { type: 'long' } } };

const put = (tenant: TenantIndexes, sources: Readonly<Record<string, string>>) =>
  tenant.documents.write(
    'x',
    Object.entries(sources).map(([id, source]) => ({ kind: 'index', id, source })),
  );

async function textsOf(tenant: TenantIndexes, ids: readonly string[]): Promise<readonly (string | undefined)[]> {
  return (await tenant.documents.get('x', ids)).map((found) => found?.source.text);
}

const keptTexts = async (tenant: TenantIndexes): Promise<readonly unknown[]> => {
  const { docs } = await tenant.layout('x');
  const rows = await tenant.read((connection) => allRows(connection, `SELECT _source FROM ${docs} ORDER BY _id`));
  return rows.map((row) => row._source);
};

const REGULAR = {
  a: '{"kw1":"a","ts1":"2001-02-03T04:05:06Z","num1":7}',
  b: '{ "num1" : 7, "ts1": 1700000000000, "kw1":null }',
  c: '{"kw1":["a","b"]}',
};
const ODD = {
  d: '{"num1":7.0}',
  e: '{"kw1":"x","kw1":"y"}',
  f: '{"kw1":"\\u0061"}',
  g: '{"num1":12345678901234567890123e0}',
};

test('[IDX-09] a document comes back as it was sent, though only odd ones keep their text, also after a restart', async () => {
  await withFolder(async (folder) => {
    await withTenant(folder, async (tenant) => {
      await tenant.documents.create('x', { mappings: MAPPINGS });
      await put(tenant, { c: REGULAR.c });
      await put(tenant, { ...REGULAR, ...ODD, z: '{"new1":1}' });
      assert.deepEqual(await keptTexts(tenant), [null, null, null, ODD.d, ODD.e, ODD.f, '{"new1":1}']);
    });
    await withTenant(folder, async (tenant) => {
      assert.deepEqual(await textsOf(tenant, ['a', 'b', 'c', 'd', 'e', 'f', 'g']), [
        ...Object.values(REGULAR),
        ODD.d,
        ODD.e,
        ODD.f,
        undefined,
      ]);
    });
  });
});

test('[IDX-09] an index made before texts were put together from columns opens, keeps its texts and takes new ones', async () => {
  await withFolder(async (folder) => {
    await withTenant(folder, async (tenant) => {
      await tenant.documents.create('x', { mappings: MAPPINGS });
      await put(tenant, { d: ODD.d });
      const { docs } = await tenant.layout('x');
      await tenant.documents.create('y');
      // as the files of earlier versions are
      await tenant.read(async (connection) => {
        await connection.run('ROLLBACK');
        await connection.run(`ALTER TABLE ${docs} DROP COLUMN _shape`);
        await connection.run('DROP TABLE shapes');
        await connection.run('BEGIN TRANSACTION');
      });
    });
    await withTenant(folder, async (tenant) => {
      await put(tenant, REGULAR);
      assert.deepEqual(await textsOf(tenant, ['d', 'a', 'b', 'c']), [ODD.d, ...Object.values(REGULAR)]);
    });
  });
});
