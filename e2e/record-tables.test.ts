/** A table view of records themselves: its columns, order, totals, what a row offers, its files, and how it is kept. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { mixedBirdstrikes } from './birdstrikes.ts';
import { assertFits, assertPicture, assertSteady, cleanVisit, screenshot, settled } from './browser.ts';
import { startFilled } from './filled.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);
const file = await mixedBirdstrikes();
const template = platform.templates.birdstrikes;
const NAME = 'Costly strikes';

const costs = file.good.map((row) => Number(row['Cost Total $']));
const sum = costs.reduce((all, one) => all + one, 0);
const said = (count: number): string => count.toLocaleString('en');

const visiting = (run: (page: Page) => Promise<void>, width = 1440): Promise<void> =>
  cleanVisit(browser, { base: platform.base, width }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, platform.admin);
    await run(page);
  });

const grid = (page: Page) => page.getByRole('grid', { name: 'Records' });
const row = (page: Page, at: number) => grid(page).locator(`[data-row="${at}"]`);

test('[VIS-12] a table shows records themselves: chosen columns, any order, totals of all of them', async () => {
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/views/new?template=${template}`);
    await page.getByRole('radio', { name: 'Table', exact: true }).click();
    await row(page, 0).waitFor();
    await page.getByText(`200 of ${said(file.good.length)} records`).waitFor();
    for (const field of ['aircraft_model', 'origin_state', 'cost_other'])
      await page.getByRole('button', { name: `Remove column ${field}` }).click();
    for (const field of ['cost_total', 'speed_ias']) {
      await page.getByRole('button', { name: `Place ${field}` }).click();
      await page.getByRole('menuitem', { name: 'Columns' }).click();
    }
    await grid(page).getByRole('columnheader', { name: 'speed_ias' }).waitFor();
    await reads(
      () => grid(page).getByRole('columnheader').allInnerTexts(),
      ['airport_name', 'damage', 'flight_date', 'operator', 'cost_total', 'speed_ias'],
    );
    const total = page.getByRole('combobox', { name: 'Total' });
    await total.nth((await total.count()) - 2).click();
    await page.getByRole('option', { name: 'Sum', exact: true }).click();
    await grid(page)
      .getByText(`Sum ${said(sum)}`)
      .waitFor();

    await grid(page).getByRole('button', { name: 'cost_total' }).click();
    await grid(page).getByRole('button', { name: 'cost_total' }).click();
    await row(page, 0)
      .getByText(said(Math.max(...costs)))
      .waitFor();
    await reads(() => page.getByRole('combobox', { name: 'Order' }).inputValue(), 'cost_total');
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText(`400 of ${said(file.good.length)} records`).waitFor();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill(NAME);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByText(`View ${NAME} saved`).waitFor();
    await assertPicture(page, 'record-table');
    await assertSteady(page);
  });
});

const saved = async (): Promise<string> => {
  const asked = { key: 'name', keyword: NAME, from: 0, to: 5 };
  const [view] = await platform.call<{ id: string }[]>('POST', '/record/visual.view', asked);
  return view?.id ?? '';
};

test('[VIS-12] [VIS-16] kept as it was; a row opens its record and filters by what was pointed at, also by key', async () => {
  const id = await saved();
  const operator = file.good[costs.indexOf(Math.max(...costs))]?.['Aircraft Airline Operator'] ?? '';
  const its = file.good.filter((one) => one['Aircraft Airline Operator'] === operator);
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/views/${id}`);
    await row(page, 0)
      .getByText(said(Math.max(...costs)))
      .click();
    await page
      .getByRole('menu')
      .getByText(`cost_total ${said(Math.max(...costs))} $`)
      .waitFor();
    await page.keyboard.press('Escape');
    await row(page, 0).getByText(operator).click();
    await screenshot(page, 'record-table-pick');
    await page.getByRole('menuitem', { name: 'Filter by it' }).click();
    await page.getByText(`of ${said(its.length)} records`).waitFor();
    const sumOf = its.reduce((all, one) => all + Number(one['Cost Total $']), 0);
    await grid(page)
      .getByText(`Sum ${said(sumOf)}`)
      .waitFor();
    await settled(page);
    await row(page, 0).focus();
    await page.keyboard.press('Enter');
    const opens = page.getByRole('menuitem', { name: 'Open the record' });
    await opens.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/discover?**');
    await page.getByText('of 1 document').waitFor();
  });
});

test('[VIS-12] [VIS-15] [VIS-19] the text changes the columns; the rows shown and all matches come with them alone', async () => {
  const id = await saved();
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/views/${id}`);
    await row(page, 0).waitFor();
    await page.getByText('Query', { exact: true }).click();
    const text = (await page.locator('pre').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Search text' }).fill(text.replace(/"airport_name",\s*/, ''));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.getByText('Data', { exact: true }).click();
    await row(page, 0).waitFor();
    await grid(page).getByRole('columnheader', { name: 'airport_name' }).waitFor({ state: 'detached' });
    const download = async (what: string): Promise<string[]> => {
      await page.getByRole('button', { name: 'Download' }).click();
      const [got] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: what }).click(),
      ]);
      return (await readFile(await got.path(), 'utf8')).trim().split('\r\n');
    };
    const shown = await download('Rows shown, CSV');
    assert.equal(shown.length, 201);
    assert.match(shown[1] ?? '', new RegExp(`,${Math.max(...costs)},`));
    const all = await download('All matches, CSV');
    assert.equal(all.length, file.good.length + 1);
    assert.equal(all[0], shown[0]);
  });
});

test('[VIS-12] [VIS-17] on a workspace a table of records sorts itself, also on a phone', async () => {
  const view = await saved();
  const views = [{ view, data: JSON.stringify({ x: 0, y: 0, w: 12, h: 8 }) }];
  const made = { name: 'Costs', views };
  const { id } = await platform.call<{ id: string }>('PUT', '/record/visual.workspace', made);
  for (const width of [1440, 390])
    await visiting(async (page) => {
      await page.goto(`/toolkit/analytic/workspaces/${id}`);
      await row(page, 0)
        .getByText(said(Math.max(...costs)))
        .waitFor();
      await grid(page).getByRole('button', { name: 'cost_total' }).click();
      await row(page, 0).getByText('0 $').first().waitFor();
      await assertPicture(page, 'record-table-tile');
      await assertSteady(page);
      await assertFits(page);
    }, width);
});
