/** An import whose line is cut, slow, or whose file changes on its way: each row goes in once, and what is said is so. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { assertFits, settled, snapshot } from './browser.ts';
import { onPhone, PHONE } from './look.ts';
import { signedCall, tokenOf } from './platform.ts';
import { openPage } from './stage.ts';
import { matches, reads } from './until.ts';

const { platform, page } = await openPage({ expected: /Failed to load resource/ });
const call = await signedCall(platform);
const folder = await mkdtemp(path.join(tmpdir(), 'import-line-'));
after(() => rm(folder, { recursive: true }));

const UPLOAD = /\/api\/data\/csv\?/;

/** Of columns of its own, so that no import before says where they go. */
const rowsOf = (name: string): string => `station,city,${name}\nA1,Medan,3\nA2,Jakarta,4\n`;

const choose = async (name: string, text = rowsOf(name)): Promise<void> => {
  await page.goto('/toolkit/curation/import');
  await page
    .getByTestId('file')
    .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) });
};

async function dryRun(name: string): Promise<void> {
  await choose(name);
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
}

/** Documents of the template that the file made. */
async function stored(name: string): Promise<number> {
  const templates = await call<{ id: string; name: string }[]>('POST', '/schema/data/template', {
    key: 'name',
    keyword: name,
    from: 0,
    to: 10,
  });
  const { id } = templates.find((one) => one.name === name) ?? assert.fail(`no template ${name}`);
  const headers = { authorization: `Bearer ${await tokenOf(platform.base, platform.admin)}` };
  const answer = await fetch(`${platform.base}/os/${id}/_count`, { headers });
  return ((await answer.json()) as { count: number }).count;
}

test('[STR-04] [SCR-20] an import whose answer is lost goes on by itself when the line is back, and its rows are in once', async () => {
  await dryRun('answer_lost');
  let cut = true;
  await page.route(UPLOAD, async (route) => {
    if (!cut) return route.continue();
    cut = false;
    await route.fetch();
    await page.route('**/health/live', (probe) => probe.abort());
    await route.abort('connectionfailed');
  });
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('The import goes on when the connection is back').waitFor();
  await page.getByText('No connection to the platform since').waitFor();
  await onPhone(page, 'import-cut');
  await page.unroute('**/health/live');
  await page.getByText('Written and searchable').waitFor();
  await page.unroute(UPLOAD);
  await reads(() => stored('answer_lost'), 2);
});

test('[SCR-20] [SRC-36] a dry run that was cut goes on by itself when the line is back', async () => {
  await choose('dry_cut');
  await page.route(UPLOAD, (route) => route.abort('connectionfailed'), { times: 1 });
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('Nothing written yet').waitFor();
});

test('[SCR-20] [SRC-36] a line that is gone while an import runs does not say that the import stopped', async () => {
  await dryRun('runs_on');
  const ledger = /\/api\/data\/batch\/\w+$/;
  let asked = 0;
  let isCut = true;
  await page.route(ledger, async (route) => {
    if (!isCut) return route.continue();
    if (asked++ > 0) return route.abort('connectionfailed');
    const reply = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...reply, data: { ...reply.data, state: 'running', phase: 'write' } } });
  });
  await page.getByRole('button', { name: 'Load 2 rows' }).click();
  await page.getByText('Writing the rows').waitFor();
  // a read is tried three times before it has failed
  await reads(async () => asked > 5, true);
  assert.equal(await page.getByText(/import stopped/i).count(), 0);
  assert.equal(await page.getByText('Writing the rows').count(), 1);
  isCut = false;
  await page.getByText('Written and searchable').waitFor();
  await page.unroute(ledger);
});

test('[SRC-23] [SRC-36] a file that was saved anew after it was chosen is told as such, and chosen again', async () => {
  const file = path.join(folder, 'saved_anew.csv');
  await writeFile(file, rowsOf('saved_anew'));
  // a browser knows a file by the second it was written in
  await utimes(file, 1e9, 1e9);
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles(file);
  await page.getByRole('button', { name: 'Create template and dry run' }).waitFor();
  await writeFile(file, `${rowsOf('saved_anew')}A3,Solo,5\n`);
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await page.getByText('saved_anew.csv was changed, moved or removed after it was chosen').waitFor();
  await settled(page);
  assert.equal(await page.getByText('No connection to the platform').count(), 0);
  await onPhone(page, 'import-changed-file');
  await page.getByRole('button', { name: 'Choose it again' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
});

test('[SRC-36] [SCR-08] a large file on its way tells its amount, its rate and the time that is left', async () => {
  const line = await page.context().newCDPSession(page);
  await choose('on_its_way', `station,note\n${'A1,of some length that fills a line\n'.repeat(120_000)}`);
  await page.getByRole('button', { name: 'Create template and dry run' }).waitFor();
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 5_000_000,
    uploadThroughput: 400_000,
  });
  await page.getByRole('button', { name: 'Create template and dry run' }).click();
  await matches(
    () => page.getByRole('region', { name: 'Progress' }).textContent(),
    /Sending the file.* of 4\.\d+ MB, [\d.]+ [KM]B a second, \d+ s left/,
  );
  await page.setViewportSize({ width: PHONE, height: 844 });
  await assertFits(page);
  await snapshot(page, 'import-sending');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field for note' }).waitFor();
});
