import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';
import { counted } from '../load/counted-file.fixture.ts';
import { allRows } from '../store/rows.ts';

const COUNT = 3000;
const WORDS = ['amber', 'birch', 'cedar', 'dune', 'elm', 'fern', 'grove', 'heath'];

/** A text of so many words, another for each number. */
const text = (n: number, words: number): string =>
  Array.from({ length: words }, (_, i) => WORDS[(n * 7 + i * i * (n % 5)) % WORDS.length]).join(' ');
const long = (n: number): string => text(n, 400);
const short = (n: number): string => text(n, 40);

let folder: string;
let engine: Engine;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'long-texts-'));
});
beforeEach(async () => {
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(() => rm(folder, { recursive: true }));

/** How the columns of the documents are kept in the file, read once it was closed. */
async function packing(name: string): Promise<Readonly<Record<string, readonly string[]>>> {
  await engine.close();
  engine = await Engine.open({ folder: join(folder, 'search') });
  const rows = await engine.tenant(name).read((connection) =>
    allRows(
      connection,
      `SELECT column_name, list(DISTINCT compression ORDER BY compression) AS found FROM pragma_storage_info('i1')
       WHERE segment_type = 'VARCHAR' GROUP BY column_name`,
    ),
  );
  return Object.fromEntries(rows.map(({ column_name: column, found }) => [String(column), found as string[]]));
}

const write = (name: string, sources: readonly string[]) =>
  engine.tenant(name).documents.write(
    'x',
    sources.map((source) => ({ kind: 'index', id: null, source }) as const),
  );

const shown = async (name: string, id: number): Promise<unknown> => {
  const request = parseSearch({ query: { term: { id } } });
  const [hit] = (await engine.tenant(name).search(['x'], request)).hits.hits;
  return JSON.parse(String(hit?._source?.text));
};

test('[IDX-03] long texts of documents are kept as they are, short ones and ids packed', async () => {
  const { documents } = engine.tenant('a');
  await documents.create('x', {
    mappings: { properties: { id: { type: 'long' }, long: { type: 'text' }, short: { type: 'text' } } },
  });
  const source = (id: number): string => JSON.stringify({ id, long: long(id), short: short(id), more: long(id + 1) });
  await write(
    'a',
    Array.from({ length: COUNT }, (_, id) => source(id)),
  );
  // those that made the mapping grow were kept whole
  await write(
    'a',
    Array.from({ length: COUNT }, (_, id) => source(COUNT + id)),
  );
  const { _source, f1, f2, f3, _id } = await packing('a');
  assert.deepEqual([_source, f1, f3], Array(3).fill(['Uncompressed']));
  assert.ok(!f2?.includes('Uncompressed') && !_id?.includes('Uncompressed'), `${f2}, ${_id}`);
  assert.deepEqual(await shown('a', 4999), JSON.parse(source(4999)));
  const { hits } = await engine.tenant('a').search(['x'], parseSearch({ query: { match: { long: 'amber' } } }));
  assert.ok((hits.total?.value ?? 0) > 0);
  await engine.close();
});

test('[IDX-03] of documents that are kept whole the whole is kept as it is', async () => {
  await engine.tenant('b').documents.create('x', { mappings: { properties: { id: { type: 'long' } } } });
  const source = (id: number): string => JSON.stringify({ id, lists: [[{ a: 1, text: long(id) }], []] });
  await write(
    'b',
    Array.from({ length: COUNT }, (_, id) => source(id)),
  );
  const found = await packing('b');
  assert.deepEqual(found._source, ['Uncompressed']);
  assert.deepEqual(await shown('b', 17), JSON.parse(source(17)));
  await engine.close();
});

test('[IDX-03] an index that has documents keeps texts as it began', async () => {
  const { documents } = engine.tenant('c');
  await documents.create('x', { mappings: { properties: { id: { type: 'long' }, body: { type: 'text' } } } });
  await write('c', [JSON.stringify({ id: -1, body: 'short' })]);
  await write(
    'c',
    Array.from({ length: COUNT }, (_, id) => JSON.stringify({ id, body: long(id) })),
  );
  assert.ok(!(await packing('c')).f1?.includes('Uncompressed'));
  assert.deepEqual(await shown('c', 5), { id: 5, body: long(5) });
  await engine.close();
});

for (const rows of [COUNT, 300]) {
  test(`[STR-03] long texts of a batch of ${rows} rows are kept as they are`, async () => {
    const name = `d${rows}`;
    const tenant = engine.tenant(name);
    const columns = ['id', 'long', 'short'].map((field) => ({ name: field, field }));
    await tenant.createIndex({
      name: 'x',
      fields: [
        { name: 'id', type: 'integer', label: 'ID' },
        { name: 'long', type: 'text', label: 'Long' },
        { name: 'short', type: 'text', label: 'Short' },
      ],
      keyFields: [],
      source: 'columns',
    });
    const file = join(folder, `${rows}.csv`);
    await writeFile(file, Array.from({ length: rows }, (_, id) => `"${id}","${long(id)}","${short(id)}"\n`).join(''));
    const batch = { format: 'csv' as const, files: [file], delimiter: ',', columns, lines: { breaks: [] } };
    const more = { rows: batch, structural: [], system: { _user_id: 'u' } };
    assert.equal((await tenant.applyBatch('x', { batch: 'b', requestId: 'r', ...more })).accepted, rows);
    await tenant.applyBatch('x', { batch: 'c', requestId: 's', ...more });
    const { f1, f2 } = await packing(name);
    assert.deepEqual(f1, ['Uncompressed']);
    if (rows === COUNT) assert.ok(!f2?.includes('Uncompressed'), String(f2));
    const { hits } = await engine.tenant(name).search(['x'], parseSearch({ query: { term: { id: 7 } } }));
    assert.deepEqual([hits.total?.value, hits.hits[0]?._source?.long], [2, long(7)]);
    await engine.close();
  });
}

for (const told of [false, true]) {
  test(`[STR-03] long texts of a batch that is read early leave the table to other writes, and are kept as they are${told ? ', also where it is known how long they are' : ''}`, async () => {
    const name = told ? 'f' : 'e';
    const tenant = engine.tenant(name);
    const columns = ['id', 'long'].map((field) => ({ name: field, field }));
    await tenant.createIndex({
      name: 'x',
      fields: [
        { name: 'id', type: 'integer', label: 'ID' },
        { name: 'long', type: 'text', label: 'Long' },
      ],
      keyFields: [],
      source: 'columns',
    });
    const files = [0, 1].map((part) => join(folder, `early-${part}.csv`));
    for (const [part, file] of files.entries())
      await writeFile(
        file,
        Array.from({ length: COUNT }, (_, id) => `"${part * COUNT + id}","${long(id)}"\n`).join(''),
      );
    const early = await tenant.readEarly('x', { batch: 'b', system: { _user_id: 'u' }, delimiter: ',', columns });
    assert.ok(early);
    for (const path of files) early.take(await counted(path, told ? columns.length : undefined));
    if (!told) await tenant.putDocument('x', { id: -1, long: long(0) }, { _user_id: 'u' });
    const rows = { format: 'csv' as const, files, delimiter: ',', columns, lines: { breaks: [] } };
    const input = { batch: 'b', requestId: 'r', rows, structural: [], system: { _user_id: 'u' } };
    assert.equal((await tenant.applyBatch('x', input, early)).accepted, 2 * COUNT);
    const { hits } = await tenant.search(['x'], parseSearch({ size: 0, track_total_hits: true }));
    assert.equal(hits.total?.value, 2 * COUNT + (told ? 0 : 1));
    assert.deepEqual((await packing(name)).f1, ['Uncompressed']);
    await engine.close();
  });
}
