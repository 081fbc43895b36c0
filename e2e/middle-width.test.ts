/** A tablet held upright, 768 px: wider than cards and narrower than panes side by side. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, assertSteady, screenshot } from './browser.ts';
import { startFilled } from './filled.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const { platform, here, page } = await openPage({ width: 768, height: 1024 }, startFilled);

const LISTS = {
  imports: '/toolkit/curation',
  users: '/toolkit/tenant',
  groups: '/toolkit/tenant/groups',
  templates: '/toolkit/dev',
  views: '/toolkit/analytic/views',
  sources: '/toolkit/curation/sources',
  ingestors: '/toolkit/observability/ingestors',
  audit: '/toolkit/observability/audit',
} as const;

const look = async (name: string): Promise<void> => {
  await screenshot(page, `middle-${name}`);
  await assertFits(page);
  await assertSteady(page);
  await assertAccessible(page);
};

/** Px of a list that are reached by scrolling sideways only. */
const hidden = (of: Page): Promise<number> =>
  of
    .getByRole('grid')
    .evaluate((grid) => (grid.parentElement?.scrollWidth ?? 0) - (grid.parentElement?.clientWidth ?? 0));

for (const [name, path] of Object.entries(LISTS))
  test(`[SCR-14] at 768 px the list of ${name} shows its columns without scrolling sideways`, async () => {
    await page.goto(path);
    await page.getByRole('grid').waitFor();
    await look(name);
    assert.equal(await hidden(page), 0);
  });

test('[SCR-14] at 768 px the list of imports keeps what went in and what was refused', async () => {
  await page.goto(LISTS.imports);
  await page.getByRole('row', { name: /strikes with faults/ }).waitFor();
  const heads = () => page.getByRole('columnheader').filter({ visible: true }).allInnerTexts();
  await reads(heads, ['Template', 'File', 'Imported', 'State', 'Read', 'Added', 'Rejected']);
});

test('[VIS-17] at 768 px a workspace folds to half or whole lines, and every name of a tile is read whole', async () => {
  await page.goto(`/toolkit/analytic/workspaces/${platform.workspace}`);
  await page.getByRole('heading', { name: 'Operators by cost' }).waitFor();
  await look('workspace');
  const heads = await page
    .locator('.react-grid-item h2')
    .evaluateAll((all) => all.map((head) => ({ name: head.textContent, cut: head.scrollHeight > head.clientHeight })));
  assert.equal(heads.length, 13);
  assert.deepEqual(
    heads.filter(({ cut }) => cut),
    [],
  );
  const widths = await page.locator('.react-grid-item').evaluateAll((all) => all.map((tile) => tile.clientWidth));
  assert.ok(Math.min(...widths) > 340, `the narrowest tile has ${Math.min(...widths)} px`);
});

test('[SRC-36] at 768 px the columns of a file like an earlier one are there at once, none beyond the edge', async () => {
  const text = ['code,when,size', ...[1, 2, 3].map((n) => `c${n},2024-01-0${n},${n}`)].join('\n');
  const drop = async (name: string): Promise<void> => {
    await page.goto('/toolkit/curation/import');
    await page.getByTestId('file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText('3 of 3 columns go in').waitFor();
  };
  await drop('sizes.csv');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByRole('button', { name: 'Load 3 rows' }).click();
  await page.getByText('Written and searchable').waitFor();
  await drop('more sizes.csv');
  await page.getByText('These columns were set up before').waitFor();
  await look('columns');
  const table = page.getByRole('region', { name: 'Columns' });
  assert.equal(await table.evaluate((columns) => columns.scrollWidth - columns.clientWidth), 0);
  assert.deepEqual(here.problems, []);
});

test('[SRC-36] [SCR-14] a long name of a column leaves its field and its type room to be read', async () => {
  const long = `${'a long name that somebody wrote in a spreadsheet, with its unit '.repeat(2)}(km/h)`;
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`code,"${long}"\na,1\nb,2\n`),
  });
  await page.getByText('2 of 2 columns go in').waitFor();
  for (const width of [800, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const shown = await page.getByRole('textbox', { name: 'Field name for code' }).boundingBox();
    assert.ok((shown?.width ?? 0) >= 88, `${width}: the field has ${shown?.width} px`);
    const table = page.getByRole('region', { name: 'Columns' });
    assert.equal(await table.evaluate((columns) => columns.scrollWidth - columns.clientWidth), 0, `${width}`);
    assert.equal(await page.getByRole('rowheader').nth(1).getAttribute('title'), long);
  }
  await page.setViewportSize({ width: 768, height: 1024 });
});

test('[SCR-14] a list becomes cards when the window is made a phone wide, and a table again', async () => {
  await page.goto(LISTS.imports);
  const heads = page.getByRole('columnheader').filter({ visible: true });
  const first = page.getByRole('row', { name: /strikes with faults|birdstrikes/ }).first();
  await reads(() => heads.count(), 7);
  await page.setViewportSize({ width: 390, height: 844 });
  await reads(() => heads.count(), 0);
  await reads(async () => (await first.boundingBox())?.height, 62);
  await page.setViewportSize({ width: 768, height: 1024 });
  await reads(() => heads.count(), 7);
  await reads(async () => (await first.boundingBox())?.height, 36);
});

test('[SCR-14] [APP-22] in a window enlarged four times what stays leaves three quarters to the page', async () => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('button', { name: 'Add a source' }).waitFor();
  const staying = () => {
    const stays = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || stays(element.parentElement));
    const rows = Array.from({ length: window.innerHeight }, (_, y) => document.elementFromPoint(160, y));
    return rows.filter(stays).length;
  };
  await reads(async () => (await page.evaluate(staying)) <= 64, true);
  await look('enlarged');
});
