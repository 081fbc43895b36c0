import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { WriteOperation } from '../../documents/operation.ts';
import { Engine } from '../../engine.ts';
import type { BatchInput, Ledger } from '../../load/batch.ts';
import { allRows } from '../../store/rows.ts';
import type { TenantIndexes } from '../../tenant.ts';
import { KnownKeys } from './known-keys.ts';

/** As many as a row group of DuckDB has. */
const GROUP = 122_880;
/** Two of them and some whose keys are not learnt yet. */
const DOCUMENTS = 2 * GROUP + 4240;

let folder: string;
let engine: Engine;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-keys-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function reopened(tenant: string): Promise<TenantIndexes> {
  await engine.close();
  engine = await Engine.open({ folder: join(folder, 'search') });
  return engine.tenant(tenant);
}

const total = async (tenant: TenantIndexes, name: string): Promise<number> =>
  (await tenant.search([name], parseSearch({ size: 0, track_total_hits: true }))).hits.total?.value ?? -1;

const put = (id: string, n: number): WriteOperation => ({ kind: 'index', id, source: JSON.stringify({ n }) });

async function outcomes(tenant: TenantIndexes, operations: readonly WriteOperation[]): Promise<readonly string[]> {
  const results = await tenant.documents.write('docs', operations);
  return results.map((result) => ('error' in result ? 'refused' : `${result.result} ${result.version}`));
}

test('[IDX-05] documents of a large index are found by their ids wherever they stand, and only once', async () => {
  let tenant = engine.tenant('ids');
  await tenant.documents.create('docs', { mappings: { properties: { n: { type: 'integer' } } } });
  for (let from = 0; from < DOCUMENTS; from += 10_000) {
    const size = Math.min(10_000, DOCUMENTS - from);
    const operations = Array.from({ length: size }, (_, i) => put(`d${from + i}`, from + i));
    assert.deepEqual(new Set(await outcomes(tenant, operations)), new Set(['created 1']));
  }
  const [first, second, last] = ['d7', `d${GROUP + 7}`, `d${DOCUMENTS - 1}`] as const;
  const create = (id: string): WriteOperation => ({ kind: 'create', id, source: '{"n":1}' });
  assert.deepEqual(await outcomes(tenant, [put(first, -1), put(second, -1), put(last, -1), put('new', -1)]), [
    'updated 2',
    'updated 2',
    'updated 2',
    'created 1',
  ]);
  assert.deepEqual(await outcomes(tenant, [create('d8'), create(first), create('new'), create('newer')]), [
    'refused',
    'refused',
    'refused',
    'created 1',
  ]);
  assert.deepEqual(await outcomes(tenant, [put(first, -2)]), ['updated 3']);
  assert.deepEqual(await outcomes(tenant, [{ kind: 'delete', id: first }]), ['deleted 4']);
  assert.deepEqual(await outcomes(tenant, [{ kind: 'delete', id: first }, put(first, -3)]), [
    'not_found 5',
    'created 6',
  ]);
  const scattered = Array.from({ length: 300 }, (_, i) => put(`d${100 + i * 800}`, -4));
  assert.deepEqual(new Set(await outcomes(tenant, scattered)), new Set(['updated 2']));
  const asked = [last, 'no', 'd9', first, 'd100', second];
  const numbers = async (): Promise<readonly unknown[]> =>
    (await tenant.documents.get('docs', asked)).map((found) => found && JSON.parse(found.source.text).n);
  const expected = [-1, null, 9, -3, -4, -1];
  assert.deepEqual(await numbers(), expected);
  tenant = await reopened('ids');
  assert.deepEqual(await numbers(), expected);
  assert.deepEqual(await numbers(), expected);
  assert.deepEqual(await outcomes(tenant, [put('d10', -5), put('new', -5), put('newest', -5)]), [
    'updated 2',
    'updated 2',
    'created 1',
  ]);
  assert.equal(await total(tenant, 'docs'), DOCUMENTS + 3);
});

