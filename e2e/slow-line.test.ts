/** A slow line: what is not there yet has its place, nothing moves when it comes, and one can leave meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { Page } from 'playwright-core';
import { assertFits, assertSteady, cleanVisit, screenshot, settled, signIn } from './browser.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();
const call = await signedCall(platform);
const slow = await deployTemplate(call, 'slow', [
  { name: 'txt1', value_type: ValueType.Keyword, is_key: true },
  { name: 'ts1', value_type: ValueType.Date },
]);
const { id: view } = await call<{ id: string }>('PUT', '/record/visual.view', {
  name: 'Rows',
  dataset: slow,
  aggregate: JSON.stringify({
    title: 'Rows',
    dataset: slow,
    visual: 'Metric',
    metrics: [{ id: 'count', function: 'count', field: null }],
  }),
});
const { id: workspace } = await call<{ id: string }>('PUT', '/record/visual.workspace', {
  name: 'Slow figures',
  views: [],
});
const template = /\/api\/schema\/data\/template\/[^/]+$/;

/** The answers to what fits wait until they are let go; `asked` once the screen that waits for one stands. */
async function hold(page: Page, what: RegExp): Promise<{ letGo: () => void; asked: Promise<void> }> {
  const gone = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    asked.resolve();
    await gone.promise;
    await route.continue().catch(() => undefined);
  });
  return { letGo: gone.resolve, asked: asked.promise };
}

/** The outline that stays until the answer comes: the one for the screen's code gives way to the screen's own before. */
async function outlined(page: Page, asked: Promise<void>): Promise<void> {
  await asked;
  await page.getByRole('status', { name: 'Loading' }).first().waitFor();
}

test('[SCR-13] [APP-01] what the document draws by itself is there before any style or code is', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    const { letGo, asked } = await hold(page, /\/assets\/.*\.(css|js)$/);
    for (const [path, bar] of [
      ['/toolkit/home', '48px'],
      ['/login', 'auto'],
    ] as const) {
      await page.goto(path, { waitUntil: 'commit' });
      await asked;
      await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
      const drawn = await page.evaluate(() => ({
        page: getComputedStyle(document.documentElement).backgroundColor,
        bar: getComputedStyle(document.querySelector('#root') ?? document.body, '::before').height,
        moves: getComputedStyle(document.querySelector('#root') ?? document.body, '::after').animationName,
      }));
      assert.deepEqual(drawn, { page: 'rgb(66, 66, 66)', bar, moves: `${bar === 'auto' ? 'turn' : 'pass'}, show` });
    }
    letGo();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await assertSteady(page);
  });
});

const placeOf = async (page: Page, text: string) => {
  const heading = page.getByRole('heading', { name: text });
  await heading.waitFor();
  const box = await heading.boundingBox();
  assert.ok(box, `${text} is there`);
  return { x: Math.round(box.x), y: Math.round(box.y) };
};

for (const width of [1440, 390])
  test(`[SCR-13] at ${width} px Discover stands in outline until its template is there, and nothing moves then`, async () => {
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      await signIn(page, platform.admin);
      const { letGo, asked } = await hold(page, template);
      await page.goto('/toolkit/analytic/discover');
      await outlined(page, asked);
      await settled(page, template);
      const before = await placeOf(page, 'Documents over time');
      await assertFits(page);
      await page.screenshot({ path: `e2e/screenshots/discover-outline-${width}.png`, animations: 'disabled' });
      letGo();
      await page.getByRole('button', { name: 'Run' }).waitFor();
      await page.getByTestId('total').getByText('documents').waitFor();
      await settled(page);
      assert.deepEqual(await placeOf(page, 'Documents over time'), before);
      await assertSteady(page);
      await screenshot(page, 'discover-after-outline');
    });
  });

interface Coming {
  readonly path: string;
  readonly held: RegExp;
  /** Its title while it waits, and once it is there. */
  readonly titles: readonly [outlined: string, there: string];
}

