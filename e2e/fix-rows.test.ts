import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { Locator } from 'playwright-core';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { arrive } from './arrive.ts';
import { assertAccessible, assertFits, assertPicture, assertSteady, screenshot, settled, visit } from './browser.ts';
import { isFocused } from './keys.ts';
import { onPhone } from './look.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const { browser, platform, here, page } = await openPage();

/** Orders as they come out of a spreadsheet two people worked in: dates in two ways, a column with decimal commas. */
function orders(): string {
  const rows = Array.from({ length: 600 }, (_, i) => {
    const [year, month, day] = [2024, 1 + (i % 12), 13 + (i % 15)];
    const two = (n: number): string => String(n).padStart(2, '0');
    const date = i >= 300 && i % 10 === 0 ? `${two(day)}/${two(month)}/${year}` : `${year}-${two(month)}-${two(day)}`;
    const amount = i >= 200 && i % 7 === 0 ? `"${i},50"` : `${i}.5`;
    return `${i + 1},${date},${amount},${i === 450 ? 'many' : i % 9}`;
  });
  return ['order,ordered,amount,pieces', ...rows].join('\n');
}

const figures = async (): Promise<readonly string[]> =>
  page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents();

test('[SCR-08] a spreadsheet of mixed dates and a broken column: all good rows in, the bad ones fixed, in under ten clicks', async () => {
  let clicks = 0;
  const click = async (element: Locator): Promise<void> => {
    clicks++;
    await element.click();
  };
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  await page.goto('/toolkit/curation/import');
  clicks++;
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(orders()) });
  await click(button('Create template and dry run'));
  await page.getByText('Nothing written yet').waitFor();
  const foretold = await figures();
  await click(button(/^Load [\d,]+ rows$/));
  await page.getByText('Written and searchable').waitFor();
  await reads(figures, foretold);
  const [read, added, , , rejected] = foretold.map((figure) => Number(figure.replaceAll(',', '')));
  assert.ok(read === 600 && (rejected ?? 0) > 60 && (added ?? 0) + (rejected ?? 0) === 600, foretold.join(' '));
  await click(button('Fix rejected rows'));
  await page.getByRole('grid', { name: 'Rejected rows' }).waitFor();
  await assertPicture(page, 'rejected');
  const cut = await page
    .getByRole('gridcell', { name: /^ordered: .* is / })
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
        .map((cell) => cell.textContent),
    );
  assert.deepEqual(cut, [], 'reasons that are cut though there is room');

  await click(button(/^ordered: no date/));
  await button(/^Fix \d+ rows$/).waitFor();
  await assertPicture(page, 'rejected-rule');
  await click(button(/^Fix \d+ rows$/));
  await page
    .getByText(/rows went in/)
    .first()
    .waitFor();
  await click(button(/^amount: wrong type/));
  await click(button(/^Fix \d+ rows$/));
  await button(/^amount: wrong type/).waitFor({ state: 'detached' });

  const cell = page.getByRole('gridcell', { name: 'pieces, line 452: many' });
  await click(cell);
  await page.getByRole('textbox', { name: 'pieces, line 452' }).fill('7');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 1 become valid').waitFor();
  await screenshot(page, 'rejected-cell');
  await page.getByRole('gridcell', { name: /pieces, line 452/ }).press('Control+Enter');
  await page.getByText('Every row was taken in', { exact: false }).waitFor();
  await reads(figures, ['600', '600', '0', '0', '0']);
  assert.ok(clicks < 10, `${clicks} clicks`);
  await page.getByRole('heading', { name: 'Stored 600' }).waitFor();
  await reads(() => page.getByRole('region', { name: 'Stored records' }).getByRole('row').count(), 21);
  await page.getByText('4, all taken').waitFor();
  await assertPicture(page, 'batch-fixed');
});

test('[SRC-36] a batch is undone after it was said what that does; its timeline tells the whole story', async () => {
  await page.getByRole('heading', { name: 'orders.csv' }).waitFor();
  await page
    .locator('#content')
    .getByText(/^into orders, batch \w{8}$/)
    .waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(/600 records it added go/).waitFor();
  await assertPicture(page, 'batch-undo');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo batch' }).click();
  await page.getByText('Undone: nothing of it is stored any more').waitFor();
  for (const part of [
    /Received by/,
    /Safe on disk, [\d.]+ m?s later/,
    /Written and searchable/,
    /sent again by/,
    /Undone by .*600 removed/,
  ])
    await page.locator('ol li').filter({ hasText: part }).first().waitFor();
  await screenshot(page, 'batch-undone');
  await page.goto('/toolkit/curation?state=undone');
  await page.getByText('orders.csv').first().waitFor();
  await assertPicture(page, 'imports-undone');
});

