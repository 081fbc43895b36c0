import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipOf } from '../packages/testkit/src/corpus/zip.ts';
import { screenshot } from './browser.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';
import { workbook } from './workbook.ts';

const { page } = await openPage();

const drop = async (name: string, buffer: Buffer): Promise<void> => {
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
};

async function load(button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByText('Nothing written yet').waitFor();
  await page.getByRole('button', { name: /^Load \d+ rows?$/ }).click();
  await page.getByText('Written and searchable').waitFor();
}

const choose = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

const figures = () => page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents();

const report = (sales: string, rows: readonly (readonly (string | number)[])[]): Buffer =>
  workbook({
    'Read me': [['Figures of the year'], ['Sheet two holds them']],
    [sales]: [['Sales report'], ['made in January'], ['Order', 'Customer'], ...rows],
  });

test('[SRC-31] [SRC-36] a workbook like one before is opened by its sheet and header row, with the columns as they were', async () => {
  await drop('sales-may.xlsx', report('Sales', [[1, 'Ann']]));
  await choose('Sheet', 'Sales');
  await page.getByRole('button', { name: 'Read from row 3' }).click();
  await page.getByText('2 of 2 columns go in').waitFor();
  await load('Create template and dry run');

  const june = [
    [2, 'Bob'],
    [3, 'Cy'],
  ];
  await drop('sales-june.xlsx', report('Sales', june));
  await page.getByText('Opened as sales-may.xlsx was: sheet Sales, header row 3.').waitFor();
  await page.getByText('These columns were set up before, for sales-may.xlsx').waitFor();
  await reads(() => page.getByRole('combobox', { name: 'Sheet' }).inputValue(), 'Sales');
  await screenshot(page, 'import-opened-before');
  await load('Dry run');
  await reads(figures, ['2', '2', '0', '0', '0']);

  await drop('sales-july.xlsx', report('Sales', [[4, 'Di']]));
  await page.getByRole('button', { name: 'Open it as a new file' }).click();
  await reads(() => page.getByRole('combobox', { name: 'Sheet' }).inputValue(), 'Read me');
  assert.equal(await page.getByText('Opened as').count(), 0);

  await drop('sales-august.xlsx', report('Umsatz', [[5, 'Ed']]));
  await page.getByText('It could not be opened as sales-june.xlsx was: The workbook has no sheet').waitFor();
});

test('[SRC-31] [SRC-36] the file of an archive and the path within JSON are found again, and the lines above the header of a text', async () => {
  const feed = (trips: string): Buffer =>
    zipOf([
      { name: 'stops.csv', bytes: Buffer.from('stop,lines\nBern,12\nThun,4\n') },
      { name: 'trips.csv', bytes: Buffer.from(`trip;seats\n${trips}`) },
    ]);
  await drop('feed.zip', feed('A;80\nB;60\n'));
  await choose('File of the archive', 'trips.csv');
  await page.getByLabel('Field name for seats').waitFor();
  await load('Create template and dry run');
  await drop('feed2.zip', feed('C;8\n'));
  await page.getByText('Opened as feed.zip was: file trips.csv of the archive.').waitFor();
  await load('Dry run');

  const answer = (n: number): Buffer =>
    Buffer.from(JSON.stringify({ ok: [{ a: 1 }, { a: 2 }], data: { found: [{ town: `Town ${n}`, n }] } }));
  await drop('answer.json', answer(1));
  await page.getByLabel('Path to the rows').fill('data.found');
  await page.getByLabel('Path to the rows').press('Enter');
  await page.getByLabel('Field name for town').waitFor();
  await load('Create template and dry run');
  await drop('answer2.json', answer(2));
  await page.getByText('Opened as answer.json was: rows at data.found.').waitFor();
  await load('Dry run');

  const list = (n: number): Buffer => Buffer.from(`Stock list\n\nitem;left\nnail;${n}\nscrew;${n}\n`);
  await drop('stock.csv', list(3));
  await page.getByRole('button', { name: 'Read from row 3' }).click();
  await page.getByLabel('Field name for left').waitFor();
  await load('Create template and dry run');
  await drop('stock2.csv', list(4));
  await page.getByText('Opened as stock.csv was: ').waitFor();
  await reads(() => page.getByLabel('Row that names the columns').inputValue(), '3');
  await load('Dry run');
});

