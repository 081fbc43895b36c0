/** A field that is asked for only where another is filled: set up in the editor, heard by the form and by imports. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertPicture, screenshot } from './browser.ts';
import { choose } from './ingestor-stage.ts';
import { onPhone } from './look.ts';
import { type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openPage } from './stage.ts';

async function households(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', {
    name: 'Households',
    items: [
      { name: 'street', display_name: 'Street', value_type: 8 },
      { name: 'pets', display_name: 'Pets', value_type: 10 },
      { name: 'species', display_name: 'Species', value_type: 8, mandatory: true },
    ],
  });
  return { call, id };
}

const { platform, here, page } = await openPage({}, () => startWith(households));
const { id } = platform;

test('[TPL-01] [SCH-21] the editor of a template says by which other field one is asked for', async () => {
  await page.goto(`/toolkit/dev/templates/${id}`);
  await page.locator('button[draggable=true]', { hasText: 'Species' }).click();
  await choose(page, 'Asked for when filled', 'Pets');
  await assertPicture(page, 'template-dependency');
  await onPhone(page, 'template-dependency');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Template Households saved').waitFor();
  assert.equal(await page.getByLabel('Label', { exact: true }).inputValue(), 'Species', 'the field stays open');
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy v1' }).click();
  await page.getByText('Households v1 deployed').waitFor();
});

test('[SCH-21] the form asks for it where the other is filled, and a record without either is stored', async () => {
  await page.goto(`/toolkit/analytic/discover?template=${id}&edit=new`);
  const form = page.getByRole('complementary', { name: 'New record' });
  await form.getByLabel('Street').fill('Elm Street 1');
  assert.equal(await form.getByLabel('Species').count(), 0);
  await form.getByRole('button', { name: 'Add record' }).click();
  await page.getByText('Record added').waitFor();
  await page.goto(`/toolkit/analytic/discover?template=${id}&edit=new`);
  await form.getByRole('switch', { name: 'Pets' }).click();
  await form.getByLabel('Species').waitFor();
  await form.getByRole('button', { name: 'Add record' }).click();
  await form.getByText('Species must not be empty').waitFor();
  await screenshot(page, 'record-dependency');
  await form.getByLabel('Species').fill('cat');
  await form.getByRole('button', { name: 'Add record' }).click();
  await page.getByText('Record added').waitFor();
  assert.deepEqual(here.problems, []);
});
