import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { assertAccessible, screenshot } from '../e2e/browser.ts';
import { choose, openPaired, orderOf, startIngestorPlatform } from '../e2e/ingestor-stage.ts';
import { onPhone } from '../e2e/look.ts';
import { openPage } from '../e2e/stage.ts';
import { startMariaDb } from '../packages/testkit/src/mariadb.ts';

const ROWS = 3000;
const NAME = 'beside-the-shop';

const FIELDS = [
  { name: 'order_no', display_name: 'Order', value_type: 2, mandatory: true, is_key: true },
  { name: 'buyer', display_name: 'Buyer', value_type: 8 },
  { name: 'paid', display_name: 'Paid', value_type: ValueType.Double },
  { name: 'placed', display_name: 'Placed', value_type: 9 },
];

async function startShop() {
  const server = await startMariaDb();
  try {
    await server.sql(`CREATE DATABASE shop; USE shop;
      CREATE TABLE orders (order_no int unsigned PRIMARY KEY AUTO_INCREMENT, buyer varchar(40), paid decimal(12,2), placed datetime);
      INSERT INTO orders SELECT seq, CONCAT('Buyer ', seq), seq / 100, '2024-01-01' + INTERVAL seq MINUTE FROM seq_1_to_${ROWS};
      CREATE TABLE loose (a int, b int)`);
    const platform = await startIngestorPlatform(NAME, FIELDS);
    const remove = async () => {
      await platform.remove();
      await server.stop();
    };
    return { ...platform, server, remove };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const { platform, here, page } = await openPage({ expected: /401|422|ERR_|net::|WebSocket/ }, startShop);
const { server } = platform;

const row = () => page.getByRole('row', { name: /shop#orders/ });

test('[SRC-13] [SRC-14] [TSK-01] a table of a MariaDB becomes a task in the browser, and its rows arrive', async () => {
  await openPaired(page, platform.ingestor, NAME);
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
  await page.getByText('Connected: 1 database.').waitFor();
  await choose(page, 'Database', 'shop');
  await page.getByText('Connected: 2 tables.').waitFor();
  await choose(page, 'Table', 'loose');
  await page.getByText('2 columns in loose, and no key.').waitFor();
  await choose(page, 'Table', 'orders');
  await page.getByText('4 columns in orders, read by its key order_no.').waitFor();
  await choose(page, 'Template', 'Orders');
  await page.getByText('4 of 4 columns go in').waitFor();
  await assertAccessible(page);
  await screenshot(page, 'ingestor-task-mysql');
  await onPhone(page, 'ingestor-task-mysql');
  await page.getByRole('button', { name: 'Add task' }).click();
  await row().getByText('Started').waitFor();
  await row().getByText('3,000', { exact: true }).waitFor();
  await row().getByText('0', { exact: true }).first().waitFor();
  await row().getByText('Yes').waitFor();
  const { buyer, paid } = (await orderOf(platform, 2999)) ?? {};
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
  await choose(page, 'Batches', 'Grow while the platform keeps up');
  await page.getByRole('button', { name: 'Save task' }).click();
  await row().getByText('Started').waitFor();
  await server.sql(`INSERT INTO shop.orders (buyer) VALUES ('Last')`);
  await row().getByText('3,008').first().waitFor();
  assert.deepEqual(here.problems, []);
});
