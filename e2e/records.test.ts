import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  cleanVisit,
  screenshot,
  signIn,
  type VisitOptions,
} from './browser.ts';
import { deployTemplate, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const FIELDS = [
  { name: 'tag', value_type: 8, is_key: true, mandatory: true },
  { name: 'species', value_type: 8, mandatory: true },
  {
    name: 'size',
    value_type: 8,
    allowed_values: [
      { value: 'S', label: 'Small' },
      { value: 'L', label: 'Large' },
    ],
  },
  { name: 'speed', value_type: 2, unit: 'kn' },
  { name: 'seen', value_type: 9 },
  { name: 'place', value_type: 30 },
  { name: 'night', value_type: 10 },
  { name: 'words', value_type: 20 },
  { name: 'remarks', value_type: 7 },
];
const ROWS = [
  { tag: 'A1', species: 'gull', size: 'S', speed: 120, seen: '2024-05-01', place: { lat: 1, lon: 2 }, night: true },
  { tag: 'A2', species: 'gull', size: 'L', speed: 80, seen: '2024-06-01', night: false, words: ['x', 'y'] },
  { tag: 'A3', species: 'hawk', size: 'L', speed: 200, seen: '2024-07-01', night: false },
];

async function sightings(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const template = await deployTemplate(call, 'sightings', FIELDS);
  const put = (data: object) => call<{ id: string }>('PUT', `/data/user?template=${template}`, { data });
  const ids = new Map<string, string>();
  for (const row of ROWS) ids.set(row.tag, (await put(row)).id);
  return { call, template, put, ids };
}

const { browser, platform } = await openStage(() => startWith(sightings));
const { call, template, put, ids } = platform;

const visiting = (run: (page: Page) => Promise<void>, options: Partial<VisitOptions> = {}): Promise<void> =>
  cleanVisit(browser, { base: platform.base, ...options }, run);

const discover = async (page: Page, more = '') => {
  await signIn(page, platform.admin);
  await page.goto(`/toolkit/analytic/discover?template=${template}${more}`);
  await page.getByTestId('total').waitFor();
};
// The list of fields is complementary to the table as well.
const drawers = (page: Page) => page.getByRole('complementary', { name: /^(?!Fields)/ });
const stored = async (tag: string) =>
  (await call<{ data: Record<string, unknown> }>('GET', `/data/user?template=${template}&id=${ids.get(tag)}`)).data;

test('[API-29] [API-30] [REC-22] a document is opened, changed in the form of its template, and found changed without a reload', async () => {
  await visiting(async (page) => {
    await discover(page);
    await page.getByRole('row', { name: /A1/ }).click();
    await page.getByRole('button', { name: 'Edit record' }).click();
    const drawer = page.getByRole('complementary', { name: 'A1' });
    await drawer.getByLabel('species').waitFor();
    await reads(() => drawer.getByLabel('tag').getAttribute('readonly'), '', 'keys say which record it is');
    const before = await stored('A1');
    await drawer.getByLabel('speed').fill('145');
    await drawer.getByText('Unsaved changes').waitFor();
    await assertPicture(page, 'record-drawer');
    await drawer.getByRole('button', { name: 'Save record' }).click();
    await page.getByText('Record saved').waitFor();
    await page.getByRole('row', { name: /A1.*145/ }).waitFor();
    assert.deepEqual(await stored('A1'), { ...before, speed: 145 }, 'what was not edited stays as it was');
    await drawer.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('complementary', { name: /A\d/ }).getByLabel('species').waitFor();
    await page.keyboard.press('Escape');
    await drawers(page).waitFor({ state: 'detached' });
  });
});

test('[REC-03] [REC-05] [REC-18] [REC-15] a record is added: messages at the fields, nothing sent until it is right, found in the table', async () => {
  await visiting(async (page) => {
    await discover(page);
    await page.getByRole('button', { name: 'Add record' }).click();
    const drawer = page.getByRole('complementary', { name: 'New record' });
    const puts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(request.url());
    });
    await reads(() => drawer.getByLabel('speed').inputValue(), '0');
    await drawer.getByLabel('species').fill('owl');
    await drawer.getByRole('button', { name: 'Add record' }).click();
    await drawer.getByText('Data has validation error').waitFor();
    await drawer.getByText('tag must not be empty').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'tag');
    await assertPicture(page, 'record-refused');
    assert.deepEqual(puts, []);
    await drawer.getByLabel('tag').fill('A1');
    await drawer.getByRole('button', { name: 'Add record' }).click();
    await drawer.getByText('sightings has a record with this key already').waitFor();
    assert.deepEqual(puts, [], 'adding never replaces');
    await drawer.getByLabel('tag').fill('B1');
    await drawer.getByLabel('tag').press('Control+Enter');
    await page.getByText('Record added').waitFor();
    await page.getByRole('row', { name: /B1.*owl/ }).waitFor();
    await page.getByText('of 4 documents').waitFor();
    await drawers(page).waitFor({ state: 'detached' });
  });
});

