/** The ingestors on their screens: paired, watched, lost. */
import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { WebSocketRoute } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertAccessible, assertFits, assertPicture, assertSteady, cleanVisit, screenshot } from './browser.ts';
import { startIngestorPlatform } from './ingestor-stage.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const expected = /401|409|422|ERR_|net::|WebSocket/;
const { browser, platform, here, page } = await openPage({ expected }, startIngestorPlatform);
const { ingestor } = platform;

async function drop(name: string, from: number, to: number, more = ''): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, i) => `${from + i},Customer ${(from + i) % 97}\n`).join('');
  const place = path.join(platform.files, 'in', name);
  await writeFile(`${place}.part`, `order_no,customer\n${rows}${more}`);
  await rename(`${place}.part`, place);
}

test('[ING-18] a browser is paired once, with the code that the service shows', async () => {
  await page.goto('/toolkit/observability/ingestors');
  await page.getByText('No ingestor yet').waitFor();
  await assertPicture(page, 'ingestors-empty');
  await page.getByRole('button', { name: 'Pair an ingestor' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:1');
  await dialog.getByLabel('Pairing code').fill('AAAA-AAAA');
  await dialog.getByRole('button', { name: 'Pair', exact: true }).click();
  await dialog.getByText('No ingestor answers at http://127.0.0.1:1').waitFor();
  assert.equal(await dialog.getByLabel('Address').getAttribute('aria-invalid'), 'true');
  await dialog.getByLabel('Address').fill(ingestor.url);
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
  await assertPicture(page, 'ingestors');
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
  await page.getByText('Where from').waitFor();
  await page.getByRole('button', { name: 'Add task' }).click();
  const faults = page.getByRole('alert').filter({ hasText: 'Name the file or a pattern, as /data/in/*.csv.' });
  await faults.getByText('Choose the template the rows go into.').waitFor();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Orders' }).click();
  await page.getByLabel('File or pattern').fill(path.join(platform.files, 'in', '*.csv'));
  await faults.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await page.getByText('No file is there yet: the task waits for the first.').waitFor();
  await assertPicture(page, 'ingestors-add-task');
  await page.getByRole('button', { name: 'Add task' }).click();
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
  await page.setViewportSize({ width: 1024, height: 768 });
  const beyond = () =>
    page.getByRole('grid').evaluate(({ parentElement: list }) => (list?.scrollWidth ?? 0) - (list?.clientWidth ?? 0));
  await reads(beyond, 0, 'the menu of a task is reached without scrolling sideways');
  await screenshot(page, 'ingestor');
  await page.setViewportSize({ width: 1440, height: 900 });
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
  await log.getByText(/line 1202: order_no: /).waitFor();
  await reads(() => log.locator('p').count(), 1);
  await page.getByLabel('Filter console').fill('');
  await log.locator('p').nth(1).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
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

test('[APP-21] an address of an ingestor or a task that is not there says so and leads to the list', async () => {
  const address = page.url();
  for (const [wrong, noun] of [
    [`${address.replace(/\?.*/, '')}/task?task=gone`, 'task'],
    [address.replace(/ingestors\/[^/?]+.*/, 'ingestors/gone/task'), 'ingestor'],
  ] as const) {
    await page.goto(wrong);
    await page.getByText(`No such ${noun}`).waitFor();
    await page.getByRole('link', { name: 'Go to ingestors' }).waitFor();
  }
  await page.goto(address);
  // The browser notes the refusal of the task that is not there; nothing else went wrong so far.
  const noted = 'console: Failed to load resource: the server responded with a status of 404 (Not Found)';
  assert.deepEqual(here.problems.splice(0), [noted]);
});

test('[ING-10] [ING-17] connected, available and saved are told apart', async () => {
  const consoles: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/console$/, (socket) => {
    socket.connectToServer();
    consoles.push(socket);
  });
  const state = (word: string) => page.getByText(word, { exact: true }).first();
  const row = page.getByRole('row', { name: /Orders/ });
  const flags = async (connected: string, saved: string): Promise<void> => {
    await state('Available').waitFor();
    await state(connected).waitFor();
    await row.getByText(saved, { exact: true }).waitFor();
  };
  await page.reload();
  await flags('Connected', 'Yes');
  await consoles.at(-1)?.close({ code: 1012 });
  await flags('Connecting', 'Yes');
  await flags('Connected', 'Yes');
  const { tasks } = await ingestor.call<{ tasks: { id: string; sources: { place: string }[] }[] }>('GET', 'services');
  const id = tasks.find(({ sources }) => sources.some(({ place }) => place.endsWith('*.csv')))?.id ?? '';
  const { sources } = await ingestor.call<{ sources: { task: { slow_mo: boolean } }[] }>('GET', `config?id=${id}`);
  const [source] = sources;
  const keep = (task: object) => ingestor.call('POST', 'change', { id, source: { ...source, task } });
  await keep({ ...source?.task, slow_mo: !source?.task.slow_mo });
  await page.reload();
  await flags('Connected', 'Differs');
  await keep({ ...source?.task });
  await page.reload();
  await flags('Connected', 'Yes');
});

test('[ING-17] an ingestor that is gone is said to be gone; on a phone everything fits', async () => {
  await cleanVisit(browser, { base: platform.base, width: 390, expected: /status of 401/ }, async (phone) => {
    await arrive(phone, platform.admin);
    await phone.goto('/toolkit/observability/ingestors');
    await phone.getByText('Not paired').waitFor();
    await assertFits(phone);
    await assertPicture(phone, 'ingestors');
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page
    .getByRole('log')
    .getByText(/Started/)
    .first()
    .waitFor();
  await drop('orders-3.csv', 3000, 18_000);
  const log = page.getByRole('log');
  await log.getByText(/orders-3\.csv was read to its end/).waitFor();
  const beyond = () => log.evaluate((lines) => lines.scrollHeight - lines.scrollTop - lines.clientHeight);
  await reads(async () => (await beyond()) < 24, true, 'the console follows its last line');
  await reads(() => log.evaluate((lines) => lines.clientHeight < window.innerHeight), true, 'it has room on the page');
  await assertFits(page);
  await assertPicture(page, 'ingestor');
  await writeFile(path.join(platform.files, 'in', 'orders-4.csv'), Buffer.from('\x1f\x8b\x08 no archive', 'latin1'));
  const list = page.getByRole('list', { name: 'Files' });
  const aside = list.getByRole('listitem').filter({ hasText: 'orders-4.csv' });
  await aside.getByText('The gzip archive is cut or damaged').waitFor();
  const ends = () => list.evaluate((all) => all.scrollWidth <= all.clientWidth);
  await reads(ends, true, 'why a file is set aside is read whole');
  await aside.scrollIntoViewIfNeeded();
  await screenshot(page, 'ingestor-set-aside');
  await page.setViewportSize({ width: 1440, height: 900 });
  await assertSteady(page, 0.1);
  await ingestor.terminate();
  await page.getByText('The ingestor is not reached from this browser').waitFor();
  await screenshot(page, 'ingestor-away');
  assert.deepEqual(here.problems, []);
});
