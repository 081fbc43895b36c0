/** Charts by keyboard: from point to point, what is told there, and on to its records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  cleanVisit,
  screenshot,
  settled,
  type VisitOptions,
} from './browser.ts';
import { startFilled } from './filled.ts';
import { isFocused } from './keys.ts';
import { onPhone, PHONE } from './look.ts';
import { openStage } from './stage.ts';
import { matches, reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

const visiting = (path: string, run: (page: Page) => Promise<void>, options: Partial<VisitOptions> = {}) =>
  cleanVisit(browser, { base: platform.base, ...options }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, platform.admin);
    await page.goto(path);
    await run(page);
  });

test('[APP-22] [QRY-18] the bars of Discover are walked along by arrows, each told with its figure; Enter narrows the time', () =>
  visiting(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}`, async (page) => {
    const walk = page.getByRole('slider', { name: /^Values of \d+ bars, 10,000 documents/ });
    await walk.waitFor();
    await settled(page);
    await walk.focus();
    await matches(() => walk.getAttribute('aria-valuetext'), /^Jan 1990: Count \d+$/);
    await walk.press('ArrowRight');
    await matches(() => walk.getAttribute('aria-valuetext'), /^Feb 1990: Count \d+$/);
    const [, count = ''] = /Count ([\d,]+)$/.exec((await walk.getAttribute('aria-valuetext')) ?? '') ?? [];
    await page.getByText('Feb 1990', { exact: true }).waitFor();
    await assertPicture(page, 'chart-keys');
    await onPhone(page, 'chart-keys');
    await walk.press('Enter');
    await page.waitForURL(/range=1990-02/);
    await page.getByText(`of ${count} documents`).waitFor();
  }));

test('[APP-22] [VIS-16] a tile is walked along by keyboard, Enter offers what a click does, Escape leaves', () =>
  visiting(`/toolkit/analytic/workspaces/${platform.workspace}`, async (page) => {
    const walk = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Phase of flight' }) })
      .getByRole('slider');
    await walk.waitFor();
    await settled(page);
    await walk.focus();
    const first = await walk.getAttribute('aria-valuetext');
    assert.match(first ?? '', /^.+: .*\d/);
    await walk.press('End');
    await reads(async () => (await walk.getAttribute('aria-valuetext')) !== first, true);
    await walk.press('Home');
    await reads(() => walk.getAttribute('aria-valuetext'), first);
    await screenshot(page, 'chart-keys-tile');
    await walk.press('Enter');
    const menu = page.getByRole('menu');
    await menu
      .getByText(first?.split(':')[0] ?? '')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await walk.focus();
    await isFocused(walk);
    await page.keyboard.press('Escape');
    await reads(() => walk.evaluate((element) => element === document.activeElement), false);
  }));

const tileOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

const workspace = `/toolkit/analytic/workspaces/${platform.workspace}`;

test('[APP-22] [VIS-11] [VIS-14] cells and words are walked along as well: up and down stay in the column, Enter offers what a click does', () =>
  visiting(workspace, async (page) => {
    const cells = tileOf(page, 'Phase and time of day').getByRole('slider');
    await cells.scrollIntoViewIfNeeded();
    await settled(page);
    await cells.focus();
    const told = () => cells.getAttribute('aria-valuetext');
    await reads(told, 'Day / Approach: 2,070');
    await cells.press('ArrowRight');
    await reads(told, 'Night / Approach: 2,146');
    await cells.press('ArrowDown');
    await reads(told, 'Night / Climb: 607');
    await cells.press('ArrowUp');
    await cells.press('ArrowUp');
    await reads(told, 'Night / Approach: 2,146', 'above the first line there is nothing');
    await page.locator('.chart-tooltip').getByText('Night / Approach').waitFor();
    await screenshot(page, 'chart-keys-heatmap');
    await cells.press('Enter');
    const menu = page.getByRole('menu');
    await menu.getByText('Night / Approach').waitFor();
    await page.keyboard.press('Escape');
    const words = tileOf(page, 'Species that do damage').getByRole('slider');
    await words.focus();
    await matches(() => words.getAttribute('aria-valuetext'), /^\w+: [\d,.]+$/);
    await assertAccessible(page);
  }));

test('[VIS-05] what is told beside the pointer is seen whole, however small the tile, in a window of any width', async () => {
  const dataset = platform.templates.birdstrikes;
  const terms = (id: string, field: string, size: number) => ({ id, function: 'terms', field, size });
  const metrics = [{ id: 'count', function: 'count', field: null }];
  const buckets = [terms('b1', 'phase_of_flight', 6), terms('b2', 'operator', 6)];
  const aggregate = JSON.stringify({ title: 'Low', dataset, visual: 'Vertical Bar', buckets, metrics });
  const view = await platform.call<{ id: string }>('PUT', '/record/visual.view', { name: 'Low', dataset, aggregate });
  const data = JSON.stringify({ x: 0, y: 0, w: 3, h: 3 });
  const low = await platform.call<{ id: string }>('PUT', '/record/visual.workspace', {
    name: 'Low',
    views: [{ configured: true, type: 'view', view: view.id, data }],
  });
  for (const width of [1440, PHONE])
    await visiting(
      `/toolkit/analytic/workspaces/${low.id}`,
      async (page) => {
        const walk = tileOf(page, 'Low').getByRole('slider');
        await walk.waitFor();
        await settled(page);
        await walk.focus();
        await walk.press('End');
        const tip = page.locator('.chart-tooltip');
        await tip.waitFor();
        await settled(page);
        const whole = () =>
          tip.evaluate((element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const held = element.parentElement === document.body;
            return held && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && bottom - top > 90;
          });
        await reads(whole, true);
        await assertFits(page);
        await screenshot(page, 'tooltip-whole');
        await page.keyboard.press('Escape');
        await tip.waitFor({ state: 'hidden' });
      },
      { width },
    );
});

test('[VIS-05] what a click on the legend takes away stays away when records change, and is not told by keyboard', () =>
  visiting(workspace, async (page) => {
    const tile = tileOf(page, 'Strikes by wildlife size');
    const walk = tile.getByRole('slider');
    await walk.scrollIntoViewIfNeeded();
    await settled(page);
    const told = () => walk.getAttribute('aria-valuetext');
    await walk.focus();
    await matches(told, /Small \d+, Medium \d+, Large \d+$/);
    await page.keyboard.press('Escape');
    await tile.getByRole('button', { name: 'Large', exact: true }).click();
    await walk.focus();
    await matches(told, /Small \d+, Medium \d+$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Refresh all tiles' }).click();
    const csv = 'airport_name,flight_date,wildlife_size\nTEST FIELD,1990-01-02,Small';
    const before = await told();
    await platform.csv(`/data/csv?template=${platform.templates.birdstrikes}`, csv);
    await tileOf(page, 'Strikes reported').getByText('10,001', { exact: true }).waitFor();
    await settled(page);
    await walk.focus();
    await matches(told, /Small \d+, Medium \d+$/);
    assert.notEqual(await told(), before);
    await screenshot(page, 'legend-kept');
  }));

test('[APP-22] [VIS-05] the legend is one stop of the tab key; arrows go along it, Enter takes away, Shift shows one alone', () =>
  visiting(workspace, async (page) => {
    const tile = tileOf(page, 'Strikes by wildlife size');
    const walk = tile.getByRole('slider');
    const series = (name: string) => tile.getByRole('button', { name, exact: true });
    await walk.scrollIntoViewIfNeeded();
    await settled(page);
    await series('Small').focus();
    await page.keyboard.press('ArrowRight');
    await isFocused(series('Medium'));
    await page.keyboard.press('Enter');
    await reads(() => series('Medium').getAttribute('aria-pressed'), 'false');
    await assertPicture(page, 'legend-by-key');
    await page.keyboard.press('Tab');
    await isFocused(walk);
    await matches(() => walk.getAttribute('aria-valuetext'), /Small \d+, Large \d+$/);
    await page.keyboard.press('Shift+Tab');
    await isFocused(series('Medium'));
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Tab');
    await matches(() => walk.getAttribute('aria-valuetext'), /: Medium \d+$/);
  }));
