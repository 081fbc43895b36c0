import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive } from './arrive.ts';
import { counted, mixedBirdstrikes } from './birdstrikes.ts';
import { assertPicture, assertSteady, cleanVisit, screenshot } from './browser.ts';
import { startPlatform } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform, here, page } = await openPage();
const file = await mixedBirdstrikes();

const choose = async (label: string, option: string): Promise<void> => {
  const field = page
    .getByRole('textbox', { name: label, exact: true })
    .or(page.getByRole('combobox', { name: label, exact: true }))
    .first();
  await field.click();
  await field.fill(option);
  await page.getByRole('option', { name: option, exact: true }).first().click();
};

const figures = async (): Promise<readonly string[]> =>
  page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents();

test('[TPL-35, SRC-36, STR-03] a file with 25 bad rows becomes a template; the dry run says exactly what would go in', async () => {
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name: 'birdstrikes.csv', mimeType: 'text/csv', buffer: file.bytes });
  await page.getByText('14 of 14 columns go in').waitFor();
  await page.getByRole('checkbox', { name: 'Airport Name is required' }).check();
  await assertPicture(page, 'import-columns');
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor({ timeout: 60_000 });
  await reads(figures, ['10,025', '10,000', '0', '0', '25']);
  await assertPicture(page, 'import-dry-run');
});

test('[STR-03, SCR-08] the import ends in the same ledger, and all 25 rows are listed with their reasons', async () => {
  const sent = page.waitForRequest((request) => request.url().includes('wait=started'));
  await page.getByRole('button', { name: 'Load 10,000 rows' }).click();
  await page.getByText('Written and searchable').waitFor({ timeout: 60_000 });
  assert.match((await sent).url(), /[?&]upload=\w+/, 'the file is not sent a second time');
  await reads(figures, ['10,025', '10,000', '0', '0', '25']);
  await screenshot(page, 'import-result');
  await page.getByRole('button', { name: 'Fix rejected rows' }).click();
  const rows = page.getByRole('grid', { name: 'Rejected rows' });
  await rows.getByRole('rowheader').first().waitFor();
  await screenshot(page, 'batch');
  const seen = new Map<number, string>();
  const look = async (): Promise<void> => {
    const drawn = await rows
      .getByRole('rowheader')
      .evaluateAll((heads) =>
        heads.map((head) => [head.textContent ?? '', head.nextElementSibling?.textContent ?? ''] as const),
      );
    for (const [line, reason] of drawn) seen.set(Number(line.replaceAll(',', '')), reason);
  };
  await look();
  // only the rows in sight are drawn
  await rows.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await rows.getByRole('rowheader', { name: (file.badLines.at(-1) ?? 0).toLocaleString('en'), exact: true }).waitFor();
  await look();
  assert.deepEqual([...seen.keys()], file.badLines);
  for (const reason of seen.values()) assert.ok(reason.length > 10, reason);
  await assertSteady(page);
});

test('[QRY-18, API-31] the rows are found by search, the figures are those of the file', async () => {
  await page.goto('/toolkit/analytic/discover');
  await page.getByText(/of 10,000 documents/).waitFor();
  await assertPicture(page, 'discover');
  await page
    .getByRole('textbox', { name: 'Search text' })
    .fill('effect_amount_of_damage:Substantial AND speed_ias_in_knots:>120');
  await page.getByRole('button', { name: 'Run' }).click();
  const expected = file.good.filter(
    (row) => row['Effect Amount of damage'] === 'Substantial' && Number(row['Speed IAS in knots']) > 120,
  ).length;
  await page.getByText(`of ${expected.toLocaleString('en')} documents`).waitFor();
  await page.waitForURL(/q=effect_amount/);
});

test('[VIS-09, VIS-15] a bar chart built in the designer equals a recomputation from the file', async () => {
  await page.goto('/toolkit/analytic/views/new');
  await choose('Add a group', 'phase_of_flight');
  await page.getByRole('img', { name: /Vertical bar of Count by phase_of_flight/ }).waitFor();
  await assertPicture(page, 'designer');
  await page.getByText('Data', { exact: true }).click();
  const rows = page.getByRole('region', { name: 'Result rows' }).locator('tbody tr');
  await rows.first().waitFor();
  const shown = () =>
    rows.evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
  const expected = counted(file.good, 'Phase of flight').slice(0, 10);
  await reads(
    shown,
    expected.map(([value, count]) => [value, count.toLocaleString('en')]),
  );
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Strikes by phase');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('View Strikes by phase saved').waitFor();
});

test('[VIS-17] a workspace reopens as saved after a restart of the platform', async () => {
  await page.goto('/toolkit/analytic/workspaces');
  await page.getByRole('button', { name: 'New workspace' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Wildlife');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL(/workspaces\/\w+/);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await choose('Add a view', 'Strikes by phase');
  const grip = page.getByRole('button', { name: /^Move Strikes by phase/ });
  await grip.focus();
  await grip.press('Alt+ArrowRight');
  await page.getByText('Column 2, row 1, 6 wide, 6 high').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Save workspace' }).click();
  await page.getByText('Workspace Wildlife saved').waitFor();
  const address = new URL(page.url()).pathname;
  await here.close();
  await platform.stop();

  const again = await startPlatform({ folder: platform.folder });
  try {
    await cleanVisit(browser, { base: again.base }, async (there) => {
      await arrive(there, again.admin);
      await there.goto(address);
      await there.getByRole('img', { name: /by phase_of_flight: \d+ groups of 10,000 documents/ }).waitFor();
      await assertPicture(there, 'workspace');
      await assertSteady(there);
    });
  } finally {
    await again.remove();
  }
});
