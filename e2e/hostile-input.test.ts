/** What nobody would type and somebody will: a form takes it, once and as it was, or keeps it and says what is wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { Locator, Page } from 'playwright-core';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { assertAccessible, assertFits, screenshot, settled } from './browser.ts';
import { isFocused } from './keys.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openPage } from './stage.ts';
import { reads } from './until.ts';

const { platform, here, page } = await openPage({ expected: /ERR_FAILED|422/ });
const call = await signedCall(platform);

const NAMES: Readonly<Record<string, string>> = {
  'a script': '<script>window.ran = true</script>',
  'an attribute that breaks out': '"><img src=x onerror="window.ran = true">',
  'joined emoji': '👩‍👩‍👧‍👦 family',
  'marks that turn the direction': '\u202Etxt.exe\u202C مرحبا',
  'the prototype': '__proto__',
  'spaces around': '  at both ends  ',
  'a thousand letters': 'x'.repeat(1000),
};

/** Letters of the longest name that is taken. */
const LONGEST = 256;

interface Form {
  readonly list: string;
  readonly button: string;
  readonly title: string;
  readonly send: string;
  /** Path below /api that lists the records. */
  readonly records: string;
}

const FORMS: Readonly<Record<string, Form>> = {
  group: {
    list: '/toolkit/tenant/groups',
    button: 'Add group',
    title: 'Add a group',
    send: 'Add group',
    records: '/tenant/group',
  },
  workspace: {
    list: '/toolkit/analytic/workspaces',
    button: 'New workspace',
    title: 'New workspace',
    send: 'Create workspace',
    records: '/record/visual.workspace',
  },
  template: {
    list: '/toolkit/dev',
    button: 'New template',
    title: 'New template',
    send: 'Create template',
    records: '/schema/data/template',
  },
};

const namesOf = async ({ records }: Form): Promise<readonly string[]> => {
  const found = await call<readonly { readonly name: string }[]>('POST', records, { keyword: '', from: 0, to: 500 });
  return found.map(({ name }) => name).sort();
};

async function open(of: Page, { list, button, title, send }: Form): Promise<{ field: Locator; send: Locator }> {
  await of.goto(list);
  await of.getByRole('button', { name: button, exact: true }).click();
  const dialog = of.getByRole('dialog', { name: title });
  await dialog.getByLabel('Name').waitFor();
  return { field: dialog.getByLabel('Name'), send: dialog.getByRole('button', { name: send }) };
}

