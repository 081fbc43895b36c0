/** A tenant with more templates than a page of a list holds, and workspaces beyond what is in sight. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { arrive } from './arrive.ts';
import { assertFits, cleanVisit } from './browser.ts';
import { deployTemplate, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const OTHERS = 510;

const { browser, platform } = await openStage(() =>
  startWith(async ({ base, admin, ...platform }) => {
    const call = await signedCall({ base, admin, ...platform });
    const earliest = await deployTemplate(call, 'wells', [{ name: 'depth', value_type: 2 }]);
    const client = new PlatformClient(base);
    await client.signIn(admin.login, admin.password);
    await client.csv(`/data/csv?template=${earliest}&file=wells.csv`, 'depth\n12\n');
    for (let i = 0; i < OTHERS; i++) {
      await call('PUT', '/schema/data/template', { name: `plan ${i}`, items: [{ name: 'note', value_type: 7 }] });
    }
    const latest = await deployTemplate(call, 'pumps', [{ name: 'power', value_type: 2 }]);
    return { earliest, latest };
  }),
);

test('[LIM-04] [SCR-07] the earliest of many templates is listed, searched and chosen', async () => {
  for (const width of [1440, 390])
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      await arrive(page, platform.admin);
      await page.goto('/toolkit/dev');
      await page.getByRole('searchbox').first().fill('wells');
      await page.getByText('wells').first().waitFor();
      await page.goto(`/toolkit/analytic/discover?template=${platform.latest}`);
      await page.getByRole('combobox', { name: 'Template' }).click();
      await page.getByRole('combobox', { name: 'Template' }).fill('wel');
      await page.getByRole('option', { name: 'wells' }).click();
      await page.waitForURL((url) => url.search.includes(platform.earliest));
      await page.getByText('12', { exact: true }).first().waitFor();
      await assertFits(page);
    });
});

test('[LIM-04] [SRC-36] an import into the earliest of many templates finds it', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/curation/import?template=${platform.earliest}`);
    await page
      .getByTestId('file')
      .setInputFiles({ name: 'more wells.csv', mimeType: 'text/csv', buffer: Buffer.from('depth\n7\n') });
    const chosen = page.getByRole('combobox', { name: 'Template' });
    await chosen.waitFor();
    assert.equal(await chosen.inputValue(), 'wells');
  });
});

test('[VIS-17] [ENT-34] one of many workspaces is found by its name, and the way back leads to what was found', async () => {
  const call = await signedCall(platform);
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/analytic/workspaces');
    await page.getByText('No workspaces yet').waitFor();
    assert.equal(await page.getByRole('searchbox').count(), 0, 'there is nothing to search');
    for (let i = 0; i < 40; i++) await call('PUT', '/record/visual.workspace', { name: `Board ${i}`, views: [] });
    await page.reload();
    const cards = page.getByRole('list', { name: 'Workspaces' }).getByRole('listitem');
    await reads(() => cards.count(), 40);
    await page.keyboard.press('/');
    await page.keyboard.type('ARD 33');
    await reads(() => cards.count(), 1);
    await cards.getByRole('link').click();
    await page.getByRole('heading', { name: 'Board 33' }).waitFor();
    await page.goBack();
    await reads(() => cards.count(), 1);
    await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('harbour');
    await page.getByText('No workspace has "harbour" in its name or its description.').waitFor();
    await page.getByTitle('0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await reads(() => cards.count(), 40);
  });
});
