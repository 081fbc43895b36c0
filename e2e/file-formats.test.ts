import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { plainWorkbook } from '../packages/testkit/src/corpus/plain-workbook.ts';
import { zipOf } from '../packages/testkit/src/corpus/zip.ts';
import { assertPicture, screenshot } from './browser.ts';
import { onPhone } from './look.ts';
import { signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';
import { workbook } from './workbook.ts';

const { platform, here, page } = await openPage();

const drop = async (name: string, buffer: Buffer): Promise<void> => {
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
};

/** Dry run, then the import; answers the figures of both, and the records that are stored. */
async function load(changes: string) {
  const figures = () => page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents();
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
  const foretold = await figures();
  await page.getByRole('button', { name: `Load ${changes} rows` }).click();
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, foretold);
  const call = await signedCall(platform);
  const [batch] = await call<readonly { template: string }[]>('POST', '/data/batch', { from: 0, to: 1 });
  const { hits } = await call<{ hits: { hits: readonly { _source: Record<string, unknown> }[] } }>(
    'POST',
    `/data/user?template=${batch?.template}`,
    { size: 100 },
  );
  const records = hits.hits.map(({ _source }) =>
    Object.fromEntries(Object.entries(_source).filter(([name]) => !name.startsWith('_'))),
  );
  return { foretold, records };
}

test('[SRC-03] [SRC-36] a workbook: its sheet and the row that names the columns are chosen, the ledger is that of the sheet', async () => {
  const bytes = workbook({
    'Read me': [['Figures of the year'], ['Sheet two holds them']],
    'Sales 2020': [
      ['Sales report'],
      ['made in January'],
      ['Order', 'Customer', 'Amount'],
      [1, 'Ann', 12.5],
      [2, 'Bob', 7],
      [3, 'Cy', 'much'],
    ],
  });
  await drop('report.xlsx', bytes);
  const sheet = page.getByRole('combobox', { name: 'Sheet' });
  await sheet.waitFor();
  await reads(() => sheet.inputValue(), 'Read me');
  await sheet.click();
  await page.getByRole('option', { name: 'Sales 2020' }).click();
  await page.getByLabel('Field name for Sales report').waitFor();
  await page.getByText('Row 3 looks like the one that names the columns').waitFor();
  await screenshot(page, 'import-header-offered');
  await page.getByRole('button', { name: 'Read from row 3' }).click();
  await page.getByRole('region', { name: 'First rows' }).getByText('Bob').waitFor();
  await page.getByText('3 of 3 columns go in').waitFor();
  await reads(() => page.getByLabel('Row that names the columns').inputValue(), '3');
  await page.getByText('looks like the one that names').waitFor({ state: 'detached' });
  await reads(() => page.getByLabel('Field name for Customer').inputValue(), 'customer');
  await assertPicture(page, 'import-workbook');
  await onPhone(page, 'import-workbook');
  await page.getByRole('combobox', { name: 'Type of Amount' }).click();
  await page.getByRole('option', { name: 'Number', exact: true }).click();
  const { foretold, records } = await load('2');
  assert.deepEqual(foretold, ['3', '2', '0', '0', '1']);
  assert.deepEqual(
    records.map(({ order, customer, amount }) => [order, customer, amount]),
    [
      [1, 'Ann', 12.5],
      [2, 'Bob', 7],
    ],
  );
});

test('[SRC-03] [SRC-36] of an archive of several tables one is chosen, the first that can be read to begin with', async () => {
  const bytes = zipOf([
    { name: 'picture.parquet', bytes: Buffer.from('PAR1 is none') },
    { name: 'stops.csv', bytes: Buffer.from('stop,lines\nBern,12\nThun,4\n') },
    { name: 'trips.csv', bytes: Buffer.from('trip;seats\nA;80\nB;x\nC;60\n') },
  ]);
  await drop('feed.zip', bytes);
  const entry = page.getByRole('combobox', { name: 'File of the archive' });
  await reads(() => entry.inputValue(), 'stops.csv');
  await page.getByLabel('Field name for lines').waitFor();
  await entry.click();
  await page.getByRole('option', { name: 'trips.csv' }).click();
  await page.getByLabel('Field name for seats').waitFor();
  await page.getByRole('combobox', { name: 'Type of seats' }).click();
  await page.getByRole('option', { name: 'Number', exact: true }).click();
  const { foretold, records } = await load('2');
  assert.deepEqual(foretold, ['3', '2', '0', '0', '1']);
  assert.deepEqual(
    records.map(({ trip, seats }) => [trip, seats]),
    [
      ['A', 80],
      ['C', 60],
    ],
  );
});

