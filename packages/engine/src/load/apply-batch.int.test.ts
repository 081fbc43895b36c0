import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { Engine } from '../engine.ts';
import type { FieldDefinition, FieldType, IndexDefinition } from '../index/definition.ts';
import { readSource } from '../index/document.ts';
import { allRows } from '../store/rows.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { BatchInput, BatchProgress, BatchRows, Ledger } from './batch.ts';

let engine: Engine;
let folder: string;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-batch-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
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

const index = (fields: readonly FieldDefinition[], keyFields: readonly string[] = []): IndexDefinition => ({
  name: 'rows',
  fields,
  keyFields,
  source: 'columns',
});

async function tenantWith(definition: IndexDefinition): Promise<TenantIndexes> {
  const tenant = engine.tenant(`t${count++}`);
  await tenant.createIndex(definition);
  return tenant;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function csv(names: readonly string[], rows: readonly (readonly string[])[]): Promise<BatchRows> {
  const file = join(folder, `${count++}.csv`);
  await writeFile(file, rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''));
  const columns = names.map((name) => ({ name, field: name }));
  return { format: 'csv', files: [file], delimiter: ',', columns, lines: { breaks: [{ ordinal: 0, line: 2 }] } };
}

const batch = (rows: BatchRows, more: Partial<BatchInput> = {}): BatchInput => {
  const id = `b${count++}`;
  return { batch: id, requestId: id, rows, structural: [], system: {}, ...more };
};

const counts = ({ read, accepted, replaced, unchanged, rejected }: Ledger): readonly number[] => [
  read,
  accepted,
  replaced,
  unchanged,
  rejected,
];

const sources = async (tenant: TenantIndexes): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const layout = await tenant.layout('rows');
  const rows = await tenant.read((connection) => allRows(connection, `SELECT * FROM ${layout.docs} ORDER BY _doc`));
  return rows.map((row) => readSource(layout, row));
};

test('[TPL-30][TSK-06] batches by key leave what rows written one after the other would leave', async () => {
  const definition = index([field('id', 'integer'), field('kw1', 'keyword')], ['id']);
  const row = fc.tuple(fc.constantFrom('1', '2', '3', '4', 'bad', ''), fc.constantFrom('a', 'b', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(row, { maxLength: 8 }), { minLength: 1, maxLength: 4 }), async (batches) => {
      const tenant = await tenantWith(definition);
      const model = new Map<number, { readonly value: string; readonly version: number }>();
      for (const rows of batches) {
        const expected = [rows.length, 0, 0, 0, 0] as [number, number, number, number, number];
        for (const [key, value] of rows) {
          const id = Number(key);
          const known = model.get(id);
          if (key === '' || Number.isNaN(id)) expected[4]++;
          else if (known === undefined) expected[1]++;
          else if (known.value === value) expected[3]++;
          else expected[2]++;
          if (key === '' || Number.isNaN(id) || known?.value === value) continue;
          model.set(id, { value, version: (known?.version ?? 0) + 1 });
        }
        const ledger = await tenant.applyBatch('rows', batch(await csv(['id', 'kw1'], rows)));
        assert.deepEqual(counts(ledger), expected);
      }
      const layout = await tenant.layout('rows');
      const stored = await tenant.read((connection) => allRows(connection, `SELECT * FROM ${layout.docs}`));
      const found = stored.map((row) => [row.f0, { value: row.f1 ?? '', version: row._version }]);
      assert.deepEqual(new Map(found as [number, { value: string; version: number }][]), model);
      assert.equal((await tenant.stats('rows')).documents, model.size);
    }),
    { numRuns: 25 },
  );
});

