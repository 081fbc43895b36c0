/** A document that is open while its template lives on: it stays, and says what became of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { arrive } from './arrive.ts';
import { assertAccessible, assertFits, assertPicture, assertSteady, cleanVisit, screenshot } from './browser.ts';
import { PHONE } from './look.ts';
import { deployTemplate, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const start = () =>
  startWith(async (platform) => {
    const call = await signedCall(platform);
    const template = await deployTemplate(call, 'moorings', [
      { name: 'berth', value_type: 8, is_key: true, mandatory: true },
      { name: 'ship', value_type: 8 },
      { name: 'draught', value_type: 6 },
    ]);
    const moor = async (berth: string, ship: string): Promise<string> =>
      (await call<{ id: string }>('PUT', `/data/user?template=${template}`, { data: { berth, ship, draught: 7 } })).id;
    const leave = (id: string): Promise<unknown> => call('DELETE', `/data/user?template=${template}&id=${id}`);
    return { template, moor, leave };
  });

const { browser, platform } = await openStage(start);
const { template, moor, leave } = platform;

const seeing = (more: string, run: (page: Page) => Promise<void>, width = 1440): Promise<void> =>
  cleanVisit(browser, { base: platform.base, width }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, platform.admin);
    // without an open document nobody may listen before the page is closed
    const listening = more.includes('open=')
      ? page.waitForRequest((request) => /data\/changes\?since/.test(request.url()))
      : null;
    await page.goto(`/toolkit/analytic/discover?template=${template}${more}`);
    await page.getByText(/of [\d,]+ documents?/).waitFor();
    await listening;
    await run(page);
    await assertAccessible(page);
    await assertFits(page);
    await assertSteady(page);
  });

const news = (page: Page) => page.getByRole('status').filter({ hasText: /^(Changed at|Deleted)/ });
/** The drawer of a document that no row is; on a phone it covers the page. */
const beside = (page: Page, id: string) =>
  page.locator('[role=complementary], [role=dialog]').filter({ hasText: `Document ${id.slice(-12)}` });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

for (const width of [1440, PHONE])
  test(`[SCR-07] while a document is open the clock replaces no rows, and the document says that it changed and that it went, at ${width}`, async () => {
    const id = await moor(`A${width}`, 'Arunika');
    await seeing(
      `&every=5s&open=${id}`,
      async (page) => {
        await page.getByText(/, until the document is closed/).waitFor();
        await moor(`B${width}`, 'Bhaita');
        await page.getByRole('button', { name: '1 new record: show' }).waitFor();
        assert.equal(await row(page, `B${width}`).count(), 0);
        await moor(`A${width}`, 'Kencana');
        await news(page)
          .getByText(/^Changed at \d\d:\d\d:\d\d by .+: ship\.$/)
          .waitFor();
        await row(page, `A${width}`).getByText('Kencana').first().waitFor();
        await screenshot(page, 'open-document-changed');
        await leave(id);
        await news(page)
          .getByText(/^Deleted, seen at \d\d:\d\d:\d\d\./)
          .waitFor();
        await page.getByText(id, { exact: true }).waitFor();
        await reads(() => page.getByRole('button', { name: 'Edit record' }).count(), 0);
        await page.getByRole('button', { name: /: show$/ }).click();
        await row(page, `B${width}`).waitFor();
        const aside = beside(page, id);
        await aside.getByText('Not among the rows of the table').waitFor();
        await aside.getByText(/^Deleted, seen at/).waitFor();
        await screenshot(page, 'open-document-gone');
        await aside.getByRole('button', { name: 'Close' }).click();
        await aside.waitFor({ state: 'detached' });
      },
      width,
    );
  });

test('[SCR-07] [RTE-15] an address opens its document when the rows do not hold it, and says so when there is none', async () => {
  const id = await moor('C1', 'Cakrawala');
  await seeing(`&q=ship:Nobody&open=${id}`, async (page) => {
    const aside = beside(page, id);
    await aside.getByText('Cakrawala').waitFor();
    await page.getByText('Nothing matches').waitFor();
    await screenshot(page, 'open-document-aside');
  });
  await seeing('&open=never-was', async (page) => {
    const aside = beside(page, 'never-was');
    await aside.getByText('No such document').waitFor();
    await aside.getByRole('button', { name: 'Close' }).click();
    await aside.waitFor({ state: 'detached' });
  });
});

