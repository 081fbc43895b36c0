import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';
import { openFile } from './open-file.ts';

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'open-file-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a process that is killed now leaves behind. */
const killed = (folder: string, left: string): Promise<void> => cp(folder, left, { recursive: true });

const SOURCES = [
  '{"num1":1,"txt1":"one","objs":[{"num2":1}]}',
  '{"num1":[1,2],"txt1":["two","three"],"objs":[{"num2":[3,4],"kw1":"a"}]}',
  '{"num1":3,"txt1":"four"}',
];

test('[STR-04] a tenant opens whose process was killed behind the first list of a field and a new field of nested objects', async () => {
  await withFolder(async (folder) => {
    const [running, left] = [join(folder, 'running'), join(folder, 'left')];
    const engine = await Engine.open({ folder: running });
    const { documents } = engine.tenant('t');
    await documents.create('x', { mappings: { properties: { objs: { type: 'nested' } } } });
    for (const [i, source] of SOURCES.entries()) await documents.write('x', [{ kind: 'index', id: `${i}`, source }]);
    await killed(running, left);
    await engine.close();

    const again = await Engine.open({ folder: left });
    const tenant = again.tenant('t');
    const kept = await tenant.documents.get('x', ['0', '1', '2']);
    assert.deepEqual(
      kept.map((each) => each?.source.text),
      SOURCES,
    );
    const found = async (query: unknown) => (await tenant.search(['x'], parseSearch({ query }))).hits.total?.value;
    assert.equal(await found({ term: { num1: 2 } }), 1);
    assert.equal(await found({ match: { txt1: 'three' } }), 1);
    assert.equal(await found({ nested: { path: 'objs', query: { term: { 'objs.num2': 4 } } } }), 1);
    await tenant.documents.write('x', [{ kind: 'index', id: '3', source: '{"num1":[5]}' }]);
    await again.close();
    const third = await Engine.open({ folder: left });
    assert.equal((await third.tenant('t').documents.stats('x')).documents, 4);
    await third.close();
  });
});

test('[STR-04] a file that is no database is refused as that', async () => {
  await withFolder(async (folder) => {
    const file = join(folder, "it's.duckdb");
    await writeFile(file, 'no database');
    await assert.rejects(openFile(file, {}), /not a valid DuckDB database file/);
  });
});
