import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFits, assertPicture, assertSteady, screenshot } from './browser.ts';
import { isFocused } from './keys.ts';
import { signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const ROWS = 120;
const REGIONS = ['N', 'S', 'E'] as const;

const { platform, here, page } = await openPage();
const dialog = page.getByRole('dialog');

const amountOf = (i: number): string => `1.${String(100 + i)},5${i === 7 ? ' EUR' : ''}`;

const file = () => {
  const rows = Array.from({ length: ROWS }, (_, i) =>
    [
      i + 1,
      ` customer ${i} `,
      amountOf(i),
      `${String((i % 28) + 1).padStart(2, '0')}.03.2020`,
      REGIONS[i % 3],
      `A-${i}-Z`,
      4 + i / 1000,
      108,
      `k${i}`,
    ].join(';'),
  );
  return Buffer.from(`No;Customer;Amount;Placed;Region;Code;North;East;Shop\n${rows.join('\n')}\n`);
};

const open = async (column: string): Promise<void> => {
  await page.getByRole('button', { name: `Change values of ${column}` }).click();
  await dialog.getByText(/sampled rows/).waitFor();
};

const add = async (column: string, label: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: `Add a function for ${column}` }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
};

const choose = async (label: string, option: string | RegExp): Promise<void> => {
  await dialog.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
};

const use = async (): Promise<void> => {
  await dialog.getByRole('button', { name: 'Use functions' }).click();
  await dialog.waitFor({ state: 'detached' });
};

const pair = (column: string, at: number): Promise<readonly string[]> =>
  dialog
    .getByRole('list', { name: `Values of ${column} before and after` })
    .getByRole('listitem')
    .nth(at)
    .locator('del, ins')
    .allTextContents();

test('[SRC-07] a value that fails is shown with the reason; functions are put in order by keyboard', async () => {
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: file() });
  await page.getByText('9 of 9 columns go in').waitFor();
  await open('Amount');
  await add('Amount', 'Number');
  await dialog.getByText('1 of 100 sampled rows fail').waitFor();
  await dialog.getByText("Function 1: '1.107,5 EUR' is no number with a decimal comma").waitFor();
  await assertPicture(page, 'functions-fault');
  await add('Amount', 'Replace text');
  await dialog.getByText('Replace needs what to find and what to put there.').waitFor();
  await reads(() => dialog.getByRole('button', { name: 'Use functions' }).isDisabled(), true);
  await dialog.getByLabel('Text to find').fill(' EUR');
  await dialog.getByText('1 of 100 sampled rows fail').waitFor();
  await dialog.getByLabel('Text to find').press('Alt+ArrowUp');
  await dialog.getByText('All 100 sampled rows are read').waitFor();
  const functions = dialog.getByRole('list', { name: 'Functions of Amount' });
  await matches(() => functions.getByRole('listitem').first().textContent(), /^1\. Replace text/);
  await isFocused(dialog.getByLabel('Text to find'));
  await reads(() => pair('Amount', 0), ['1.100,5', '1100.5']);
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change values of Amount: Replace text + 1' }).waitFor();
  await reads(() => page.getByRole('combobox', { name: 'Type of Amount' }).inputValue(), 'Number');
});

test('[SRC-07] functions change places by dragging, and Cancel leaves them as they were', async () => {
  await open('Amount');
  const grips = dialog.locator('[draggable=true]');
  await grips.nth(1).dragTo(grips.nth(0));
  await dialog.getByText('1 of 100 sampled rows fail').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open('Amount');
  await dialog.getByText('All 100 sampled rows are read').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('[SRC-08] [SRC-09] pairs are typed in, or loaded from a file; one that is not whole is none', async () => {
  await open('Region');
  await add('Region', 'Replace by pairs');
  await dialog.getByRole('button', { name: 'Add the 3 sampled values' }).click();
  await dialog.getByLabel('Replacement 1').fill('North');
  await dialog.getByLabel('Replacement 2').fill('South');
  await reads(() => pair('Region', 0), ['N', 'North']);
  await reads(() => pair('Region', 2), ['E', 'E']);
  await assertPicture(page, 'functions-pairs');
  await use();
  await open('Shop');
  await add('Shop', 'Replace by pairs');
  const pairs = Array.from({ length: 2000 }, (_, i) => `k${i};Shop number ${i}`).join('\n');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'From a file' }).click();
  await (await chooser).setFiles({
    name: 'shops-map.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${pairs}\nlonely\n`),
  });
  await dialog.getByText('2,000 pairs of shops-map.csv. 1 row without a key or a value was passed over.').waitFor();
  await dialog.getByText('and 1,900 more that are not listed here').waitFor();
  await reads(() => pair('Shop', 3), ['k3', 'Shop number 3']);
  await use();
});