test('[SRC-03] merged cells of a sheet hold their value once, or each when that is chosen, in the preview as in the records', async () => {
  const rows = [
    ['Region', 'Town'],
    ['West', 'Medan'],
    [null, 'Padang'],
    ['East', 'Ambon'],
  ];
  await drop('merged.xlsx', workbook({ Towns: rows }, { Towns: ['A2:A3'] }));
  const preview = page.getByRole('region', { name: 'First rows' });
  await preview.getByText('Padang').waitFor();
  assert.equal(await preview.getByText('West').count(), 1);
  await page.getByRole('combobox', { name: 'Which of merged cells hold the value' }).click();
  await page.getByRole('option', { name: 'Merged: every cell' }).click();
  await reads(() => preview.getByText('West').count(), 2);
  await assertPicture(page, 'import-merged');
  await onPhone(page, 'import-merged');
  const { records } = await load('3');
  assert.deepEqual(
    records.map(({ region, town }) => [region, town]),
    [
      ['West', 'Medan'],
      ['West', 'Padang'],
      ['East', 'Ambon'],
    ],
  );
});

test('[SRC-36] of several tables of a page the one that is read shows as chosen', async () => {
  const rows = '<table><tr><th>Order<th>Customer<tr><td>1<td>Ann<tr><td>2<td>Bob</table>';
  await drop('page.xls', Buffer.from(`<!doctype html><table><tr><td>Menu</table>${rows}`));
  await page.getByLabel('Field name for Customer').waitFor();
  await reads(() => page.getByRole('combobox', { name: 'Sheet' }).inputValue(), 'Table 2');
});

test('[SRC-17] an old workbook is read in the browser, its sheets to be chosen, and its rows go in', async () => {
  const rows = [
    ['Order', 'Customer'],
    [1, 'Ann'],
    [2, 'Bob'],
  ];
  await drop('old.xls', plainWorkbook({ 'Read me': [['Figures of the year']], Sales: rows }, 'biff8'));
  const sheet = page.getByRole('combobox', { name: 'Sheet' });
  await sheet.click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await page.getByText('2 of 2 columns go in').waitFor();
  const { foretold, records } = await load('2');
  assert.deepEqual(foretold, ['2', '2', '0', '0', '0']);
  assert.deepEqual(
    records.map(({ order, customer }) => [order, customer]),
    [
      [1, 'Ann'],
      [2, 'Bob'],
    ],
  );
});

test('[SRC-27] [SRC-23] a file that cannot be read as what its name says is told in red, with its name and the reason', async () => {
  await drop('table.csv', Buffer.from('a,b\n1,\0\0\0\n'.repeat(50)));
  const region = page.getByRole('region', { name: 'Drop a file here' });
  const notice = region.getByRole('alert');
  await notice.waitFor();
  assert.equal(
    await notice.textContent(),
    'The file could not be read: table.csv. The file is not text. Save it as CSV (UTF-8) and send it again.',
  );
  await region.getByText('It can be kept as it is, or choose another file.').waitFor();
  const [colour, negative] = await notice.evaluate((element) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--ds-negative-text)';
    const of = (one: Element | null | undefined) => one && getComputedStyle(one).color;
    const both = [of(element.querySelector('svg')), of(probe)];
    probe.remove();
    return both;
  });
  assert.match(negative ?? '', /^rgb/);
  assert.equal(colour, negative);
  await screenshot(page, 'import-unread');
  assert.equal(await page.getByText('The file could not be read').count(), 1, 'it is told once');
  await drop('mended.csv', Buffer.from('a,b\n1,2\n'));
  await page.getByText('2 of 2 columns go in').waitFor();
  assert.deepEqual(here.problems, []);
});