test('[SCH-21] a mandatory field is asked for where the one it depends on is filled, and not with a no', async () => {
  const tenant = await tenantWith(
    index([
      field('pets', 'boolean'),
      field('species', 'keyword', { mandatory: true, dependency: 'pets' }),
      field('tags', 'keyword', { list: true }),
      field('why', 'keyword', { mandatory: true, dependency: 'tags' }),
    ]),
  );
  const rows = [
    ['yes', 'cat', '', ''],
    ['no', '', '[]', ''],
    ['', '', '', ''],
    ['yes', '', '["a"]', ''],
    ['tidak', '', 'a', 'so'],
  ];
  const ledger = await tenant.applyBatch('rows', batch(await csv(['pets', 'species', 'tags', 'why'], rows)));
  assert.deepEqual(counts(ledger), [5, 4, 0, 0, 1]);
  assert.deepEqual(
    ledger.errors.map(({ line, field: of, rule }) => [line, of, rule]),
    [
      [5, 'species', 'mandatory'],
      [5, 'why', 'mandatory'],
    ],
  );
});

test('[STR-03] every row is counted once and a refused row is kept whole with a reason per cell', async () => {
  const tenant = await tenantWith(index([field('speed', 'integer'), field('kw1', 'keyword', { mandatory: true })]));
  const rows = await csv(
    ['speed', 'kw1'],
    [
      ['1', 'a'],
      ['fast', ''],
      ['2', 'b'],
      ['1.5', 'c'],
    ],
  );
  const structural = [{ line: 9, raw: 'x,y,z', rule: 'columns', reason: '3 cells, the header has 2' }];
  const ledger = await tenant.applyBatch('rows', batch(rows, { batch: 'first', structural }));
  assert.deepEqual(counts(ledger), [5, 2, 0, 0, 3]);
  assert.deepEqual(
    ledger.errors.map(({ line, field: of, value, rule, reason }) => [line, of, value, rule, reason]),
    [
      [3, 'speed', 'fast', 'type', 'SPEED: "fast" is not a whole number'],
      [3, 'kw1', '', 'mandatory', 'KW1 must not be empty'],
      [5, 'speed', '1.5', 'type', 'SPEED: "1.5" is not a whole number'],
      [9, '', null, 'columns', '3 cells, the header has 2'],
    ],
  );
  const kept = await tenant.accounts.rejected('rows', 'first', { from: 0, to: 2 });
  assert.equal(kept.total, 3);
  assert.deepEqual(
    kept.rows.map(({ line, raw }) => [line, raw]),
    [
      [3, { speed: 'fast', kw1: '' }],
      [5, { speed: '1.5', kw1: 'c' }],
    ],
  );
  assert.deepEqual(
    (await tenant.accounts.rejected('rows', 'first', { from: 2, to: 9 })).rows.map(({ raw }) => raw),
    ['x,y,z'],
  );
  assert.equal((await tenant.accounts.rejected('rows', 'other', { from: 0, to: 9 })).total, 0);
});

test('[STR-03] a ledger lists at most 100 errors while all rejected rows are kept', async () => {
  const tenant = await tenantWith(index([field('num1', 'double')]));
  const rows = await csv(
    ['num1'],
    Array.from({ length: 2500 }, (_, i) => [`x${i}`]),
  );
  const ledger = await tenant.applyBatch('rows', batch(rows, { batch: 'many' }));
  assert.deepEqual(counts(ledger), [2500, 0, 0, 0, 2500]);
  assert.equal(ledger.errors.length, 100);
  assert.equal(ledger.errors[99]?.line, 101);
  const last = await tenant.accounts.rejected('rows', 'many', { from: 2499, to: 3000 });
  assert.deepEqual(
    last.rows.map(({ line }) => line),
    [2501],
  );
});

test('[STR-04] the same request again answers the stored ledger and stores nothing', async () => {
  const tenant = await tenantWith(index([field('kw1', 'keyword')]));
  const rows = await csv(['kw1'], [['a'], ['b']]);
  const position = { topic: 'topic1', partition: 3, next: 7 };
  const first = await tenant.applyBatch('rows', batch(rows, { requestId: 'same', position }));
  const later = { ...position, next: 8 };
  const again = await tenant.applyBatch('rows', batch(rows, { requestId: 'same', position: later }));
  assert.deepEqual(again, first);
  assert.equal((await sources(tenant)).length, 2);
  assert.deepEqual(await tenant.accounts.position('topic1'), new Map([[3, 8]]));
  assert.deepEqual(await tenant.accounts.ledgers('rows', { from: 0, to: 10 }), { ledgers: [first], total: 1 });
  assert.deepEqual(await tenant.accounts.ledger(first.batch), first);
  assert.equal(await tenant.accounts.ledger('none'), null);
});