const COMING: Readonly<Record<string, Coming>> = {
  'the template editor': { path: `/toolkit/dev/templates/${slow}`, held: template, titles: ['Template', 'slow'] },
  'the view designer': {
    path: `/toolkit/analytic/views/${view}`,
    held: /\/api\/record\/visual\.view\/[^/]+$/,
    titles: ['View', 'Rows'],
  },
  'a workspace': {
    path: `/toolkit/analytic/workspaces/${workspace}`,
    held: /\/api\/record\/visual\.workspace\/[^/]+$/,
    titles: ['Workspace', 'Slow figures'],
  },
  'the drawing of a view': {
    path: `/toolkit/analytic/views/${view}`,
    held: /\/api\/data\/user\?/,
    titles: ['Rows', 'Rows'],
  },
  'a batch': { path: '/toolkit/curation/batch/none', held: /\/api\/data\/batch\/none/, titles: ['Batch', 'Batch'] },
  'a source': {
    path: '/toolkit/curation/sources/none',
    held: /\/api\/schema\/source\/none/,
    titles: ['Source', 'Source'],
  },
  'the versions of a template': {
    path: `/toolkit/dev/templates/${slow}?tab=versions`,
    held: /\/schema\/data\/template\/version/,
    titles: ['slow', 'slow'],
  },
  'Discover, whose code is on its way,': {
    path: '/toolkit/analytic/discover',
    held: /\/assets\/discover-screen-[^/]+\.js$/,
    titles: ['Discover', 'Discover'],
  },
  'a list, whose code is on its way,': {
    path: '/toolkit/analytic/views',
    held: /\/assets\/views-screen-[^/]+\.js$/,
    titles: ['Views', 'Views'],
  },
};

for (const [what, { path, held, titles }] of Object.entries(COMING))
  for (const width of [1440, 390])
    test(`[SCR-13] at ${width} px ${what} stands in outline, without anything that turns, and nothing moves when it comes`, async () => {
      await cleanVisit(browser, { base: platform.base, width }, async (page) => {
        await signIn(page, platform.admin);
        const { letGo, asked } = await hold(page, held);
        await page.goto(path);
        await outlined(page, asked);
        await settled(page, held);
        const title = page.getByRole('heading', { level: 1 });
        await reads(() => title.textContent(), titles[0]);
        assert.equal(await page.locator('main .mantine-Loader-root').count(), 0);
        await assertFits(page);
        const shot = what.replace(/\W+/g, '-');
        await page.screenshot({ path: `e2e/screenshots/outline-${shot}${width}.png`, animations: 'disabled' });
        const before = await title.boundingBox();
        letGo();
        await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
        await page.getByRole('heading', { level: 1, name: titles[1] }).waitFor();
        await settled(page);
        const after = await title.boundingBox();
        // the bar of a phone shows the title: its heading is for readers alone
        if (width > 390) assert.deepEqual([after?.x, after?.y], [before?.x, before?.y]);
        await assertSteady(page);
      });
    });

test('[SCR-07] [APP-01] the documents of Discover come before the code of what is drawn of them', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await signIn(page, platform.admin);
    const documents = /\/api\/data\/user\?/;
    const { letGo, asked } = await hold(page, documents);
    const further: string[] = [];
    page.on('request', (request) => {
      const [, name] = /assets\/(time-bars|echarts|open-document)-/.exec(request.url()) ?? [];
      if (name) further.push(name);
    });
    await page.goto('/toolkit/analytic/discover');
    await asked;
    await settled(page, documents);
    assert.deepEqual([...further], []);
    letGo();
    await reads(async () => ['echarts', 'open-document'].every((name) => further.includes(name)), true);
  });
});

test('[RTE-07] one leaves Discover while it still waits', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await signIn(page, platform.admin);
    const { letGo, asked } = await hold(page, template);
    await page.goto('/toolkit/analytic/discover');
    await outlined(page, asked);
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/toolkit/home');
    const answered = page.waitForResponse(template);
    letGo();
    await answered;
    await settled(page);
    assert.equal(new URL(page.url()).pathname, '/toolkit/home');
    assert.equal(await page.getByText('Documents over time').count(), 0);
  });
});

test('[SCR-07] [APP-01] the bars of Discover are signed for until their code is there, and nothing moves when it comes', async () => {
  await call('PUT', `/data/user?template=${slow}`, { data: { txt1: 'a', ts1: '2026-01-02' } });
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await signIn(page, platform.admin);
    const { letGo, asked } = await hold(page, /\/assets\/time-bars-.*\.js$/);
    await page.goto(`/toolkit/analytic/discover?template=${slow}`);
    await asked;
    await page.getByText(/of 1 document/).waitFor();
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Documents (per|over)/ }) });
    await panel.getByRole('status', { name: 'Loading' }).waitFor();
    const before = await panel.boundingBox();
    letGo();
    await panel.getByRole('img', { name: /bars?, 1 document/ }).waitFor();
    assert.deepEqual(await panel.boundingBox(), before);
    await assertSteady(page);
  });
});
