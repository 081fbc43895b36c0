import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { arrive } from './arrive.ts';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  assertSteady,
  cleanVisit,
  settled,
  signIn,
  type Visit,
  type VisitOptions,
} from './browser.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();

const visiting = (options: Partial<VisitOptions>, run: (page: Visit['page'], visit: Visit) => Promise<void>) =>
  cleanVisit(browser, { base: platform.base, ...options }, run);

test('[SCR-13] [APP-01] [APP-05] the sign-in page is dark, accessible and steady at every width', async () => {
  for (const width of [1440, 390, 320])
    await visiting({ width }, async (page) => {
      await page.goto('/login');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      const colours = await page.evaluate(() => ({
        page: getComputedStyle(document.body).backgroundColor,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      }));
      assert.deepEqual(colours, { page: 'rgb(66, 66, 66)', scheme: 'dark' });
      await assertPicture(page, 'login');
      await assertSteady(page);
      await assertFits(page);
    });
});

test('[SCR-18] [RTE-08] modules without screens are not in the drawer and say so when opened', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    const drawer = page.getByRole('navigation', { name: 'Modules' });
    assert.equal(await drawer.getByRole('link', { name: 'Infrastructure' }).count(), 0);
    for (const module of ['cluster', 'infra', 'nlp', 'mobile']) {
      await page.goto(`/toolkit/${module}`);
      await page.getByText('has no screens in this version').waitFor();
    }
    await assertAccessible(page);
  });
});

test('[APP-20] the drawer collapses by its key and keeps the choice; below 1024 px it is a sheet', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    const drawer = page.getByRole('navigation', { name: 'Modules' });
    await reads(async () => (await drawer.boundingBox())?.width, 216);
    await page.keyboard.press('[');
    await page.getByRole('button', { name: 'Expand' }).waitFor();
    await reads(async () => (await drawer.boundingBox())?.width, 56);
    await page.reload();
    await page.getByRole('button', { name: 'Expand' }).waitFor();
  });
  await visiting({ width: 390 }, async (page) => {
    await signIn(page, platform.admin);
    await reads(() => page.getByRole('navigation', { name: 'Modules' }).isVisible(), false);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/toolkit/home');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

test('[APP-20] [RTE-08] the head names the module first; on a phone a screen below a list leads back to it', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    for (const [path, above] of [
      ['/toolkit/analytic/views', 'Analytics/'],
      ['/toolkit/curation/import', 'Curation/Imports/'],
      ['/toolkit/observability/ingestors', 'Observability/'],
    ] as const) {
      await page.goto(path);
      await reads(() => crumbs.textContent(), above);
    }
    await page.goto('/toolkit/docs');
    await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor();
    assert.equal(await crumbs.count(), 0, 'nothing is said twice');
  });
  await visiting({ width: 390 }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/curation/import');
    const back = page.getByRole('banner').getByRole('link', { name: 'Back to Imports' });
    await back.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Open the menu' }).isVisible(), false);
    await assertAccessible(page);
    await back.press('Enter');
    await page.waitForURL('**/toolkit/curation');
    await page.getByRole('button', { name: 'Open the menu' }).waitFor();
    await reads(() => back.count(), 0);
  });
});

test('[APP-19] [APP-21] [APP-22] frame screens are accessible, steady and fit from 320 px on', async () => {
  for (const width of [1440, 390, 320])
    await visiting({ width }, async (page) => {
      await signIn(page, platform.admin);
      for (const [open, name] of [
        ['/toolkit/home', 'home'],
        ['/toolkit/tenant', 'users'],
        ['/toolkit/tenant/groups', 'groups'],
        ['/toolkit/account', 'account'],
        ['/toolkit/docs', 'help'],
        ['/lapangan', 'field'],
      ] as const) {
        await page.goto(open);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await assertPicture(page, name);
        await assertFits(page);
        await assertSteady(page);
      }
    });
});

test('[APP-03] the style sheets of later code stand behind the first one', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin, '/login?redirect=/toolkit/dev');
    const sheets = await page.evaluate(() =>
      [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : new URL(href).pathname)),
    );
    assert.match(sheets[0] ?? '', /\/index-/);
    assert.ok(sheets.length > 1, sheets.join(' '));
  });
});

test('[APP-12] start-up raises its moments in order', async () => {
  await visiting({}, async (page) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      for (const name of ['schema initialised', 'ready', 'system.init'])
        window.addEventListener(`ds:${name}`, () => seen.push(name));
    });
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await reads(seen, ['schema initialised', 'ready', 'system.init']);
  });
});

test('[APP-16] the top bar names cluster and tenant of the session', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('banner').getByText('local').waitFor();
    await page.getByRole('banner').getByText('main', { exact: true }).waitFor();
  });
});

test('[APP-10] the application turns fullscreen and back', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await page.getByRole('button', { name: 'Leave fullscreen' }).click();
    await page.waitForFunction(() => document.fullscreenElement === null);
  });
});

test('[APP-08] [RTE-07] Back closes a dialog and stays; no dialog is left over another screen', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    const first = new URL(page.url()).pathname;
    const drawer = page.getByRole('navigation', { name: 'Modules' });
    await drawer.getByRole('link', { name: 'Development' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    const start = page.getByRole('button', { name: 'New template' });
    await start.click();
    await dialog.getByLabel('Name').fill('half written');
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await start.waitFor();
    assert.equal(new URL(page.url()).pathname, '/toolkit/dev');
    await page.goBack();
    await page.waitForURL(`**${first}`);
    await page.goForward();
    await start.click();
    await dialog.waitFor();
    await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/toolkit/home"]')?.click());
    await page.waitForURL('**/toolkit/home');
    await dialog.waitFor({ state: 'detached' });
  });
});

test('[APP-08] a dialog keeps the focus inside and closes on Escape', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a user' });
    await dialog.getByLabel('Full name').waitFor();
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      await reads(() => dialog.evaluate((box) => box.contains(document.activeElement)), true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

test('[APP-08] [APP-20] a double click on what opens a dialog or the menu leaves it open; a click beside it closes it', async () => {
  await visiting({}, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/tenant');
    const dialog = page.getByRole('dialog', { name: 'Add a user' });
    await page.getByRole('button', { name: 'Add user' }).dblclick();
    await settled(page);
    assert.equal(await dialog.isVisible(), true);
    await page.mouse.click(20, 400);
    await dialog.waitFor({ state: 'detached' });
  });
  await visiting({ width: 390 }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/tenant');
    await page.getByRole('button', { name: 'Open the menu' }).dblclick();
    await settled(page);
    assert.equal(await page.getByRole('dialog').isVisible(), true);
  });
});

test('[MOB-11] [APP-19] on a phone what is typed into does not make it zoom, and what is tapped is as high as a finger needs', async () => {
  const assertTappable = async (parts: Locator): Promise<void> => {
    const heights = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(heights.length > 0);
    assert.deepEqual(
      heights.filter((height) => height > 0 && height < 44),
      [],
      String(parts),
    );
  };
  await visiting({ width: 390 }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/tenant');
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a user' });
    await settled(page);
    const sizes = await dialog
      .locator('input:not([type=hidden])')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
    assert.deepEqual([...new Set(sizes)], ['16px']);
    await assertTappable(dialog.getByRole('button'));
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option').first().waitFor();
    await assertTappable(page.getByRole('option'));
    await page.keyboard.press('Escape');
    await page.goto('/toolkit/tenant');
    await page.getByRole('button', { name: 'Actions of Administrator' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await settled(page);
    await assertTappable(page.getByRole('menuitem'));
  });
});