test('[SCR-07] [REC-38] a record that is edited follows what others store, and says when it was deleted', async () => {
  const id = await moor('D1', 'Dewaruci');
  await seeing(`&open=${id}&edit=${id}`, async (page) => {
    const drawer = page.getByRole('complementary', { name: 'D1' });
    const ship = drawer.getByLabel('ship');
    await ship.waitFor();
    await reads(() => ship.inputValue(), 'Dewaruci');
    await moor('D1', 'Dayung');
    await drawer.getByText(/^Changed at .*: ship\.$/).waitFor();
    await page.waitForFunction((input) => (input as HTMLInputElement).value === 'Dayung', await ship.elementHandle());
    await ship.fill('Damar');
    await drawer.getByRole('button', { name: 'Save record' }).click();
    await page.getByText('Record saved').waitFor();
    await news(page).first().waitFor({ state: 'detached' });
    await leave(id);
    await drawer.getByText(/^Deleted, seen at/).waitFor();
    await screenshot(page, 'open-document-edited-gone');
  });
});

test('[SCR-07] a value is read from its own side, line by line, in an opened document and where it is edited', async () => {
  const ship = 'سفينة (٣) 12-5.\nسطر ثان!';
  const id = await moor('B9', ship);
  await seeing(`&open=${id}`, async (page) => {
    const fields = page.getByRole('tabpanel', { name: 'Fields' });
    const value = fields.getByText(/سفينة/);
    const style = (of: Locator, name: 'direction' | 'textAlign' | 'whiteSpace' | 'unicodeBidi') =>
      of.evaluate((at, property) => getComputedStyle(at)[property], name);
    await reads(() => style(value, 'direction'), 'rtl');
    await reads(() => style(value, 'textAlign'), 'left');
    assert.equal(await value.textContent(), ship);
    assert.equal(await style(value, 'whiteSpace'), 'pre-wrap');
    assert.equal(await style(fields.getByText('B9'), 'direction'), 'ltr');
    await page.getByRole('button', { name: 'Edit record' }).click();
    for (const name of ['ship', 'berth'])
      assert.equal(await style(page.getByRole('textbox', { name }), 'unicodeBidi'), 'plaintext');
  });
  await leave(id);
});

test('[SCR-07] names that begin alike are read whole, in the list of fields and in a document, at every width', async () => {
  const call = await signedCall(platform);
  const names = [
    'customer_postal_address_place_lat',
    'customer_postal_address_place_lon',
    'customerpostaladdressplacecode',
  ];
  const long = await deployTemplate(
    call,
    'long names',
    names.map((name) => ({ name, value_type: 8 })),
  );
  await call('PUT', `/data/user?template=${long}`, { data: Object.fromEntries(names.map((name) => [name, 'x'])) });
  for (const width of [1440, PHONE])
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/analytic/discover?template=${long}`);
      await page.getByRole('row').nth(1).click();
      const inDocument = page.locator('dt');
      await inDocument.filter({ hasText: 'place_lon' }).waitFor();
      if (width === PHONE) await assertWhole(inDocument.getByText(/^customer/), names.length);
      else
        await assertWhole(page.locator('dt, aside[aria-label=Fields] button').getByText(/^customer/), names.length * 2);
      await screenshot(page, 'long-names');
      await assertFits(page);
      if (width !== PHONE) return;
      await page.getByRole('button', { name: 'Fields' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByText('customer_postal_address_place_lat').waitFor();
      await assertWhole(sheet.locator('button').getByText(/^customer/), names.length);
      await screenshot(page, 'long-names-sheet');
    });
});

/** Nothing of these texts is cut away, by themselves or by what they stand in. */
async function assertWhole(texts: Locator, count: number): Promise<void> {
  await reads(() => texts.count(), count);
  const cut = await texts.evaluateAll((all) =>
    all
      .filter((one) =>
        [one, one.parentElement].some((box) => box && box.scrollWidth > box.clientWidth && box.clientWidth > 0),
      )
      .map((one) => one.textContent),
  );
  assert.deepEqual(cut, []);
}

for (const width of [1440, PHONE])
  test(`[SCR-08] the history of a record tells who changed what, an earlier state comes back, and so does a removed record, at ${width}`, async () => {
    const id = await moor(`H${width}`, 'Kalimaya');
    await moor(`H${width}`, 'Samudra');
    await seeing(
      `&open=${id}`,
      async (page) => {
        const tab = page.getByRole('tab', { name: 'History' });
        await tab.click();
        await reads(
          () => tab.evaluate((one) => getComputedStyle(one).borderBottom),
          '2px solid rgb(1, 183, 205)',
          'marked',
        );
        const steps = page.getByRole('tabpanel', { name: 'History' }).getByRole('listitem');
        await steps.filter({ hasText: 'changed' }).getByText('Kalimaya').waitFor();
        await reads(() => steps.count(), 2);
        await screenshot(page, `record-history-${width}`);
        await page.getByRole('button', { name: /^Restore the record of/ }).click();
        await page.getByText('Ship goes from Samudra to Kalimaya. What it is now stays in its history.').waitFor();
        await page.getByRole('button', { name: 'Restore record' }).click();
        await page.getByText('Record restored').first().waitFor();
        await reads(() => steps.count(), 3);
        await row(page, `H${width}`).getByText('Kalimaya').first().waitFor();
      },
      width,
    );
    await leave(id);
    await seeing(
      '',
      async (page) => {
        await page.getByRole('button', { name: 'Removed records' }).click();
        const removed = page.locator('[role=complementary], [role=dialog]').filter({ hasText: 'Removed records' });
        await removed.getByText(`H${width}`).first().waitFor();
        await screenshot(page, `removed-records-${width}`);
        await removed.getByRole('button', { name: new RegExp(`^Restore H${width}, removed`) }).click();
        await page.getByText('Record restored').first().waitFor();
        await reads(() => removed.getByText(`H${width}`).count(), 0);
        await removed.getByRole('button', { name: 'Close' }).click();
        await row(page, `H${width}`).waitFor();
      },
      width,
    );
  });

test('[SCR-08] a table whose records were all removed says so, and leads to them', async () => {
  const call = await signedCall(platform);
  const buoys = await deployTemplate(call, 'buoys', [{ name: 'colour', value_type: 8 }]);
  const { id } = await call<{ id: string }>('PUT', `/data/user?template=${buoys}`, { data: { colour: 'red' } });
  await call('DELETE', `/data/user?template=${buoys}&id=${id}`);
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/discover?template=${buoys}`);
    await page.getByText('No record of buoys is left').waitFor();
    await screenshot(page, 'all-removed');
    await page.getByRole('button', { name: 'Removed records' }).first().click();
    await page.getByRole('button', { name: /^Restore Record .* removed/ }).click();
    await page.getByText('1 of 1 document').waitFor();
    await assertSteady(page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('row', { name: /red/ }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('removed', { exact: true }).waitFor();
    await reads(() => page.locator('li', { hasText: 'removed' }).locator('b').allInnerTexts(), ['Administrator']);
  });
});

