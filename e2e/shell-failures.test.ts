/** What the frame says when its configuration, its code or the platform does not come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, cleanVisit, settled, signIn, type Visit, type VisitOptions } from './browser.ts';
import { described, isFocused } from './keys.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();

const visiting = (options: Partial<VisitOptions>, run: (page: Visit['page'], visit: Visit) => Promise<void>) =>
  cleanVisit(browser, { base: platform.base, ...options }, run);

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

test('[SCR-20] a lost connection is told by a banner; the page keeps its data and offers no writing, nor does it move', async () => {
  await visiting({ expected: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await signIn(page, platform.admin);
    const row = page.getByRole('row', { name: /Administrator/ });
    const add = page.getByRole('button', { name: 'Add user' });
    await row.waitFor();
    await reads(() => add.isEnabled(), true);
    const place = await row.boundingBox();
    await page.context().setOffline(true);
    await page.getByText('No connection to the platform since').waitFor();
    await reads(async () => [await row.isVisible(), await add.isEnabled()], [true, false]);
    assert.equal(await described(add), 'The platform cannot be reached', 'and names no role');
    // what took the last click has no ring, and nothing that follows it by script either
    await page.keyboard.press('Tab');
    await add.focus();
    await isFocused(add);
    await page.getByRole('tooltip').getByText('The platform cannot be reached').waitFor();
    await add.press('Enter');
    await reads(() => page.getByRole('dialog').count(), 0);
    await isFocused(add);
    assert.deepEqual(await row.boundingBox(), place);
    await assertAccessible(page);
    await page.context().setOffline(false);
    await page.getByText('No connection to the platform since').waitFor({ state: 'detached' });
    await reads(() => add.isEnabled(), true);
  });
});

test('[SCR-20] what could not be read while the platform was away is read by itself once it is back', async () => {
  const call = await signedCall(platform);
  await deployTemplate(call, 'quays', [{ name: 'txt1', value_type: 8 }]);
  await visiting({ expected: /Failed to load resource|ERR_/ }, async (page) => {
    await signIn(page, platform.admin);
    const calls = /\/(api|health)\//;
    const places = [
      { at: '/toolkit/dev', there: 'quays', opens: page.getByText('quays').first(), shows: 'txt1' },
      {
        at: '/toolkit/analytic/workspaces',
        there: 'No workspaces yet',
        opens: page.getByRole('link', { name: 'Views' }),
        shows: 'No views yet',
      },
    ];
    for (const { at, there, opens, shows } of places) {
      await page.goto(at);
      await page.getByText(there).first().waitFor();
      await page.route(calls, (route) => route.abort('connectionrefused'));
      await opens.click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.getByText('No connection to the platform since').waitFor();
      await page.unroute(calls);
      await page.getByText(shows).first().waitFor();
    }
  });
});

test('[SCR-20] what writes stays in its place while the connection is lost, and says why it does nothing', async () => {
  const call = await signedCall(platform);
  const moored = await deployTemplate(call, 'moored', [{ name: 'txt1', value_type: 8 }]);
  await call('PUT', '/record/visual.view', { name: 'Ships', dataset: moored, aggregate: '{}' });
  const { id } = await call<{ id: string }>('PUT', '/record/visual.workspace', { name: 'Quays', views: [] });
  await visiting({ expected: /Failed to load resource|ERR_/ }, async (page) => {
    await signIn(page, platform.admin);
    const places = () =>
      page.locator('header button').evaluateAll((all) =>
        all.map((one) => {
          const { x, width } = one.getBoundingClientRect();
          return `${one.getAttribute('aria-label') ?? one.textContent} ${Math.round(x)} ${Math.round(width)}`;
        }),
      );
    const calls = /\/(api|health)\//;
    for (const [path, name] of [
      ['/toolkit/home', 'Import data'],
      ['/toolkit/tenant', 'Add user'],
      ['/toolkit/analytic/views', 'New view'],
      ['/toolkit/analytic/workspaces', 'New workspace'],
      [`/toolkit/analytic/workspaces/${id}`, 'Edit'],
      [`/toolkit/analytic/discover?template=${moored}`, 'Add record'],
    ] as const) {
      await page.goto(path);
      const button = page.getByRole('button', { name, exact: true }).first();
      await reads(() => button.isEnabled(), true);
      await settled(page);
      const before = await places();
      await page.route(calls, (route) => route.abort('connectionrefused'));
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await page.getByText('No connection to the platform since').waitFor();
      await reads(async () => [path, await button.isEnabled()], [path, false]);
      assert.equal(await described(button), 'The platform cannot be reached', path);
      assert.deepEqual(await places(), before, path);
      await page.unroute(calls);
      await reads(() => button.isEnabled(), true);
    }
  });
});

test('[SCR-20] [APP-24] a part of a screen asked for while the platform is away leaves the screen as it is', async () => {
  await visiting({ expected: /Failed to load resource|ERR_/ }, async (page) => {
    await signIn(page, platform.admin);
    const row = page.getByRole('row', { name: /Administrator/ });
    await row.waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await row.click();
    await page.getByText('No connection to the platform since').waitFor();
    await row.waitFor();
    await page.unroute('**/*');
    const lost = page.getByRole('alert').filter({ hasText: 'This part of the page did not arrive' });
    const come = page.getByRole('tab', { name: 'History' });
    // a browser that does not ask twice for code leaves it to a reload
    await lost.or(come).waitFor();
    await row.waitFor();
    if (await lost.isVisible()) await lost.getByRole('button', { name: 'Load the page anew' }).click();
    await come.waitFor();
  });
});

test('[SCR-20] a workspace edited while the connection is lost can be left, and saved once it is back', async () => {
  const call = await signedCall(platform);
  const { id } = await call<{ id: string }>('PUT', '/record/visual.workspace', { name: 'Harbour', views: [] });
  await visiting({ expected: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await signIn(page, platform.admin);
    await page.goto(`/toolkit/analytic/workspaces/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const save = page.getByRole('button', { name: 'Save workspace' });
    await reads(() => save.isEnabled(), true);
    await page.context().setOffline(true);
    await page.getByText('No connection to the platform since').waitFor();
    await reads(async () => [await save.isVisible(), await save.isEnabled()], [true, false]);
    await page.context().setOffline(false);
    await page.getByText('No connection to the platform since').waitFor({ state: 'detached' });
    await reads(() => save.isEnabled(), true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
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
