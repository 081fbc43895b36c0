import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled } from './browser.ts';
import { isFocused } from './keys.ts';
import { onPhone } from './look.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const { page } = await openPage();

/** Of columns of its own, so that no import before says where they go. */
const rowsOf = (name: string): string => `station,city,${name}\nA1,Medan,3\nA2,Jakarta,4\n`;

/** A file as far as its dry run: one column under another name, one left out. */
async function dryRun(name: string, on = page): Promise<void> {
  await on.goto('/toolkit/curation/import');
  await on
    .getByTestId('file')
    .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rowsOf(name)) });
  await on.getByLabel('Field name for city').fill('town');
  await on.getByLabel('Field name for station').fill('');
  await on.getByRole('button', { name: 'Create template and dry run' }).click();
  await on.getByText('Nothing written yet').waitFor();
}

const fields = (): Promise<readonly string[]> =>
  page
    .getByRole('combobox', { name: /^Field for/ })
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

test('[SCR-20] [SRC-36] a line that is gone for a while takes nothing of the columns away, where there is no template yet', async () => {
  await page.goto('/toolkit/curation/import');
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'cut-off.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOf('cut_off')) });
  await page.getByLabel('Field name for city').fill('town');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('No connection to the platform').waitFor();
  await reads(() => page.getByLabel('Field name for city').inputValue(), 'town');
  await page.unroute('**/api/**');
  await page.getByText('No connection to the platform').waitFor({ state: 'detached' });
  await reads(() => page.getByLabel('Field name for city').inputValue(), 'town');
});

test('[SRC-36] [SRC-28] back from the dry run, a column keeps the field it was given', async () => {
  await dryRun('renamed');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field for city' }).waitFor();
  await matches(async () => (await fields()).join('|'), /^\|town\|renamed$/);
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await page.getByText('Nothing written yet').waitFor();
  await page.getByRole('button', { name: 'Load 2 rows' }).waitFor();
});

test('[SRC-36] [APP-22] of hundreds of columns the choices come as they come near, to a hand and to the keyboard', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `sensor_${i + 1}`);
  const buffer = Buffer.from(`${names.join(',')}\n${names.map((_, i) => i).join(',')}\n`);
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'sensors.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('rowheader', { name: 'sensor_300', exact: true }).waitFor();
  const types = page.getByRole('combobox', { name: /^Type of sensor/ });
  await types.first().waitFor();
  await settled(page);
  assert.ok((await types.count()) < 60, 'each looks through the whole page when it comes');
  const known = await types.count();
  // where the tab key leads to at last
  await types.last().focus();
  await reads(() => types.count().then((count) => count > known), true, 'the keyboard brings what follows');
  await page.getByRole('rowheader', { name: 'sensor_300', exact: true }).scrollIntoViewIfNeeded();
  await page.getByLabel('Field name for sensor_300').fill('the_last');
  await reads(() => page.getByLabel('Field name for sensor_300').inputValue(), 'the_last');
});

test('[SRC-36] a file that was loaded before says so, and is loaded again as is wanted', async () => {
  const file = { name: 'twice.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOf('loaded_twice')) };
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles(file);
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles(file);
  await page.getByText('These columns were set up before, for twice.csv').waitFor();
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  const note = page.getByRole('status').filter({ hasText: 'This very file was loaded into this template on' });
  await matches(() => note.textContent(), /as twice\.csv\. Loading it again adds 2 rows to those that are there/);
  const earlier = await note.getByRole('link', { name: 'See that import' }).getAttribute('href');
  assert.match(earlier ?? '', /^\/toolkit\/curation\/batch\/\w+$/);
  await onPhone(page, 'import-earlier');
  await page.getByRole('button', { name: 'Load 2 rows again' }).click();
  await page.getByText('Written and searchable').waitFor();
});

test('[APP-22] [SRC-36] who goes on by keyboard is at the step that comes, not at the beginning of the page', async () => {
  await page.goto('/toolkit/curation/import');
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'by-keys.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOf('by_keys')) });
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  for (const [button, next] of [
    ['Create template and dry run', 'Dry run'],
    ['Load 2 rows', 'Load'],
  ] as const) {
    const on = page.getByRole('button', { name: button });
    await on.focus();
    await page.locator('[aria-disabled=true]').and(on).waitFor({ state: 'detached' });
    await isFocused(on);
    await on.press('Enter');
    await isFocused(step(next).and(page.locator('[aria-current=step]')));
  }
});

test('[APP-22] [SRC-36] the way on takes the focus before it can be gone, says what is missing, and leads there', async () => {
  await page.goto('/toolkit/curation/import');
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'unnamed.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOf('unnamed')) });
  await page.getByLabel('Name of the new template').fill('');
  const on = page.getByRole('button', { name: 'Create template and dry run' });
  await on.focus();
  await isFocused(on);
  assert.equal(await on.getAttribute('aria-disabled'), 'true');
  const why = page.getByRole('alert').filter({ hasText: 'Name the new template.' });
  const described = await on.getAttribute('aria-describedby');
  assert.equal(described, await why.getAttribute('id'));
  await on.press('Enter');
  await isFocused(why);
  await page.getByLabel('Name of the new template').fill('named');
  assert.equal(await on.getAttribute('aria-disabled'), null);
  assert.equal(await on.getAttribute('aria-describedby'), null);
});

test('[SRC-36] a dry run shows the first new records as they will stand, by their fields and types', async () => {
  const buffer = Buffer.from('day seen,city,count\n3/1/2024,Medan,1234\n4/1/2024,Jakarta,7\n17/1/2024,,\n');
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'as-they-stand.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Field name for city').fill('town');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  const rows = page.getByRole('region', { name: 'New records' }).getByRole('row');
  await reads(
    () => rows.allInnerTexts().then((all) => all.map((row) => row.split('\t'))),
    [
      ['Line', 'day_seen', 'town', 'count'],
      ['2', '2024-01-03', 'Medan', '1,234'],
      ['3', '2024-01-04', 'Jakarta', '7'],
      ['4', '2024-01-17', '–', '–'],
    ],
  );
});

