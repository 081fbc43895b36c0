/** Ctrl K and keys pressed one behind the other: what they find, and where they lead. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertPicture, cleanVisit, settled, signIn } from './browser.ts';
import { addPerson, signedCall } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();

const visiting = (run: (page: Page) => Promise<void>) => cleanVisit(browser, { base: platform.base }, run);

test('[SCR-19] Ctrl K finds screens and goes there by keyboard', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('templ');
    await page.getByRole('option', { name: 'Templates Development' }).waitFor();
    await assertPicture(page, 'palette');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/toolkit/dev');
    await page.getByRole('heading', { name: 'Templates' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL('**/toolkit/home');
  });
});

test('[APP-22] two keys pressed one behind the other go to a screen, however late a busy page hears of the second', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await settled(page);
    await page.keyboard.press('g');
    const busy = page.evaluate(() => {
      const end = performance.now() + 1500;
      while (performance.now() < end);
    });
    await page.keyboard.press('h');
    await busy;
    await page.waitForURL('**/toolkit/home');
  });
});

test('[SCR-19] Ctrl K finds templates and people, and only what the caller may read', async () => {
  const call = await signedCall(platform);
  const items = [{ name: 'ship', value_type: 8 }];
  const { id } = await call<{ id: string }>('PUT', '/schema/data/template', { name: 'lestari harbour', items });
  const ayu = await addPerson(call, 'Ayu Lestari');
  const group = await call<{ id: string }>('PUT', '/tenant/group', { name: 'Harbour' });
  await call('PUT', '/tenant/group/user', { groups: [group.id], users: [ayu.id] });
  await call('PUT', '/tenant/group/template', { groups: [group.id], templates: [id] });
  const search = async (page: Page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('lestari');
    await page.getByRole('option', { name: /lestari harbour/ }).waitFor();
    return page.getByRole('option', { name: /Ayu Lestari/ });
  };
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await (await search(page)).click();
    await page.waitForURL((url) => url.pathname.startsWith('/toolkit/tenant') && url.searchParams.has('open'));
    await page.getByRole('complementary', { name: /Ayu Lestari/ }).waitFor();
    await search(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/toolkit/dev/templates/${id}`);
  });
  await visiting(async (page) => {
    await signIn(page, ayu);
    const people = await search(page);
    await settled(page);
    assert.equal(await people.count(), 0, 'a member reads no list of users');
  });
});

/** Opens the search, writes into it and waits for `there`; answers what is listed. */
async function found(page: Page, text: string, there: RegExp): Promise<readonly string[]> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(text);
  await page.getByRole('option', { name: there }).first().waitFor();
  await settled(page);
  const options = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  return options.map((option) => option.replace(/\s+/g, ' '));
}

test('[SCR-19] [ROL-18] Ctrl K finds groups: all of them for who reads them, one’s own for a member, none of another tenant', async () => {
  const call = await signedCall(platform);
  const citra = await addPerson(call, 'Citra Dewi');
  const group = (name: string) => call<{ id: string }>('PUT', '/tenant/group', { name });
  const own = await group('Pelican watch');
  await group('Pelican board');
  await call('PUT', '/tenant/group/user', { groups: [own.id], users: [citra.id] });
  const tenant = (await call<{ id: string }>('PUT', '/cluster/tenant', { name: 'second' })).id;
  const chief = await call<{ id: string }>('PUT', `/cluster/user?tenant=${tenant}`, {
    full_name: 'Chief',
    date_of_birth: 0,
  });
  const head = {
    user: chief.id,
    login_id: 'second.chief',
    password: citra.password,
    must_change: false,
    scope: ['Tenant Administrator'],
  };
  await call('PUT', `/cluster/user/account?tenant=${tenant}`, head);

  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    const all = await found(page, 'pelican', /^Pelican watch/);
    assert.deepEqual(all.toSorted(), ['Pelican board Group', 'Pelican watch Group']);
  });
  await visiting(async (page) => {
    await arrive(page, citra);
    await page.goto('/toolkit/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await found(page, 'pelican', /^Pelican/), ['Pelican watch Group']);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('pelican');
    await page.getByRole('option', { name: /^Pelican watch/ }).click();
    await page.waitForURL((url) => url.searchParams.get('open') === own.id);
    await page.getByRole('complementary', { name: 'Pelican watch' }).getByText('Citra Dewi').waitFor();
  });
  await visiting(async (page) => {
    await page.route('**/app-config.json', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), tenant_id: tenant } });
    });
    await signIn(page, { login: head.login_id, password: head.password });
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Search or jump to' });
    const asked = page.waitForResponse((reply) => reply.url().endsWith('/api/tenant/group'));
    await box.fill('pelican');
    await (await asked).finished();
    await page.getByText('Nothing matches').waitFor();
    await reads(() => page.getByRole('option').count(), 0);
  });
});

test('[SCR-19] [ROL-09] Ctrl K finds the end-points one may call and leads to their documentation; members read no catalogue', async () => {
  const call = await signedCall(platform);
  const developer = await addPerson(call, 'Dev One', { scope: 'Developer' });
  const reader = await addPerson(call, 'Mem One');
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('put /tenant/group/user');
    const option = page.getByRole('option', { name: /^Add users to groups PUT \/tenant\/group\/user/ });
    await option.waitFor();
    await assertPicture(page, 'palette-endpoint');
    const [guide] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await guide.locator('.opblock.is-open [data-path="/api/tenant/group/user"]').waitFor();
    assert.equal(new URL(guide.url()).pathname, '/api/docs/');
    await guide.close();
  });
  await visiting(async (page) => {
    await signIn(page, developer);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    const options = await found(page, 'tenant/group', /^One group/);
    assert.ok(options.some((option) => option.startsWith('Users of a group POST')));
    assert.equal(
      options.some((option) => /^(Add|Change|Remove)/.test(option)),
      false,
      'a developer reads groups only',
    );
  });
  await visiting(async (page) => {
    await arrive(page, reader);
    await page.goto('/toolkit/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const options = await found(page, 'discover', /^Discover/);
    assert.equal(
      options.some((option) => /(GET|PUT|POST|PATCH|DELETE) \//.test(option)),
      false,
      options.join(', '),
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('session/user');
    await page.getByText('Nothing matches').waitFor();
  });
});
