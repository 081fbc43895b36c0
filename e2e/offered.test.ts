/** What a role is offered on a screen: nothing that would be refused, and no figure that only another role could tell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { arrive } from './arrive.ts';
import { assertAccessible, assertPicture, cleanVisit, settled } from './browser.ts';
import { addPerson, deployTemplate, signedCall } from './platform.ts';
import { openStage } from './stage.ts';

const { browser, platform } = await openStage();
const call = await signedCall(platform);
const KEYED = [
  { name: 'code', value_type: ValueType.Keyword, mandatory: true, is_key: true },
  { name: 'city', value_type: ValueType.Keyword },
];
const template = await deployTemplate(call, 'depots', KEYED);
const client = new PlatformClient(platform.base);
await client.signIn(platform.admin.login, platform.admin.password);
const send = (city: string, rows = 3) =>
  client.csv<{ readonly batch: string }>(
    `/data/csv?template=${template}`,
    ['code,city', ...Array.from({ length: rows }, (_, i) => `D${i},${city}`)].join('\n'),
  );
const developer = await addPerson(call, 'Dewi Lestari', { scope: 'Developer' });
const member = await addPerson(call, 'Made Putra');

test('[SCR-18] a developer reads a template, and is offered no edit that could not be saved', () =>
  cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, developer);
    await page.goto(`/toolkit/dev/templates/${template}`);
    const label = page.getByLabel('Label', { exact: true });
    await label.waitFor();
    assert.equal(await label.isEditable(), false);
    for (const name of ['Field', 'Duplicate the field', 'Remove the field'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    const city = page.getByRole('button', { name: /city$/ });
    await city.press('Delete');
    await city.press('Alt+ArrowUp');
    await page.getByText('2 fields', { exact: true }).waitFor();
    assert.equal(await page.getByText('Unsaved edits').count(), 0);
    await assertPicture(page, 'template-read');
  }));

test('[SCR-18] [SCR-01] the overview says of what is shared that it is, where others imported more', async () => {
  await send('Utrecht');
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, developer);
    await page.goto('/toolkit/home');
    await page.getByText('Ingest, 30 days of what is shared with you').waitFor();
    await page.getByText('into what is shared with you', { exact: true }).waitFor();
    await settled(page);
    assert.equal(await page.getByText(/\+\d+ in 24 h/).count(), 0);
    await assertAccessible(page);
  });
});

test('[SCR-18] a module none of whose screens is open to the caller says whose they are', () =>
  cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, member);
    await page.goto('/toolkit/observability');
    await page.getByText('You cannot see Observability').waitFor();
    await page.goto('/toolkit/nlp');
    await page.getByText('has no screens in this version').waitFor();
  }));

test('[TPL-22] [ERR-33] a deploy that would change stored types names all the fields and what to do', () =>
  cleanVisit(browser, { base: platform.base, expected: /409/ }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/dev/templates/${template}`);
    for (const field of [/code$/, /city$/]) {
      await page.getByRole('button', { name: field }).click();
      await page.getByText('Stays, since its rows are stored by it').waitFor();
      await page.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'Integer', exact: true }).click();
    }
    await page.getByRole('button', { name: 'Deploy v2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy v2' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'would change the stored type of code, city' });
    await told.getByText(/Put the type back, or add a new field/).waitFor();
    await page.getByText('Unsaved edits').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
  }));

test('[SCR-08] [SRC-36] what was edited after an import is kept when it is undone, and said to be', async () => {
  await send('Utrecht');
  const { batch } = await send('Leiden', 5);
  await call('PUT', `/data/user?template=${template}&id=${await idOf('D0')}`, { code: 'D0', city: 'Delft' });
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/curation/batch/${batch}`);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 records it added go, 2 records it replaced come back as they were.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Keep those edits and undo the rest' }).check();
    await dialog.getByRole('button', { name: 'Undo batch' }).click();
    await page.getByText('Undone, but for 1 record edited later').waitFor();
  });
});

test('[SCR-08] [SRC-36] an import of which everything was edited later offers no undo of nothing', async () => {
  const { batch } = await send('Breda', 4);
  await send('Gouda', 4);
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/curation/batch/${batch}`);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('There is nothing to undo: all that this import wrote was edited after it.').waitFor();
    assert.equal(await dialog.getByRole('checkbox').count(), 0);
    assert.equal(await dialog.getByRole('button', { name: 'Undo batch' }).isEnabled(), false);
    await assertPicture(page, 'undo-nothing');
  });
});

test('[REC-38] two tabs edit one template: what each added stays, and a field both changed is told with both its states', () =>
  cleanVisit(browser, { base: platform.base, expected: /409/ }, async (page) => {
    const id = await deployTemplate(call, 'jetties', KEYED);
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/dev/templates/${id}`);
    await page.getByRole('button', { name: /city$/ }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`/toolkit/dev/templates/${id}`);
    for (const [tab, label, added] of [
      [page, 'Town', 'depth'],
      [other, 'Place', 'owner'],
    ] as const) {
      await tab.getByRole('button', { name: /city$/ }).click();
      await tab.getByLabel('Label', { exact: true }).fill(label);
      await tab.getByRole('button', { name: 'Field', exact: true }).click();
      await tab.getByRole('textbox', { name: 'Key', exact: true }).fill(added);
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Template jetties saved').waitFor();
    // whoever comes back to a window is told before a save
    await other.evaluate(() => window.dispatchEvent(new Event('focus')));
    const clash = other.getByRole('alert', { name: 'Changed elsewhere' });
    await clash.getByText('Mine: label Place').waitFor();
    await clash.getByText('Theirs: label Town').waitFor();
    await clash.getByText(/Changed there only, taken over: Depth added as Keyword/).waitFor();
    await assertPicture(other, 'template-conflict');
    await clash.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByText('Template jetties saved').waitFor();
    const { items } = await call<{ readonly items: readonly Record<string, unknown>[] }>(
      'GET',
      `/schema/data/template/${id}`,
    );
    const own = items.filter(({ system }) => system !== true);
    assert.deepEqual(
      own.map(({ name }) => name),
      ['code', 'city', 'depth', 'owner'],
    );
    assert.equal(own[1]?.display_name, 'Place');
  }));

async function idOf(code: string): Promise<string> {
  const body = { query: { term: { code } } };
  const path = `/data/user?template=${template}`;
  const { hits } = await call<{ readonly hits: { readonly hits: readonly { readonly _id: string }[] } }>(
    'POST',
    path,
    body,
  );
  return hits.hits[0]?._id ?? '';
}