test('[SRC-36] the last step shows the records that went in, and nothing of rows that none was refused of', async () => {
  await dryRun('went_in');
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByRole('heading', { name: 'Stored 2' }).waitFor();
  const rows = page.getByRole('region', { name: 'Stored records' }).getByRole('row');
  await reads(
    () => rows.allInnerTexts().then((all) => all.map((row) => row.split('\t'))),
    [
      ['town', 'went_in'],
      ['Medan', '3'],
      ['Jakarta', '4'],
    ],
  );
  assert.equal(await page.getByRole('heading', { name: /ejected/ }).count(), 0);
  await onPhone(page, 'import-loaded');
});

test('[SRC-36] Back of the browser goes one step back and keeps what was decided, Forward returns', async () => {
  await dryRun('steps');
  await page.goBack();
  await page.getByRole('combobox', { name: 'Field for city' }).waitFor();
  assert.deepEqual(await fields(), ['', 'town', 'steps']);
  await page.goForward();
  await page.getByRole('button', { name: 'Load 2 rows' }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
});

test('[SRC-36] [APP-22] columns that had no dry run since they were changed are kept by Back and Forward, and leaving asks', async () => {
  await page.goto('/toolkit/curation/import');
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'left.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOf('left')) });
  await page.getByLabel('Field name for city').fill('town');
  await page.getByLabel('Name of the new template').fill('places left');
  await page.goBack();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.goForward();
  await reads(() => page.getByLabel('Field name for city').inputValue(), 'town');
  await reads(() => page.getByLabel('Name of the new template').inputValue(), 'places left');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
  await page.goBack();
  const field = page.getByRole('combobox', { name: 'Field for station' });
  await page
    .getByRole('row', { name: /^station/ })
    .locator('.mantine-InputClearButton-root')
    .click();
  await reads(() => field.inputValue(), '');
  await page.goForward();
  await page.getByText('2 of 3 columns go in').waitFor();
  await page.getByRole('link', { name: 'Imports' }).first().click();
  const leaving = page.getByRole('dialog', { name: 'Leave the columns of left.csv?' });
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await leaving.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await page.getByText('Nothing written yet').waitFor();
  await page.getByRole('link', { name: 'Imports' }).first().click();
  await page.getByRole('button', { name: 'Remove the template' }).click();
});

test('[SRC-36] [STR-04] who goes back from a loaded file and forward again has not loaded it twice', async () => {
  await dryRun('once');
  const batches: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/data\/csv\?/.test(request.url())) batches.push(request.url());
  });
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  assert.equal(batches.length, 1, batches.join('\n'));
  await page.goBack();
  await page.getByRole('combobox', { name: 'Field for city' }).waitFor();
  await page.goForward();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await settled(page);
  assert.equal(batches.length, 1, batches.join('\n'));
});