test('[SRC-36] a dry run answers the ledger of the real run and writes nothing', async () => {
  const tenant = await tenantWith(index([field('id', 'integer'), field('txt1', 'text')], ['id']));
  await tenant.applyBatch(
    'rows',
    batch(
      await csv(
        ['id', 'txt1'],
        [
          ['1', 'one'],
          ['2', 'two'],
        ],
      ),
    ),
  );
  const input = batch(
    await csv(
      ['id', 'txt1'],
      [
        ['1', 'one'],
        ['2', 'deux'],
        ['3', 'three'],
        ['x', ''],
      ],
    ),
  );
  const dry = await tenant.applyBatch('rows', { ...input, dryRun: true });
  assert.deepEqual(counts(dry), [4, 1, 1, 1, 1]);
  assert.equal((await tenant.accounts.ledgers('rows', { from: 0, to: 9 })).total, 1);
  assert.deepEqual(
    (await sources(tenant)).map((source) => source.txt1),
    ['one', 'two'],
  );
  assert.deepEqual(counts(await tenant.applyBatch('rows', input)), counts(dry));
});

const PHASES: readonly BatchProgress['phase'][] = ['read', 'validate', 'compare', 'write', 'index', 'commit'];
for (const phase of PHASES) {
  test(`[TSK-06] a batch cancelled at "${phase}" leaves nothing behind and the next one works`, async () => {
    const tenant = await tenantWith(index([field('txt1', 'text'), field('num1', 'integer')]));
    const rows = await csv(
      ['txt1', 'num1'],
      [
        ['some words', '1'],
        ['more', 'x'],
      ],
    );
    const stop = new AbortController();
    const onProgress = (progress: BatchProgress): void => {
      if (progress.phase === phase) stop.abort();
    };
    const input = batch(rows, {
      signal: stop.signal,
      onProgress,
      position: { topic: 'topic1', partition: 0, next: 1 },
    });
    await assert.rejects(tenant.applyBatch('rows', input), { name: 'AbortError' });
    assert.deepEqual(await sources(tenant), []);
    assert.equal((await tenant.accounts.ledgers('rows', { from: 0, to: 9 })).total, 0);
    assert.equal((await tenant.accounts.position('topic1')).size, 0);
    const { signal: _signal, onProgress: _onProgress, ...again } = input;
    assert.deepEqual(counts(await tenant.applyBatch('rows', again)), [2, 1, 0, 0, 1]);
  });
}

test('[SEC-05] hostile tenant, index and field names and values are only ever data', async () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      `"`,
      `'`,
      `a"; DROP TABLE catalogue; --`,
      `../../etc`,
      `__proto__`,
      'constructor',
      '$p0',
      'select',
      'É',
      ' ',
      '%',
      'f0',
      '_doc2',
    ),
    fc.string({ minLength: 1, maxLength: 20 }),
  );
  const usable = hostile.filter((name) => name.isWellFormed() && !/[.\0\r]|^_/.test(name) && name.trim() !== '');
  const value = hostile.map((text) => text.replaceAll(/[\0\r]/g, '').toWellFormed());
  await fc.assert(
    fc.asyncProperty(
      hostile,
      usable,
      fc.uniqueArray(usable, { minLength: 1, maxLength: 3 }),
      value,
      async (id, name, fields, text) => {
        const tenant = engine.tenant(`${id}${count++}`);
        await tenant.createIndex({ ...index(fields.map((each) => field(each, 'keyword'))), name });
        const rows = await csv(fields, [fields.map(() => text)]);
        const ledger = await tenant.applyBatch(name, batch(rows, { batch: text, system: { _user_name: text } }));
        assert.deepEqual(counts(ledger), [1, 1, 0, 0, 0]);
        assert.deepEqual(await tenant.indexes(), [name]);
        const [row] = await tenant.read((connection) => allRows(connection, 'SELECT * FROM i1'));
        const expected = text.trim() === '' ? [] : fields.map((each) => [each, text] as const);
        assert.deepEqual(Object.entries(readSource(await tenant.layout(name), row ?? {})).sort(), [...expected].sort());
        await tenant.removeIndex(name);
        await tenant.close();
      },
    ),
    { numRuns: 20 },
  );
  assert.ok((await readdir(folder)).every((name) => name === 'search' || name.endsWith('.csv')));
});

