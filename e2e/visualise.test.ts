/** Fields on their way into drawings: from Discover, by dragging and by keyboard. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertPicture, screenshot } from './browser.ts';
import { deployTemplate } from './platform.ts';
import { openSightings } from './sightings.ts';
import { reads } from './until.ts';

const { call, discover, platform, template, visiting } = await openSightings();

test('[SCR-07] [VIS-09] Visualise draws the field with the search it came from, and the view can be saved', async () => {
  await visiting(async (page) => {
    await discover(page, '&q=speed:>100&f=%5B%7B%22field%22:%22night%22,%22operator%22:%22exists%22%7D%5D');
    await page
      .getByRole('complementary', { name: 'Fields' })
      .getByRole('button', { name: /species$/ })
      .click();
    await page.getByRole('button', { name: 'Visualise' }).click();
    await page.waitForURL(/views\/new/);
    await page.getByRole('radio', { name: 'Horizontal Bar' }).waitFor();
    await reads(() => page.getByRole('radio', { name: 'Horizontal Bar' }).isChecked(), true);
    await reads(() => page.getByLabel('Search', { exact: true }).inputValue(), 'speed:>100');
    await page.getByRole('list', { name: 'Filters' }).getByText('night has a value').waitFor();
    await page.getByText(/^2 documents/).waitFor();
    await reads(() => page.getByLabel('Name of the view').inputValue(), 'sightings by species');
    await assertPicture(page, 'designer-visualise');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View sightings by species saved').waitFor();
    await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  });
});

test('[AGG-29] [VIS-01] [VIS-13] [TPL-31] what a field shows first is picked in its template, and drawn in its unit when it is visualised', async () => {
  const picked = async (page: Page, label: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    return page.getByRole('listbox', { name: label, exact: true }).getByRole('option');
  };
  await visiting(async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/dev/templates/${template}`);
    await page.locator('button[draggable=true]', { hasText: 'species' }).click();
    const words = await picked(page, 'First figure');
    await words.getByText('None', { exact: true }).waitFor();
    const sum = page.getByRole('option', { name: 'Sum', exact: true });
    await reads(() => sum.getAttribute('data-combobox-disabled'), 'true', 'words have no sum');
    await page.keyboard.press('Escape');
    await page.locator('button[draggable=true]', { hasText: 'speed' }).click();
    const figures = await picked(page, 'First figure');
    await figures.getByText('Terms', { exact: true }).waitFor();
    await reads(() => figures.allTextContents(), ['None', 'Count', 'Sum', 'Average', 'Min/Max', 'Terms']);
    await figures.getByText('Min/Max', { exact: true }).click();
    const drawings = await picked(page, 'First drawing');
    await drawings.getByText('Word cloud', { exact: true }).waitFor();
    await reads(() => drawings.count(), 12);
    await drawings.getByText('Table', { exact: true }).click();
    await assertPicture(page, 'template-first-view');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Unsaved edits').waitFor({ state: 'detached' });
    await page.goto(`/toolkit/analytic/views/new?template=${template}&field=speed`);
    const rows = page.getByRole('region', { name: 'Result rows' });
    await rows.getByRole('columnheader', { name: 'Least speed' }).waitFor();
    await rows.getByRole('columnheader', { name: 'Most speed' }).waitFor();
    await reads(() => page.getByRole('radio', { name: 'Table' }).isChecked(), true);
    await page.getByRole('radio', { name: 'Metric', exact: true }).click();
    const found = await call<{ aggregations: Record<'least' | 'most', { readonly value: number }> }>(
      'POST',
      `/data/user?template=${template}`,
      {
        size: 0,
        aggs: { least: { min: { field: 'speed' } }, most: { max: { field: 'speed' } } },
      },
    );
    for (const { value } of Object.values(found.aggregations))
      await page.getByText(`${value}kn`, { exact: true }).waitFor();
  });
});

test('[VIS-03] [APP-22] fields reach rows, splits and values by dragging and by keyboard alike', async () => {
  await visiting(async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/views/new?template=${template}`);
    const fields = page.getByRole('region', { name: 'Fields' });
    await fields
      .getByRole('listitem')
      .filter({ hasText: 'species' })
      .dragTo(page.getByRole('region', { name: 'Rows' }));
    await page.getByRole('region', { name: 'Rows' }).getByText('Top values').waitFor();
    await fields
      .getByRole('listitem')
      .filter({ hasText: 'size' })
      .dragTo(page.getByRole('region', { name: 'Split by' }));
    await screenshot(page, 'designer-slots');
    await page.getByRole('region', { name: 'Split by' }).getByText('Top values').waitFor();
    const place = fields.getByRole('button', { name: 'Place speed' });
    await place.focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('End');
    await page.locator('[role=menuitem]:focus', { hasText: 'Values' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Values' }).getByText('Mean speed').first().waitFor();
    await assertPicture(page, 'designer-slots');
  });
});

test("[FMT-08] [QRY-21] a date of no zone in a search text is one of the viewer's clocks on every screen, days of the calendar stay days", async () => {
  const moments = await deployTemplate(call, 'moments', [
    { name: 'kw1', value_type: ValueType.Keyword, is_key: true },
    { name: 'ts1', value_type: ValueType.Date },
    { name: 'day1', value_type: ValueType.Date },
  ]);
  for (const data of [
    { kw1: 'a', ts1: '2026-11-29T18:00:00Z', day1: '2026-11-29' },
    { kw1: 'b', ts1: '2026-11-30T00:30:00Z', day1: '2026-11-30' },
    { kw1: 'c', ts1: '2026-11-30T18:00:00Z', day1: '2026-12-01' },
  ])
    await call('PUT', `/data/user?template=${moments}`, { data });
  const { id: view } = await call<{ id: string }>('PUT', '/record/visual.view', {
    name: 'How many',
    dataset: moments,
    aggregate: JSON.stringify({
      title: 'How many',
      dataset: moments,
      visual: 'Metric',
      metrics: [{ id: 'count', function: 'count', field: null }],
    }),
  });
  const { id: workspace } = await call<{ id: string }>('PUT', '/record/visual.workspace', {
    name: 'Moments',
    views: [{ configured: true, type: 'view', view, data: JSON.stringify({ x: 0, y: 0, w: 4, h: 4 }) }],
  });
  const visit = async (page: Page): Promise<void> => {
    await arrive(page, platform.admin);
    for (const [text, found] of [
      ['ts1:2026-11-30', 'ab'],
      ['ts1:"2026-11-30"', 'ab'],
      ['kw1:* AND ts1:[2026-11-30 TO *]', 'abc'],
      ['ts1:[2026-11-30T00:00:00Z TO *]', 'bc'],
      ['day1:2026-11-30', 'b'],
    ] as const) {
      const q = encodeURIComponent(text);
      await page.goto(`/toolkit/analytic/discover?template=${moments}&columns=kw1&sort=kw1:asc&q=${q}`);
      await page.getByTestId('total').getByText(`of ${found.length} document`).waitFor();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Columns shown, CSV' }).click();
      const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/);
      assert.equal(lines.slice(1).join(''), found, text);
      await page.goto(`/toolkit/analytic/views/new?template=${moments}&q=${q}`);
      await page
        .getByText(new RegExp(`^${found.length} documents?`))
        .first()
        .waitFor();
      await page.goto(`/toolkit/analytic/workspaces/${workspace}?q=${q}`);
      await page.getByTitle(String(found.length), { exact: true }).waitFor();
    }
  };
  await visiting(visit, { zone: 'Asia/Jakarta' });
});