test('[SCR-08] a field that must not be empty and no column of the file fills is filled among the rejected rows', async () => {
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const template = await deployTemplate(await signedCall(platform), 'owned', [
    { name: 'code', value_type: ValueType.Keyword },
    { name: 'owner', value_type: ValueType.Keyword, mandatory: true, sequence: 1 },
  ]);
  const { batch } = await client.csv<{ readonly batch: string }>(
    `/data/csv?template=${template}&file=owned.csv`,
    'code\na\n',
  );
  await page.goto(`/toolkit/curation/batch/${batch}`);
  await page.getByRole('gridcell', { name: /^owner, line 2/ }).click();
  await page.getByRole('textbox', { name: 'owner, line 2' }).fill('Ann');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 1 become valid').waitFor();
  await page.getByRole('gridcell', { name: /^owner, line 2/ }).press('Control+Enter');
  await page.getByText('Every row was taken in', { exact: false }).waitFor();
  assert.deepEqual(here.problems, []);
});

test('[SCR-08] a batch shows the records that stand as it wrote them, and tells of those that were written anew since', async () => {
  const call = await signedCall(platform);
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const template = await deployTemplate(call, 'stations', [
    { name: 'code', value_type: ValueType.Keyword, is_key: true, mandatory: true },
    { name: 'name', value_type: ValueType.Keyword, sequence: 1 },
  ]);
  const send = (text: string) =>
    client.csv<{ readonly batch: string }>(
      `/data/csv?template=${template}&file=stations.csv&ignore_unknown=true`,
      text,
    );
  const first = await send('code,name,remark\na,Ambon,x\nb,Bitung,y\nc,Cirebon,z\n');
  const open = (batch: string) => page.goto(`/toolkit/curation/batch/${batch}`);
  await open(first.batch);
  await page.getByRole('heading', { name: 'Stored 3' }).waitFor();
  await page.getByText('3, left out: remark').waitFor();
  const cells = page.getByRole('region', { name: 'Stored records' }).getByRole('cell');
  await reads(() => cells.allTextContents(), ['a', 'Ambon', 'b', 'Bitung', 'c', 'Cirebon']);
  assert.equal(await page.getByText('Rejected rows').count(), 0, 'no panel for what there is none of');
  await onPhone(page, 'batch-stored');

  const second = await send('code,name\na,Amboina\nb,Bitoeng\n');
  await open(first.batch);
  await page.getByText('1 of the 3 it wrote stands as then').waitFor();
  await reads(() => cells.allTextContents(), ['c', 'Cirebon']);
  await open(second.batch);
  await reads(() => cells.allTextContents(), ['a', 'Amboina', 'b', 'Bitoeng']);
  const third = await send('code,name\nc,Cirebon\n');
  await open(third.batch);
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  assert.equal(await page.getByText(/^Stored/).count(), 0, 'it wrote nothing');
});

test('[SCR-08] thousands of rejected rows are walked by keys, and a phone shows them too', async () => {
  const rows = Array.from({ length: 3200 }, (_, i) => `${i},${i < 200 ? i : `x${i}`}`);
  const file = { name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(['row,size', ...rows].join('\n')) };
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles(file);
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 200 rows' }).click();
  await page.getByRole('button', { name: 'Fix rejected rows' }).click();
  const grid = page.getByRole('grid', { name: 'Rejected rows' });
  await reads(() => grid.locator('[tabindex="0"]').getAttribute('aria-label'), 'size, line 202: x200');
  await grid.getByRole('gridcell', { name: 'row, line 202: 200' }).press('ArrowDown');
  await reads(() => grid.getAttribute('aria-rowcount'), '3001');
  for (let press = 0; press < 30; press++) await page.keyboard.press('PageDown');
  await grid.getByRole('gridcell', { name: 'row, line 563: 561' }).waitFor();
  const drawn = await grid.getByRole('row').count();
  assert.ok(drawn < 60, `${drawn} rows are drawn`);
  await assertSteady(page);
  await page.emulateMedia({ media: 'print' });
  await matches(() => page.getByText('are on this paper').textContent(), /^[12]00 of 3,000 rejected rows/);
  // the rows themselves are drawn a moment after what is said of them
  await reads(async () => (await grid.getByRole('row').count()) > 100, true, 'too few rows are on paper');
  assert.ok((await grid.getByRole('row').count()) <= 201, 'too many rows are on paper');
  await screenshot(page, 'print-rejected');
  await page.emulateMedia({ media: 'screen' });
  const phone = await visit(browser, { base: platform.base, width: 390 });
  await arrive(phone.page, platform.admin);
  await phone.page.goto(new URL(page.url()).pathname);
  await phone.page.getByRole('grid', { name: 'Rejected rows' }).waitFor();
  const places = phone.page.getByRole('grid', { name: 'Rejected rows' }).getByRole('rowheader');
  await places.filter({ hasText: '202' }).waitFor();
  await phone.page.getByRole('grid', { name: 'Rejected rows' }).evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await places.filter({ hasText: '3,201' }).waitFor();
  const cut = await places.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  assert.equal(cut, 0, 'numbers of lines that are cut');
  await screenshot(phone.page, 'rejected');
  await assertFits(phone.page);
  await assertAccessible(phone.page);
  assert.deepEqual([...here.problems, ...phone.problems], []);
  await phone.close();
});

