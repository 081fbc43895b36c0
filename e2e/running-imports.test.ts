import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { assertAccessible, assertFits, assertSteady, signIn, snapshot } from './browser.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const ROWS = 250_000;

const { platform, here, page: first } = await openPage({ expected: /net::ERR_ABORTED/ });
let page = first;

/** Every tenth row is one that is refused. */
const file = (from: number): Buffer => {
  const text = ['no,name,amount'];
  for (let i = from; i < from + ROWS; i++)
    text.push(`${i},customer ${i % 1000} of a longer name,${i % 10 === 9 ? 'much' : i / 4}`);
  return Buffer.from(text.join('\n'));
};

/** Gives a dry run up before its answer is there, and asks for it again. */
async function cancelDryRun(start: () => Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>();
  const answer = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await held.promise;
    // the page waits no more
    await route.fulfill({ response }).catch(() => {});
  };
  await page.route(/dry_run=true/, answer, { times: 1 });
  await start();
  const progress = page.getByRole('region', { name: 'Progress' });
  assert.doesNotMatch((await progress.getByRole('status').textContent()) ?? '', /\d/, 'what counts is not read aloud');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('The dry run was cancelled. Nothing was written.').waitFor();
  held.resolve();
  await page.getByRole('button', { name: 'Dry run again' }).click();
}

/** Walks the wizard until the import runs. */
async function begin(name: string, from: number): Promise<void> {
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({ name, mimeType: 'text/csv', buffer: file(from) });
  await page.getByText('3 of 3 columns go in').waitFor();
  if (from === 0) {
    await page.getByRole('combobox', { name: 'Type of amount' }).click();
    await page.getByRole('option', { name: 'Number', exact: true }).click();
  } else await page.getByText('These columns were set up before').waitFor();
  const start = (): Promise<void> => page.getByRole('button', { name: /dry run$/i }).click();
  await (from === 0 ? cancelDryRun(start) : start());
  await page.getByText('Nothing written yet').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Load / }).click();
  await page.getByText('The import goes on when this page is closed.').waitFor();
}

const figures = async (): Promise<readonly string[]> =>
  page.getByRole('region', { name: 'Ledger' }).locator('b').allTextContents();

const bell = () => page.getByRole('button', { name: /^Notifications/ });

test('[SRC-36] an import goes on through a reload; the bell lists it with its progress and a toast tells its end', async () => {
  await begin('first.csv', 0);
  await page.reload();
  await page.getByRole('button', { name: 'Notifications, 1 import runs' }).click();
  const running = page.getByRole('list', { name: 'Running imports' });
  await running.getByText('first.csv').waitFor();
  await running.getByText(/ of .* rows|Receiving|Waiting|Making/).waitFor();
  await running.getByRole('button', { name: 'Cancel first.csv' }).waitFor();
  await snapshot(page, 'running-imports');
  await page
    .getByText(/^first\.csv is imported into first/)
    .first()
    .waitFor({ timeout: 60_000 });
  await page.getByText('250,000 rows read: 225,000 added, 25,000 rejected.').first().waitFor();
  await assertAccessible(page);
  await assertSteady(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fix rejected rows' }).click();
  await page.waitForURL(/curation\/batch\//);
  await page.getByRole('grid', { name: 'Rejected rows' }).waitFor();
  await reads(figures, ['250,000', '225,000', '0', '0', '25,000']);
});

test('[SRC-36] the page is closed and another opened: the import is found, and its ledger is right', async () => {
  await begin('second.csv', ROWS);
  const context = page.context();
  await page.close();
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await signIn(page, platform.admin);
  await page
    .getByText(/^second\.csv is imported into first/)
    .first()
    .waitFor({ timeout: 60_000 });
  await bell().click();
  await page
    .getByText(/^second\.csv is imported/)
    .last()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/toolkit/curation');
  await page.getByRole('row', { name: /second\.csv/ }).click();
  await page.getByRole('grid', { name: 'Rejected rows' }).waitFor();
  await reads(figures, ['250,000', '225,000', '0', '0', '25,000']);
});

test('[SRC-36] an import is cancelled from the bell; nothing of it is stored', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await begin('third.csv', 2 * ROWS);
  await page.getByRole('link', { name: 'Back to Imports' }).waitFor();
  await bell().click();
  const cancel = page.getByRole('button', { name: 'Cancel third.csv' });
  await cancel.waitFor();
  await assertFits(page);
  await snapshot(page, 'running-imports');
  const held = Promise.withResolvers<void>();
  await page.route(/\/cancel$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await cancel.click();
  await page.getByRole('button', { name: 'Cancelling third.csv', disabled: true }).waitFor();
  held.resolve();
  await page.getByText('The import was cancelled. Nothing was written.').waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/toolkit/curation');
  await page
    .getByRole('row', { name: /third\.csv/ })
    .getByText('Cancelled')
    .waitFor();
  assert.deepEqual(here.problems, []);
});
