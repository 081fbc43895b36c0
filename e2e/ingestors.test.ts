import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ChildIngestor } from '../scripts/chaos/child-ingestor.ts';
import {
  assertAccessible,
  assertFits,
  assertSteady,
  launch,
  screenshot,
  signIn,
  type Visit,
  visit,
} from './browser.ts';
import { type RunningPlatform, signedCall, startPlatform } from './platform.ts';

let browser: Browser;
let platform: RunningPlatform;
let ingestor: ChildIngestor;
let folder: string;
let here: Visit;
let page: Page;

before(async () => {
  [browser, platform, folder] = await Promise.all([
    launch(),
    startPlatform(),
    mkdtemp(path.join(tmpdir(), 'datasarana-watched-')),
  ]);
  await mkdir(path.join(folder, 'in'));
  ingestor = new ChildIngestor({
    INGESTOR_PLATFORM: platform.base,
    INGESTOR_DATA: path.join(folder, 'data'),
    INGESTOR_NAME: 'warehouse-7',
    INGESTOR_LOOK_MS: '100',
    INGESTOR_SETTLE_MS: '200',
  });
  await ingestor.start();
  const call = await signedCall(platform);
  const items = [
    { name: 'order_no', display_name: 'Order', value_type: 2, mandatory: true, is_key: true },
    { name: 'customer', display_name: 'Customer', value_type: 8 },
  ];
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'Orders', items });
  await call('PATCH', '/schema/data/template?mode=deploy', { id });
  here = await visit(browser, { base: platform.base, expected: /401|ERR_|net::|WebSocket/ });
  page = here.page;
  await signIn(page, platform.admin);
});

after(async () => {
  await browser?.close();
  await ingestor?.terminate();
  await platform?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function drop(name: string, from: number, to: number, more = ''): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, i) => `${from + i},Customer ${(from + i) % 97}\n`).join('');
  const place = path.join(folder, 'in', name);
  await writeFile(`${place}.part`, `order_no,customer\n${rows}${more}`);
  await rename(`${place}.part`, place);
}

test('[ING-18] a browser is paired once, with the code that the service shows', async () => {
  await page.goto('/toolkit/observability/ingestors');
  await page.getByText('No ingestor yet').waitFor();
  await assertAccessible(page);
  await screenshot(page, 'ingestors-empty');
  await page.getByRole('button', { name: 'Pair an ingestor' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(ingestor.url);
  await dialog.getByLabel('Pairing code').fill('AAAA-AAAA');
  await dialog.getByRole('button', { name: 'Pair', exact: true }).click();
  await dialog.getByText('This is not the pairing code.').waitFor();
  await dialog.getByLabel('Pairing code').fill(ingestor.code);
  await screenshot(page, 'ingestors-pair');
  await dialog.getByRole('button', { name: 'Pair', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /warehouse-7/ })
    .getByText('Available')
    .waitFor();
  await assertAccessible(page);
  await screenshot(page, 'ingestors');
  await page.reload();
  await page
    .getByRole('row', { name: /warehouse-7/ })
    .getByText('Available')
    .waitFor();
});

test('[ING-04] [ING-19] [TSK-01] a task is added, a file dropped into the folder, and its rows are in Discover', async () => {
  await page.getByRole('row', { name: /warehouse-7/ }).click();
  await page.getByText('No task yet').waitFor();
  await page.getByRole('button', { name: 'Add task' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Orders' }).click();
  await dialog.getByLabel('File or pattern').fill(path.join(folder, 'in', '*.csv'));
  await screenshot(page, 'ingestors-add-task');
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Orders/ });
  await row.getByText('Started').waitFor();
  await drop('orders-1.csv', 0, 1200, 'no number,Bad\n');
  await row.getByText('1,201').first().waitFor();
  await page.getByRole('list', { name: 'Files' }).getByText('orders-1.csv').waitFor();
  await page
    .getByRole('log')
    .getByText(/rejected/)
    .first()
    .waitFor();
  await row.getByText('Yes').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await screenshot(page, 'ingestor');
  await page.goto('/toolkit/analytic/discover');
  await page.getByText('1,200').first().waitFor();
});

test('[ING-16] the console is filtered, paused and saved; a task is stopped and started by keyboard', async () => {
  await page.goto('/toolkit/observability/ingestors');
  await page.getByRole('row', { name: /warehouse-7/ }).click();
  const log = page.getByRole('log');
  await log
    .getByText(/rejected/)
    .first()
    .waitFor();
  await page.getByLabel('Filter console').fill('line 1202');
  await log.getByText(/line 1202, order_no/).waitFor();
  assert.equal(await log.locator('p').count(), 1);
  await page.getByLabel('Filter console').fill('');
  await page.getByRole('button', { name: 'Pause' }).click();
  const before = await log.locator('p').count();
  await drop('orders-2.csv', 2000, 2010);
  const row = page.getByRole('row', { name: /Orders/ });
  await row.getByText('1,211').first().waitFor();
  assert.equal(await log.locator('p').count(), before);
  await page.getByRole('button', { name: 'Go on' }).click();
  await log.getByText(/orders-2\.csv was read to its end/).waitFor();
  const menu = row.getByRole('button');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Stop' }).waitFor();
  await page.getByRole('menuitem', { name: 'Stop' }).press('Enter');
  await row.getByText('Stopped', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'All tasks' }).click();
  await page.getByRole('menuitem', { name: 'Start all tasks' }).click();
  await row.getByText('Started').waitFor();
  await page.getByRole('button', { name: 'All tasks' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download log' }).click();
  assert.equal((await saving).suggestedFilename(), 'warehouse-7-log.ndjson');
});

test('[ING-17] an ingestor that is gone is said to be gone; on a phone everything fits', async () => {
  const phone = await visit(browser, { base: platform.base, width: 390, expected: /401|ERR_|net::|WebSocket/ });
  try {
    await signIn(phone.page, platform.admin);
    await phone.page.goto('/toolkit/observability/ingestors');
    await phone.page.getByText('Not paired').waitFor();
    await assertFits(phone.page);
    await assertAccessible(phone.page);
    await screenshot(phone.page, 'ingestors');
  } finally {
    await phone.close();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page
    .getByRole('log')
    .getByText(/Started/)
    .first()
    .waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await screenshot(page, 'ingestor');
  await page.setViewportSize({ width: 1440, height: 900 });
  await assertSteady(page, 0.1);
  await ingestor.terminate();
  await page.getByText('The ingestor is not reached from this browser').waitFor();
  await screenshot(page, 'ingestor-away');
  assert.deepEqual(here.problems, []);
});
