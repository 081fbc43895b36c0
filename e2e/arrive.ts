import type { Page } from 'playwright-core';
import type { Credentials } from './browser.ts';
import { tokenOf } from './platform.ts';

/**
 * The visitor is signed in, without the form and without the screen behind it, which take longer than most of what a test
 * looks at: for tests that go on to an address of their own.
 */
export async function arrive(page: Page, who: Credentials): Promise<void> {
  // the smallest document of the platform: what a tab keeps belongs to an address
  await page.goto('/app-config.json');
  const token = await tokenOf(new URL(page.url()).origin, who);
  await page.evaluate(
    ([token, login]) => {
      sessionStorage.setItem('ds.token', token);
      localStorage.setItem('ds.login', login);
    },
    [token, who.login] as const,
  );
}