test('[SRC-07] [SRC-10] [SRC-11] dates, parts, joins, points, hashes, texts and fixed values have their forms', async () => {
  await open('Customer');
  await add('Customer', 'Trim spaces');
  await add('Customer', 'Upper case');
  await reads(() => pair('Customer', 0), [' customer 0 ', 'CUSTOMER 0']);
  await use();
  await open('Placed');
  await add('Placed', 'Date');
  await choose('Written as', /dd\.MM\.yyyy, like 21\.11\.2026 \(fits the samples\)/);
  await reads(() => pair('Placed', 0), ['01.03.2020', '2020-03-01']);
  await use();
  await open('Code');
  await add('Code', 'Split');
  await dialog.getByLabel('Split by').fill('-');
  await choose('Keep', 'Second part');
  await reads(() => pair('Code', 4), ['A-4-Z', '4']);
  await use();
  await open('North');
  await add('North', 'Point');
  await choose('Made of', 'Two columns');
  await choose('Latitude', 'North');
  await choose('Longitude', 'East');
  await reads(() => pair('North', 1), ['4.001', '4.001,108']);
  await screenshot(page, 'functions-point');
  await use();
  await open('East');
  await add('East', 'Text with values');
  await dialog.getByLabel('Text', { exact: true }).fill('{{Region}}/');
  await choose('Insert a column', 'No');
  await reads(() => pair('East', 0), ['108', 'N/1']);
  await add('East', 'Join columns');
  await dialog.getByRole('button', { name: 'Remove Join columns' }).click();
  await add('East', 'Hash');
  assert.match((await pair('East', 0))[1] ?? '', /^[0-9a-f]{64}$/);
  await dialog.getByRole('button', { name: 'Remove Hash' }).click();
  await add('East', 'Lower case');
  await reads(() => pair('East', 0), ['108', 'n/1']);
  await use();
  await assertSteady(page);
  await assertPicture(page, 'import-functions');
});

test('[SRC-07] [SRC-36] on a phone everything fits; the import applies all of it, 2,000 pairs too', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await assertFits(page);
  await assertPicture(page, 'import-functions');
  await open('Amount');
  await assertFits(page);
  await assertPicture(page, 'functions');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  const sent = page.waitForRequest((request) => request.url().includes('dry_run=true'));
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
  assert.match((await sent).url(), /[?&]source=/, 'so many pairs go by the recipe, not by the address');
  await page.getByRole('button', { name: 'Load 120 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  const ledger = () => page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents();
  await reads(ledger, ['120', '120', '0', '0', '0']);
  const call = await signedCall(platform);
  const [batch] = await call<readonly { template: string }[]>('POST', '/data/batch', { from: 0, to: 1 });
  const { hits } = await call<{ hits: { hits: readonly { _source: Record<string, unknown> }[] } }>(
    'POST',
    `/data/user?template=${batch?.template}`,
    { query: { term: { no: 8 } } },
  );
  const record = Object.entries(hits.hits[0]?._source ?? {}).filter(([name]) => !name.startsWith('_'));
  assert.deepEqual(Object.fromEntries(record), {
    no: 8,
    customer: 'CUSTOMER 7',
    amount: 1107.5,
    placed: Date.UTC(2020, 2, 8),
    region: 'South',
    code: 7,
    north: { lat: 4.007, lon: 108 },
    east: 's/8',
    shop: 'Shop number 7',
  });
  assert.deepEqual(here.problems, []);
});
