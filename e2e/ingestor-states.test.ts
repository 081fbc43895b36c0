/** What the screen of an ingestor says when something stands in the way, and the way on it offers. */
import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { IngestorServices } from '../packages/schema/src/index.ts';
import { ChildIngestor } from '../scripts/chaos/child-ingestor.ts';
import { assertPicture } from './browser.ts';
import { choose, openPaired, startIngestorPlatform } from './ingestor-stage.ts';
import { onPhone } from './look.ts';
import { openPage } from './stage.ts';

const { platform, here, page } = await openPage(
  { expected: /401|409|422|ERR_|net::|WebSocket/ },
  startIngestorPlatform,
);
const folder = path.join(platform.files, 'share');
const drop = (name: string, order: number) =>
  writeFile(path.join(folder, name), `order_no,customer\n${order},Customer ${order}\n`);
const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const task = page.getByRole('row', { name: /Orders/ });

/** Looks at what stands there on a desk and on a phone. */
async function look(name: string): Promise<void> {
  await assertPicture(page, name);
  await onPhone(page, name);
}

test('[TSK-03] [ING-19] a task whose folder vanished says which, and goes on when it is back', async () => {
  await mkdir(folder);
  await openPaired(page, platform.ingestor, 'warehouse-7');
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await choose(page, 'Template', 'Orders');
  await page.getByLabel('File or pattern').fill(path.join(folder, '*.csv'));
  await page.getByRole('button', { name: 'Add task' }).click();
  await drop('1.csv', 1);
  await page.getByRole('list', { name: 'Files' }).getByText('1.csv').waitFor();
  await rename(folder, `${folder}-away`);
  await alert(`The folder ${folder} is not there.`).getByText('Make it readable on that machine again').waitFor();
  await look('ingestor-folder-gone');
  await rename(`${folder}-away`, folder);
  await alert('is not there').waitFor({ state: 'detached' });
});

test('[SCR-05] a task whose token was revoked says so, and gets a new one on its screen; no row is lost', async () => {
  const tokens = await platform.call<readonly { id: string; name: string }[]>('GET', '/session/token');
  const own = tokens.find(({ name }) => name === 'Ingestor: Orders');
  assert.ok(own);
  await platform.call('DELETE', `/session/token/${own.id}`);
  await drop('2.csv', 2);
  await alert('The platform does not let the token of this task in').waitFor();
  await look('ingestor-token-revoked');
  await page.getByRole('button', { name: 'Give it a new token' }).click();
  await alert('The platform does not let').waitFor({ state: 'detached' });
  await task.getByText('2', { exact: true }).first().waitFor();
  const left = await platform.call<readonly { id: string; name: string }[]>('GET', '/session/token');
  assert.equal(left.filter(({ name }) => name === 'Ingestor: Orders').length, 1);
});

test('[ING-17] an ingestor of another version, and another ingestor at its address, are told', async () => {
  let changes: object = {};
  await page.route('**/local/services', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly data: IngestorServices };
    const services = reply.data.services.map((service) => ({ ...service, ...changes }));
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, services } } });
  });
  changes = { version: '0.0.9' };
  await page.getByText(/The ingestor is version 0\.0\.9, the platform \d/).waitFor();
  await look('ingestor-version');
  changes = { id: 'another', name: 'cellar-2' };
  await page.getByText('Another ingestor answers at this address').waitFor();
  await page.getByText(/is now answered by 'cellar-2'/).waitFor();
  await look('ingestor-another');
  await page.unrouteAll({ behavior: 'wait' });
  await task.waitFor();
});

test('[ING-17] [ING-18] one that went while its screen is open is said to be gone; begun anew it asks to be paired again', async () => {
  const { url } = platform.ingestor;
  await platform.ingestor.terminate();
  await page.getByText('The ingestor is not reached from this browser').waitFor();
  await page.getByText(/The platform last heard from it on/).waitFor();
  await look('ingestor-gone');
  const anew = new ChildIngestor({
    INGESTOR_PLATFORM: platform.base,
    INGESTOR_PORT: new URL(url).port,
    INGESTOR_DATA: path.join(platform.files, 'data-anew'),
    INGESTOR_NAME: 'warehouse-7',
  });
  try {
    await anew.start();
    await page.getByText('The ingestor does not know this browser any more').waitFor();
    await look('ingestor-begun-anew');
    await page.getByRole('button', { name: 'Pair this browser' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pairing code').fill(anew.code);
    await dialog.getByRole('button', { name: 'Pair', exact: true }).click();
    await page.getByText('No task yet').waitFor();
  } finally {
    await anew.terminate();
  }
  assert.deepEqual(here.problems, []);
});
