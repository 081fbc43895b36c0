import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { assertAccessible, assertPicture, screenshot } from './browser.ts';
import { described } from './keys.ts';
import { onPhone } from './look.ts';
import { deployTemplate, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const asked: { readonly url: string; readonly team: string }[] = [];
const orders = Array.from({ length: 25 }, (_, i) => ({
  'Order No': i + 1,
  Customer: ` customer ${i + 1} `,
  Placed: `${String((i % 28) + 1).padStart(2, '0')}/03/2020`,
}));

/** The platform with a template, and a data server outside it. */
async function outside(platform: RunningPlatform, beside: AsyncDisposableStack) {
  const server = createServer(({ url = '/', headers }, response) => {
    asked.push({ url, team: String(headers['x-team']) });
    const from = Number(new URL(url, 'http://x').searchParams.get('skip') ?? 0);
    if (url === '/endless.csv') {
      response.setHeader('content-type', 'text/csv');
      if (asked.filter((one) => one.url === url).length > 1) return void response.end('order_no,buyer\n1000,a buyer\n');
      return void response.write(`order_no,buyer\n${orders.map((_, i) => `${i + 1000},a buyer\n`).join('')}`);
    }
    response.setHeader('content-type', 'application/json');
    if (url.startsWith('/long')) return void response.end(JSON.stringify('x'.repeat(9_998)));
    response.end(JSON.stringify({ data: orders.slice(from, from + 10) }));
  }).listen(0, '127.0.0.1');
  beside.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const call = await signedCall(platform);
  await deployTemplate(call, 'Orders', [
    { name: 'order_no', display_name: 'Order', value_type: 2, mandatory: true, is_key: true },
    { name: 'buyer', display_name: 'Buyer', value_type: 8 },
    { name: 'placed', display_name: 'Placed', value_type: 9 },
  ]);
  return { call, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const expected = /401|404|409|422|504|ERR_|net::|WebSocket/;
const { platform, here, page } = await openPage({ expected }, () => startWith(outside));
const { call, address } = platform;

/** Looks at a page while the platform cannot be reached, until it can again. */
async function whileAway(at: typeof page, look: () => Promise<void>): Promise<void> {
  const calls = /\/(api|health)\//;
  const banner = at.getByText('No connection to the platform since');
  await at.route(calls, (route) => route.abort('connectionrefused'));
  await at.evaluate(() => window.dispatchEvent(new Event('offline')));
  await banner.waitFor();
  await look();
  await at.unroute(calls);
  await banner.waitFor({ state: 'detached' });
}

test('[SRC-20] [SEC-07] a REST source is added; an address inside the network says who allows it, and where', async () => {
  await page.goto('/toolkit/curation/sources');
  await page.getByText('No source yet').waitFor();
  await assertPicture(page, 'sources-empty');
  await page.getByRole('button', { name: /^Url A file at an address/ }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  const save = dialog.getByRole('button', { name: 'Save source' });
  const foot = (await save.boundingBox())?.y ?? 0;
  assert.ok(foot > 0 && foot < 900 - 32, 'the way on is in sight though the form is longer than the window');
  for (const label of ['Name', 'Host', 'User', 'Try a query']) {
    const field = dialog.getByRole('textbox', { name: label, exact: true });
    await field.focus();
    const box = await field.boundingBox();
    assert.ok(box && box.y + box.height < foot, `${label} has the focus above the foot`);
  }
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Order service');
  await dialog.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'RESTful Data Server' }).click();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://${address}/orders`);
  await dialog.getByRole('button', { name: 'Add parameter' }).click();
  await dialog.getByLabel('Parameter 1', { exact: true }).fill('sort');
  await dialog.getByLabel('Value of parameter 1').fill('no');
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByLabel('Header 1', { exact: true }).fill('x-team');
  await dialog.getByLabel('Value of header 1').fill('sales');
  await dialog.getByRole('combobox', { name: 'Further pages' }).click();
  await page.getByRole('option', { name: 'Counted up' }).click();
  await dialog.getByLabel('Parameter that is counted up').fill('skip');
  await dialog.getByLabel('Rows of a page').fill('10');
  await dialog.getByRole('button', { name: 'Try the request' }).click();
  await dialog.getByText(`A cluster administrator can allow '${address}'`).waitFor();
  assert.equal(asked.length, 0);
  await assertPicture(page, 'sources-refused');
  await onPhone(page, 'sources-refused');

  await dialog.getByRole('button', { name: 'Outbound addresses' }).click();
  const list = page.getByRole('dialog', { name: 'Outbound addresses' });
  await list.getByText('Nothing is allowed yet.').waitFor();
  await reads(() => list.getByLabel('Host and port').inputValue(), address);
  await list.getByLabel('Host and port').fill('no port');
  await list.getByLabel('Host and port').press('Enter');
  await list.getByText("'no port' is not of the form host:port").waitFor();
  await list.getByLabel('Host and port').fill(address);
  await list.getByLabel('Host and port').press('Enter');
  await list.getByRole('list', { name: 'Allowed addresses' }).getByText(address).waitFor();
  // what somebody else does to the list meanwhile stays done (REC-38)
  await call('PATCH', '/cluster/outbound', { allow: [address, 'theirs.local:1'] });
  await list.getByLabel('Host and port').fill('ours.local:2');
  await list.getByLabel('Host and port').press('Enter');
  await list.getByText('ours.local:2').waitFor();
  await list.getByText('theirs.local:1').waitFor();
  await call('PATCH', '/cluster/outbound', { allow: [address, 'ours.local:2'] });
  await list.getByRole('button', { name: 'Remove ours.local:2' }).click();
  await list.getByText('ours.local:2').waitFor({ state: 'detached' });
  await reads(() => list.getByText('theirs.local:1').count(), 0);
  await assertPicture(page, 'sources-outbound');
  await onPhone(page, 'sources-outbound');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });

  await dialog.getByRole('button', { name: 'Try the request' }).click();
  await dialog.getByLabel('Answer of the data server').waitFor();
  await matches(() => dialog.getByLabel('Answer of the data server').inputValue(), /^Status 200.*customer 1 /s);
  assert.deepEqual([asked[0]?.team, asked[0]?.url.includes('sort=no')], ['sales', true]);
  await screenshot(page, 'sources-form');
  await onPhone(page, 'sources-form');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://${address}/long`);
  await dialog.getByRole('button', { name: 'Try the request' }).click();
  await dialog.getByText('The first 5,000 of 10,000 characters').waitFor();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://${address}/orders`);
  const chooseAuthentication = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Authentication' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await chooseAuthentication('API Key');
  await dialog.getByRole('button', { name: 'Save source' }).click();
  await dialog.getByText('Header must not be empty').waitFor();
  await dialog.getByText('Key must not be empty').waitFor();
  await chooseAuthentication('None');
  await dialog.getByRole('button', { name: 'Save source' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Order service/ }).waitFor();
});

