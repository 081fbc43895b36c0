import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { UGLY_FILES } from '../packages/testkit/src/corpus/index.ts';
import { signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const { platform, here, page } = await openPage();

/** A thousand rows of every type, as DuckDB writes them. */
async function parquet(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-parquet-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const file = path.join(folder, 'rows.parquet');
    await connection.run(
      `COPY (SELECT i AS serial, i / 4 AS share, 'name ' || i AS label, TIMESTAMP '2024-01-01' + to_hours(i::INTEGER) AS moment,
         i % 2 = 0 AS even, CASE WHEN i % 10 = 0 THEN NULL ELSE i END AS holes FROM range(1000) t(i)) TO '${file}' (FORMAT parquet)`,
    );
    return await readFile(file);
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true });
  }
}

const fromCorpus = (name: string): Buffer => {
  const found = UGLY_FILES.find((file) => file.name === name);
  assert.ok(found, name);
  return found.bytes;
};

const many = (count: number, row: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => row(i)).join('\n');

interface Dropped {
  readonly kind: string;
  readonly name: string;
  readonly bytes: () => Buffer | Promise<Buffer>;
  /** Rows of the file, and those of them that cannot be taken. */
  readonly read: number;
  readonly rejected: number;
}

const FILES: readonly Dropped[] = [
  {
    kind: 'UTF-16 with tabs',
    name: 'towns.txt',
    bytes: () => Buffer.from('\uFEFFtown\tpeople\r\nZürich\t421878\r\nMalmö\t351749\r\nŁódź\t672185\r\n', 'utf16le'),
    read: 3,
    rejected: 0,
  },
  {
    kind: 'line ends inside cells',
    name: 'letters.csv',
    bytes: () => Buffer.from('sender,letter\nAnn,"Dear all,\nhello\r\n\r\nAnn"\nBob,"said ""no"""\n'),
    read: 2,
    rejected: 0,
  },
  {
    kind: 'dates in two ways',
    name: 'visits.csv',
    bytes: () =>
      Buffer.from(`visit,day\n${many(200, (i) => `${i},${i >= 150 && i % 10 === 0 ? '31/12/2024' : '2024-12-31'}`)}`),
    read: 200,
    rejected: 5,
  },
  {
    kind: 'a broken column',
    name: 'stock.csv',
    bytes: () => Buffer.from(`item,pieces\n${many(200, (i) => `item ${i},${i > 190 ? 'many' : i}`)}`),
    read: 200,
    rejected: 9,
  },
  {
    kind: 'a workbook with merged cells',
    name: 'merged.xlsx',
    bytes: () => fromCorpus('merged cells left.xlsx'),
    read: 2,
    rejected: 0,
  },
  { kind: 'GeoJSON', name: 'places.geojson', bytes: () => fromCorpus('points.geojson'), read: 2, rejected: 0 },
  {
    kind: 'lines of nested JSON, one of them broken',
    name: 'events.ndjson',
    bytes: () =>
      Buffer.from(
        '{"id":1,"user":{"name":"a","at":{"n":1}}}\n{"id":2,"user":\n{"id":3,"user":{"name":"c","at":{"n":3}}}\n',
      ),
    read: 3,
    rejected: 1,
  },
  { kind: 'gzip', name: 'rows.csv.gz', bytes: () => gzipSync('letter,amount\nA,1\nB,2\n'), read: 2, rejected: 0 },
  { kind: 'Parquet', name: 'rows.parquet', bytes: parquet, read: 1000, rejected: 0 },
  {
    kind: 'semicolons, decimal commas, the line sep=; and a row too wide',
    name: 'prices.csv',
    bytes: () => Buffer.from('\uFEFFsep=;\r\nproduct;price\r\nTea;1,50\r\nCake;2,25;new\r\nRice;3,00\r\n'),
    read: 3,
    rejected: 1,
  },
];

const figures = async (): Promise<readonly number[]> =>
  (await page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents()).map((text) =>
    Number(text.replaceAll(',', '')),
  );

async function storedRows(name: string): Promise<number> {
  const call = await signedCall(platform);
  const templates = await call<readonly { readonly id: string; readonly name: string }[]>(
    'POST',
    '/schema/data/template',
    {},
  );
  const template = templates.find((each) => each.name === name.replace(/\..*$/, ''));
  assert.ok(template, templates.map((each) => each.name).join());
  const found = await call<{ readonly hits: { readonly total: { readonly value: number } } }>(
    'POST',
    `/data/user?template=${template.id}`,
    { size: 0, track_total_hits: true },
  );
  return found.hits.total.value;
}

for (const { kind, name, bytes, read, rejected } of FILES) {
  test(`[SRC-36] [STR-03] ${kind}: dropped in the browser, foretold and taken in to the last row`, async () => {
    await page.goto('/toolkit/curation/import');
    await page.getByTestId('file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: await bytes() });
    await page.getByRole('button', { name: 'Create template and dry run' }).click();
    await page.getByText('Nothing written yet').waitFor({ timeout: 60_000 });
    const wanted = [read, read - rejected, 0, 0, rejected];
    await reads(figures, wanted);
    await page.getByRole('button', { name: /^Load [\d,]+ rows?$/ }).click();
    await page.getByText('Written and searchable').waitFor({ timeout: 60_000 });
    await reads(figures, wanted);
    assert.equal(await storedRows(name), read - rejected);
    assert.deepEqual(here.problems, []);
  });
}
