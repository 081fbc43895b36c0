/** What screens show while there is nothing, while it takes long, and when it fails (APP-21). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  assertSteady,
  cleanVisit,
  screenshot,
  settled,
  type VisitOptions,
} from './browser.ts';
import { startFilled } from './filled.ts';
import { type RunningPlatform, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform: empty } = await openStage(() =>
  startWith(async (_, beside) => ({ filled: beside.adopt(await startFilled(), (one) => one.remove()) })),
);
const { filled } = empty;

const visiting = (
  platform: RunningPlatform,
  run: (page: Page) => Promise<void>,
  options: Partial<VisitOptions> = {},
): Promise<void> =>
  cleanVisit(browser, { base: platform.base, ...options }, async (page) => {
    await arrive(page, platform.admin);
    await run(page);
  });

const atBothWidths = (run: (width: number) => Promise<void>): Promise<unknown> => Promise.all([1440, 390].map(run));

/** Screen, what it says while it holds nothing, and the step it offers. */
const EMPTY: readonly (readonly [name: string, path: string, says: string, offers: string])[] = [
  ['groups', '/toolkit/tenant/groups', 'No groups yet', 'Add group'],
  ['templates', '/toolkit/dev', 'No templates yet', 'New template'],
  ['imports', '/toolkit/curation', 'Nothing imported yet', 'Import data'],
  ['sources', '/toolkit/curation/sources', 'No source yet', 'Add a source'],
  ['ingestors', '/toolkit/observability/ingestors', 'No ingestor yet', 'Pair an ingestor'],
  ['discover', '/toolkit/analytic/discover', 'Nothing to search yet', 'Import data'],
  ['views', '/toolkit/analytic/views', 'No views yet', 'New view'],
  ['designer', '/toolkit/analytic/views/new', 'Nothing to draw yet', 'Import data'],
  ['workspaces', '/toolkit/analytic/workspaces', 'No workspaces yet', 'New workspace'],
  ['home', '/toolkit/home', 'Nothing to continue yet', 'Create a template'],
];

test('[APP-21] a screen without anything says what it is for and offers the first step', async () => {
  await atBothWidths((width) =>
    visiting(
      empty,
      async (page) => {
        for (const [name, path, says, offers] of EMPTY) {
          await page.goto(path);
          await page.getByText(says).waitFor();
          const step = page.getByRole('button', { name: offers }).or(page.getByRole('link', { name: offers }));
          await step.first().waitFor();
          await reads(() => step.count(), 1, `${name} says its first step once`);
          await screenshot(page, `empty-${name}`);
          const where = (error: Error) => assert.fail(`${name} at ${width} px: ${error.message}`);
          await assertSteady(page).catch(where);
          await assertAccessible(page).catch(where);
          await assertFits(page).catch(where);
        }
      },
      { width },
    ),
  );
});

/** Screen, the call it cannot do without, and what stands there once it answered. */
const FAILING: readonly (readonly [name: string, path: () => string, call: RegExp, there: string])[] = [
  ['users', () => '/toolkit/tenant', /\/api\/tenant\/user\/list|\/api\/tenant\/user(\?|$)/, 'Ayu Lestari'],
  ['templates', () => '/toolkit/dev', /\/api\/schema\/data\/template$/, 'harbour visits'],
  [
    'template',
    () => `/toolkit/dev/templates/${filled.templates.birdstrikes}`,
    /\/api\/schema\/data\/template\//,
    'airport_name',
  ],
  ['imports', () => '/toolkit/curation', /\/api\/data\/batch/, 'strikes with faults'],
  ['batch', () => `/toolkit/curation/batch/${filled.batch}`, /\/api\/data\/batch\/[^/]+$/, 'Rejected rows'],
  [
    'discover',
    () => `/toolkit/analytic/discover?template=${filled.templates.airports}`,
    /\/api\/data\/user/,
    'of 3,376',
  ],
  ['views', () => '/toolkit/analytic/views', /\/api\/record\/visual\.view/, 'Phase of flight'],
  [
    'workspace',
    () => `/toolkit/analytic/workspaces/${filled.workspace}`,
    /\/api\/record\/visual\.workspace/,
    'Time of day',
  ],
];