test('[SRC-31] [SRC-36] two sheets of one workbook that went into two templates are found again, each with its own', async () => {
  const book = (n: number): Buffer =>
    workbook({
      Shops: [
        ['Place', 'Sum'],
        [`Bern ${n}`, n],
      ],
      Depots: [
        ['Place', 'Sum'],
        [`Thun ${n}`, n],
      ],
    });
  const into = page.getByRole('combobox', { name: 'Template', exact: true });
  const sheet = page.getByRole('combobox', { name: 'Sheet', exact: true });
  const intoNew = async (name: string): Promise<void> => {
    await page.getByText('New template', { exact: true }).click();
    await page.getByLabel('Name of the new template').fill(name);
  };
  await drop('places.xlsx', book(1));
  await intoNew('Shops');
  await load('Create template and dry run');
  await drop('places.xlsx', book(1));
  await choose('Sheet', 'Depots');
  await intoNew('Depots');
  await page.getByLabel('Field name for Sum').fill('total');
  await load('Create template and dry run');

  await drop('places2.xlsx', book(2));
  await page.getByText('Opened as places.xlsx was: sheet Depots.').waitFor();
  await reads(() => into.inputValue(), 'Depots');
  await page.getByRole('button', { name: 'Open it as a new file' }).click();
  await reads(() => into.inputValue(), 'Shops');
  await page.getByRole('button', { name: 'Open sheet Depots' }).click();
  await reads(() => into.inputValue(), 'Depots');
  await reads(() => sheet.inputValue(), 'Depots');
  await choose('Sheet', 'Shops');
  await reads(() => into.inputValue(), 'Shops');
  await load('Dry run');
  await reads(figures, ['1', '1', '0', '0', '0']);

  await drop('places3.xlsx', book(3));
  await page.getByText('Files like this one were opened otherwise before').waitFor();
  await reads(() => sheet.inputValue(), 'Shops');
  await screenshot(page, 'import-opened-otherwise');
  await choose('Template', 'Depots');
  await page.getByText('These columns were set up before, for places.xlsx').waitFor();
});

test('[SRC-31] [SRC-36] a report with its date in the title, and a file with a date in its name, are found again the next day', async () => {
  const list = (day: string, n: number): Buffer =>
    Buffer.from(`Report of ${day}\n\narticle;stock\nnail;${n}\nscrew;${n}\n`);
  await drop('stock-2026-11-28.csv', list('2026-11-28', 3));
  await page.getByRole('button', { name: 'Read from row 3' }).click();
  await page.getByLabel('Field name for stock').waitFor();
  await load('Create template and dry run');
  await drop('stock-2026-12-05.csv', list('2026-12-05', 4));
  await page.getByText('Opened as stock-2026-11-28.csv was: ').waitFor();
  await load('Dry run');

  const feed = (day: string, rides: string): Buffer =>
    zipOf([
      { name: `halts-${day}.csv`, bytes: Buffer.from('halt,platforms\nBern,12\nThun,4\n') },
      { name: `rides-${day}.csv`, bytes: Buffer.from(`ride,places\n${rides}`) },
    ]);
  await drop('feed-2026-11-28.zip', feed('2026-11-28', 'A,80\nB,60\n'));
  await choose('File of the archive', 'rides-2026-11-28.csv');
  await page.getByLabel('Field name for places').waitFor();
  await load('Create template and dry run');
  for (const [day, before] of [
    ['2026-12-05', '2026-11-28'],
    ['2026-12-12', '2026-12-05'],
  ] as const) {
    await drop(`feed-${day}.zip`, feed(day, `${day},8\n`));
    await page.getByText(`Opened as feed-${before}.zip was: file rides-${day}.csv of the archive.`).waitFor();
    assert.equal(await page.getByText('Files like this one were opened').count(), 0);
    await load('Dry run');
    await reads(figures, ['1', '1', '0', '0', '0']);
  }
});

test('[SRC-25] a text as mysql --batch writes it is read so when somebody says so', async () => {
  await drop('batch.tsv', Buffer.from('order\tnote\n1\ta\\nb\n2\tNULL\n'));
  await page.getByText('Backslashes stand in it as mysql --batch writes them').waitFor();
  await screenshot(page, 'import-batch');
  await page.getByRole('button', { name: 'Read them so' }).click();
  await reads(() => page.getByRole('combobox', { name: 'Backslashes' }).inputValue(), 'Backslash: escape, no quotes');
  assert.equal(await page.getByText('Backslashes stand in it').count(), 0);
});

test('[SRC-26] [SRC-31] backslashes that are taken for escapes are told, and a file like one where they were said to be letters is opened so', async () => {
  await drop('dump-may.tsv', Buffer.from('order\tnote\n1\ta\\tb\n2\t\\N\n'));
  await page.getByText('Read with backslashes as escapes, quotes as letters: \\N stands for what is missing').waitFor();
  await screenshot(page, 'import-backslashes');
  await choose('Backslashes', 'Backslash: a letter');
  await page.getByText('a\\tb', { exact: true }).first().waitFor();
  assert.equal(await page.getByText('Read with backslashes').count(), 0);
  await load('Create template and dry run');

  await drop('dump-june.tsv', Buffer.from('order\tnote\n3\tc\\td\n4\t\\N\n'));
  await page.getByText('Opened as dump-may.tsv was: backslashes as letters.').waitFor();
  await page.getByText('c\\td', { exact: true }).first().waitFor();
});
