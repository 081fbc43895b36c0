/** Rows that lead to a screen are links: they open in a tab of their own as links do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { cleanVisit } from './browser.ts';
import { startFilled } from './filled.ts';
import { openStage } from './stage.ts';

const { browser, platform } = await openStage(startFilled);

const LISTS: readonly (readonly [path: string, row: string])[] = [
  ['/toolkit/curation', 'airports.csv'],
  ['/toolkit/analytic/views', 'Time of day'],
  ['/toolkit/dev', 'airports'],
];

interface Kept {
  tabs: string[];
}

/** Keeps which addresses are opened in tabs, by links and by the page: a tab behind the one that is seen is told late or never. */
const keepTabs = () => {
  const tabs: string[] = [];
  Object.assign(window, { tabs });
  window.open = (address) => {
    tabs.push(String(address));
    return null;
  };
  const followed = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || !(event.ctrlKey || event.metaKey || event.button === 1)) return;
    tabs.push(link.getAttribute('href') ?? '');
    event.preventDefault();
  };
  for (const kind of ['click', 'auxclick'] as const) window.addEventListener(kind, followed);
};

const tabsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as Kept).tabs.splice(0));

test('[SCR-08] rows of lists open in a tab of their own with Ctrl or the middle button, and here with a plain click', async () => {
  for (const width of [1440, 390])
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      await page.addInitScript(keepTabs);
      await arrive(page, platform.admin);
      for (const [path, text] of LISTS) {
        await page.goto(path);
        const row = page.getByRole('row').filter({ hasText: text }).first();
        const name = row.getByRole('link');
        const address = await name.getAttribute('href');
        assert.ok(address, path);
        const aside = { position: { x: 240, y: 4 } };
        const ways = [
          () => name.click({ modifiers: ['ControlOrMeta'] }),
          () => name.click({ button: 'middle' }),
          () => row.click({ ...aside, modifiers: ['ControlOrMeta'] }),
          () => row.click({ ...aside, button: 'middle' }),
        ];
        for (const [at, click] of ways.entries()) {
          await click();
          assert.deepEqual(await tabsOf(page), [address], `${path}, way ${at}`);
          assert.equal(new URL(page.url()).pathname, path, 'the list stays');
        }
        await name.click();
        await page.waitForURL(`**${address}`);
        assert.deepEqual(await tabsOf(page), []);
      }
    });
});
