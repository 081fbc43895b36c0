import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertAccessible, assertFits, assertPicture, cleanVisit, screenshot, signIn } from './browser.ts';
import { deployTemplate, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

async function parcels(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const template = await deployTemplate(call, 'parcels', [
    { name: 'code', value_type: 8, is_key: true },
    { name: 'note', value_type: 7 },
  ]);
  for (let i = 0; i < 5; i++)
    await call('PUT', `/data/user?template=${template}`, { data: { code: `c${i}`, note: 'fox' } });
  return { template };
}

const { browser, platform } = await openStage(() => startWith(parcels));

async function health(page: Page): Promise<void> {
  await arrive(page, platform.admin);
  await page.goto(`/toolkit/dev/templates/${platform.template}?tab=health`);
  await page.getByRole('button', { name: 'Archive now' }).waitFor();
}

test('[TPL-17] [TPL-36] records are archived by a click, and the index made anew from the archive takes its place', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await health(page);
    await page.getByText('Nothing archived yet').waitFor();
    await page.getByRole('button', { name: 'Archive now' }).click();
    await page.getByText('Archived 5 states').waitFor();
    await page.getByRole('cell', { name: '0/00000000.parquet' }).waitFor();
    await reads(() => page.getByRole('button', { name: 'Archive now' }).isDisabled(), true, 'nothing waits any more');
    await page.getByRole('button', { name: 'Rebuild and compare' }).click();
    await page.getByText('Both hold the same 5 documents.').waitFor();
    await assertPicture(page, 'template-health');
    await page.getByRole('button', { name: 'Swap index' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Swap index' }).click();
    await page.getByText('It is in the place of the one before.').waitFor();
  });
});

test('[TPL-36] an index that cannot be made anew says why, and stays', async () => {
  await cleanVisit(browser, { base: platform.base, width: 390 }, async (page) => {
    await health(page);
    await page.getByRole('combobox', { name: 'Make the index anew from' }).click();
    await page.getByRole('option', { name: 'the stream' }).click();
    await page.getByRole('button', { name: 'Rebuild and compare' }).click();
    await page.getByText('There are no batches in the topic of this template.').waitFor();
    await screenshot(page, 'template-health-refused');
    await assertFits(page);
  });
});

test('[SCR-01] [IDX-11] the overview does not greet with copies that one node cannot keep; the template says what to do', async () => {
  for (const width of [1440, 390])
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/template\/(overview|stats)$/.test(pathname)) asked.push(pathname);
      });
      await arrive(page, platform.admin);
      await page.goto('/toolkit/home');
      const parcels = page.getByRole('listitem').filter({ hasText: /^parcels5$/ });
      await parcels.waitFor();
      await parcels.locator('[data-tone=accent]').waitFor();
      assert.match((await parcels.getAttribute('title')) ?? '', /2 copies are asked for and only one node runs/);
      assert.equal(await page.getByText(/copies/).count(), 0);
      await assertAccessible(page);
      await assertFits(page);
      await screenshot(page, 'home-yellow');
      assert.ok(
        asked.every((path) => path.endsWith('/overview')),
        asked.join(),
      );
      await parcels.getByRole('link').click();
      await page.getByText(/All data is there .* 2 copies are asked for and only one node runs/).waitFor();
    });
});

test('[SCR-01] [ERR-29] the overview says that the disk of the platform is full, and what still works', async () => {
  for (const width of [1440, 390])
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      await page.route('/health/ready', (route) => route.fulfill({ json: { status: 'ready', disk: 'full' } }));
      // within the page that asked on the sign-in screen: what it was told there is known here
      await signIn(page, platform.admin, '/login?redirect=toolkit.home');
      await page.getByText('Disk is full').waitFor();
      await page.getByText(/What is there can be searched; nothing can be stored/).waitFor();
      await assertPicture(page, 'home-disk-full');
      await assertFits(page);
    });
});

test('[SCR-01] [APP-22] while the platform cannot be reached, the overview says so and what was read stays', async () => {
  await cleanVisit(browser, { base: platform.base, expected: /net::ERR_FAILED/ }, async (page) => {
    await page.clock.install();
    await signIn(page, platform.admin, '/login?redirect=toolkit.home');
    const steps = page.getByText(/^\d of \d$/);
    const tiles = page.locator('dl').first();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^parcels5$/ })
      .waitFor();
    const before = [await steps.textContent(), await tiles.textContent()];
    await page.route(/\/(api|health)\//, (route) => route.abort());
    await page.clock.fastForward(31_000);
    await page.getByText('Does not answer').waitFor();
    await page.getByText(/What is shown here was read before/).waitFor();
    await page.getByText(/No connection to the platform/).waitFor();
    assert.deepEqual([await steps.textContent(), await tiles.textContent()], before);
    await screenshot(page, 'home-away');
  });
});
