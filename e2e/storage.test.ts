import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertFits, assertPicture, cleanVisit, screenshot } from './browser.ts';
import { onPhone } from './look.ts';
import { deployTemplate, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

async function buoys(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const template = await deployTemplate(call, 'buoys', [
    { name: 'code', value_type: 8 },
    { name: 'note', value_type: 7 },
  ]);
  for (let i = 0; i < 5; i++)
    await call('PUT', `/data/user?template=${template}`, { data: { code: `c${i}`, note: 'fox' } });
  const other = await deployTemplate(call, 'tides', [{ name: 'level', value_type: 8 }]);
  await call('PUT', `/data/user?template=${other}`, { data: { level: 'high' } });
  return { template, other, call };
}

const { browser, platform } = await openStage(() => startWith(buoys));

async function deploy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Deploy v/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Deploy v/ })
    .click();
  await page.getByText(/buoys v\d deployed/).waitFor();
}

test('[TPL-36] a search index is switched off and on in the editor, and Discover says what is so', async () => {
  const expected = /409/;
  await cleanVisit(browser, { base: platform.base, expected }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/dev/templates/${platform.template}?tab=health`);
    await page.getByText('Records are searched, drawn in views, downloaded and edited.').waitFor();
    await page.getByRole('switch', { name: 'Stream' }).click();
    await page.getByRole('switch', { name: 'Archive' }).click();
    await page.getByRole('switch', { name: 'Search index' }).click();
    await page.getByText('Nothing would keep the rows').waitFor();
    await page.getByRole('switch', { name: 'Archive' }).click();
    await page.getByText('the archive alone keeps them').waitFor();
    await deploy(page);
    await page.getByText('Rows are kept in the archive, and there is no search index.').waitFor();
    await page.getByText('Messages go once they are applied.').waitFor();
    await assertPicture(page, 'template-storage');
    await onPhone(page, 'template-storage-phone');
    await page.goto(`/toolkit/analytic/discover?template=${platform.template}`);
    await page.getByText('No search index', { exact: true }).waitFor();
    await page.getByText('Switch Search index on under Index and stream and deploy').waitFor();
    await assertPicture(page, 'discover-no-index');
    await assertFits(page);
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'tides' }).click();
    await page.getByRole('gridcell', { name: 'high' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Index and stream of buoys' }).click();
    await page.getByRole('switch', { name: 'Search index' }).click();
    await page.getByRole('switch', { name: 'Stream' }).click();
    await deploy(page);
    const path = `/schema/data/template/stats?id=${platform.template}&metric=os-stats`;
    const documents = async () => (await platform.call<{ documents: number }>('GET', path)).documents;
    await reads(documents, 5, 'the index is filled');
    await page.goto(`/toolkit/analytic/discover?template=${platform.template}`);
    await page.getByRole('gridcell', { name: 'c4' }).waitFor();
  });
});

test('[IDX-06] [TPL-12] an index that misses copies says how it gets well, and does when it is asked for none', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/dev/templates/${platform.other}?tab=health`);
    await page.getByText('Yellow: fewer copies than asked for').waitFor();
    await page.getByText('Ask for 0 (search_replica').waitFor();
    await page.getByRole('textbox', { name: 'Copies of the search index' }).fill('0');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Green: all is well').waitFor();
    await screenshot(page, 'template-copies');
    await onPhone(page, 'template-copies-phone');
  });
});
