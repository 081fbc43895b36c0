import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAccessible,
  assertFits,
  assertSteady,
  cleanVisit,
  screenshot,
  settled,
  signIn,
  type Visit,
  type VisitOptions,
} from './browser.ts';
import { addPerson, signedCall } from './platform.ts';
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
      await screenshot(page, 'login');
      await assertAccessible(page);
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

test('[SCR-19] Ctrl K finds screens and goes there by keyboard', async () => {
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('templ');
    await page.getByRole('option', { name: 'Templates Development' }).waitFor();
    await assertAccessible(page);
    await screenshot(page, 'palette');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/toolkit/dev');
    await page.getByRole('heading', { name: 'Templates' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL('**/toolkit/home');
  });
});

test('[APP-22] two keys pressed one behind the other go to a screen, however late a busy page hears of the second', async () => {
  await visiting({}, async (page) => {
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
  const search = async (page: Visit['page']) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('lestari');
    await page.getByRole('option', { name: /lestari harbour/ }).waitFor();
    return page.getByRole('option', { name: /Ayu Lestari/ });
  };
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await (await search(page)).click();
    await page.waitForURL((url) => url.pathname.startsWith('/toolkit/tenant') && url.searchParams.has('open'));
    await page.getByRole('complementary', { name: /Ayu Lestari/ }).waitFor();
    await search(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/toolkit/dev/templates/${id}`);
  });
  await visiting({}, async (page) => {
    await signIn(page, ayu);
    const people = await search(page);
    await settled(page);
    assert.equal(await people.count(), 0, 'a member reads no list of users');
  });
});

/** Opens the search, writes into it and waits for `there`; answers what is listed. */
async function found(page: Visit['page'], text: string, there: RegExp): Promise<readonly string[]> {
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

  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    const all = await found(page, 'pelican', /^Pelican watch/);
    assert.deepEqual(all.toSorted(), ['Pelican board Group', 'Pelican watch Group']);
  });
  await visiting({}, async (page) => {
    await signIn(page, citra);
    await page.goto('/toolkit/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await found(page, 'pelican', /^Pelican/), ['Pelican watch Group']);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('pelican');
    await page.getByRole('option', { name: /^Pelican watch/ }).click();
    await page.waitForURL((url) => url.searchParams.get('open') === own.id);
    await page.getByRole('complementary', { name: 'Pelican watch' }).getByText('Citra Dewi').waitFor();
  });
  await visiting({}, async (page) => {
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
  await visiting({}, async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('put /tenant/group/user');
    const option = page.getByRole('option', { name: /^Add users to groups PUT \/tenant\/group\/user/ });
    await option.waitFor();
    await assertAccessible(page);
    await screenshot(page, 'palette-endpoint');
    const [guide] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await guide.locator('.opblock.is-open [data-path="/api/tenant/group/user"]').waitFor();
    assert.equal(new URL(guide.url()).pathname, '/api/docs/');
    await guide.close();
  });
  await visiting({}, async (page) => {
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
  await visiting({}, async (page) => {
    await signIn(page, reader);
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

test('[APP-11] a missing configuration value is named and no call leaves the client', async () => {
  await visiting({ expected: /ConfigurationMissing/ }, async (page) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    await page.route('**/app-config.json', (route) =>
      route.fulfill({ json: { app_id: 'a', base_url: platform.base } }),
    );
    await page.goto('/login');
    await page.getByRole('alert').filter({ hasText: 'app_key, tenant_id' }).waitFor();
    assert.deepEqual(calls, []);
  });
});

test('[RTE-14] [APP-24] a screen whose code does not come shows a panel to try again from', async () => {
  await visiting(
    { expected: /Failed to load resource|A screen failed|dynamically imported|ERR_FAILED/ },
    async (page, one) => {
      await signIn(page, platform.admin);
      await page.goto('/toolkit/home');
      await page.getByText('Ingest, 30 days').waitFor();
      await page.route('**/assets/account-screen-*.js', (route) => route.abort());
      await page.getByRole('button', { name: /My account/ }).click();
      await page.getByRole('menuitem', { name: 'My account' }).click();
      const panel = page.getByRole('alert').filter({ hasText: 'This screen did not arrive' });
      await panel.waitFor();
      await page.getByRole('navigation', { name: 'Modules' }).waitFor();
      await page.unroute('**/assets/account-screen-*.js');
      await panel.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'My account' }).waitFor();
      one.problems.length = 0;
    },
  );
});

test('[APP-24] a screen that was never opened, asked for while the platform is away: the page stays', async () => {
  await visiting({ expected: /Failed to load resource|A screen failed|ERR_/ }, async (page, one) => {
    await signIn(page, platform.admin);
    await page.goto('/toolkit/home');
    await page.getByText('Ingest, 30 days').waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Development' }).click();
    const panel = page.getByRole('alert').filter({ hasText: 'Templates could not be loaded' });
    await panel.waitFor();
    await page.getByRole('navigation', { name: 'Modules' }).waitFor();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The platform still does not answer').waitFor();
    await page.unroute('**/*');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Templates' }).waitFor();
    one.problems.length = 0;
  });
});

test('[SCR-20] a lost connection is told by a banner; the page keeps its data and offers no writing', async () => {
  await visiting({ expected: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await signIn(page, platform.admin);
    const row = page.getByRole('row', { name: /Administrator/ });
    const add = page.getByRole('button', { name: 'Add user' });
    await row.waitFor();
    await reads(() => add.isEnabled(), true);
    await page.context().setOffline(true);
    await page.getByText('No connection to the platform since').waitFor();
    await reads(async () => [await row.isVisible(), await add.isEnabled()], [true, false]);
    await assertAccessible(page);
    await page.context().setOffline(false);
    await page.getByText('No connection to the platform since').waitFor({ state: 'detached' });
    await reads(() => add.isEnabled(), true);
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
        await screenshot(page, name);
        await assertAccessible(page);
        await assertFits(page);
        await assertSteady(page);
      }
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

test('[APP-17] [APP-07] a context that does not load is told as code and message, once, to screen readers too', async () => {
  await visiting({ expected: /status of 500/ }, async (page) => {
    await page.route('**/api/tenant/*', (route) =>
      route.request().method() === 'GET' && !route.request().url().includes('count')
        ? route.fulfill({
            status: 500,
            json: {
              code: 35,
              ts: 1,
              took: 1,
              data: null,
              error: { message: 'Broken', error: { type: 'internal', reason: 'Broken' } },
            },
          })
        : route.continue(),
    );
    await signIn(page, platform.admin);
    const notice = page.getByRole('alert').filter({ hasText: '35: Broken' });
    await notice.waitFor();
    await reads(() => notice.count(), 1);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Notifications' }).click();
    await page.getByRole('dialog').getByText('35: Broken').waitFor();
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
