/** A platform with the demo's views, and what tests of views do with them. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { counted, mixedBirdstrikes } from './birdstrikes.ts';
import { visit } from './browser.ts';
import { startFilled } from './filled.ts';
import { openStage } from './stage.ts';

export const said = (count: number): string => count.toLocaleString('en');

export async function openViewStage() {
  const { browser, platform } = await openStage(startFilled);
  const file = await mixedBirdstrikes();
  return {
    platform,
    file,
    phases: () => counted(file.good, 'Phase of flight'),
    /** A signed-in visit that ends with nothing on the console. */
    visiting: async (run: (page: Page) => Promise<void>): Promise<void> => {
      const one = await visit(browser, { base: platform.base });
      try {
        await one.page.emulateMedia({ reducedMotion: 'reduce' });
        await arrive(one.page, platform.admin);
        await run(one.page);
        assert.deepEqual(one.problems, []);
      } finally {
        await one.close();
      }
    },
    open: async (page: Page, view: string): Promise<void> => {
      await page.goto(`/toolkit/analytic/views/${platform.views[view]}`);
      await page.getByText(/[\d,]+ documents, /).waitFor();
    },
  };
}