test('[SRC-36] a page that is loaded anew in the middle begins with the file', async () => {
  await dryRun('anew');
  await page.reload();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('[SRC-36] who leaves a dry run without loading is told of the empty template it made, and removes it', async () => {
  await dryRun('tried');
  await page.getByRole('link', { name: 'Imports' }).first().click();
  await page.getByText('Template tried is empty').waitFor();
  await page.getByRole('button', { name: 'Remove the template' }).click();
  await page.getByText('Template tried removed').waitFor();
  await page.goto('/toolkit/dev');
  await page.getByText('by-keys').first().waitFor();
  assert.equal(await page.getByRole('row', { name: /^tried/ }).count(), 0);
});

test('[SRC-36] who closes the page behind a dry run leaves no empty template', async () => {
  const other = await page.context().newPage();
  await dryRun('closed', other);
  await page.goto('/toolkit/dev');
  await page.getByRole('row', { name: /^closed/ }).waitFor();
  await other.close({ runBeforeUnload: true });
  await matches(async () => {
    await page.reload();
    await page.getByRole('row', { name: /^by-keys/ }).waitFor();
    return String(await page.getByRole('row', { name: /^closed/ }).count());
  }, /^0$/);
});

test('[SRC-36] who leaves a file that was loaded is not told of its template', async () => {
  await dryRun('filled');
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await page.getByRole('link', { name: 'Imports' }).first().click();
  await page.getByText('filled.csv').first().waitFor();
  assert.equal(await page.getByText('Template filled is empty').count(), 0);
});

test('[SRC-36] [TPL-35] a name that a template has already is told, and leads to that template', async () => {
  await dryRun('namesake');
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await page.goto('/toolkit/curation/import');
  const other = 'station,town,height\nA1,Medan,3\n';
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'namesake.csv', mimeType: 'text/csv', buffer: Buffer.from(other) });
  await page.getByRole('button', { name: 'Use the one that is there' }).click();
  await page.getByRole('combobox', { name: 'Field for town' }).waitFor();
  assert.deepEqual(await fields(), ['', 'town', '']);
  const template = page.getByRole('combobox', { name: 'Template', exact: true });
  await template.fill('namesake');
  await page.getByRole('option', { name: 'namesake', exact: true }).click();
  await reads(() => template.inputValue(), 'namesake', 'what is picked again stays');
  assert.deepEqual(await fields(), ['', 'town', '']);
});

test('[SRC-07] a latitude and a longitude become one point, which the rows then have', async () => {
  await page.goto('/toolkit/curation/import');
  const places = 'place,lat,lon\nMedan,3.59,98.67\nJakarta,-6.2,106.8\n';
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(places) });
  await page.getByRole('button', { name: 'Make them a point' }).click();
  await page.getByText('3 of 3 columns go in').waitFor();
  assert.equal(await page.getByLabel('Field name for lon').getAttribute('placeholder'), 'In location');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByRole('button', { name: 'Search the rows' }).waitFor();
  const steps = page.getByRole('list', { name: 'Steps of the import' });
  assert.equal(await steps.getByLabel('done').count(), 4, 'the last step is through, too');
  await page.getByRole('button', { name: 'Search the rows' }).click();
  await page.getByRole('complementary').getByText('location', { exact: true }).waitFor();
});

test('[SRC-36] [SRC-37] who leaves while a file is on its way is asked; cancelled is what has ended', async () => {
  await page.goto('/toolkit/curation/import');
  await page.getByText('Keep it as a file').click();
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'on-its-way.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('kept') });
  await page.getByRole('button', { name: /dry run$/i }).click();
  await page.getByText('Nothing written yet').waitFor();
  const held = Promise.withResolvers<void>();
  const hold = /\/data\/(generic|batch$)/;
  await page.route(hold, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: /^Load / }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  const question = page.getByRole('dialog', { name: 'Stop sending on-its-way.bin?' });
  for (const leave of [() => page.getByRole('link', { name: 'Imports' }).last().click(), () => page.goBack()]) {
    await leave();
    await question.getByText('The file is still on its way: nothing of it would be written.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancelling…', disabled: true }).waitFor();
  assert.equal(await page.getByText('Nothing was written').count(), 0);
  held.resolve();
  await page.unroute(hold);
  await page.getByText(/The import was cancelled. Nothing was written.|Written and searchable/).waitFor();
});

test('[SRC-36] [STR-04] a file that was sent whole before its batch is found is not told as not written', async () => {
  await page.goto('/toolkit/curation/import');
  await page.getByText('Keep it as a file').click();
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'sent-whole.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('whole') });
  await page.getByRole('button', { name: /dry run$/i }).click();
  await page.getByText('Nothing written yet').waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/\/data\/batch$/, (route) =>
    route.fulfill({ json: { code: 20, ts: 0, took: 0, data: [], total: 0 } }),
  );
  await page.route(/\/data\/generic/, async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  // an answer that is held tells nothing of its way
  await page.evaluate(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body?: XMLHttpRequestBodyInit | null) {
      send.call(this, body);
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 5 }));
    };
  });
  await page.getByRole('button', { name: /^Load / }).click();
  await page.getByText('Making it safe on disk').waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancelling…', disabled: true }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.getByText('Nothing was written').count(), 0);
  held.resolve();
  await page.getByText('Written and searchable').waitFor();
  await page.unrouteAll();
});
