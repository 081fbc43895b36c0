/** What is open hears of records that come in: Discover tells of them and stays, drawings follow, the clock looks where it is set. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertAccessible, assertFits, assertPicture, assertSteady, cleanVisit, settled } from './browser.ts';
import { startFilled } from './filled.ts';
import { PHONE } from './look.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);
const template = platform.templates.birdstrikes;

const add = (...airports: readonly string[]) =>
  platform.csv(
    `/data/csv?template=${template}`,
    `airport_name,flight_date\n${airports.map((a) => `${a},2001-01-01`).join('\n')}`,
  );

const seeing = (width: number, run: (page: Page) => Promise<void>): Promise<void> =>
  cleanVisit(browser, { base: platform.base, width }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, platform.admin);
    await run(page);
  });

/** Opens Discover and waits until it would hear of changes. */
async function discover(page: Page, more = ''): Promise<void> {
  const listening = page.waitForRequest((request) => /data\/changes\?since/.test(request.url()));
  await page.goto(`/toolkit/analytic/discover?template=${template}${more}`);
  await total(page).waitFor();
  await listening;
}

const total = (page: Page) => page.getByTestId('total').getByText(/of [\d,]+ documents?/);
const firstRow = (page: Page) => page.getByRole('row').nth(1).textContent();

/** How many questions for records the page asks from now on. */
function counting(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/data/user')) asked++;
  });
  return () => asked;
}

/** Brings the page to the front, or puts another before it. */
const show = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

for (const width of [1440, PHONE])
  test(`[SCR-07] [VIS-17] Discover tells of new records and leaves what is read where it is, until asked, at ${width}`, async () => {
    await seeing(width, async (page) => {
      await discover(page);
      const [row, before] = [await firstRow(page), await total(page).textContent()];
      await add(`HEARD ONE ${width}`, `HEARD TWO ${width}`);
      const news = page.getByRole('button', { name: '2 new records: show' });
      await news.waitFor();
      assert.equal(await firstRow(page), row);
      assert.equal(await total(page).textContent(), before);
      await assertPicture(page, 'discover-news');
      await assertFits(page);
      await assertSteady(page);
      await news.click();
      await page
        .getByRole('row')
        .filter({ hasText: `HEARD TWO ${width}` })
        .waitFor();
      await news.waitFor({ state: 'detached' });
      await reads(async () => (await total(page).textContent()) === before, false, 'they are counted');
    });
  });

test('[SCR-07] what came in is counted among what the search finds; what it does not find is no news', async () => {
  await seeing(1440, async (page) => {
    await discover(page, '&q=airport_name:LONGED*');
    await page.getByText('Nothing matches').waitFor();
    const counted = page.waitForResponse((response) => response.url().includes('/data/user'));
    await add('NOT THIS ONE');
    await counted;
    await add('LONGED FOR');
    await page.getByRole('button', { name: '1 new record: show' }).click();
    await page.getByRole('row').filter({ hasText: 'LONGED FOR' }).waitFor();
  });
});

test('[SCR-07] [VIS-17] the rate of Discover lives in its address; while nobody sees the page nothing is asked', async () => {
  await seeing(1440, async (page) => {
    await page.goto(`/toolkit/analytic/discover?template=${template}`);
    await total(page).waitFor();
    await page.getByRole('button', { name: 'Refresh: Off' }).click();
    await page.getByText(/^Updated at \d\d:\d\d:\d\d$/).waitFor();
    await assertPicture(page, 'discover-rates');
    await page.getByRole('menuitemradio', { name: 'Every 5 s' }).click();
    await page.waitForURL(/every=5s/);
    await add('BY THE CLOCK');
    await page.getByRole('row').filter({ hasText: 'BY THE CLOCK' }).waitFor();
    await page.clock.install();
    await page.reload();
    await total(page).waitFor();
    await page.getByRole('button', { name: 'Refresh: 5 s' }).waitFor();
    await show(page, 'hidden');
    // What was asked for while somebody saw the page is answered, its drawing after its rows.
    await settled(page);
    const asked = counting(page);
    await page.clock.runFor(60_000);
    await settled(page);
    assert.equal(asked(), 0);
    const again = page.waitForResponse((response) => response.url().includes('/data/user'));
    await show(page, 'visible');
    await page.clock.runFor(100);
    await again;
  });
});

test('[VIS-17] a view follows its records, is held where that is chosen, and says when it looked', async () => {
  await seeing(1440, async (page) => {
    const listening = page.waitForRequest((request) => /data\/changes\?since/.test(request.url()));
    await page.goto(`/toolkit/analytic/views/${platform.views['Strikes reported']}`);
    await page.getByText(/documents, [\d.]+ m?s, at \d\d:\d\d:\d\d/).waitFor();
    await listening;
    const figure = async (): Promise<string> => {
      const path = `/data/user?template=${template}`;
      const { hits } = await platform.call<{ hits: { total: { value: number } } }>('POST', path, {
        size: 0,
        track_total_hits: true,
      });
      return `${hits.total.value.toLocaleString('en')} documents, `;
    };
    await add('FOLLOWED');
    await page.getByText(await figure()).waitFor();
    await page.getByRole('button', { name: 'Refresh: Live' }).click();
    await page.getByRole('menuitemradio', { name: 'When asked' }).click();
    await page.waitForURL(/every=off/);
    const before = await figure();
    await add('HELD');
    await assertAccessible(page);
    await page.getByText(before).waitFor();
    await page.getByRole('button', { name: 'Refresh: Off' }).click();
    await page.getByRole('menuitem', { name: 'Refresh now' }).click();
    await page.getByText(await figure()).waitFor();
    await assertSteady(page);
  });
});