const broken = {
  code: 35,
  ts: 1,
  took: 1,
  data: null,
  error: { message: 'The index is being rebuilt', error: { type: 'internal', reason: 'The index is being rebuilt' } },
};

test('[APP-21] [ERR-29] a call that fails shows code, message and a retry that works', async () => {
  await visiting(
    filled,
    async (page) => {
      for (const [name, path, call, there] of FAILING) {
        let failing = true;
        await page.route(call, (route) => (failing ? route.fulfill({ status: 500, json: broken }) : route.continue()));
        await page.goto(path());
        const state = page.getByRole('alert').filter({ hasText: '35: The index is being rebuilt' }).first();
        const retry = state.getByRole('button', { name: 'Try again' });
        await retry.waitFor();
        await assertPicture(page, `error-${name}`);
        failing = false;
        await retry.click();
        await page.getByText(there).first().waitFor();
        await page.unroute(call);
      }
    },
    { expected: /status of 500/ },
  );
});

test('[APP-21] [SCR-20] [ERR-34] a call that never arrives is tried again, told, and comes back with the connection', async () => {
  await visiting(
    filled,
    async (page) => {
      await page.goto('/toolkit/home');
      await page.getByText('In this tenant').waitFor();
      await page.route('**/api/**', (route) => route.abort('connectionfailed'));
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await page.getByText('No connection to the platform since').waitFor();
      const retry = page.getByRole('button', { name: 'Try again' }).first();
      await retry.waitFor();
      await assertPicture(page, 'no-connection');
      await page.unroute('**/api/**');
      await retry.click();
      await page.getByText('harbour visits').waitFor();
    },
    { expected: /ERR_CONNECTION_FAILED|Failed to load resource/ },
  );
});

/** Of every kind one: a list, a record with rows, panes, tiles. */
const SLOW: ReadonlySet<string> = new Set(['templates', 'batch', 'discover', 'workspace']);

test('[APP-21] on a slow network a screen shows that it loads, and nothing jumps when it has', async () => {
  await atBothWidths((width) =>
    visiting(
      filled,
      async (page) => {
        const network = await page.context().newCDPSession(page);
        await network.send('Network.enable');
        await network.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 200,
          downloadThroughput: 500_000,
          uploadThroughput: 200_000,
        });
        for (const [name, path, , there] of FAILING.filter(([name]) => SLOW.has(name))) {
          // Looked for in every frame from the first byte on: by the end of the load it may be over.
          await page.goto(path(), { waitUntil: 'commit' });
          await page.waitForFunction(() =>
            document.querySelector('main [role=status][aria-label=Loading]')?.checkVisibility(),
          );
          await page.getByText(there).first().waitFor();
          await settled(page);
          await assertSteady(page).catch((error: Error) => assert.fail(`${name} at ${width} px: ${error.message}`));
        }
      },
      { width },
    ),
  );
});

test('[SCR-06] the way back from a template leads to the list as it was searched and ordered', async () => {
  await visiting(filled, async (page) => {
    await page.goto('/toolkit/dev');
    await page.getByRole('button', { name: 'Template', exact: true }).click();
    await page.getByLabel('Search templates').last().pressSequentially('strikes');
    const names = page.getByRole('row').filter({ hasText: 'strikes' });
    await page.getByRole('row', { name: /airports/ }).waitFor({ state: 'detached' });
    await page.waitForURL(/q=strikes/);
    await reads(() => names.count(), 2);
    const before = await names.allInnerTexts();
    await names.first().click();
    await page.getByRole('tab', { name: 'Versions' }).waitFor();
    await page.goBack();
    await names.first().waitFor();
    await reads(() => page.getByLabel('Search templates').last().inputValue(), 'strikes');
    await reads(() => names.allInnerTexts(), before);
  });
});
