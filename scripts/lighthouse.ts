import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import lighthouse, { desktopConfig } from 'lighthouse';
import { launch } from 'puppeteer-core';
import { startPlatform } from '../e2e/platform.ts';

/** `npm run lighthouse`: desktop scores of the main screens on a fresh platform; fails below the bound. */
const LEAST_PERFORMANCE = 90;
const SCREENS = [
  '/login',
  '/toolkit/home',
  '/toolkit/dev',
  '/toolkit/analytic/discover',
  '/toolkit/curation',
  '/toolkit/account',
];

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const platform = await startPlatform();
const browser = await launch({
  executablePath: process.env.CHROMIUM_PATH ?? installed ?? (await chromium.executablePath()),
  args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
let failed = false;
try {
  const page = await browser.newPage();
  for (const screen of SCREENS) {
    if (screen !== '/login' && page.url().endsWith('/login')) await signIn();
    const result = await lighthouse(
      `${platform.base}${screen}`,
      { disableStorageReset: true, logLevel: 'error' },
      desktopConfig,
      page,
    );
    const scores = Object.entries(result?.lhr.categories ?? {}).map(
      ([name, { score }]) => [name, Math.round((score ?? 0) * 100)] as const,
    );
    console.log(screen.padEnd(30), scores.map(([name, score]) => `${name} ${score}`).join(', '));
    if ((scores.find(([name]) => name === 'performance')?.[1] ?? 0) < LEAST_PERFORMANCE) failed = true;
  }

  async function signIn(): Promise<void> {
    await page.goto(`${platform.base}/login`, { waitUntil: 'networkidle0' });
    const [account, password] = await page.$$('input');
    await account?.click({ count: 3 });
    await account?.type(platform.admin.login);
    await password?.type(platform.admin.password);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !location.pathname.startsWith('/login'));
  }
} finally {
  await browser.close();
  await platform.remove();
}
if (failed) console.log(`A screen has a performance score below ${LEAST_PERFORMANCE}.`);
process.exit(failed ? 1 : 0);
