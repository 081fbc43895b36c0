import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertPicture, screenshot, settled, signIn, visit } from './browser.ts';
import { onPhone } from './look.ts';
import { signedCall } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();

// A refused call is a line in the browser's console; these tests provoke refusals.
const refusals = /status of (4\d\d)/;

async function visiting(run: (page: Page) => Promise<void>): Promise<void> {
  const one = await visit(browser, { base: platform.base, expected: refusals });
  try {
    await run(one.page);
    assert.deepEqual(one.problems, []);
  } finally {
    await one.close();
  }
}

const redirectOf = (page: Page) => new URL(page.url()).searchParams.get('redirect');

test('[SCR-13] [AUT-03] [SES-11] a wrong password is one error line; the login id is remembered, the password nowhere', async () => {
  await visiting(async (page) => {
    await page.goto('/login');
    await page.getByLabel('Account', { exact: true }).fill(platform.admin.login);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Login id or password is not correct' }).waitFor();
    await assertAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(platform.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/toolkit/tenant');
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    assert.match(stored, /ops\.admin/);
    assert.doesNotMatch(stored, /correct-horse|not-the-password|eyJ/);
    await page.getByRole('button', { name: /My account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await reads(() => page.getByLabel('Account', { exact: true }).inputValue(), platform.admin.login);
    await reads(() => page.getByLabel('Password', { exact: true }).inputValue(), '');
  });
});

test('[SES-10] signing out in one tab signs the others out', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    const second = await page.context().newPage();
    await second.goto('/toolkit/account');
    await second.getByRole('heading', { name: 'My account' }).waitFor();
    await page.getByRole('button', { name: /My account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await second.waitForURL((url) => url.pathname === '/login');
    assert.equal(redirectOf(second), 'toolkit.account');
  });
});

test('[SES-10] signing in in one tab signs in the others, each goes to the screen it was opened for', async () => {
  await visiting(async (page) => {
    const second = await page.context().newPage();
    await second.goto('/toolkit/account');
    await second.waitForURL((url) => url.pathname === '/login');
    await signIn(page, platform.admin);
    await second.getByRole('heading', { name: 'My account' }).waitFor();
    await settled(second);
    assert.equal(new URL(second.url()).pathname, '/toolkit/account');
  });
});

test('[SES-10] a tab beside one that answers late goes on to its screen, though signed in before the sign-in page stood there', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    const second = await page.context().newPage();
    await second.addInitScript(() => {
      const listen = BroadcastChannel.prototype.addEventListener;
      BroadcastChannel.prototype.addEventListener = function (kind: string, heard: EventListener) {
        listen.call(this, kind, (event) => setTimeout(heard, 200, event));
      };
    });
    const entered = second.waitForResponse(/\/api\/session\/endpoints/);
    await second.route(/assets\/login-screen.*\.js/, async (route) => {
      await entered;
      await second.waitForTimeout(200);
      await route.continue();
    });
    await second.goto('/toolkit/account');
    await second.getByRole('heading', { name: 'My account' }).waitFor();
    assert.equal(new URL(second.url()).pathname, '/toolkit/account');
  });
});

test('[SES-18] five minutes before the end the user may stay signed in', async () => {
  await visiting(async (page) => {
    await page.clock.install();
    await signIn(page, platform.admin);
    // a screen that is on its way would have taken hours
    await settled(page);
    await page.clock.fastForward('07:56:00');
    const offer = page.getByRole('alert').filter({ hasText: 'Your session ends in 5 minutes' });
    await offer.waitFor();
    const before = await page.evaluate(() => sessionStorage.getItem('ds.token'));
    const renewed = page.waitForResponse((reply) => reply.url().includes('renew=true'));
    await offer.getByRole('button', { name: 'Stay signed in' }).click();
    assert.equal((await renewed).status(), 200);
    await page.waitForFunction((old) => sessionStorage.getItem('ds.token') !== old, before);
  });
});

test('[SES-08] the end of a session opens a dialog over the page; dismissing it leads to sign-in with the route name', async () => {
  await visiting(async (page) => {
    await page.clock.install();
    await signIn(page, platform.admin);
    await page.goto('/toolkit/account');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    // a screen that is on its way would have taken hours
    await settled(page);
    await page.clock.fastForward('08:06:00');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await assertPicture(page, 'session-ended');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname === '/login');
    assert.equal(redirectOf(page), 'toolkit.account');
  });
});

test('[SES-04] an expired token sends the visitor to /login on the next guarded navigation', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.clock.install({ time: Date.now() + 8 * 3_600_000 + 60_000 });
    await page.goto('/toolkit/home');
    await page.waitForURL((url) => url.pathname === '/login');
    assert.equal(redirectOf(page), 'toolkit.home');
  });
});

test('[SES-16] [SES-08] a session ended elsewhere asks for the password and keeps unsaved work', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.goto('/toolkit/account');
    await page.getByLabel('Full name').fill('Unsaved Name');
    const call = await signedCall(platform);
    const sessions = await call<readonly { id: string; current: boolean }[]>('GET', '/session/list');
    for (const { id, current } of sessions) if (!current) await call('DELETE', `/session/list/${id}`);
    await page.getByRole('button', { name: 'Save profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel(/Password/).fill(platform.admin.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await reads(() => page.getByLabel('Full name').inputValue(), 'Unsaved Name');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
  });
});

test('[SCR-13] [RTE-19] after sign-in nothing says "Page not found" while the next screen is on its way', async () => {
  await visiting(async (page) => {
    await page.route('**/assets/users-screen-*.js', async (route) => {
      // What stands while the screen's code is still on its way.
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      assert.equal(await page.getByText('Page not found').count(), 0);
      await route.continue();
    });
    await signIn(page, platform.admin);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
  });
});

test('[SCR-17] of many sessions the newest are in sight, and all when asked for', async () => {
  await visiting(async (page) => {
    for (let i = 0; i < 6; i++) await signedCall(platform);
    await signIn(page, platform.admin);
    await page.goto('/toolkit/account');
    const lines = page.getByRole('listitem').filter({ hasText: /^.*Since/ });
    await page.getByText('This session').waitFor();
    await reads(() => lines.count(), 5);
    assert.match((await lines.first().textContent()) ?? '', /This session$/);
    const all = page.getByRole('button', { name: /^Show all \d+ sessions$/ });
    const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
    assert.ok(count >= 7);
    await screenshot(page, 'account-sessions');
    await all.click();
    await reads(() => lines.count(), count);
    await assertAccessible(page);
    await onPhone(page, 'account-sessions');
    await page.getByRole('button', { name: 'Show 5 sessions' }).press('Enter');
    await reads(() => lines.count(), 5);
  });
});

test('[SCR-17] my account ends other sessions and changes the password', async () => {
  await visiting(async (page) => {
    await signedCall(platform);
    await signIn(page, platform.admin);
    await page.goto('/toolkit/account');
    const other = page.getByRole('listitem').filter({ hasText: 'A program' }).first();
    await other.getByRole('button', { name: 'End session' }).click();
    await page.getByText('Session ended').waitFor();
    await page.getByLabel(/^Current password/).fill('wrong-password-1');
    await page
      .getByLabel(/^New password/)
      .first()
      .fill('another-horse-battery');
    await page.getByLabel(/^New password again/).fill('another-horse-battery');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Login id or password is not correct').waitFor();
    await page.getByLabel(/^Current password/).fill(platform.admin.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed', { exact: true }).waitFor();
  });
  await visiting((page) => signIn(page, { ...platform.admin, password: 'another-horse-battery' }));
});