test('[REC-38] [REC-10] a record changed by someone else meanwhile is not overwritten', async () => {
  await visiting(
    async (page) => {
      await discover(page, `&edit=${ids.get('A3')}`);
      const drawer = page.getByRole('complementary', { name: 'A3' });
      await drawer.getByLabel('speed').fill('210');
      await put({ ...ROWS[2], speed: 190, remarks: 'seen again' });
      await drawer.getByRole('button', { name: 'Save record' }).click();
      const conflict = drawer.getByRole('alert', { name: 'Changed elsewhere' });
      await conflict.getByText('Theirs: 190 kn').waitFor();
      await assertPicture(page, 'record-drawer-conflict');
      assert.equal((await stored('A3')).speed, 190);
      await conflict.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByText('Record saved').waitFor();
      assert.deepEqual([(await stored('A3')).speed, (await stored('A3')).remarks], [210, 'seen again']);
    },
    { expected: /status of 409/ },
  );
});

test('[SCR-16] [REC-08] a record is deleted after a question that names it; unsaved edits are asked about first', async () => {
  await visiting(async (page) => {
    const { id } = await put({ tag: 'Z9', species: 'crow' });
    await discover(page, `&edit=${id}`);
    const drawer = page.getByRole('complementary', { name: 'Z9' });
    await drawer.getByLabel('species').fill('raven');
    await drawer.getByRole('button', { name: 'Close' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave Z9 without saving?' });
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await reads(() => drawer.getByLabel('species').inputValue(), 'raven');
    await drawer.getByRole('button', { name: 'Undo', exact: true }).click();
    await reads(() => drawer.getByLabel('species').inputValue(), 'crow');
    await drawer.getByRole('button', { name: 'Delete record' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Z9' });
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Delete record' }).click();
    await page.getByText('Z9 deleted').waitFor();
    await page.getByRole('row', { name: /Z9/ }).waitFor({ state: 'detached' });
    assert.equal((await call<null>('GET', `/data/user?template=${template}&id=${id}`)) ?? null, null);
  });
});

test('[APP-19] on a phone the form of a record covers the page', async () => {
  await visiting(
    async (page) => {
      await discover(page, `&edit=${ids.get('A2')}`);
      const form = page.getByRole('dialog', { name: 'A2' });
      await form.getByLabel('species').waitFor();
      const place = async () => {
        const box = await form.boundingBox();
        return [box?.x, box?.y, box?.width];
      };
      await reads(place, [0, 0, 390]);
      await assertPicture(page, 'record-drawer');
      await assertFits(page);
    },
    { width: 390 },
  );
});

test('[REC-27] a record that is not there is told as that, not as an error', async () => {
  await visiting(async (page) => {
    await discover(page, '&edit=nothing-of-this-id');
    await page.getByText('No such record').waitFor();
    await assertAccessible(page);
  });
});

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
    await signIn(page, platform.admin);
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
    await signIn(page, platform.admin);
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

test('[TPL-29] [APP-22] fields of a template change places by dragging and by keyboard', async () => {
  const items = ['one', 'two', 'three'].map((name) => ({ name, value_type: 8 }));
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'in order', items });
  await visiting(async (page) => {
    await signIn(page, platform.admin);
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
      await signIn(page, platform.admin);
      await page.goto(`/toolkit/dev/templates/${id}`);
      await page.getByRole('button', { name: 'Field', exact: true }).click();
      await page.getByText('Unsaved edits').waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByText('Unsaved edits').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Field', exact: true }).click();
      await page.getByRole('link', { name: 'Templates' }).first().click();
      const leaving = page.getByRole('dialog', { name: 'Leave template shared work without saving?' });
      await leaving.getByRole('button', { name: 'Cancel' }).click();
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
      await signIn(page, platform.admin);
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
      await signIn(page, platform.admin);
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
      await signIn(page, platform.admin);
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
