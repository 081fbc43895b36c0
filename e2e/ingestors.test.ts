import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
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
import { workbook } from './workbook.ts';

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
  const shop = new DatabaseSync(path.join(folder, 'shop.db'));
  shop.exec('CREATE TABLE sales (order_no INTEGER PRIMARY KEY, buyer TEXT); CREATE TABLE loose (a TEXT, b TEXT)');
  shop.exec(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO sales SELECT 9000 + i, 'buyer ' || i FROM n",
  );
  shop.close();
  const call = await signedCall(platform);
  const items = [
    { name: 'order_no', display_name: 'Order', value_type: 2, mandatory: true, is_key: true },
    { name: 'customer', display_name: 'Customer', value_type: 8 },
  ];
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'Orders', items });
  await call('PATCH', '/schema/data/template?mode=deploy', { id });
  here = await visit(browser, { base: platform.base, expected: /401|409|422|ERR_|net::|WebSocket/ });
  page = here.page;
  await signIn(page, platform.admin);
});

after(async () => {
  await browser?.close();
  await ingestor?.terminate();
  await platform?.remove();
  await rm(folder, { recursive: true, force: true });
});

const choose = async (label: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
};

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
  await page.getByText('Where from').waitFor();
  await page.getByRole('button', { name: 'Add task' }).click();
  const faults = page.getByRole('alert').filter({ hasText: 'Name the file or a pattern, as /data/in/*.csv.' });
  await faults.getByText('Choose the template the rows go into.').waitFor();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Orders' }).click();
  await page.getByLabel('File or pattern').fill(path.join(folder, 'in', '*.csv'));
  await faults.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await page.getByText('No file is there yet: the task waits for the first.').waitFor();
  await screenshot(page, 'ingestors-add-task');
  await assertAccessible(page);
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

test('[SRC-14] [TSK-05] [SRC-07] a table is found step by step, its columns mapped and changed, its schedule read in words', async () => {
  await page.goto('/toolkit/observability/ingestors');
  await page.getByRole('row', { name: /warehouse-7/ }).click();
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('SQLite', { exact: true }).click();
  await page.getByRole('textbox', { name: 'SQLite file' }).fill(path.join(folder, 'nowhere.db'));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByText(/nowhere\.db/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'SQLite file' }).fill(path.join(folder, 'shop.db'));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Connected: 2 tables.').waitFor();
  await choose('Table', 'loose');
  await page.getByText('2 columns in loose, and no key.').waitFor();
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('The table loose has no key: choose the column by which reading goes on.').waitFor();
  await choose('Table', 'sales');
  await page.getByText('2 columns in sales, read by its key order_no.').waitFor();
  await choose('Template', 'Orders');
  await page.getByText('1 of 2 columns go in').waitFor();
  await choose('Field for buyer', 'customer');
  await page.getByRole('button', { name: 'Change values of buyer' }).click();
  await page.getByRole('combobox', { name: 'Add a function for buyer' }).click();
  await page.getByRole('option', { name: 'Upper case' }).click();
  const pairs = page.getByRole('list', { name: 'Values of buyer before and after' });
  await pairs.getByText('BUYER 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Use functions' }).click();
  await choose('Begin', 'By a cron line');
  await page.getByLabel('Cron line').fill('every day');
  await page
    .getByText(/'every day' is no cron line/)
    .first()
    .waitFor();
  await page.getByLabel('Cron line').fill('30 6,18 * * mon-fri');
  await page.getByText(/^At 06:30 and 18:30 on Monday to Friday\. Next: .*; .*; /).waitFor();
  await assertAccessible(page);
  await screenshot(page, 'ingestor-task');
  await page.setViewportSize({ width: 390, height: 844 });
  await assertFits(page);
  await assertAccessible(page);
  await screenshot(page, 'ingestor-task');
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose('Begin', 'At once');
  await choose('Mode', /^Once/);
  await page.getByRole('button', { name: 'Add task' }).click();
  const row = page.getByRole('row', { name: /shop\.db#sales/ });
  await row.getByText('Stopped', { exact: true }).first().waitFor();
  await row.getByText('40', { exact: true }).waitFor();
  await row.getByText('Yes').waitFor();
  const call = await signedCall(platform);
  const [{ template } = { template: '' }] = await call<{ template: string }[]>('POST', '/data/batch', {
    from: 0,
    to: 1,
  });
  const { hits } = await call<{ hits: { hits: readonly { _source: Record<string, unknown> }[] } }>(
    'POST',
    `/data/user?template=${template}`,
    { query: { term: { order_no: 9001 } } },
  );
  assert.equal(hits.hits[0]?._source.customer, 'BUYER 1');
});

/** Once, from the place that the form names; answers what its task read. */
async function readOnce(place: RegExp, rows: string): Promise<void> {
  await choose('Template', 'Orders');
  await choose('Mode', /^Once/);
  await page.getByRole('button', { name: 'Add task' }).click();
  const row = page.getByRole('row', { name: place });
  await row.getByText('Stopped', { exact: true }).first().waitFor();
  await row.getByText(rows, { exact: true }).first().waitFor();
}

