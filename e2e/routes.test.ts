/** Where an address leads: with and without a session, after sign-in, from one screen to the next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive } from './arrive.ts';
import { assertAccessible, cleanVisit, signIn, type Visit, type VisitOptions } from './browser.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();

const visiting = (options: Partial<VisitOptions>, run: (page: Visit['page'], visit: Visit) => Promise<void>) =>
  cleanVisit(browser, { base: platform.base, ...options }, run);

const path = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

test('[RTE-01] [RTE-02] [RTE-09] / leads to the sign-in page, /toolkit to the default module', async () => {
  await visiting({}, async (page) => {
    await page.goto('/');
    await page.waitForURL('**/login');
    await signIn(page, platform.admin);
    await reads(async () => path(page.url()), '/toolkit/tenant');
    await page.goto('/toolkit');
    await page.waitForURL('**/toolkit/tenant');
  });
});

test('[RTE-12] [RTE-11] [RTE-13] the guard sends a visitor to sign in with the NAME of the wanted route', async () => {
  await visiting({}, async (page) => {
    for (const [wanted, name] of [
      ['/toolkit/home', 'toolkit.home'],
      ['/toolkit/dev/templates/t1?tab=form', 'toolkit.dev.template'],
      ['/toolkit/docs', 'toolkit.docs'],
      ['/lapangan/taksiran', 'lapangan.taksiran'],
    ] as const) {
      await page.goto(wanted);
      await page.waitForURL((url) => url.pathname === '/login');
      await reads(async () => path(page.url()), `/login?redirect=${name}`);
    }
  });
});

test('[RTE-10] [RTE-18] public paths answer without a session', async () => {
  await visiting({}, async (page) => {
    for (const [open, heading] of [
      ['/toolkit/public', 'Public site'],
      ['/docs', 'Help'],
      ['/docs/start', 'Help'],
      ['/error/location', 'Location not available'],
    ] as const) {
      await page.goto(open);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      assert.equal(new URL(page.url()).pathname, open);
      await assertAccessible(page);
    }
  });
});

test('[RTE-16] after sign-in the wanted screen opens with its parameters', async () => {
  await visiting({}, async (page) => {
    await page.goto('/toolkit/curation?q=birds');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByLabel('Account', { exact: true }).fill(platform.admin.login);
    await page.getByLabel('Password', { exact: true }).fill(platform.admin.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/login');
    await reads(async () => path(page.url()), '/toolkit/curation?q=birds');
  });
});

test('[RTE-15] [SCR-14] a search for digits or `true` stays in the address and is read from it', async () => {
  await visiting({}, async (page) => {
    await arrive(page, platform.admin);
    const search = page.getByRole('searchbox', { name: 'Search users' });
    for (const word of ['1990', '007', 'true', '1e3']) {
      await page.goto('/toolkit/tenant');
      await search.fill(word);
      await page.getByText('Nothing matches').waitFor();
      await page.waitForURL(`**/toolkit/tenant?q=${word}`);
      await page.reload();
      await page.getByText('Nothing matches').waitFor();
      await reads(() => search.inputValue(), word);
    }
  });
});

test('[RTE-16] a redirect that is no known name is ignored', async () => {
  for (const redirect of ['//evil.test', 'https://evil.test/', '/toolkit/home', '__proto__'])
    await visiting({}, async (page) => {
      await signIn(page, platform.admin, `/login?redirect=${encodeURIComponent(redirect)}`);
      assert.equal(new URL(page.url()).origin, new URL(platform.base).origin);
      await reads(async () => path(page.url()), '/toolkit/tenant');
    });
});

test('[RTE-20] the sign-in page forwards a live session at once', async () => {
  await visiting({}, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/login?redirect=toolkit.account');
    await page.waitForURL('**/toolkit/account');
  });
});

test('[RTE-05] [RTE-19] an unknown path is the sign-in page with a line above the form', async () => {
  await visiting({}, async (page) => {
    await page.goto('/no/such/page');
    await page.getByText('Page not found').waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await arrive(page, platform.admin);
    await page.goto('/no/such/page');
    await page.getByRole('link', { name: 'Back to the application' }).click();
    await page.waitForURL('**/toolkit/tenant');
  });
});

test('[RTE-06] [APP-02] deep links load, and moving between screens loads no document', async () => {
  await visiting({}, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/account');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForURL('**/toolkit/home');
    assert.equal(await page.evaluate(() => 'kept' in window), true);
    assert.equal(new URL(page.url()).hash, '');
  });
});

test('[RTE-07] every navigation starts at the top, back included', async () => {
  await visiting({ height: 400 }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/home');
    await page.getByText('Ingest, 30 days').waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.waitForFunction(() => window.scrollY === 300);
    await page.getByRole('link', { name: 'Help', exact: true }).click();
    await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor();
    await page.waitForFunction(() => window.scrollX === 0 && window.scrollY === 0);
    await page.goBack();
    await page.waitForURL('**/toolkit/home');
    await page.getByText('Ingest, 30 days').waitFor();
    await page.waitForFunction(() => window.scrollX === 0 && window.scrollY === 0);
  });
});

test('[RTE-17] the location page takes a place by hand', async () => {
  await visiting({}, async (page) => {
    await page.goto('/error/location');
    await page.getByLabel('Enter it by hand').fill('far away');
    await page.getByRole('button', { name: 'Use this place' }).click();
    await page.getByText('Write latitude and longitude').waitFor();
    await page.getByLabel('Enter it by hand').fill('4.02, 108.21');
    await page.getByRole('button', { name: 'Use this place' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await reads(async () => path(page.url()), '/login?redirect=lapangan');
  });
});

test('[RTE-17] [MOB-02] the location page says why there is none, and offers the default one', async () => {
  await visiting({}, async (page) => {
    await page.goto('/error/location');
    await page.getByRole('status').getByText('The device did not give its location').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This browser does not allow the page to read the location.').waitFor();
    await page.getByRole('button', { name: 'Use the default location' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    assert.match(kept.replaceAll('\\', ''), /"lat":3\.118,"lon":101\.621/);
  });
});
