/** Templates and views: fields in their order, and what two people edit at a time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive } from './arrive.ts';
import { assertAccessible, screenshot } from './browser.ts';
import { openSightings } from './sightings.ts';
import { reads } from './until.ts';

const { call, platform, template, visiting } = await openSightings();

test('[TPL-29] [APP-22] fields of a template change places by dragging and by keyboard', async () => {
  const items = ['one', 'two', 'three'].map((name) => ({ name, value_type: 8 }));
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'in order', items });
  await visiting(async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/dev/templates/${id}`);
    const row = (name: string) => page.locator('button[draggable=true]', { hasText: name });
    const names = async () =>
      (await page.locator('button[draggable=true]').allTextContents()).map((text) => /[a-z]+$/.exec(text)?.[0]);
    await row('one').waitFor();
    await reads(names, ['one', 'two', 'three']);
    await row('three').dragTo(row('one'));
    await reads(names, ['three', 'one', 'two'], 'up, before the row it is dropped on');
    await row('three').dragTo(row('two'));
    await reads(names, ['one', 'two', 'three'], 'down, behind it');
    await reads(() => page.locator('[data-drop]').count(), 0);
    await row('two').press('Alt+ArrowUp');
    await reads(names, ['two', 'one', 'three']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Unsaved edits').waitFor({ state: 'detached' });
    const stored = await call<{ items: readonly { readonly name: string }[] }>('GET', `/schema/data/template/${id}`);
    assert.deepEqual(
      stored.items.map(({ name }) => name),
      ['two', 'one', 'three'],
    );
  });
});

test('[REC-38] [TPL-20] [TPL-29] a template edited by two is asked about, never lost; edits are undone and guarded', async () => {
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', {
    name: 'shared work',
    items: [{ name: 'one', value_type: 8 }],
  });
  interface Stored {
    readonly items: readonly { readonly name: string }[];
    readonly version_minor: number;
  }
  const names = async () => (await call<Stored>('GET', `/schema/data/template/${id}`)).items.map(({ name }) => name);
  await visiting(
    async (page) => {
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/dev/templates/${id}`);
      await page.getByRole('button', { name: 'Field', exact: true }).click();
      await page.getByText('Unsaved edits').waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByText('Unsaved edits').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Field', exact: true }).click();
      await page.getByRole('link', { name: 'Templates' }).first().click();
      const leaving = page.getByRole('dialog', { name: 'Leave template shared work without saving?' });
      await leaving.getByRole('button', { name: 'Stay' }).click();
      const one = { name: 'one', value_type: 8 };
      await call('PATCH', '/schema/data/template?mode=deep', { id, items: [one, { name: 'theirs', value_type: 8 }] });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const conflict = page.getByRole('alert', { name: 'Changed elsewhere' });
      await conflict.waitFor();
      await screenshot(page, 'template-conflict');
      await conflict.getByText(/^Changed there only, taken over: Theirs added as Keyword$/i).waitFor();
      await assertAccessible(page);
      assert.deepEqual(await names(), ['one', 'theirs']);
      await conflict.getByRole('button', { name: 'Take theirs' }).click();
      await page.getByText('Unsaved edits').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Field', exact: true }).click();
      await page.keyboard.press('Control+s');
      await page.getByText('Template shared work saved').waitFor();
      assert.deepEqual(await names(), ['one', 'theirs', 'new_field']);
    },
    { expected: /status of 409/ },
  );
});

test('[REC-38] a template deleted elsewhere while it is edited says so, and its edits stay', async () => {
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', {
    name: 'short work',
    items: [{ name: 'one', value_type: 8 }],
  });
  await visiting(
    async (page) => {
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/dev/templates/${id}`);
      await page.getByRole('button', { name: 'Field', exact: true }).click();
      await call('DELETE', `/schema/data/template/${id}`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('What you edited is no longer there').waitFor();
      await page.getByText('Unsaved edits').waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
    },
    { expected: /status of 404/ },
  );
});

test('[REC-38] [VIS-04] what was edited on a view that was deleted elsewhere stays, and is kept as a copy', async () => {
  const definition = { title: '', dataset: template, visual: 'Table', search: { text: '', filters: [] }, buckets: [] };
  const body = { name: 'short lived', type: 'chart', dataset: template, aggregate: JSON.stringify(definition) };
  const { id } = await call<{ id: string }>('PUT', '/record/visual.view', body);
  await visiting(
    async (page) => {
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/analytic/views/${id}`);
      await page.getByLabel('Name of the view').fill('long lived');
      await call('DELETE', `/record/visual.view/${id}`);
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByText('View short lived is no longer there').waitFor();
      await reads(() => page.getByLabel('Name of the view').inputValue(), 'long lived');
      await page.getByRole('button', { name: 'Save as a copy' }).click();
      await page.getByText('Your copy of view short lived is saved').waitFor();
      await page.waitForURL((url) => !url.pathname.endsWith(id));
      await reads(() => page.getByLabel('Name of the view').inputValue(), 'long lived');
    },
    { expected: /status of 404/ },
  );
});

test('[REC-38] [VIS-04] a view saved by someone else meanwhile is not overwritten unasked', async () => {
  const definition = { title: '', dataset: template, visual: 'Table', search: { text: '', filters: [] }, buckets: [] };
  const body = { name: 'shared view', type: 'chart', dataset: template, aggregate: JSON.stringify(definition) };
  const { id } = await call<{ id: string }>('PUT', '/record/visual.view', body);
  const name = async () => (await call<{ name: string }>('GET', `/record/visual.view/${id}`)).name;
  await visiting(
    async (page) => {
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/analytic/views/${id}`);
      await page.getByLabel('Name of the view').fill('mine');
      await call('PATCH', '/record/visual.view', { id, name: 'theirs' });
      await page.getByRole('button', { name: 'Save view' }).click();
      const question = page.getByRole('dialog', { name: 'View theirs was saved elsewhere' });
      await question.waitFor();
      await assertAccessible(page);
      assert.equal(await name(), 'theirs');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await reads(() => page.getByLabel('Name of the view').inputValue(), 'mine');
      await page.getByRole('button', { name: 'Save view' }).click();
      await question.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByText('View mine saved').waitFor();
      assert.equal(await name(), 'mine');
    },
    { expected: /status of 409/ },
  );
});
