/** The table of documents and what stands around it, by hand and by keyboard. */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { cleanVisit, signIn, type VisitOptions } from './browser.ts';
import { startFilled } from './filled.ts';
import { isActiveOption } from './keys.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

const discovering = (more: string, run: (page: Page) => Promise<void>, options: Partial<VisitOptions> = {}) =>
  cleanVisit(browser, { base: platform.base, ...options }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, platform.admin);
    await page.goto(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}${more}`);
    await page.getByText(/of [\d,]+ documents?/).waitFor();
    await run(page);
  });

test('[SCR-07] [APP-22] while the field of a filter is typed, Enter takes the first that fits', () =>
  discovering('', async (page) => {
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    const form = page.getByRole('dialog');
    const field = form.getByRole('combobox', { name: 'Field' });
    await field.pressSequentially('spe');
    await isActiveOption(page.getByRole('option').first());
    await field.press('Enter');
    await reads(() => field.inputValue(), 'wildlife_species');
  }));
