/** A field whose values refer to records of another template: set up in the editor, picked in the form, followed in Discover. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertPicture } from './browser.ts';
import { choose } from './ingestor-stage.ts';
import { onPhone } from './look.ts';
import { deployTemplate, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

async function customers(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const people = await deployTemplate(call, 'Customers', [
    { name: 'code', display_name: 'Code', value_type: 8, is_key: true, mandatory: true },
    { name: 'name', display_name: 'Name', value_type: 7 },
  ]);
  for (let i = 1; i <= 30; i++) {
    const data = { code: `C-${i}`, name: `Customer number ${i}` };
    await call('PUT', `/data/user?template=${people}`, { data });
  }
  const { id: orders } = await call<{ id: string }>('PUT', '/schema/data/template', {
    name: 'Orders',
    items: [
      { name: 'order_no', value_type: 8, is_key: true, mandatory: true },
      { name: 'customer', display_name: 'Customer', value_type: 8 },
    ],
  });
  return { call, people, orders };
}

const { platform, here, page } = await openPage({}, () => startWith(customers));
const { call, people, orders } = platform;

test('[TPL-01] [SCH-21] the editor of a template says whose records a field refers to, and by what', async () => {
  await page.goto(`/toolkit/dev/templates/${orders}`);
  await page.locator('button[draggable=true]', { hasText: 'Customer' }).click();
  await choose(page, 'Links to', 'Customers');
  await choose(page, 'By', 'Code');
  await page.getByLabel('Allowed values').waitFor({ state: 'detached' });
  await assertPicture(page, 'template-link');
  await onPhone(page, 'template-link');
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy v1' }).click();
  await page.getByText('Orders v1 deployed').waitFor();
  const { items } = await call<{ items: { name: string; relationship: string | null }[] }>(
    'GET',
    `/schema/data/template/${orders}`,
  );
  assert.equal(items.find(({ name }) => name === 'customer')?.relationship, `${people}#code`);
});

test('[TPL-39] [SCH-21] the form finds the record by what it is called and keeps its code; one beyond the first shows its name, too', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${orders}&edit=new`);
  const form = page.getByRole('complementary', { name: 'New record' });
  await form.getByLabel('Order no').fill('O-1');
  await form.getByRole('combobox', { name: 'Customer' }).fill('number 27');
  await page.getByRole('option', { name: 'Customer number 27 (C-27)' }).click();
  await assertPicture(page, 'record-link');
  await onPhone(page, 'record-link');
  await form.getByRole('button', { name: 'Add record' }).click();
  await page.getByText('Record added').waitFor();
  await page.getByRole('button', { name: 'Edit record' }).click();
  await reads(() => page.getByRole('combobox', { name: 'Customer' }).inputValue(), 'Customer number 27 (C-27)');
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('option', { name: 'Customer number 3 (C-3)' }).waitFor();
  await page.keyboard.press('Escape');
});

test('[TPL-39] the value of an opened record leads to the record it names', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${orders}`);
  await page.getByRole('row', { name: /O-1.*C-27/ }).click();
  await page.getByRole('link', { name: 'C-27', exact: true }).click();
  await page.getByRole('row', { name: /C-27.*Customer number 27/ }).waitFor();
  await page.getByText('1 of 1 document').waitFor();
  assert.deepEqual(here.problems, []);
});
