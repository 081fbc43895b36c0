/** One record in the form of its template: opened, added, changed, deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, assertPicture } from './browser.ts';
import { deployTemplate } from './platform.ts';
import { openSightings, ROWS } from './sightings.ts';
import { reads } from './until.ts';

const { call, discover, ids, put, stored, template, visiting } = await openSightings();

// The list of fields is complementary to the table as well.
const drawers = (page: Page) => page.getByRole('complementary', { name: /^(?!Fields)/ });

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

test('[STR-04] [REC-10] a record whose answer was lost and that is added again is there once', async () => {
  const keyless = await deployTemplate(call, 'notes', [{ name: 'words', value_type: ValueType.Keyword }]);
  await visiting(
    async (page) => {
      await discover(page);
      await page.goto(`/toolkit/analytic/discover?template=${keyless}`);
      await page.getByRole('button', { name: 'Add record' }).first().click();
      const drawer = page.getByRole('complementary', { name: 'New record' });
      await drawer.getByLabel('words').fill('seen at dusk');
      await page.route(
        /\/api\/data\/user\?/,
        async (route) => {
          await route.fetch();
          await route.abort('connectionfailed');
        },
        { times: 1 },
      );
      await drawer.getByRole('button', { name: 'Add record' }).click();
      await page.getByText('Unable to make a request').first().waitFor();
      await reads(() => drawer.getByLabel('words').inputValue(), 'seen at dusk');
      await page.getByText('No connection to the platform').waitFor({ state: 'detached' });
      await drawer.getByRole('button', { name: 'Add record' }).click();
      await page.getByText('Record added').waitFor();
      await page.getByText('1 of 1 document').waitFor();
    },
    { expected: /Failed to load resource/ },
  );
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
    await leaving.getByRole('button', { name: 'Stay' }).click();
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

test('[REC-22] a text of several lines keeps them when one of its words is changed', async () => {
  const { id } = await put({ tag: 'A7', species: 'Gull\nof the harbour' });
  ids.set('A7', id);
  await visiting(async (page) => {
    await discover(page, `&edit=${id}`);
    const drawer = page.getByRole('complementary', { name: 'A7' });
    const species = drawer.getByLabel('species');
    await reads(() => species.inputValue(), 'Gull\nof the harbour');
    await species.press('Control+End');
    await page.keyboard.type('s');
    await drawer.getByRole('button', { name: 'Save record' }).click();
    await page.getByText('Record saved').waitFor();
    assert.equal((await stored('A7')).species, 'Gull\nof the harbours');
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