test('[SRC-03] [ING-19] a task reads the sheet and header row that were chosen, and the rows at a path of a document', async () => {
  const book = workbook({
    Cover: [['Orders of the year']],
    Orders: [['made in January'], ['order_no', 'customer'], [7001, 'Ann'], [7002, 'Bob'], [7003, 'Cy']],
  });
  await writeFile(path.join(folder, 'year.xlsx'), book);
  const document = { data: { old: [{ a: 1 }], items: [{ order_no: 7101, customer: 'Dee' }, { order_no: 7102 }] } };
  await writeFile(path.join(folder, 'day.json'), JSON.stringify(document));
  await page.getByRole('button', { name: 'Add task' }).click();
  const file = page.getByLabel('File or pattern');
  await file.fill(path.join(folder, 'year.xlsx'));
  await page.getByRole('textbox', { name: 'Sheet' }).waitFor();
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await page.getByText(/1 file, the newest year\.xlsx of .* with 1 columns\./).waitFor();
  await choose('Sheet', 'Orders');
  await page.getByLabel('Row that names the columns').fill('9');
  await page.getByLabel('Row that names the columns').press('Enter');
  await page
    .getByText(/has no cells in row 9/)
    .first()
    .waitFor();
  await page.getByLabel('Row that names the columns').fill('2');
  await page.getByLabel('Row that names the columns').press('Enter');
  await page.getByText(/year\.xlsx of .* with 2 columns\./).waitFor();
  await choose('Template', 'Orders');
  await page.getByText('2 of 2 columns go in').waitFor();
  await assertAccessible(page);
  await screenshot(page, 'ingestor-task-workbook');
  await page.setViewportSize({ width: 390, height: 844 });
  await assertFits(page);
  await screenshot(page, 'ingestor-task-workbook');
  await page.setViewportSize({ width: 1440, height: 900 });
  await readOnce(/year\.xlsx/, '3');
  await page
    .getByRole('row', { name: /year\.xlsx/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  assert.equal(await page.getByLabel('Sheet').inputValue(), 'Orders');
  assert.equal(await page.getByLabel('Row that names the columns').inputValue(), '2');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Add task' }).click();
  await file.fill(path.join(folder, 'day.json'));
  await page.getByLabel('Path to the rows').fill('data.items');
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await page.getByText(/day\.json of .* with 2 columns\./).waitFor();
  await readOnce(/day\.json/, '2');
});

test('[SRC-12] [SRC-13] [SRC-14] a SQL Server is a source of a task: its port is 1433 and it is tried from the ingestor', async () => {
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('MySQL', { exact: true }).click();
  assert.equal(await page.getByLabel('Port').inputValue(), '3306');
  await page.getByText('SQL Server', { exact: true }).click();
  assert.equal(await page.getByLabel('Port').inputValue(), '1433');
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Port').fill('1');
  await page.getByLabel('User').fill('loader');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByText(/Nothing answers at this host and port/)
    .first()
    .waitFor();
  await assertAccessible(page);
  await screenshot(page, 'ingestor-task-sqlserver');
  await page.setViewportSize({ width: 390, height: 844 });
  await assertFits(page);
  await screenshot(page, 'ingestor-task-sqlserver');
  await page.setViewportSize({ width: 1440, height: 900 });
  const leaving = page.getByRole('dialog', { name: 'Leave the new task without saving?' });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByLabel('Host').inputValue(), '127.0.0.1', 'what was typed is still there');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await leaving.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('log').waitFor();
});

test('[ING-19] an answer that comes late says nothing about the place chosen after it', async () => {
  const late = Promise.withResolvers<void>();
  const looks = '**/local/look';
  await page.route(looks, async (route) => {
    await late.promise;
    // Nobody waits for it any more: then there is nothing to go on with.
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByLabel('File or pattern').fill(path.join(folder, 'year.xlsx'));
  const asked = page.waitForRequest(looks);
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await asked;
  const ended = Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')]);
  await page.getByText('SQLite', { exact: true }).click();
  late.resolve();
  await ended;
  await page.unroute(looks);
  await page.getByText('The file is opened on the machine of the ingestor, to be read only.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Test connection' }).isEnabled());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('log').waitFor();
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

test('[TSK-05] [ING-13] [ING-17] a task is changed and stays saved; a copy needs another place', async () => {
  const row = page.getByRole('row', { name: /shop\.db#sales/ });
  const act = async (name: string) => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Edit');
  await page.getByText('2 columns go in as they did.').waitFor();
  assert.ok(await page.getByRole('combobox', { name: 'Template' }).isDisabled());
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('button', { name: 'Change values of buyer: Upper case' }).waitFor();
  await choose('Batches', 'Row by row');
  await page.getByLabel('Pause one second between batches').check();
  await page.getByRole('button', { name: 'Save task' }).click();
  await row.getByText('Yes').waitFor();
  await act('Edit');
  assert.equal(await page.getByRole('combobox', { name: 'Batches' }).inputValue(), 'Row by row');
  assert.ok(await page.getByLabel('Pause one second between batches').isChecked());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await act('Copy');
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('File with specified name or pattern already been added').first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row.waitFor();
});

test('[ING-10] [ING-17] connected, available and saved are told apart', async () => {
  const consoles: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/console$/, (socket) => {
    socket.connectToServer();
    consoles.push(socket);
  });
  const state = (word: string) => page.getByText(word, { exact: true }).first();
  const row = page.getByRole('row', { name: /shop\.db#sales/ });
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
  const id = tasks.find(({ sources }) => sources.some(({ place }) => place.endsWith('#sales')))?.id ?? '';
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