test('[REC-13][REC-14] lists come as JSON or as one value, points in every spelling, objects by path', async () => {
  const tenant = await tenantWith(
    index([
      field('tags', 'keyword', { list: true }),
      field('pt', 'geo_point'),
      field('box', 'object', { fields: [field('size', 'integer')] }),
      field('parts', 'nested', { fields: [field('k', 'keyword'), field('v', 'long')] }),
    ]),
  );
  const rows = await csv(
    ['tags', 'pt', 'box.size', 'parts'],
    [
      ['["a","b"]', '1.5, 2', '3', '[{"k":"x","v":9},{"k":"y"}]'],
      ['a', 'POINT(2 1.5)', '', ''],
      ['', '[2, 1.5]', '1,200', '{"k":"z"}'],
      ['[broken', '{"lat":1.5,"lon":2}', '', ''],
    ],
  );
  await tenant.applyBatch('rows', batch(rows));
  const pt = { lat: 1.5, lon: 2 };
  assert.deepEqual(await sources(tenant), [
    { tags: ['a', 'b'], pt, box: { size: 3 }, parts: [{ k: 'x', v: 9 }, { k: 'y' }] },
    { tags: ['a'], pt, parts: [] },
    { tags: [], pt, box: { size: 1200 }, parts: [{ k: 'z' }] },
    { tags: ['[broken'], pt, parts: [] },
  ]);
});

test('[TPL-06] a value of more than 4 MiB is refused with the name of its field', async () => {
  const tenant = await tenantWith(index([field('kw1', 'keyword'), field('tags', 'keyword', { list: true })]));
  const limit = 4 * 1024 * 1024;
  const rows = await csv(
    ['kw1', 'tags'],
    [
      ['x'.repeat(limit), ''],
      ['x'.repeat(limit + 1), ''],
      ['é'.repeat(limit / 2 + 1), ''],
      ['', 'y'.repeat(limit + 1)],
    ],
  );
  const ledger = await tenant.applyBatch('rows', batch(rows));
  assert.deepEqual(counts(ledger), [4, 1, 0, 0, 3]);
  assert.deepEqual(
    ledger.errors.map(({ field: of, rule }) => [of, rule]),
    [
      ['kw1', 'size'],
      ['kw1', 'size'],
      ['tags', 'size'],
    ],
  );
  assert.match(ledger.errors[0]?.reason ?? '', /^KW1: .*larger than 4 MB$/);
});

test('[TSK-06] lines of JSON: whole numbers keep every digit, a broken line is one reject', async () => {
  const tenant = await tenantWith(index([field('long1', 'long'), field('kw1', 'keyword')]));
  const file = join(folder, 'rows.ndjson');
  await writeFile(
    file,
    '{"long1":9007199254740993,"kw1":"a"}\n{"long1":1,\n{"long1":2,"other":true}\n[1]\n{"long1":"5"}\n',
  );
  const rows: BatchRows = { format: 'ndjson', files: [file], lines: { breaks: [] } };
  const ledger = await tenant.applyBatch('rows', batch(rows));
  assert.deepEqual(counts(ledger), [5, 2, 0, 0, 3]);
  assert.deepEqual(
    ledger.errors.map(({ line, rule }) => [line, rule]),
    [
      [2, 'json'],
      [3, 'unknown'],
      [4, 'json'],
    ],
  );
  assert.deepEqual(
    (await sources(tenant)).map(({ long1 }) => long1),
    ['9007199254740993', 5],
  );
});