test('[SCR-08] a moment to the millisecond stands whole among rejected rows; a reason beside its field does not name it again, and elsewhere by the name it has', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `2024-01-31T12:34:56.${100 + i}Z,${i < 18 ? i : 'many'}`);
  const file = {
    name: 'moments.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['moment,pieces', ...rows].join('\n')),
  };
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles(file);
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
  await page.getByRole('cell', { name: '"many" is not a whole number', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Load 18 rows' }).click();
  await page.getByRole('button', { name: 'Fix rejected rows' }).click();
  const told = page.getByRole('gridcell', { name: 'pieces: "many" is not a whole number', exact: true });
  await told.first().waitFor();
  const cell = page.getByRole('gridcell', { name: 'moment, line 20: 2024-01-31T12:34:56.118Z' });
  await cell.waitFor();
  await reads(() => cell.evaluate((one) => one.scrollWidth <= one.clientWidth), true, 'nothing of it is cut');
  await assertSteady(page);
});

test('[SCR-08] a reason with more words than two lines hold is seen whole on a phone once it is touched', async () => {
  const fields = ['pieces', 'weight', 'height', 'width', 'depth'];
  const items = fields.map((name) => ({ name, value_type: ValueType.Integer }));
  const parcels = await deployTemplate(await signedCall(platform), 'parcels', items);
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const { batch } = await client.csv<{ readonly batch: string }>(
    `/data/csv?template=${parcels}`,
    [fields, [1, 2, 3, 4, 5], fields.map((field) => `many ${field}`)].join('\n'),
  );
  const whole = fields.map((field) => `${field}: "many ${field}" is not a whole number`).join('; ');
  const phone = await visit(browser, { base: platform.base, width: 390 });
  await arrive(phone.page, platform.admin);
  await phone.page.goto(`/toolkit/curation/batch/${batch}`);
  const reason = phone.page.getByRole('gridcell', { name: whole }).first();
  await reason.waitFor();
  assert.ok(await reason.evaluate((cell) => cell.scrollHeight > cell.clientHeight), 'it is longer than its room');
  await settled(phone.page);
  await reason.tap();
  await phone.page.getByRole('tooltip').getByText(whole).waitFor();
  await screenshot(phone.page, 'rejected-reason');
  await assertFits(phone.page);
  assert.deepEqual(phone.problems, []);
  await phone.close();
});

test('[SCR-08] [APP-22] cells of rejected rows take keys as a spreadsheet does: typing replaces, F2 and a double click edit', async () => {
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const template = await deployTemplate(await signedCall(platform), 'boxes', [
    { name: 'code', value_type: ValueType.Keyword },
    { name: 'pieces', value_type: ValueType.Integer, sequence: 1 },
    { name: 'weight', value_type: ValueType.Integer, sequence: 2 },
  ]);
  const { batch } = await client.csv<{ readonly batch: string }>(
    `/data/csv?template=${template}&file=boxes.csv`,
    'code,pieces,weight\na,many,1\nb,few,2\nc,some,3\n',
  );
  await page.goto(`/toolkit/curation/batch/${batch}`);
  const keys = page.keyboard;
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('gridcell', { name: 'pieces, line 2: many' }).click();
  await isFocused(cell('pieces, line 2'));
  await keys.type('12');
  await keys.press('ArrowDown');
  await page.getByRole('gridcell', { name: 'pieces, line 2: 12' }).waitFor();
  await isFocused(cell('pieces, line 3'));
  await keys.press('F2');
  await keys.press('ArrowLeft');
  await keys.type('e');
  await keys.press('Escape');
  await reads(() => cell('pieces, line 3').inputValue(), 'few');
  await keys.press('F2');
  await keys.type('er');
  await keys.press('Tab');
  await page.getByRole('gridcell', { name: 'pieces, line 3: fewer' }).waitFor();
  await isFocused(cell('weight, line 3'));
  await page.getByRole('gridcell', { name: 'pieces, line 4: some' }).dblclick();
  await keys.press('End');
  await keys.type('!');
  // leaves what is written to choose another cell
  await page.getByRole('gridcell', { name: 'pieces, line 2: 12' }).click();
  await page.getByRole('gridcell', { name: 'pieces, line 4: some!' }).waitFor();
  await keys.press('Delete');
  await reads(() => cell('pieces, line 2').inputValue(), '');
  await keys.press('Escape');
  await reads(() => cell('pieces, line 2').inputValue(), '12');
  await page.getByText('3 rows changed. 1 of 3 become valid').waitFor();
  await onPhone(page, 'rejected-chosen');
  await keys.press('Tab');
  await reads(() => page.getByRole('grid').evaluate((grid) => grid.contains(document.activeElement)), false);
  assert.deepEqual(here.problems, []);
});

