import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertPicture } from './browser.ts';
import { onPhone } from './look.ts';
import { deployTemplate, type RunningPlatform, signedCall, startPlatform, startWith } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const ITEMS = [
  { name: 'code', display_name: 'Code', value_type: 8, mandatory: true, is_key: true },
  { name: 'opened', display_name: 'Opened', value_type: 9 },
  { name: 'place', display_name: 'Place', value_type: 30 },
  { name: 'tags', display_name: 'Tags', value_type: 20 },
];

/** A second platform with records, and a token of it; the first may reach it. */
async function another(platform: RunningPlatform, beside: AsyncDisposableStack) {
  const other = beside.adopt(await startPlatform(), (one) => one.remove());
  const call = await signedCall(other);
  const id = await deployTemplate(call, 'Shops', ITEMS);
  for (let i = 1; i <= 12; i++) {
    const record = {
      code: `S${i}`,
      opened: 1_600_000_000_000 + i * 86_400_000,
      place: { lat: i, lon: 100 + i },
      tags: ['a, b', `t${i}`],
    };
    await call('PUT', `/data/user?template=${id}`, record);
  }
  const { token } = await call<{ token: string }>('PUT', '/session/token', { name: 'for the other one' });
  const own = await signedCall(platform);
  await own('PATCH', '/cluster/outbound', { allow: [new URL(other.base).host, '127.0.0.1:1'] });
  return { other, token };
}

const expected = /401|404|422|504|ERR_|net::|WebSocket/;
const { platform, here, page } = await openPage({ expected }, () => startWith(another));
const { other, token } = platform;

test('[SRC-37] another platform is tested, a template made like its own, and its records go in with places, dates and lists', async () => {
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('button', { name: 'Add a source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Head office');
  await dialog.getByRole('combobox', { name: 'Source' }).click();
  assert.equal(
    await page.getByRole('option', { name: 'Remote Cluster' }).getAttribute('data-combobox-disabled'),
    'true',
  );
  await page.getByRole('option', { name: 'Platform' }).click();
  await dialog.getByLabel('Address of the platform').fill(other.base);
  await dialog.getByRole('textbox', { name: 'API token' }).fill(`${token}0`);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await dialog
    .getByText(/refused this token.*Make a new one there/)
    .first()
    .waitFor();
  await assertPicture(page, 'platform-refused');
  await onPhone(page, 'platform-refused');
  await dialog.getByRole('textbox', { name: 'API token' }).fill(token);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await dialog.getByText('Connected: 1 template.').waitFor();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Shops' }).click();
  await dialog.getByText('4 fields: Code, Opened, Place, Tags').waitFor();
  await assertPicture(page, 'platform-form');
  await onPhone(page, 'platform-form');
  await dialog.getByRole('button', { name: 'Save source' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Head office/ }).click();
  await page
    .getByRole('region', { name: 'First rows' })
    .getByText(/^S\d+$/)
    .first()
    .waitFor();
  await assertPicture(page, 'platform-rows');
  await onPhone(page, 'platform-rows');
  await page.getByRole('button', { name: 'Make a template like it' }).click();
  await page.getByText('4 of 5 columns go in').waitFor();
  await reads(() => page.getByRole('combobox', { name: 'Template' }).inputValue(), 'Shops');
  await assertPicture(page, 'platform-columns');
  await onPhone(page, 'platform-columns');
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.waitForURL(/curation\/batch\//);
  await page.getByText('12', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Search its rows' }).click();
  await page.getByRole('row', { name: /S7/ }).first().click();
  await page.getByText('t7', { exact: false }).first().waitFor();
});

test('[SRC-12] [SRC-13] SQL Server is chosen with its port; nobody there is told in a sentence', async () => {
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('button', { name: 'Add a source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'SQL Server' }).click();
  await reads(() => dialog.getByLabel('Port').inputValue(), '1433');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('1');
  await dialog.getByLabel('User').fill('reader');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await dialog
    .getByText(/Nothing answers at this host and port/)
    .first()
    .waitFor();
  await assertPicture(page, 'sqlserver-form');
  await onPhone(page, 'sqlserver-form');
  assert.deepEqual(here.problems, []);
});