test('[QRY-21] a search by ids finds each document once where it is now, and in a snapshot where it was', async () => {
  const tenant = engine.tenant('searched');
  await tenant.documents.create('docs', { mappings: { properties: { n: { type: 'integer' } } } });
  const all = Array.from({ length: 40_000 }, (_, i) => put(`d${i}`, i));
  for (let from = 0; from < all.length; from += 10_000) await outcomes(tenant, all.slice(from, from + 10_000));
  const asked = ['d7', 'no', 'd39999', 'd7', 'new'];
  const bool = { filter: [{ terms: { _id: asked } }], must_not: [{ term: { _id: 'd39999' } }] };
  const found = async (on: Pick<TenantIndexes, 'search'>) => {
    const numbers: unknown[] = [];
    for (const query of [{ ids: { values: asked } }, { term: { _id: { value: 'd7', boost: 2 } } }, { bool }]) {
      const { hits } = await on.search(['docs'], parseSearch({ query, sort: [{ n: 'asc' }], track_scores: true }));
      numbers.push(
        hits.hits.map(({ _source, _score }) => [Number(Object(JSON.parse(Object(_source).text)).n), _score]),
      );
    }
    return numbers;
  };
  const before = [
    [
      [7, 1],
      [39_999, 1],
    ],
    [[7, 2]],
    [[7, 0]],
  ];
  assert.deepEqual(await found(tenant), before, 'nothing is known yet');
  assert.deepEqual(await found(tenant), before, 'all are known');
  const snapshot = await tenant.snapshot();
  try {
    await outcomes(tenant, [put('d7', -7), { kind: 'delete', id: 'd39999' }, put('new', -1)]);
    await outcomes(
      tenant,
      Array.from({ length: 20_000 }, (_, i) => put(`e${i}`, 50_000)),
    );
    const after = [
      [
        [-7, 1],
        [-1, 1],
      ],
      [[-7, 2]],
      [
        [-7, 0],
        [-1, 0],
      ],
    ];
    assert.deepEqual(await found(tenant), after);
    assert.deepEqual(await found(tenant), after, 'the new ones are known as well');
    assert.deepEqual(await found(snapshot), before);
  } finally {
    await snapshot.close();
  }
});

test('[IDX-05] what is learnt while somebody asks has no say, so that no document is looked for twice', async () => {
  const instance = await DuckDBInstance.create();
  const [writer, reader] = [await instance.connect(), await instance.connect()];
  try {
    await writer.run(`CREATE TABLE docs AS SELECT range AS _doc, 'd' || range AS _id FROM range(${2 * GROUP})`);
    const known = new KnownKeys('_id');
    await known.learn(writer, 'docs', GROUP);
    await reader.run('BEGIN; SELECT 1 FROM docs LIMIT 1');
    const [id, other] = [`d${GROUP + 5}`, `d${GROUP + 6}`];
    const asking: Pick<DuckDBConnection, 'run'> = {
      run: async (...statement) => {
        const result = await reader.run(...statement);
        await writer.run(`DELETE FROM docs WHERE _id = '${id}'`);
        await known.learn(writer, 'docs', 2 * GROUP);
        return result;
      },
    };
    const places = await known.find(asking as DuckDBConnection, 'docs', `SELECT unnest(['${id}', '${other}'])`);
    assert.deepEqual(places, [`_doc >= ${GROUP}`]);
    const counts = await allRows(reader, `SELECT count(*) AS n FROM docs WHERE ${places[0]} AND _id = '${id}'`);
    assert.equal(Number(counts[0]?.n), 1);
    assert.deepEqual(await known.find(writer, 'docs', `SELECT '${id}'`), [`_doc >= ${2 * GROUP}`]);
    assert.deepEqual(await known.find(writer, 'docs', `SELECT '${other}'`), [
      `_doc = ${GROUP + 6}`,
      `_doc >= ${2 * GROUP}`,
    ]);
  } finally {
    instance.closeSync();
  }
});

test('[IDX-05] few documents are named, of more the stretches they stand in are asked for, of many all', async () => {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    // a thousandth of the numbers are taken, so that there are many row groups of them
    const groups = 20;
    await connection.run(
      `CREATE TABLE docs AS SELECT range AS _doc, 'd' || range AS _id FROM range(0, ${groups * GROUP}, 960)`,
    );
    const known = new KnownKeys('_id');
    while (known.isBehind(groups * GROUP)) await known.learn(connection, 'docs', groups * GROUP);
    const [tail] = await known.find(connection, 'docs', "SELECT 'no'");
    const end = Number(/\d+$/.exec(tail ?? '')?.[0]);
    assert.ok(end > (groups - 1) * GROUP, tail);
    /** How many documents the conditions leave of those of some row groups; no document may be meant by two of them. */
    const asked = async (each: number, ...within: readonly number[]): Promise<readonly [string[], number]> => {
      const docs = within.flatMap((group) => Array.from({ length: each }, (_, i) => group * GROUP + i * 960));
      const ids = docs.map((doc) => `'d${doc}'`).join(', ');
      const places = await known.find(connection, 'docs', `SELECT unnest([${ids}])`);
      const counts = places.map((place) => `SELECT count(*) AS n FROM docs WHERE ${place} AND _id IN (${ids})`);
      const found = await allRows(connection, counts.join(' UNION ALL '));
      assert.equal(
        found.reduce((sum, { n }) => sum + Number(n), 0),
        docs.length,
      );
      return [places.map((place) => place.replace(/IN \(.*/, 'IN')), docs.length];
    };
    assert.deepEqual(await asked(1, 3), [[`_doc = ${3 * GROUP}`, tail], 1]);
    assert.deepEqual(await asked(8, 0, 2, 4, 6, 8, 10, 12, 14), [['_doc IN', tail], 64]);
    const stretch = (first: number, last: number): string => `_doc >= ${first * GROUP} AND _doc < ${last * GROUP}`;
    assert.deepEqual(await asked(40, 5, 2, 6), [[stretch(2, 3), stretch(5, 7), tail], 120]);
    assert.deepEqual(await asked(10, 0, 2, 4, 6, 8, 10, 12, 14, 16), [[`_doc < ${end}`, tail], 90]);
  } finally {
    instance.closeSync();
  }
});

