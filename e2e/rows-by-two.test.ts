/** Rejected rows of one batch that two people work on: nothing is overwritten unasked, and nothing written is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { assertPicture, settled } from './browser.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const { platform, here, page } = await openPage();
const call = await signedCall(platform);
const client = new PlatformClient(platform.base);
await client.signIn(platform.admin.login, platform.admin.password);

/** Four rows of which the number is none. */
async function refused(name: string): Promise<string> {
  const template = await deployTemplate(call, name, [
    { name: 'txt1', value_type: 8 },
    { name: 'num1', value_type: 2 },
  ]);
  const rows = ['a,one', 'b,two', 'c,three', 'd,four'];
  const { batch } = await client.csv<{ readonly batch: string }>(
    `/data/csv?template=${template}`,
    `txt1,num1\n${rows.join('\n')}\n`,
  );
  return batch;
}

async function write(line: number, was: string, value: string): Promise<void> {
  await page.getByRole('gridcell', { name: `num1, line ${line}: ${was}` }).click();
  await page.getByRole('textbox', { name: `num1, line ${line}` }).fill(value);
  await page.keyboard.press('Enter');
}

const counts = async (batch: string) => {
  const { accepted, rejected } = await call<Record<string, number>>('GET', `/data/batch/${batch}`);
  return [accepted, rejected];
};
const elsewhere = (batch: string, rows: readonly object[]) => call('POST', `/data/batch/${batch}/replay`, { rows });

test('[SCR-08] [REC-38] rows that somebody else mended or wrote anew meanwhile are told of; the other edits are sent', async () => {
  const batch = await refused('by two');
  await page.goto(`/toolkit/curation/batch/${batch}`);
  await write(2, 'one', '1');
  await write(3, 'two', '2');
  await write(4, 'three', '3');
  await page.getByText('3 of 3 become valid').waitFor();
  await elsewhere(batch, [
    { line: 2, raw: { txt1: 'a', num1: '11' } },
    { line: 3, raw: { txt1: 'changed', num1: 'two' } },
  ]);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Rows you changed were worked on meanwhile').waitFor();
  await page.getByText(/^Line 2 was mended meanwhile and went in;.* Line 3 was rewritten meanwhile;/).waitFor();
  await matches(() => page.getByText(/become valid/).textContent(), /^2 rows changed. 2 of 2 become valid$/);
  await page.getByRole('gridcell', { name: 'txt1, line 3: changed' }).waitFor();
  await page.getByRole('gridcell', { name: 'num1, line 3: 2' }).waitFor();
  await assertPicture(page, 'rows-by-two');
  assert.deepEqual(await counts(batch), [1, 3], 'nothing was sent over their heads');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('2 rows went in').waitFor();
  await reads(() => counts(batch), [3, 1]);
});

test('[SCR-08] rows of a batch that was undone meanwhile are not sent, and the page shows it undone', async () => {
  const batch = await refused('undone');
  await elsewhere(batch, [{ line: 5, raw: { txt1: 'd', num1: '4' } }]);
  await page.goto(`/toolkit/curation/batch/${batch}`);
  await write(2, 'one', '1');
  await page.getByText('1 of 1 become valid').waitFor();
  await call('POST', `/data/batch/${batch}/undo`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The batch was undone; its rejected rows cannot be sent again').waitFor();
  await page.getByText('Undone: nothing of it is stored any more').first().waitFor();
  await page.getByRole('button', { name: 'Send again' }).waitFor({ state: 'detached' });
});

test('[SCR-08] [APP-06] who leaves rows that were changed and not sent is asked before they are lost', async () => {
  const batch = await refused('left');
  await page.goto(`/toolkit/curation/batch/${batch}`);
  await write(2, 'one', '1');
  await page.getByText('1 of 1 become valid').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click();
  const asked = page.getByRole('dialog', { name: 'Leave the rows that you changed without saving?' });
  await asked.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('gridcell', { name: 'num1, line 2: 1' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click();
  await asked.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { name: 'Imports' }).waitFor();
});

test('[SCR-08] [STR-04] rows whose answer was lost on the way are sent once more and go in once', async () => {
  const batch = await refused('lost answer');
  await page.goto(`/toolkit/curation/batch/${batch}`);
  await write(2, 'one', '1');
  await page.getByText('1 of 1 become valid').waitFor();
  await page.route(/\/replay$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send again' }).click();
  await reads(() => counts(batch), [1, 3]);
  await page.getByText(/Unable to make a request/).waitFor();
  await page.unroute(/\/replay$/);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('1 row went in').waitFor();
  await settled(page);
  assert.deepEqual(await counts(batch), [1, 3]);
  assert.deepEqual(
    here.problems.filter((line) => !/409|ERR_FAILED/.test(line)),
    [],
  );
});