for (const [kind, form] of Object.entries(FORMS)) {
  test(`[SCR-15] [SEC-04] a ${kind} of any name is made once, by Enter twice, and as it was written`, async () => {
    const expected = [...(await namesOf(form))];
    for (const name of Object.values(NAMES)) {
      const { field } = await open(page, form);
      await field.fill(name);
      await isFocused(field);
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
      if (name.length > LONGEST) {
        await reads(() => field.getAttribute('aria-invalid'), 'true');
        await page.getByText(new RegExp(`at most ${LONGEST}`)).waitFor();
        assert.equal(await field.inputValue(), name, 'what was written stays');
      } else {
        await field.waitFor({ state: 'detached' });
        expected.push(name.trim());
      }
      await reads(() => namesOf(form), [...expected].sort());
    }
    await page.goto(form.list);
    await page.getByText('__proto__').first().waitFor();
    await screenshot(page, `hostile-${kind}`);
    await assertFits(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await assertFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.equal(await page.evaluate(() => 'ran' in window), false, 'nothing that was written ran');
    assert.deepEqual(here.problems, []);
  });

  test(`[SCR-15] [SCR-20] the name of a ${kind} that could not be sent stays in its form, with the reason`, async () => {
    const before = await namesOf(form);
    const { field, send } = await open(page, form);
    await field.fill('kept');
    await page.route('**/api/**', (route) => route.abort());
    await send.click();
    await page
      .getByText(/Unable to make a request/)
      .first()
      .waitFor();
    assert.equal(await field.inputValue(), 'kept');
    await assertAccessible(page);
    await page.unroute('**/api/**');
    await send.click();
    await field.waitFor({ state: 'detached' });
    await reads(() => namesOf(form), [...before, 'kept'].sort());
  });
}

test('[APP-07] a name that turns the direction of what follows leaves the words of its notice and of its dialog as they are', async () => {
  const { field } = await open(page, FORMS.template as Form);
  await field.fill('\u202Efdp.bill');
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  await page.goto('/toolkit/dev');
  const row = page.getByRole('row').filter({ hasText: 'fdp.bill' });
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page.getByRole('dialog', { name: 'Delete template fdp.bill', exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

test('[SCR-15] [REC-37] a name that cannot be seen, and one with a control character, is refused in words and kept', async () => {
  await page.goto('/toolkit/tenant');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a user' });
  const name = dialog.getByLabel('Full name');
  await dialog.getByLabel('Date of birth').fill('1990/01/03');
  await dialog.getByLabel('Account').fill('un.seen');
  await dialog.getByLabel('First password').fill('wide-blue-harbour-9');
  for (const [typed, reason] of [
    ['\u200B\u2066', 'has nothing in it that can be seen'],
    ['Ayu\u0007Lestari', 'has a control character, U+0007; leave it out'],
  ] as const) {
    await name.fill(typed);
    await dialog.getByRole('button', { name: 'Add user' }).click();
    await dialog.getByText(new RegExp(`full.name ${reason.replace('+', '\\+')}`, 'i')).waitFor();
    assert.equal(await name.inputValue(), typed);
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
  }
  await name.fill('\u2067عائشة\u2069');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(here.problems, []);
});

test('[TPL-28] [SCR-15] what is wrong with the label, the unit and the key of a field stands at each; nothing typed is lost', async () => {
  const template = await call<{ readonly id: string }>('PUT', '/schema/data/template', { name: 'worded', items: [] });
  await page.goto(`/toolkit/dev/templates/${template.id}`);
  await page.getByRole('button', { name: 'Field', exact: true }).click();
  const label = page.getByRole('textbox', { name: 'Label' });
  const key = page.getByRole('textbox', { name: 'Key', exact: true });
  const unit = page.getByRole('textbox', { name: 'Unit' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const long = 'x'.repeat(1000);
  await label.fill(long);
  await page.getByText('label has 1000 characters; at most 256 are kept').waitFor();
  await unit.fill('\u200B');
  await page.getByText('unit has nothing in it that can be seen').waitFor();
  await reads(() => save.isDisabled(), true);
  assert.equal(await label.inputValue(), long);
  await assertFits(page);
  await label.fill('مرحبا');
  await unit.fill('°C');
  for (const wrong of ['__proto__', 'a.b', 'a b', '😀', 'x'.repeat(1000), 'a\u202Eb', 'Ä', '1st', 'toString']) {
    await key.fill(wrong);
    await reads(() => key.getAttribute('aria-invalid'), 'true');
    await reads(() => save.isDisabled(), true, wrong);
    assert.equal(await key.inputValue(), wrong);
    const [inner, outer] = await Promise.all([key.boundingBox(), label.boundingBox()]);
    assert.equal(inner?.width, outer?.width, 'a reason moves nothing');
  }
  await key.fill('constructor');
  await save.click();
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  const stored = await call<{ readonly items: readonly { readonly name: string; readonly unit: string }[] }>(
    'GET',
    `/schema/data/template/${template.id}`,
  );
  assert.deepEqual(
    stored.items.flatMap(({ name, unit: of }) => (name.startsWith('_') ? [] : [[name, of]])),
    [['constructor', '°C']],
  );
  assert.deepEqual(here.problems, []);
});

test('[SCR-15] [ERR-33] a view whose name is too long is not saved, says why, and keeps what was written', async () => {
  await deployTemplate(call, 'drawn', [{ name: 'txt1', value_type: ValueType.Keyword, is_key: true }]);
  await page.goto('/toolkit/analytic/views/new');
  const name = page.getByRole('textbox', { name: 'Name of the view' });
  const save = page.getByRole('button', { name: 'Save view' });
  const long = 'x'.repeat(300);
  await name.fill(long);
  await save.click();
  await page.getByText('name has 300 characters; at most 256 are kept').waitFor();
  assert.equal(await name.inputValue(), long);
  assert.equal(await name.getAttribute('aria-invalid'), 'true');
  await name.fill(NAMES['an attribute that breaks out'] ?? '');
  await save.click();
  await page.getByText(/^View .* saved$/).waitFor();
  await assertFits(page);
  assert.equal(await page.evaluate(() => 'ran' in window), false);
  assert.deepEqual(here.problems, []);
});

test('[SCR-14] an address that sorts, searches or shows by what is no column is read without it', async () => {
  for (const [path, name] of [
    ['/toolkit/tenant', 'Users'],
    ['/toolkit/tenant/groups', 'Groups'],
    ['/toolkit/dev', 'Templates'],
    ['/toolkit/analytic/views', 'Views'],
    ['/toolkit/analytic/discover', 'Documents'],
  ] as const) {
    await page.goto(`${path}?sort=nope&key=nope&columns=nope`);
    await page.getByRole('grid', { name, exact: true }).waitFor();
    await settled(page);
    assert.equal(await page.getByRole('main').getByRole('alert').count(), 0, path);
    assert.deepEqual(here.problems, []);
  }
});

test('[SRC-13] [SCR-15] a database is asked with a host and a port that can be; a refusal goes with what it was about', async () => {
  await page.goto('/toolkit/curation/sources');
  await page.getByRole('button', { name: 'Add a source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  const [host, port] = ['Host', 'Port'].map((name) => dialog.getByRole('textbox', { name })) as [Locator, Locator];
  const ask = dialog.getByRole('button', { name: 'Test connection' });
  await dialog.getByRole('textbox', { name: 'User' }).fill('reader');
  await host.fill('db.example');
  for (const [typed, reason] of [
    ['0', '"0" is outside 1 to 65535'],
    ['99999', '"99999" is outside 1 to 65535'],
    ['33o6', '"33o6" is not a number'],
  ] as const) {
    await port.fill(typed);
    await port.press('Tab');
    await dialog.getByText(reason).waitFor();
    await reads(() => ask.isDisabled(), true, typed);
    assert.equal(await port.inputValue(), typed);
  }
  await port.fill('3306');
  await host.fill('x'.repeat(300));
  await dialog.getByText('Host has 300 characters; at most 255 are taken').waitFor();
  await reads(() => ask.isDisabled(), true);
  await host.fill('my host');
  await ask.click();
  const refusal = dialog.getByText("'my host' is no name of a host", { exact: false });
  await refusal.waitFor();
  await assertFits(page);
  await host.fill('db.example');
  await refusal.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  assert.deepEqual(here.problems, []);
});

test('[APP-22] of names without a space everything stays in sight, and of one from right to left the beginning', async () => {
  const key = 'f'.repeat(60);
  const when = { value_type: ValueType.Date, display_name: key };
  const id = await deployTemplate(call, 'W'.repeat(120), [{ name: key, ...when }]);
  const arabic = 'قالب الطيور '.repeat(8).trim();
  await deployTemplate(call, arabic, [{ name: key, ...when }]);
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const { batch } = await client.csv<{ readonly batch: string }>(`/data/csv?template=${id}`, `${key}\nnever\n`);
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  const isWhole = (found: Locator) =>
    found.evaluate((at) => at.scrollWidth <= at.clientWidth && at.getBoundingClientRect().right < innerWidth);
  for (const width of [size.width, 390]) {
    await page.setViewportSize({ ...size, width });
    await page.goto(`/toolkit/analytic/discover?template=${id}`);
    await reads(() => isWhole(page.getByText('has no records yet')), true);
    await reads(() => isWhole(page.getByRole('heading', { name: 'Documents over time' })), true);
    await page.goto(`/toolkit/curation/batch/${batch}`);
    await reads(() => isWhole(page.getByRole('button', { name: 'no date 1' })), true);
    await page.goto('/toolkit/dev');
    const name = page.getByRole('row').getByText(arabic).first();
    await reads(() => name.evaluate((at) => getComputedStyle(at).direction), 'rtl');
    await reads(() => name.evaluate((at) => getComputedStyle(at).textAlign), 'left');
  }
  await page.setViewportSize(size);
});