test('[IDX-05] a document is found though it is written over, and its slice learnt, while it is read', async () => {
  const tenant = engine.tenant('written over');
  await tenant.documents.create('docs', { mappings: { properties: { n: { type: 'integer' } } } });
  const made = async (size: number, id: (i: number) => string | null): Promise<void> => {
    const operations = Array.from(
      { length: size },
      (_, i): WriteOperation => ({ kind: 'index', id: id(i), source: `{"n":${i}}` }),
    );
    await tenant.documents.write('docs', operations);
  };
  await made(10, (i) => `d${i}`);
  for (let left = GROUP; left > 0; left -= 20_000) await made(20_000, () => null);
  const known = (await tenant.layout('docs')).state.knownKeys('_id');
  const learn = known.learn.bind(known);
  let calls = 0;
  known.learn = async (...learning) => {
    const call = ++calls;
    // the reader's: meanwhile the document is written over by who learns nothing, and its slice learnt by who comes behind
    if (call === 1) {
      assert.deepEqual(await outcomes(tenant, [put('d3', -1)]), ['updated 2']);
      await tenant.documents.get('docs', ['d4']);
    }
    if (call !== 2) await learn(...learning);
  };
  const [found] = await tenant.documents.get('docs', ['d3']);
  assert.equal(calls, 3);
  assert.equal(known.isBehind(GROUP), false, 'the slice is learnt');
  assert.equal(found?.id, 'd3');
});

const COLUMNS = ['code', 'n', 'at', 'share', 'on', 'note'] as const;

async function batchOf(rows: readonly (readonly (string | number | boolean)[])[], id: string): Promise<BatchInput> {
  const file = join(folder, `${id}.csv`);
  await writeFile(file, rows.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\n`).join(''));
  const columns = COLUMNS.map((name) => ({ name, field: name }));
  const lines = { breaks: [{ ordinal: 0, line: 2 }] };
  return {
    batch: id,
    requestId: id,
    rows: { format: 'csv', files: [file], delimiter: ',', columns, lines },
    structural: [],
    system: {},
  };
}

const counts = ({ accepted, replaced, unchanged, rejected }: Ledger): readonly number[] => [
  accepted,
  replaced,
  unchanged,
  rejected,
];

test('[IDX-05, STR-03] rows of a large index are compared with those of their key, of whatever types it is', async () => {
  let tenant = engine.tenant('keys');
  const types = { code: 'keyword', n: 'long', at: 'date', share: 'double', on: 'boolean', note: 'keyword' } as const;
  await tenant.createIndex({
    name: 'rows',
    fields: COLUMNS.map((name) => ({ name, type: types[name], label: name })),
    keyFields: COLUMNS.slice(0, 5),
    source: 'columns',
  });
  const row = (i: number, note: string | number = i): readonly (string | number | boolean)[] => [
    `c${i % 50}`,
    i,
    new Date(1.6e12 + i * 1000).toISOString(),
    i / 8,
    i % 2 === 0,
    note,
  ];
  const load = await batchOf(
    Array.from({ length: DOCUMENTS }, (_, i) => row(i)),
    'all',
  );
  assert.deepEqual(counts(await tenant.applyBatch('rows', load)), [DOCUMENTS, 0, 0, 0]);
  const [second, last, next] = [GROUP + 3, DOCUMENTS - 1, DOCUMENTS];
  const mixed = [row(3), row(4, 'x'), row(second), row(second + 1, 'x'), row(last, 'x'), row(next), row(next, 'x')];
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(mixed, 'mixed'))), [1, 4, 2, 0]);
  const again = [row(4, 'x'), row(next, 'x'), row(next + 1)];
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(again, 'again'))), [1, 0, 2, 0]);
  const scattered = Array.from({ length: 300 }, (_, i) => row(100 + i * 800, 'y'));
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(scattered, 'scattered'))), [0, 300, 0, 0]);
  tenant = await reopened('keys');
  const later = [row(4, 'x'), row(5, 'z'), row(last, 'x'), row(next + 2)];
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(later, 'later'))), [1, 1, 2, 0]);
  assert.equal(await total(tenant, 'rows'), DOCUMENTS + 3);
});
