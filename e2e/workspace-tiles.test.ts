/** What tiles of a workspace show besides their drawings: searches that cannot be read, refusals, figures alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  assertSteady,
  cleanVisit,
  screenshot,
  settled,
  snapshot,
  type VisitOptions,
} from './browser.ts';
import { startFilled } from './filled.ts';
import { described } from './keys.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

const looking = (options: Partial<VisitOptions>, more: string, run: (page: Page) => Promise<void>): Promise<void> =>
  cleanVisit(browser, { base: platform.base, ...options }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/workspaces/${platform.workspace}${more}`);
    await run(page);
  });

const fontSize = (text: Locator): Promise<number> =>
  text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

test('[VIS-17] a search that cannot be read is told once below its bar; the tiles stay as they were', async () => {
  for (const width of [1440, 390])
    await looking({ width }, '?q=damage%3ASubstantial', async (page) => {
      const reported = page.locator('section', { has: page.getByRole('heading', { name: 'Strikes reported' }) });
      const figure = reported.getByText(/^[\d,]+$/);
      await figure.waitFor();
      await settled(page);
      const before = await figure.textContent();
      assert.notEqual(before, '10,000');
      const search = page.getByLabel('Search in all tiles');
      await search.fill('damage:Substantial "');
      await page.getByRole('alert').getByText('the quotation mark is not closed').waitFor();
      await settled(page);
      assert.equal(await page.getByRole('alert').count(), 1);
      assert.equal(await figure.textContent(), before);
      await assertPicture(page, 'workspace-search-fault');
      await assertFits(page);
      await assertSteady(page);
      await search.fill('');
      await reads(() => page.getByRole('alert').count(), 0);
      await reported.getByText('10,000', { exact: true }).waitFor();
    });
});

test('[VIS-17] [VIS-20] fields of all tiles and their values are offered while the search of a workspace is typed', () =>
  looking({}, '', async (page) => {
    const search = page.getByLabel('Search in all tiles');
    const offers = page.getByRole('listbox', { name: 'What may be meant' });
    await search.pressSequentially('dama');
    await offers.getByRole('option', { name: 'damage' }).first().waitFor();
    await search.press('ArrowDown');
    await search.press('Enter');
    await reads(() => search.inputValue(), 'damage:');
    await offers.getByRole('option', { name: 'Substantial' }).click();
    await reads(() => search.inputValue(), 'damage:Substantial ');
    await page.waitForURL(/q=damage%3ASubstantial/);
    await assertAccessible(page);
  }));

test('[VIS-17] an address with a search that cannot be read opens the workspace without it, and says so', async () => {
  const options = { expected: /status of 400/ };
  await looking(options, `?q=${encodeURIComponent('(a')}`, async (page) => {
    await page.getByRole('alert').getByText('Not understood').waitFor();
    await page.getByText('10,000', { exact: true }).first().waitFor();
    await reads(() => page.getByRole('alert').count(), 1);
  });
});

test('[VIS-17] [APP-21] a figure that the platform refuses says why within its small tile', async () => {
  for (const width of [1440, 390])
    await looking({ width, expected: /status of 403/ }, '', async (page) => {
      const reported = page.locator('section', { has: page.getByRole('heading', { name: 'Strikes reported' }) });
      await reported.getByText('10,000', { exact: true }).waitFor();
      await settled(page);
      await page.route('**/api/data/user?*', (route) =>
        route.fulfill({ status: 403, json: { message: 'The index is closed' } }),
      );
      await page.getByLabel('Search in all tiles').fill('damage:None');
      const refusal = reported.getByRole('alert');
      await refusal.waitFor();
      await settled(page);
      await assertPicture(page, 'workspace-refused');
      const [why, tile] = await Promise.all([refusal.boundingBox(), reported.boundingBox()]);
      assert.ok(why && tile && why.y + why.height <= tile.y + tile.height, 'it stays within the tile');
      assert.ok(why.height >= 32, 'two lines of it are seen');
    });
});

