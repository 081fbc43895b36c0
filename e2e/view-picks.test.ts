/** What a click on a group, or a key, offers: its records, a filter by it and one against it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertPicture, settled } from './browser.ts';
import { reads } from './until.ts';
import { openViewStage, said } from './view-stage.ts';

const { platform, file, phases, visiting, open } = await openViewStage();

/** The middle of the first bar: bars lie, the longest is on top. */
async function firstBar(page: Page): Promise<{ x: number; y: number }> {
  await settled(page);
  const box = await page.getByRole('img', { name: /phase_of_flight/ }).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height * 0.1 };
}

test('[VIS-16] a bar offers its records, a filter by it and one against it', async () => {
  const [first] = phases();
  assert.ok(first);
  const [phase, count] = first;
  await visiting(async (page) => {
    await open(page, 'Phase of flight');
    const pick = async (what: string): Promise<void> => {
      const { x, y } = await firstBar(page);
      await page.mouse.click(x, y);
      await page.getByRole('menuitem', { name: 'Show these records' }).waitFor();
      await page.getByRole('menuitem', { name: what }).click();
    };
    const { x, y } = await firstBar(page);
    await page.mouse.click(x, y);
    await page.getByRole('menu').getByText(phase).waitFor();
    await assertPicture(page, 'designer-pick');
    await page.getByRole('menuitem', { name: 'Show these records' }).click();
    await page.waitForURL('**/discover?**');
    await page.getByText(`of ${said(count)} documents`).waitFor();
    await open(page, 'Phase of flight');
    await pick('Exclude it');
    await page
      .getByText(`${said(file.good.length - count)} documents`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Remove filter phase_of_flight' }).click();
    await page
      .getByText(`${said(file.good.length)} documents`)
      .first()
      .waitFor();
    await pick('Filter by it');
    await page
      .getByText(`${said(count)} documents`)
      .first()
      .waitFor();
  });
});

test('[VIS-11] [VIS-16] a cell of a heatmap holds what the file holds, and offers exactly its records', async () => {
  const count = file.good.filter((row) => row['Phase of flight'] === 'Approach' && row['Time of day'] === 'Day').length;
  await visiting(async (page) => {
    await open(page, 'Phase and time of day');
    const drawing = page.getByRole('img', { name: /^Heatmap of Count by time_of_day and phase_of_flight/ });
    await settled(page);
    const box = await drawing.boundingBox();
    assert.ok(box);
    // Day is the fullest column, Approach the fullest line: both come first.
    await page.mouse.click(box.x + box.width * 0.25, box.y + 60);
    await page.getByRole('menu').getByText('Day / Approach').waitFor();
    await page.getByRole('menuitem', { name: 'Filter by it' }).click();
    await page
      .getByText(`${said(count)} documents`)
      .first()
      .waitFor();
    await page.getByRole('radio', { name: 'Table', exact: true }).click();
    await page.getByRole('region', { name: 'Result rows' }).getByText('Approach').waitFor();
  });
});

test('[VIS-14] [VIS-16] a word of a cloud filters by itself; a cloud of everything says why it is empty', async () => {
  await visiting(async (page) => {
    await open(page, 'Species that do damage');
    const drawing = page.getByRole('img', { name: /^Word cloud of Count by wildlife_species/ });
    await settled(page);
    const box = await drawing.boundingBox();
    assert.ok(box);
    // What stands out most is drawn in the middle.
    await page.mouse.click(box.x + box.width / 2, box.y + (box.height - 20) / 2);
    await page.getByRole('menuitem', { name: 'Filter by it' }).click();
    const pill = page.getByRole('list', { name: 'Filters' }).getByText(/^wildlife_species is /);
    const species = ((await pill.textContent()) ?? '').replace('wildlife_species is ', '');
    const words = (row: Readonly<Record<string, string>>) =>
      (row['Wildlife Species'] ?? '').toLowerCase().split(/[^a-z]+/);
    const count = file.good.filter(
      (row) => words(row).includes(species) && row['Effect Amount of damage'] !== 'None',
    ).length;
    assert.ok(count > 0);
    await page
      .getByText(`${said(count)} documents`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: `Remove filter wildlife_species is ${species}` }).click();
    await page.getByRole('button', { name: 'Remove filter damage is not None' }).click();
    await page.getByText(/stands out while all documents are looked at/).waitFor();
  });
});

test('[VIS-16] [APP-22] by keyboard the rows of a table offer the same, and a tile filters its workspace', async () => {
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/workspaces/${platform.workspace}`);
    const cell = page.getByRole('region', { name: 'Result rows' }).getByRole('button', { name: 'UPS AIRLINES' });
    await cell.focus();
    await page.keyboard.press('Enter');
    const filter = page.getByRole('menuitem', { name: 'Filter by it' });
    await filter.focus();
    await page.keyboard.press('Enter');
    const expected = file.good.filter((row) => row['Aircraft Airline Operator'] === 'UPS AIRLINES').length;
    await page.getByText(said(expected), { exact: true }).first().waitFor();
    await reads(
      () => page.getByRole('textbox', { name: 'Search in all tiles' }).inputValue(),
      'operator:"UPS AIRLINES"',
    );
  });
});