test('[SCR-08] [APP-22] cells that a spreadsheet copied spread over rejected rows to the right and down; what has no place is told', async () => {
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const template = await deployTemplate(await signedCall(platform), 'crates', [
    { name: 'code', value_type: ValueType.Keyword },
    { name: 'pieces', value_type: ValueType.Integer, sequence: 1 },
    { name: 'weight', value_type: ValueType.Integer, sequence: 2 },
  ]);
  const rows = Array.from({ length: 150 }, (_, i) => `c${i},many,heavy`);
  const { batch } = await client.csv<{ readonly batch: string }>(
    `/data/csv?template=${template}&file=crates.csv`,
    ['code,pieces,weight', ...rows].join('\n'),
  );
  await page.goto(`/toolkit/curation/batch/${batch}`);
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  const paste = (text: string): Promise<void> =>
    page.evaluate((copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', copied);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
  await cell('pieces, line 2: many').click();
  await paste('1\t10\r\n2\t20\r\n3\t30\r\n');
  await reads(() => page.getByRole('textbox', { name: 'pieces, line 2', exact: true }).inputValue(), '1');
  await page.getByText('3 rows changed. 3 of 3 become valid').waitFor();
  await cell('weight, line 4: 30').waitFor();
  await cell('pieces, line 5: many').click();
  await paste(Array.from({ length: 149 }, (_, i) => `${i}\t${i}\tmore`).join('\n'));
  await page.getByText('150 rows changed. 150 of 150 become valid').waitFor();
  await page.getByText('Left out: 2 rows below the last rejected one, 1 column right of the last one.').waitFor();
  await screenshot(page, 'rejected-pasted');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.reload();
  await cell('pieces, line 2: many').click();
  const held = Promise.withResolvers<void>();
  await page.route(/\/rejected\?from=100/, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await paste(Array.from({ length: 150 }, () => '1\t1').join('\n'));
  await page.getByText('Reading the rows that are pasted over: 100 of 150').waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('Reading the rows that are pasted over').waitFor({ state: 'detached' });
  held.resolve();
  assert.equal(await page.getByText('rows changed').count(), 0, 'nothing is changed');
  await cell('weight, line 3: heavy').click();
  await cell('pieces, line 2: many').click();
  await paste(Array.from({ length: 150 }, () => '1\t1').join('\n'));
  await page.getByText('150 rows changed. 150 of 150 become valid').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Every row was taken in', { exact: false }).waitFor();
  assert.deepEqual(here.problems, []);
});

test('[SCR-08] columns of rejected rows are headed by the fields they fill, and say how the file calls them', async () => {
  const buffer = Buffer.from(
    `item,amount\n${Array.from({ length: 12 }, (_, i) => `i${i},${i % 4 ? i : 'few'}`).join('\n')}`,
  );
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'sums.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Field name for amount').fill('total');
  await page.getByRole('combobox', { name: 'Type of amount' }).click();
  await page.getByRole('option', { name: 'Integer', exact: true }).click();
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 9 rows' }).click();
  await page.getByRole('button', { name: 'Fix rejected rows' }).click();
  const head = page.getByRole('grid').getByRole('columnheader', { name: 'total' });
  assert.equal(await head.getAttribute('title'), 'Column of the file: amount');
  await page.getByRole('gridcell', { name: 'total, line 2: few' }).waitFor();
  assert.deepEqual(here.problems, []);
});