test('[VIS-13] a metric alone is as large as its room; on a phone its tile names it whole', async () => {
  const cost = platform.views['Reported cost'];
  for (const width of [1440, 390])
    await looking({ width }, `?tile=${cost}`, async (page) => {
      await page.getByRole('button', { name: 'Show all tiles' }).waitFor();
      const size = await fontSize(page.getByTitle('40,545,276'));
      assert.ok(size > 40, `${size} px at ${width}`);
      await assertPicture(page, 'tile-alone-metric');
    });
  await looking({ width: 390 }, '', async (page) => {
    await page.getByRole('button', { name: 'Actions of Reported cost' }).click();
    await page.getByRole('menuitem', { name: 'Show it alone' }).click();
    await page.waitForURL(`**tile=${cost}`);
    await page.getByRole('button', { name: 'Show all tiles' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const name = page.getByText('Earthquakes this week', { exact: true });
    await reads(async () => (await name.boundingBox())?.height, 16, 'in one line');
    await assertPicture(page, 'workspace-edit-metrics');
  });
});

test('[VIS-17] [APP-21] on a phone, too, what a tile offers behind a refusal of many words lies within it', async () => {
  const message = `The template is not deployed, so it cannot hold data yet. ${'Deploy it first, with all its fields. '.repeat(3)}`;
  await looking({ width: 390, expected: /status of 4/ }, '', async (page) => {
    await page.route('**/api/data/user?*', (route) => route.fulfill({ status: 409, json: { message } }));
    await page.reload();
    const tile = page.locator('section', { has: page.getByRole('heading', { name: 'Damaging strikes by year' }) });
    const again = tile.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await settled(page);
    await reads(async () => {
      const [button, frame] = await Promise.all([again.boundingBox(), tile.boundingBox()]);
      return button && frame && button.y + button.height <= frame.y + frame.height;
    }, true);
  });
});

test('[APP-22] where the system has colours of its own, charts keep theirs with their ground, and icons take them', () =>
  looking({}, '', async (page) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
    await settled(page);
    const style = (of: Locator, name: 'color' | 'background-color') =>
      of.first().evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
    assert.equal(await style(page.locator('[class*=chartCanvas]'), 'background-color'), 'rgb(54, 54, 54)');
    assert.notEqual(await style(page.getByRole('navigation').locator('svg'), 'color'), 'rgb(189, 189, 189)');
    assert.notEqual(
      await style(page.getByRole('toolbar', { name: 'Legend' }).locator('i'), 'background-color'),
      'rgb(255, 255, 255)',
    );
    await snapshot(page, 'workspace-forced-colours');
  }));

test('[STR-04] [VIS-17] copies of tiles whose answers were lost are there once each when the workspace is saved again', async () => {
  await looking({ expected: /Failed to load resource|ERR_/ }, '', async (page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const copies = page.getByRole('heading', { name: 'Strikes reported (copy)' });
    for (const count of [1, 2]) {
      await page.getByRole('button', { name: 'Duplicate Strikes reported', exact: true }).click();
      await reads(() => copies.count(), count);
    }
    let lost = 0;
    await page.route('**/api/record/visual.view', async (route) => {
      if (route.request().method() !== 'PUT' || ++lost > 2) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    const save = page.getByRole('button', { name: 'Save workspace' });
    const isSaved = async (): Promise<boolean> => {
      if ((await save.count()) === 0) return true;
      await save.click({ timeout: 2000 }).catch(() => undefined);
      return false;
    };
    await reads(isSaved, true);
    const found = { key: '', keyword: '', from: 0, to: 500 };
    const views = await platform.call<{ name: string }[]>('POST', '/record/visual.view', found);
    assert.equal(views.filter(({ name }) => name === 'Strikes reported (copy)').length, 2);
  });
});

test('[VIS-17] [VIS-18] a saved view goes from its designer on a workspace, or on a new one of its own', () =>
  cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    const dataset = platform.templates.birdstrikes;
    const counted = { dataset, visual: 'Metric', metrics: [{ id: 'count', function: 'count', field: null }] };
    const add = (name: string) =>
      platform.call<{ id: string }>('PUT', '/record/visual.view', {
        name,
        dataset,
        aggregate: JSON.stringify({ ...counted, title: name }),
      });
    const view = await add('All strikes');
    const choice = page.getByRole('combobox', { name: 'Add to a workspace' });
    await page.goto(`/toolkit/analytic/views/${view.id}`);
    await choice.click();
    await page.getByRole('option', { name: 'New workspace' }).click();
    await page.getByRole('heading', { level: 1, name: 'All strikes' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'All strikes' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    const other = await add('Other strikes');
    await page.goto(`/toolkit/analytic/views/${other.id}`);
    await choice.click();
    await screenshot(page, 'designer-to-workspace');
    await page.getByRole('option', { name: 'All strikes' }).click();
    await page.getByText('Editing').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Other strikes' }).waitFor();
    await screenshot(page, 'workspace-added');
    await page.getByRole('button', { name: 'Save workspace' }).click();
    await page.getByText('Workspace All strikes saved').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Other strikes' }).waitFor();
    await page.goto(`/toolkit/analytic/views/${other.id}`);
    await choice.click();
    await page.getByRole('option', { name: 'All strikes' }).click();
    await page.getByRole('heading', { level: 2, name: 'Other strikes' }).waitFor();
    await page.getByText('Workspace All strikes has view Other strikes already').waitFor();
    assert.equal(await page.getByText('Editing').count(), 0, 'it is there already');
    await page.getByLabel('Name of the view').waitFor({ state: 'detached' });
    await page.goto(`/toolkit/analytic/views/${other.id}`);
    await page.getByLabel('Name of the view').fill('Others');
    await reads(() => described(page.getByRole('button', { name: 'Add to workspace' })), 'Save the view first');
  }));
