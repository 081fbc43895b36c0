import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible, assertFits, launch, screenshot, signIn, type Visit, visit } from '../e2e/browser.ts';
import { type RunningPlatform, signedCall, startPlatform } from '../e2e/platform.ts';
import { type MariaDb, startMariaDb } from '../packages/testkit/src/mariadb.ts';
import { ChildIngestor } from '../scripts/chaos/child-ingestor.ts';

const ROWS = 3000;

let server: MariaDb;
let browser: Browser;
let platform: RunningPlatform;
let ingestor: ChildIngestor;
let folder: string;
let here: Visit;
let page: Page;
let template = '';

before(async () => {
  [server, browser, platform, folder] = await Promise.all([
    startMariaDb(),
    launch(),
    startPlatform(),
    mkdtemp(path.join(tmpdir(), 'datasarana-task-form-')),
  ]);
  await server.sql(`CREATE DATABASE shop; USE shop;
    CREATE TABLE orders (order_no int unsigned PRIMARY KEY AUTO_INCREMENT, buyer varchar(40), paid decimal(12,2), placed datetime);
    INSERT INTO orders SELECT seq, CONCAT('Buyer ', seq), seq / 100, '2024-01-01' + INTERVAL seq MINUTE FROM seq_1_to_${ROWS};
    CREATE TABLE loose (a int, b int)`);
  ingestor = new ChildIngestor({
    INGESTOR_PLATFORM: platform.base,
    INGESTOR_DATA: path.join(folder, 'data'),
    INGESTOR_NAME: 'beside-the-shop',
    INGESTOR_LOOK_MS: '200',
  });
  await ingestor.start();
  const call = await signedCall(platform);
  const items = [
    { name: 'order_no', display_name: 'Order', value_type: 2, mandatory: true, is_key: true },
    { name: 'buyer', display_name: 'Buyer', value_type: 8 },
    { name: 'paid', display_name: 'Paid', value_type: ValueType.Double },
    { name: 'placed', display_name: 'Placed', value_type: 9 },
  ];
  const made = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'Orders', items });
  template = made.id;
  await call('PATCH', '/schema/data/template?mode=deploy', { id: template });
  here = await visit(browser, { base: platform.base, expected: /401|422|ERR_|net::|WebSocket/ });
  page = here.page;
  await signIn(page, platform.admin);
  await page.goto('/toolkit/observability/ingestors');
  await page.getByRole('button', { name: 'Pair an ingestor' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(ingestor.url);
  await dialog.getByLabel('Pairing code').fill(ingestor.code);
  await dialog.getByRole('button', { name: 'Pair', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

after(async () => {
  await browser?.close();
  await ingestor?.terminate();
  await platform?.remove();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const choose = async (label: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
};

const row = () => page.getByRole('row', { name: /shop#orders/ });

test('[SRC-13] [SRC-14] [TSK-01] a table of a MariaDB becomes a task in the browser, and its rows arrive', async () => {
  await page.getByRole('row', { name: /beside-the-shop/ }).click();
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await page.getByText('MySQL', { exact: true }).click();
  assert.equal(await page.getByLabel('Port').inputValue(), '3306');
  await page.getByLabel('Host').fill(server.host);
  await page.getByLabel('Port').fill(String(server.port));
  await page.getByLabel('User').fill(server.uid);
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByText(/refused this user and password/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(server.pwd);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Connected: 1 databases.').waitFor();
  await choose('Database', 'shop');
  await page.getByText('Connected: 2 tables.').waitFor();
  await choose('Table', 'loose');
  await page.getByText('2 columns in loose, and no key.').waitFor();
  await choose('Table', 'orders');
  await page.getByText('4 columns in orders, read by its key order_no.').waitFor();
  await choose('Template', 'Orders');
  await page.getByText('4 of 4 columns go in').waitFor();
  await assertAccessible(page);
  await screenshot(page, 'ingestor-task-mysql');
  await page.setViewportSize({ width: 390, height: 844 });
  await assertFits(page);
  await screenshot(page, 'ingestor-task-mysql');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Add task' }).click();
  await row().getByText('Started').waitFor();
  await row().getByText('3,000', { exact: true }).waitFor();
  await row().getByText('0', { exact: true }).first().waitFor();
  await row().getByText('Yes').waitFor();
  const call = await signedCall(platform);
  const { hits } = await call<{ hits: { hits: readonly { _source: Record<string, unknown> }[] } }>(
    'POST',
    `/data/user?template=${template}`,
    { query: { term: { order_no: 2999 } } },
  );
  const { buyer, paid } = hits.hits[0]?._source ?? {};
  assert.deepEqual([buyer, paid], ['Buyer 2999', 29.99]);
});

test('[SRC-14] [TSK-05] rows added later come by the key; an edit keeps the password without telling it', async () => {
  await server.sql(`USE shop; INSERT INTO orders (buyer) SELECT CONCAT('Later ', seq) FROM seq_1_to_7`);
  await row().getByText('3,007').first().waitFor();
  await row().getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  assert.notEqual(await page.getByRole('textbox', { name: 'Password' }).inputValue(), server.pwd);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('4 columns in orders, read by its key order_no.').waitFor();
  await choose('Batches', 'Grow while the platform keeps up');
  await page.getByRole('button', { name: 'Save task' }).click();
  await row().getByText('Started').waitFor();
  await server.sql(`INSERT INTO shop.orders (buyer) VALUES ('Last')`);
  await row().getByText('3,008').first().waitFor();
  assert.deepEqual(here.problems, []);
});
