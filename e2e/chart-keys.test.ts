/** Charts by keyboard: from point to point, what is told there, and on to its records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, cleanVisit, screenshot, settled, signIn, type VisitOptions } from './browser.ts';
import { startFilled } from './filled.ts';
import { isFocused } from './keys.ts';
import { onPhone } from './look.ts';
import { openStage } from './stage.ts';
import { matches, reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

const visiting = (path: string, run: (page: Page) => Promise<void>, options: Partial<VisitOptions> = {}) =>
  cleanVisit(browser, { base: platform.base, ...options }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, platform.admin);
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
    await assertAccessible(page);
    await screenshot(page, 'chart-keys');
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