test('[SCR-08] [SRC-36] a table whose import was undone does not say that it never had a record, and leads to the import', async () => {
  const call = await signedCall(platform);
  const floats = await deployTemplate(call, 'floats', [{ name: 'colour', value_type: 8 }]);
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const { batch } = await client.csv<{ batch: string }>(`/data/csv?template=${floats}`, 'colour\nred\n');
  await call('POST', `/data/batch/${batch}/undo`);
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/discover?template=${floats}`);
    await page.getByText('No record of floats is left').waitFor();
    await assertPicture(page, 'all-undone');
    await page.getByRole('button', { name: 'Undone imports' }).click();
    await page.getByRole('row', { name: /Undone/ }).click();
    await page.getByText('Undone: nothing of it is stored any more').waitFor();
  });
});

test('[SCR-08] [API-30] states behind the latest hundred are shown when they are asked for', async () => {
  const call = await signedCall(platform);
  const tides = await deployTemplate(call, 'tides', [
    { name: 'harbour', value_type: 8, is_key: true },
    { name: 'cm', value_type: 2 },
  ]);
  const put = (cm: number) =>
    call<{ id: string }>('PUT', `/data/user?template=${tides}`, { data: { harbour: 'north', cm } });
  const { id } = await put(0);
  for (let cm = 1; cm <= 104; cm++) await put(cm);
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/discover?template=${tides}&open=${id}`);
    await page.getByRole('tab', { name: 'History' }).click();
    const steps = page.getByRole('tabpanel', { name: 'History' }).getByRole('listitem');
    await reads(() => steps.count(), 100);
    await page.getByRole('button', { name: 'Show older states' }).click();
    await reads(() => steps.count(), 105);
    await screenshot(page, 'older-states');
    assert.equal(await page.getByRole('button', { name: 'Show older states' }).count(), 0);
    await steps
      .last()
      .getByRole('button', { name: /^Restore the record of/ })
      .click();
    await page.getByRole('button', { name: 'Restore record' }).click();
    await page.getByText('Record restored').first().waitFor();
    const now = await call<{ data: object }>('GET', `/data/user?template=${tides}&id=${id}`);
    assert.deepEqual(now.data, { harbour: 'north', cm: 0 });
    await assertSteady(page);
  });
});
