/** A session that ends in the middle of work: whoever signs in again goes on where they were, without a click more. */
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const { platform, page } = await openPage({ expected: /401|500|Failed to load resource/ });

/** Ends every session but the own one, as an administrator would. */
async function endSessions(): Promise<void> {
  const call = await signedCall(platform);
  const sessions = await call<readonly { id: string; current: boolean }[]>('GET', '/session/list');
  for (const { id, current } of sessions) if (!current) await call('DELETE', `/session/list/${id}`);
}

async function signInAgain(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel(/Password/).fill(platform.admin.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** A batch of which line 3 was refused. */
async function rejectedBatch(name: string): Promise<string> {
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const template = await deployTemplate(await signedCall(platform), name, [
    { name: 'code', value_type: ValueType.Keyword },
    { name: 'pieces', value_type: ValueType.Integer, sequence: 1 },
  ]);
  const file = 'code,pieces\na,1\nb,many\n';
  return (await client.csv<{ readonly batch: string }>(`/data/csv?template=${template}&file=${name}.csv`, file)).batch;
}

async function mend(batch: string, value: string): Promise<void> {
  await page.goto(`/toolkit/curation/batch/${batch}`);
  await page.getByRole('gridcell', { name: 'pieces, line 3: many' }).click();
  await page.getByRole('textbox', { name: 'pieces, line 3' }).fill(value);
}

const sendAgain = page.getByRole('button', { name: 'Send again' });

test('[SES-08] [SCR-08] a mended row whose session ended is checked once one has signed in again, and sent', async () => {
  await mend(await rejectedBatch('mended'), '7');
  await endSessions();
  await page.keyboard.press('Enter');
  await signInAgain();
  await page.getByText('1 of 1 become valid').waitFor();
  await endSessions();
  await sendAgain.click();
  await signInAgain();
  await reads(() => page.getByRole('gridcell', { name: /^pieces, line 3/ }).textContent(), '7');
  await sendAgain.click();
  await page.getByText('Every row was taken in', { exact: false }).waitFor();
});

test('[APP-21] [SCR-08] mended rows that could not be checked say so, and are checked again by a button', async () => {
  const batch = await rejectedBatch('unchecked');
  await page.route(/\/replay\?dry_run/, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 35, ts: 0, took: 0, data: null, error: { message: 'Something went wrong here' } },
    }),
  );
  await mend(batch, '8');
  await page.keyboard.press('Enter');
  await page.getByText('1 row changed. Something went wrong here').waitFor();
  await matches(() => page.getByRole('row').nth(1).textContent(), /Not checked/);
  await page.unroute(/\/replay\?dry_run/);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('1 of 1 become valid').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('[SES-08] [SRC-36] an import whose session ended goes on once one has signed in again', async () => {
  await page.goto('/toolkit/curation/import');
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'ended.csv', mimeType: 'text/csv', buffer: Buffer.from('station,ended\nA1,3\nA2,4\n') });
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
  await endSessions();
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await signInAgain();
  await page.getByText('Written and searchable').waitFor();
});