test('[SRC-25] [SRC-26] the wizard says which old encoding it found and why; another one is chosen and the letters follow', async () => {
  // code,txt1 with rows of Japanese in Shift-JIS
  const bytes = 'Y29kZSx0eHQxCkEsk4yLnpNzgsmPWoLxgsWCooLcgrcKQiyDZoFbg16C8IptlEaCtYLEgq2CvoKzgqIK';
  await drop('letters.csv', Buffer.from(bytes, 'base64'));
  await page.getByText(/^Read as Japanese \(Shift-JIS\): \d+ % of its letters beyond ASCII are usual/).waitFor();
  await page.getByText('東京都に住んでいます').first().waitFor();
  await assertPicture(page, 'import-encoding');
  const encoding = page.getByRole('combobox', { name: 'Encoding' });
  await encoding.click();
  await page.getByRole('option', { name: 'Latin-1 (Windows-1252)' }).click();
  await page.getByText('“Œ‹').first().waitFor();
  await reads(() => page.getByText(/^Read as /).count(), 0, 'what was chosen needs no reason');
  assert.deepEqual(here.problems, []);
});

test('[SRC-24] [SRC-36] features: their properties and their geometry go in, what is no feature is refused', async () => {
  const feature = (name: string, people: number | string, lon: number, lat: number) => ({
    type: 'Feature',
    properties: { name, people },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  });
  const features = [feature('Accra', 2_291_352, -0.2, 5.55), feature('Lima', 10_092_000, -77.04, -12.05)];
  await drop('cities.geojson', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })));
  await page.getByText('3 of 3 columns go in').waitFor();
  await assertPicture(page, 'import-features');
  const { foretold, records } = await load('2');
  assert.deepEqual(foretold, ['2', '2', '0', '0', '0']);
  assert.deepEqual(
    records.map(({ name, people }) => [name, people]),
    [
      ['Accra', 2_291_352],
      ['Lima', 10_092_000],
    ],
  );
  assert.match(JSON.stringify(records[1]), /-77\.04/);
  await drop('broken.geojson', Buffer.from(JSON.stringify({ type: 'Topology', objects: {} })));
  await page.getByRole('alert').getByText('Not a valid GeoJSON file').first().waitFor();
});

test('[SRC-03] [SRC-36] Parquet: columns with their types, the ledger of all rows', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-parquet-'));
  try {
    const file = path.join(folder, 'shops.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT i::INTEGER AS no, 'shop ' || i AS name, i / 4 AS amount, i % 2 = 0 AS open, DATE '2020-01-01' + i::INTEGER AS opened FROM range(1, 1201) t(i)) TO '${file}' (FORMAT parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    await drop('shops.parquet', await readFile(file));
    await page.getByText('5 of 5 columns go in').waitFor();
    const types = () =>
      Promise.all(
        ['no', 'name', 'amount', 'open', 'opened'].map((column) =>
          page.getByRole('combobox', { name: `Type of ${column}`, exact: true }).inputValue(),
        ),
      );
    await reads(types, ['Integer', 'Keyword', 'Number', 'Yes / no', 'Date']);
    await assertPicture(page, 'import-parquet');
    const { foretold, records } = await load('1,200');
    assert.deepEqual(foretold, ['1,200', '1,200', '0', '0', '0']);
    assert.deepEqual(records[2], { no: 3, name: 'shop 3', amount: 0.75, open: false, opened: Date.UTC(2020, 0, 4) });
    assert.deepEqual(here.problems, []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('[API-82] choices of columns that could not be kept for the next file are told; the rows go in all the same', async () => {
  await page.route('**/api/schema/source/converter', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, contentType: 'text/plain', body: 'out of room' })
      : route.continue(),
  );
  await drop('unkept.csv', Buffer.from('unkept_code,unkept_amount\na,1\nb,2\n'));
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await page
    .getByText(/^The fields and functions of these columns could not be kept for the next file like this: /)
    .waitFor();
  await screenshot(page, 'import-unkept');
  await page.unroute('**/api/schema/source/converter');
});
