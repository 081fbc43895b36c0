/** Objects under Nested in the designer: what is counted is asked; and the text of a view, which is edited and run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertPicture, screenshot } from './browser.ts';
import { deployTemplate, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const ORDERS = [
  { customer: 'Ayu', items: [{ product: 'bolt' }, { product: 'bolt' }, { product: 'bolt' }] },
  { customer: 'Bram', items: [{ product: 'nut' }, { product: 'gear' }] },
  { customer: 'Citra', items: [{ product: 'nut' }] },
];

async function orders(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const template = await deployTemplate(call, 'orders', [
    { name: 'customer', value_type: 8 },
    { name: 'items', value_type: 22, items: [{ name: 'product', value_type: 8 }] },
  ]);
  for (const data of ORDERS) await call('PUT', `/data/user?template=${template}`, { data });
  return { template };
}

const { platform, here, page } = await openPage({ expected: /status of 4\d\d/ }, () => startWith(orders));

test('[QRY-23] groups of objects under Nested ask whether to count parents or children', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/toolkit/analytic/views/new?template=${platform.template}`);
  await page.getByRole('button', { name: 'Place items.product' }).click();
  await page.getByRole('menuitem', { name: 'Rows' }).click();
  await page.getByText('items.product lies in items: count parents or children?').waitFor();
  const asked = page.getByRole('radiogroup', { name: 'Count parents or children?' });
  assert.equal(await asked.getByRole('radio', { checked: true }).count(), 0);
  await assertPicture(page, 'count-parents-or-children');

  await asked.getByRole('radio', { name: 'Children: each of items' }).check();
  await page.getByText('Data', { exact: true }).click();
  const rows = page.getByRole('region', { name: 'Result rows' }).getByRole('row');
  const told = async (first: string): Promise<readonly string[]> => {
    await rows.nth(1).getByText(first).waitFor();
    const texts = await rows.allInnerTexts();
    return texts.slice(1, 4).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  };
  await reads(() => told('bolt'), ['bolt 3', 'nut 2', 'gear 1']);
  await asked.getByRole('radio', { name: 'Parents: records' }).check();
  await reads(() => told('nut'), ['nut 2', 'bolt 1', 'gear 1']);
});

test('[QRY-22] [VIS-15] the text is edited and run: what a view can show changes it, more is answered below', async () => {
  await page.getByText('Query', { exact: true }).click();
  const edit = async (change: (text: string) => string): Promise<void> => {
    const text = (await page.locator('pre').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Search text' }).fill(change(text));
    await page.getByRole('button', { name: 'Run' }).click();
  };
  await edit((text) => text.replace('"size": 10', '"size": 2'));
  await page.locator('pre').getByText('"size": 2').waitFor();
  await reads(() => page.getByRole('textbox', { name: 'Top' }).inputValue(), '2');
  await edit((text) => text.replace('"size": 0', '"size": 1'));
  await page.getByText('3 documents, ').last().waitFor();
  await page.getByRole('region', { name: 'Answer' }).getByText('"customer"').waitFor();
  await assertPicture(page, 'query-text-answer');
  await page.getByRole('textbox', { name: 'Search text' }).fill('{"query": {"nothing": {}}}');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alert').getByText('nothing').waitFor();
  await page.getByRole('button', { name: 'Back to the view' }).click();
  await page.locator('pre').getByText('"size": 2').waitFor();
});

test('[QRY-23] [VIS-16] the records of such a group are those that hold one', async () => {
  await page.getByText('Chart', { exact: true }).click();
  await screenshot(page, 'records-of-objects');
  const box = await page.getByRole('img', { name: /items\.product/ }).boundingBox();
  assert.ok(box);
  // the first of two upright bars, which is the taller
  await page.mouse.click(box.x + box.width * 0.27, box.y + box.height * 0.5);
  await page.getByRole('menu').getByText('nut').waitFor();
  await page.getByRole('menuitem', { name: 'Show these records' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByText('Bram').first().waitFor();
  await page.getByText('Citra').first().waitFor();
  await reads(() => page.getByText('Ayu').count(), 0);
  assert.deepEqual(here.problems, []);
});

test('[QRY-23] Discover counts the records that hold a value under Nested, and filters by it both ways', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${platform.template}`);
  await page.getByText('of 3 documents').waitFor();
  const list = page.getByRole('complementary', { name: 'Fields' });
  await list.getByRole('button', { name: / items\.product$/ }).click();
  await list.getByText('66.7 %').waitFor();
  // three bolts in one record are one record
  const values = list.locator('[class*=topValue]');
  const shares = async () => (await values.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  await reads(shares, ['nut 66.7 %', 'bolt 33.3 %', 'gear 33.3 %']);
  await assertPicture(page, 'discover-nested');
  await list.getByRole('button', { name: 'Only items.product nut' }).click();
  await page.getByText('of 2 documents').waitFor();
  await page.getByRole('button', { name: 'Remove filter items.product is nut' }).click();
  await page.getByText('of 3 documents').waitFor();
  await list.getByRole('button', { name: 'Without items.product nut' }).click();
  await page.getByText('of 1 document').waitFor();
  await page.getByText('Ayu').first().waitFor();
  await page.reload();
  await page.getByText('items.product is not nut').waitFor();
  await page.getByText('of 1 document').waitFor();
  assert.deepEqual(here.problems, []);
});

test('[SCR-07] a field of objects is a column of Discover: the values of a record side by side, and nothing is ordered by it', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${platform.template}`);
  await page.getByRole('button', { name: 'Take items out of the table', exact: true }).click();
  await page.getByRole('button', { name: 'Show items.product in the table' }).click();
  await page.waitForURL(/columns=[^&]*items\.product/);
  const grid = page.getByRole('grid', { name: 'Documents' });
  const cells = async () => (await grid.getByRole('gridcell').allInnerTexts()).filter((text) => /bolt|nut/.test(text));
  await reads(async () => (await cells()).toSorted(), ['bolt, bolt, bolt', 'nut', 'nut, gear']);
  assert.equal(await grid.getByRole('columnheader', { name: 'items.product' }).getAttribute('aria-sort'), null);
  await assertPicture(page, 'column-of-objects');
  await page.getByRole('button', { name: 'Take items.product out of the table' }).click();
  await reads(async () => (await cells()).length, 0);
});
