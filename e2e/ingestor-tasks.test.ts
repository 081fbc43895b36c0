/** The form of a task: where its rows come from, tried, mapped, changed and copied. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { IngestorServices, LocalConfig } from '@datasarana/schema';
import { assertAccessible, assertPicture } from './browser.ts';
import { choose, openPaired, orderOf, startIngestorPlatform } from './ingestor-stage.ts';
import { onPhone } from './look.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';
import { workbook } from './workbook.ts';

async function startShop() {
  const platform = await startIngestorPlatform();
  const shop = new DatabaseSync(path.join(platform.files, 'shop.db'));
  shop.exec('CREATE TABLE sales (order_no INTEGER PRIMARY KEY, buyer TEXT); CREATE TABLE loose (a TEXT, b TEXT)');
  shop.exec(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO sales SELECT 9000 + i, 'buyer ' || i FROM n",
  );
  shop.close();
  return platform;
}

const { platform, here, page } = await openPage({ expected: /401|409|422|ERR_|net::|WebSocket/ }, startShop);

test('[SRC-14] [TSK-05] [SRC-07] a table is found step by step, its columns mapped and changed, its schedule read in words', async () => {
  await openPaired(page, platform.ingestor, 'warehouse-7');
  await page.getByRole('button', { name: 'Add task' }).first().click();
  const files = path.join(platform.files, 'in');
  await page.getByRole('textbox', { name: 'File or pattern' }).fill(files);
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await page.getByText(`${files} is a folder: name the files in it, like ${files}/*.csv.`).waitFor();
  await page.getByText('SQLite', { exact: true }).click();
  await page.getByRole('textbox', { name: 'SQLite file' }).fill(path.join(platform.files, 'nowhere.db'));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByText(/nowhere\.db/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'SQLite file' }).fill(path.join(platform.files, 'shop.db'));
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Connected: 2 tables.').waitFor();
  await choose(page, 'Table', 'loose');
  await page.getByText('2 columns in loose, and no key.').waitFor();
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('The table loose has no key: choose the column by which reading goes on.').waitFor();
  await choose(page, 'Table', 'sales');
  await page.getByText('2 columns in sales, read by its key order_no.').waitFor();
  await choose(page, 'Template', 'Orders');
  await page.getByText('1 of 2 columns go in').waitFor();
  await choose(page, 'Field for buyer', 'customer');
  await page.getByRole('button', { name: 'Change values of buyer' }).click();
  await page.getByRole('combobox', { name: 'Add a function for buyer' }).click();
  await page.getByRole('option', { name: 'Upper case' }).click();
  const pairs = page.getByRole('list', { name: 'Values of buyer before and after' });
  await pairs.getByText('BUYER 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Use functions' }).click();
  await choose(page, 'Begin', 'By a cron line');
  await page.getByLabel('Cron line').fill('every day');
  await page
    .getByText(/'every day' is no cron line.*: it has 2 parts, not five/)
    .first()
    .waitFor();
  await page.getByLabel('Cron line').fill('30 6,18 * * mon-fri');
  await page.getByText(/^At 06:30 and 18:30 on Monday to Friday\. Next by your clock: .*; .*; /).waitFor();
  await assertPicture(page, 'ingestor-task');
  await onPhone(page, 'ingestor-task');
  await choose(page, 'Begin', 'At once');
  await choose(page, 'Mode', /^Once/);
  await page.getByRole('button', { name: 'Add task' }).click();
  const row = page.getByRole('row', { name: /shop\.db#sales/ });
  await row.getByText('Stopped', { exact: true }).first().waitFor();
  await row.getByText('40', { exact: true }).waitFor();
  await row.getByText('Yes').waitFor();
  assert.equal((await orderOf(platform, 9001))?.customer, 'BUYER 1');
});

/** Once, from the place that the form names; answers what its task read. */
async function readOnce(place: RegExp, rows: string): Promise<void> {
  await choose(page, 'Template', 'Orders');
  await choose(page, 'Mode', /^Once/);
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
  await writeFile(path.join(platform.files, 'year.xlsx'), book);
  const document = { data: { old: [{ a: 1 }], items: [{ order_no: 7101, customer: 'Dee' }, { order_no: 7102 }] } };
  await writeFile(path.join(platform.files, 'day.json'), JSON.stringify(document));
  await page.getByRole('button', { name: 'Add task' }).click();
  const file = page.getByLabel('File or pattern');
  await file.fill(path.join(platform.files, 'year.xlsx'));
  await page.getByRole('textbox', { name: 'Sheet' }).waitFor();
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await page.getByText(/1 file, the newest year\.xlsx of .* with 1 columns\./).waitFor();
  await choose(page, 'Sheet', 'Orders');
  await page.getByLabel('Row that names the columns').fill('9');
  await page.getByLabel('Row that names the columns').press('Enter');
  await page
    .getByText(/has no cells in row 9/)
    .first()
    .waitFor();
  await page.getByLabel('Row that names the columns').fill('2');
  await page.getByLabel('Row that names the columns').press('Enter');
  await page.getByText(/year\.xlsx of .* with 2 columns\./).waitFor();
  await choose(page, 'Template', 'Orders');
  await page.getByText('2 of 2 columns go in').waitFor();
  await assertPicture(page, 'ingestor-task-workbook');
  await onPhone(page, 'ingestor-task-workbook');
  await readOnce(/year\.xlsx/, '3');
  assert.equal((await orderOf(platform, 7003))?.customer, 'Cy');
  await page
    .getByRole('row', { name: /year\.xlsx/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await reads(() => page.getByLabel('Sheet').inputValue(), 'Orders');
  await reads(() => page.getByLabel('Row that names the columns').inputValue(), '2');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Add task' }).click();
  await file.fill(path.join(platform.files, 'day.json'));
  await page.getByLabel('Path to the rows').fill('data.items');
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await page.getByText(/day\.json of .* with 2 columns\./).waitFor();
  await readOnce(/day\.json/, '2');
  assert.equal((await orderOf(platform, 7101))?.customer, 'Dee');
});

test('[SRC-12] [SRC-13] [SRC-14] a SQL Server is a source of a task: its port is 1433 and it is tried from the ingestor', async () => {
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('MySQL', { exact: true }).click();
  await reads(() => page.getByLabel('Port').inputValue(), '3306');
  await page.getByText('SQL Server', { exact: true }).click();
  await reads(() => page.getByLabel('Port').inputValue(), '1433');
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Port').fill('1');
  await page.getByLabel('User').fill('loader');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByText(/Nothing answers at this host and port/)
    .first()
    .waitFor();
  await assertPicture(page, 'ingestor-task-sqlserver');
  await onPhone(page, 'ingestor-task-sqlserver');
  const leaving = page.getByRole('dialog', { name: 'Leave the new task without saving?' });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await reads(() => page.getByLabel('Host').inputValue(), '127.0.0.1', 'what was typed is still there');
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
  await page.getByLabel('File or pattern').fill(path.join(platform.files, 'year.xlsx'));
  const asked = page.waitForRequest(looks);
  await page.getByRole('button', { name: 'Look at the files' }).click();
  await asked;
  const ended = Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')]);
  await page.getByText('SQLite', { exact: true }).click();
  late.resolve();
  await ended;
  await page.unroute(looks);
  await page.getByText('The file is opened on the machine of the ingestor, to be read only.').waitFor();
  await reads(() => page.getByRole('button', { name: 'Test connection' }).isEnabled(), true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('log').waitFor();
});

/** The task that reads the table of sales, as the ingestor holds it. */
async function heldTask(): Promise<LocalConfig> {
  const { tasks } = await platform.ingestor.call<IngestorServices>('GET', 'services');
  const task = tasks.find(({ sources }) => sources[0]?.place.endsWith('shop.db#sales')) ?? assert.fail('no task');
  return platform.ingestor.call('GET', `config?id=${task.id}`);
}

/** Somebody else gives that task another name meanwhile. */
async function saveElsewhere(name: string): Promise<void> {
  const { id, sources } = await heldTask();
  await platform.ingestor.call('POST', 'change', { id, source: { ...sources[0], name } });
}

test('[TSK-05] [ING-13] [ING-17] [REC-38] a task is changed and stays saved, asked about when somebody else was faster; a copy needs another place', async () => {
  const row = page.getByRole('row', { name: /shop\.db#sales/ });
  const act = async (name: string) => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Edit');
  await page.getByText('2 columns go in as they did.').waitFor();
  await reads(() => page.getByRole('combobox', { name: 'Template' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('button', { name: 'Change values of buyer: Upper case' }).waitFor();
  await choose(page, 'Batches', 'Row by row');
  await page.getByLabel('Pause one second between batches').check();
  await page.getByRole('button', { name: 'Save task' }).click();
  await row.getByText('Yes').waitFor();
  await act('Edit');
  await reads(() => page.getByRole('combobox', { name: 'Batches' }).inputValue(), 'Row by row');
  await reads(() => page.getByLabel('Pause one second between batches').isChecked(), true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await act('Edit');
  await page.getByLabel('Pause one second between batches').uncheck();
  await saveElsewhere('Sales of the shop');
  await page.getByRole('button', { name: 'Save task' }).click();
  const question = page.getByRole('dialog', { name: 'Task Orders was saved elsewhere' });
  await question.waitFor();
  await assertAccessible(page);
  assert.equal((await heldTask()).sources[0]?.name, 'Sales of the shop');
  await question.getByRole('button', { name: 'Take theirs' }).click();
  await reads(() => page.getByLabel('Pause one second between batches').isChecked(), true);
  await page.getByLabel('Pause one second between batches').uncheck();
  await saveElsewhere('Sales once more');
  await page.getByRole('button', { name: 'Save task' }).click();
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await row.getByText('Yes').waitFor();
  assert.equal(Object(Object(await heldTask()).sources[0]).task.slow_mo, false);
  await act('Copy');
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('File with specified name or pattern already been added').first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row.waitFor();
  assert.deepEqual(here.problems, []);
});
