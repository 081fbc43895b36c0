import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { cleanVisit, type VisitOptions } from './browser.ts';
import type { FilledPlatform } from './filled.ts';
import type { Stage } from './stage.ts';

type Discovering = (more: string, run: (page: Page) => Promise<void>, options?: Partial<VisitOptions>) => Promise<void>;

/** Visits Discover on the bird strikes; `more` is added to the address. */
export const discoveringOn =
  ({ browser, platform }: Stage<FilledPlatform>): Discovering =>
  async (more, run, options = {}) => {
    await cleanVisit(browser, { base: platform.base, ...options }, async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}${more}`);
      await page.getByText(/of [\d,]+ documents?/).waitFor();
      await run(page);
    });
  };