test('[SRC-06] [SRC-07] [API-82] its columns find their fields, values are changed, and every page of rows goes in', async () => {
  await page.getByRole('row', { name: /Order service/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Order service' }).waitFor();
  await page.getByRole('region', { name: 'First rows' }).getByText('customer 10').waitFor();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Orders' }).click();
  await page.getByText('2 of 3 columns go in').waitFor();
  await page.getByRole('combobox', { name: 'Field for Customer' }).click();
  await page.getByRole('option', { name: 'buyer' }).click();
  await page.getByText('3 of 3 columns go in').waitFor();
  await page.getByRole('button', { name: 'Change values of Customer' }).click();
  for (const label of ['Trim spaces', 'Upper case']) {
    await page.getByRole('combobox', { name: 'Add a function for Customer' }).click();
    await page.getByRole('option', { name: label }).click();
  }
  const pairs = page.getByRole('list', { name: 'Values of Customer before and after' });
  await pairs.getByText('CUSTOMER 10', { exact: true }).waitFor();
  await reads(() => pairs.getByRole('listitem').count(), 10);
  await assertPicture(page, 'source-functions');
  await onPhone(page, 'source-functions');
  await page.getByRole('button', { name: 'Use functions' }).click();
  await page.getByRole('button', { name: 'Change values of Customer: Trim spaces + 1' }).waitFor();
  await assertPicture(page, 'source-columns');
  await onPhone(page, 'source-columns');
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.waitForURL(/curation\/batch\//);
  await page.getByText('Added').first().waitFor();
  await page.getByText('25', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Search its rows' }).click();
  await page.getByText('CUSTOMER 7', { exact: false }).first().waitFor();
});

test('[API-82] the columns are kept: the next import needs no choice', async () => {
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('row', { name: /Order service/ }).click();
  await page.getByText('3 of 3 columns go in').waitFor();
  await reads(() => page.getByRole('combobox', { name: 'Field for Customer' }).inputValue(), 'buyer');
  await page.getByRole('button', { name: 'Change values of Customer: Trim spaces + 1' }).click();
  const pairs = page.getByRole('list', { name: 'Values of Customer before and after' });
  await pairs.getByText('CUSTOMER 1', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

test('[SRC-06] a source is changed beside its columns, which are read anew and stay chosen', async () => {
  const format = page.getByRole('combobox', { name: 'Date format of Placed' });
  const kept = await format.inputValue();
  const choose = async (name: string) => {
    await format.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('ISO 8601');
  orders[0] = { 'Order No': 1, Customer: ' somebody else ', Placed: '02/04/2020' };
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Source Order service' });
  await dialog.getByLabel('Value of parameter 1').fill('customer');
  await dialog.getByRole('button', { name: 'Save source' }).click();
  await dialog.waitFor({ state: 'detached' });
  await matches(() => Promise.resolve(asked.at(-1)?.url ?? ''), /sort=customer/);
  await page.getByText('somebody else').waitFor();
  await reads(() => format.inputValue(), 'ISO 8601');
  await page.getByRole('link', { name: 'Sources' }).last().click();
  const leaving = page.getByRole('dialog', { name: 'Leave source Order service without its columns?' });
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await choose(kept);
  await page.getByRole('button', { name: 'Change values of Customer: Trim spaces + 1' }).waitFor();
  await assertPicture(page, 'source-edited');
  await onPhone(page, 'source-edited');
});

test('[SRC-06] [REC-38] a source saved elsewhere while it is edited is not overwritten unasked', async () => {
  type Stored = { readonly id: string; readonly name: string };
  const stored = async () =>
    (await call<readonly Stored[]>('POST', '/schema/source', { key: '', keyword: '', from: 0, to: 50 }))[0] ??
    assert.fail('no source');
  const saveElsewhere = async (name: string) => call('PUT', '/schema/source', { ...(await stored()), name });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const name = () =>
    page.getByRole('dialog', { name: 'Source Order service' }).getByRole('textbox', { name: 'Name', exact: true });
  await name().fill('mine');
  await saveElsewhere('theirs');
  await page.getByRole('button', { name: 'Save source' }).click();
  const question = page.getByRole('dialog', { name: 'Source theirs was saved elsewhere' });
  await question.waitFor();
  await assertAccessible(page);
  assert.equal((await stored()).name, 'theirs');
  await question.getByRole('button', { name: 'Take theirs' }).click();
  await reads(() => name().inputValue(), 'theirs');
  await saveElsewhere('theirs again');
  await name().fill('Order service');
  await page.getByRole('button', { name: 'Save source' }).click();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await name().waitFor({ state: 'detached' });
  assert.equal((await stored()).name, 'Order service');
});

test('[APP-08] what was typed into a form is asked about before its dialog is closed', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Source Order service' });
  await form.waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('half typed');
  const question = page.getByRole('dialog', { name: 'Close "Source Order service" without saving?' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 450),
    () => page.goBack(),
    () => form.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await close();
    await question.waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'half typed');
  }
  await page.keyboard.press('Escape');
  await assertAccessible(page);
  await question.getByRole('button', { name: 'Close without saving' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('3 of 3 columns go in').waitFor();
});

test('[SRC-01] [SRC-04] [SRC-12] [SRC-35] the pickers show what can be chosen; a file is sent on its way, a clone makes its template', async () => {
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('button', { name: 'Add a source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  const source = dialog.getByRole('combobox', { name: 'Source' });
  await source.click();
  const options = page.getByRole('option');
  const shown = () =>
    options.evaluateAll((all) =>
      all
        .map((one) => (one.hasAttribute('data-combobox-disabled') ? `(${one.textContent})` : one.textContent))
        .join(', '),
    );
  await reads(
    shown,
    'Local File, (Google Drive), (Microsoft One Drive), (S3 Bucket), Url, RESTful Data Server, MySQL-compatible database, SQL Server, SQLite, (PostgreSQL), (Elasticsearch/Opensearch), (CQL), Platform, (Backup File), (Local Cluster), (Remote Cluster)',
  );
  await page.getByRole('option', { name: 'SQLite' }).click();
  await dialog.getByText('An SQLite file is read by an ingestor').waitFor();
  await reads(() => dialog.getByRole('button', { name: 'Save source' }).isDisabled(), true);
  await assertAccessible(page);
  await source.click();
  await page.getByRole('option', { name: 'Local File' }).click();
  await onPhone(page, 'sources-local-file');
  await dialog.getByRole('button', { name: 'Import data' }).click();
  await page.waitForURL(/curation\/import$/);
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('button', { name: 'Add a source' }).first().click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders cloned');
  await source.click();
  await page.getByRole('option', { name: 'Url' }).click();
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await reads(() => options.allTextContents(), ['Replica', 'Archive', 'Clone', 'Schema', 'Data']);
  await page.getByRole('option', { name: 'Clone' }).click();
  await dialog.getByText('Copies the schema and the data.').waitFor();
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  const formats = ['Datasarana JSON', 'JSON', 'CSV/XLSX', 'Spatial Data', 'Database', 'Platform', 'Generic'];
  await reads(() => options.allTextContents(), formats);
  await reads(() => page.getByRole('option', { disabled: true }).allTextContents(), formats.slice(4));
  await page.getByRole('option', { name: 'JSON', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://${address}/orders`);
  await assertPicture(page, 'sources-type');
  await onPhone(page, 'sources-type');
  await dialog.getByRole('button', { name: 'Save source' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Orders cloned/ }).click();
  await page.getByRole('button', { name: 'Make a template of its columns' }).click();
  await page.getByText('3 of 3 columns go in').waitFor();
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.waitForURL(/curation\/batch\//);
  await page.getByText('10', { exact: true }).first().waitFor();
});

test('[SRC-35] [TSK-05] [SCR-20] a replica is set to follow its origin, is seen to, and stopped on its screen', async () => {
  const ds = { url: `http://${address}/orders`, path: 'data' };
  const body = { name: 'Orders followed', type: 'Replica', provider: 'rest', format: 'json', columns: [], ds };
  const { id } = await call<{ id: string }>('PUT', '/schema/source', body);
  await page.goto(`/toolkit/curation/sources/${id}`);
  const follows = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Follows its origin' }) });
  await follows.getByText('It comes in when somebody imports it', { exact: false }).waitFor();
  await reads(() => follows.getByRole('button', { name: 'Follow', exact: true }).isDisabled(), true);
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Orders', exact: true }).click();
  await page.getByText('2 of 3 columns go in').waitFor();
  await follows.getByRole('textbox', { name: 'Cron line' }).fill('now and then');
  await follows.getByRole('button', { name: 'Follow', exact: true }).click();
  await follows.getByText("'now and then' is no cron line", { exact: false }).waitFor();
  await follows.getByRole('textbox', { name: 'Cron line' }).fill('0 6 * * 1');
  await follows.getByText('by the clock of the platform', { exact: false }).waitFor();
  await follows.getByRole('button', { name: 'Follow', exact: true }).click();
  await follows.getByText('Next run', { exact: false }).waitFor();
  await assertPicture(page, 'source-follows');
  await onPhone(page, 'source-follows');
  await whileAway(page, async () => {
    const stop = follows.getByRole('button', { name: 'Stop following' });
    await reads(() => stop.isEnabled(), false);
    assert.equal(await described(stop), 'The platform cannot be reached');
    assert.equal(await follows.getByRole('textbox', { name: 'Cron line' }).inputValue(), '0 6 * * 1');
    await assertPicture(page, 'source-follows-away');
  });
  await follows.getByRole('button', { name: 'Stop following' }).click();
  await follows.getByText('Stopped', { exact: true }).waitFor();
  await follows.getByRole('combobox', { name: 'Begin' }).click();
  await page.getByRole('option', { name: 'At once' }).click();
  await follows.getByRole('button', { name: 'Follow', exact: true }).click();
  await follows.getByRole('link', { name: 'Last run', exact: false }).waitFor();
  await follows.getByText('Has run', { exact: true }).waitFor();
  await follows.getByRole('link', { name: 'Last run', exact: false }).click();
  await page.waitForURL(/curation\/batch\//);
  await page.getByRole('heading', { name: 'Orders followed' }).waitFor();
});

test('[SRC-35] [TSK-05] a run that reads is ended from the screen; nothing of it is stored', async () => {
  const columns = ['order_no', 'buyer'].map((name, index) => ({ name, index, item_id: name }));
  const ds = { url: `http://${address}/endless.csv` };
  const body = { name: 'Endless orders', type: 'Replica', provider: 'url', format: 'csv', columns, ds };
  const { id: source } = await call<{ id: string }>('PUT', '/schema/source', body);
  const found = await call<readonly { readonly id: string; readonly name: string }[]>(
    'POST',
    '/schema/data/template',
    {},
  );
  const template = found.find(({ name }) => name === 'Orders')?.id;
  await call('PUT', '/schema/source/schedule', { source, template, schedule: 'Immediately' });
  await page.goto(`/toolkit/curation/sources/${source}`);
  const follows = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Follows its origin' }) });
  await follows.getByText('Runs now', { exact: true }).waitFor();
  await screenshot(page, 'source-runs');
  await onPhone(page, 'source-runs');
  await follows.getByRole('button', { name: 'Stop following' }).click();
  await follows.getByText('Stopped', { exact: true }).waitFor();
  await follows
    .getByText('It was told to stop while it was reading; nothing of this run is stored', { exact: false })
    .waitFor();
  await assertAccessible(page);
  const batches = await call<readonly { readonly file: string; readonly state: string }[]>('POST', '/data/batch', {});
  assert.equal(batches.find(({ file }) => file === 'Endless orders')?.state, 'cancelled');
});

test('[ERR-29] [SRC-30] a source that is gone or does not answer says so, and reads again when it is back', async () => {
  await page.goto('/toolkit/curation/sources/nowhere');
  await page.getByText('No such source').waitFor();
  await page.getByRole('link', { name: 'Go to sources' }).waitFor();
  await assertAccessible(page);
  await call('PATCH', '/cluster/outbound', { allow: [] });
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('row', { name: /Order service/ }).click();
  await page.getByText(`A cluster administrator can allow '${address}'`).waitFor();
  await page.getByText('Source cache is not valid', { exact: true }).waitFor();
  await assertPicture(page, 'source-away');
  await onPhone(page, 'source-away');
  await call('PATCH', '/cluster/outbound', { allow: [address] });
  await page.getByRole('button', { name: 'Read the first rows again' }).click();
  await page.getByText('3 of 3 columns go in').waitFor();
  assert.deepEqual(here.problems, []);
});
