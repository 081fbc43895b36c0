/**
 * A real Chromium for the browser tests: one browser per test file, one page per visit.
 * Pictures go to e2e/screenshots/<name>-<width>.png (ignored by git).
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright, type Request } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const flags = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // only maps need a GPU; the rest is drawn twice as fast without one that is played by software
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
];

/** Starts Chromium: CHROMIUM_PATH, one that is installed, or the one from the npm registry. */
export async function launch(): Promise<Browser> {
  const found = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
  const executablePath = found ?? (await chromium.executablePath());
  return playwright.launch({ executablePath, args: flags, headless: true, timeout: 120_000 });
}

export interface Visit {
  readonly page: Page;
  /** Errors of the page and refused content so far; a test ends with an empty list. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

export interface VisitOptions {
  readonly base: string;
  readonly width?: number;
  readonly height?: number;
  /** Lines of the console that this visit expects. */
  readonly expected?: RegExp;
  /** The clocks of the browser, as Asia/Jakarta; those of the machine without it. */
  readonly zone?: string;
}

const countShifts = () => {
  const kept = window as unknown as { layoutShift: number };
  kept.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) kept.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** What a page says of itself, whatever clock a test puts into it afterwards. */
interface Resting {
  /** How often the document changed so far, told once the page has drawn and has nothing to do. */
  readonly drawn: () => Promise<number>;
}

const countChanges = () => {
  const frame = window.requestAnimationFrame.bind(window);
  const idle = window.requestIdleCallback.bind(window);
  let changes = 0;
  new MutationObserver((list) => {
    changes += list.length;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const drawn = () => new Promise<number>((done) => frame(() => idle(() => done(changes), { timeout: 5000 })));
  Object.assign(window, { drawn });
};

/** Opens a fresh visitor (own cookies and storage) at a window size; 390 wide is a phone with touch. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { base, width = 1440, height = width < 768 ? 844 : 900, expected, zone } = options;
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width, height },
    deviceScaleFactor: 1,
    hasTouch: width < 768,
    isMobile: width < 768,
    serviceWorkers: 'block',
    colorScheme: 'light',
    ...(zone && { timezoneId: zone }),
  });
  await context.addInitScript(countShifts);
  await context.addInitScript(countChanges);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  watchRequests(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  page.on('console', (line) => {
    if (line.type() === 'error' && !expected?.test(line.text())) problems.push(`console: ${line.text()}`);
  });
  return { page, problems, close: () => context.close() };
}

export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** Signs in through the page and waits for the toolkit. */
export async function signIn(page: Page, { login, password }: Credentials, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Account', { exact: true }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('main').waitFor();
}

const folder = fileURLToPath(new URL('./screenshots/', import.meta.url));

/** Writes e2e/screenshots/<name>-<width>.png once the page is quiet. */
export async function screenshot(page: Page, name: string): Promise<string> {
  await settled(page);
  return snapshot(page, name);
}

/** The same of a page that is not to come to rest, as one on which something runs. */
export async function snapshot(page: Page, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const path = `${folder}${name}-${page.viewportSize()?.width ?? 0}.png`;
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}

/** The question that stays open until records change. */
const STAYS_OPEN = /\/api\/data\/changes/;
/** What the worker of a map fetches. */
const OF_MAPS = /\/basemap\//;
const QUIET_MS = 500;
const PATIENCE_MS = 60_000;
const inFlight = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const running = new Set<Request>();
  inFlight.set(page, running);
  page.on('request', (request) => STAYS_OPEN.test(request.url()) || running.add(request));
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  // The end of a worker's own script is not always told; that the worker is there says as much.
  page.on('worker', (worker) => {
    const forget = (isOver: (url: string) => boolean): void => {
      for (const request of running) if (isOver(request.url())) running.delete(request);
    };
    forget((url) => url === worker.url());
    // nor is that of what a map's worker fetched, when the map goes before it is there
    worker.on('close', () => forget((url) => OF_MAPS.test(url)));
  });
}

/** The changes of the document so far, once it is drawn; null while the page goes elsewhere. */
const changesOf = (page: Page): Promise<number | null> =>
  page
    .evaluate(() => (window as unknown as Resting).drawn())
    .catch((error: Error) => {
      if (page.isClosed()) throw error;
      return null;
    });

/**
 * Waits until fonts are there and for half a second no request ran but the one that stays open, and the page changed nothing:
 * one that has its answers is not drawn yet, which on a slow machine takes longer than to fetch them. `held` are requests
 * that the test itself keeps waiting.
 */
export async function settled(page: Page, held?: RegExp): Promise<void> {
  await page.waitForLoadState('load');
  const running = inFlight.get(page) ?? new Set<Request>();
  const open = () => [...running].map((request) => request.url()).filter((url) => !held?.test(url));
  const end = Date.now() + PATIENCE_MS;
  let before: number | null = null;
  for (let quiet = 0; quiet < QUIET_MS; ) {
    await page.waitForTimeout(100);
    const changes = await changesOf(page);
    quiet = open().length > 0 || changes === null || changes !== before ? 0 : quiet + 100;
    before = changes;
    if (Date.now() > end) assert.fail(`never quiet: ${open().join(', ') || 'it draws on and on'}`);
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeRun {
  readonly violations: readonly {
    id: string;
    help: string;
    nodes: readonly { html: string; failureSummary?: string }[];
  }[];
}

/** Runs axe over the page once it is quiet; fails with every violation by name and element. */
export async function assertAccessible(page: Page): Promise<void> {
  await settled(page);
  await assertNoViolations(page);
}

/** Takes the picture of a page as {@link screenshot} does, and runs axe over what stands on it. */
export async function assertPicture(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  await assertNoViolations(page);
}

async function assertNoViolations(page: Page): Promise<void> {
  // CSP does not bind evaluate, but it does bind script tags.
  await page.evaluate(await readFile(axeSource, 'utf8'));
  // A menu hangs below the document and is no landmark, so `region` says nothing while one is open.
  const region = (await page.locator('[role=menu]').count()) === 0;
  const { violations } = await page.evaluate(
    (enabled) =>
      (window as unknown as { axe: { run: (where: Document, how: object) => Promise<AxeRun> } }).axe.run(document, {
        resultTypes: ['violations'],
        rules: { region: { enabled } },
      }),
    region,
  );
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`).join('\n')}`,
  );
  assert.deepEqual(told, []);
}

/** Sum of layout shifts that no input caused; the bound of every screen is 0.02. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);

export async function assertSteady(page: Page, limit = 0.02): Promise<void> {
  const sum = await layoutShift(page);
  assert.ok(sum <= limit, `layout shifted by ${sum.toFixed(4)}, allowed are ${limit}`);
}

/** Nothing sticks out sideways; what measures itself has a moment to follow a window that changed. */
export async function assertFits(page: Page): Promise<void> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: 5000 }).catch(() => undefined);
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  assert.ok(scroll <= client, `the page is ${scroll} px wide in a window of ${client} px`);
}

/** A visit that has to end without an error of the page or refused content. */
export async function cleanVisit(
  browser: Browser,
  options: VisitOptions,
  run: (page: Page, visit: Visit) => Promise<void>,
): Promise<void> {
  const one = await visit(browser, options);
  try {
    await run(one.page, one);
    assert.deepEqual(one.problems, []);
  } finally {
    await one.close();
  }
}
