/** What a hand on the keyboard alone can do: reach everything, see where it is, leave what it opened (APP-22). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { mixedBirdstrikes } from './birdstrikes.ts';
import { settled, visit } from './browser.ts';
import { startFilled } from './filled.ts';
import { isFocused } from './keys.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

async function visiting(run: (page: Page) => Promise<void>, width = 1440): Promise<void> {
  const one = await visit(browser, { base: platform.base, width });
  try {
    await arrive(one.page, platform.admin);
    await run(one.page);
    assert.deepEqual(one.problems, []);
  } finally {
    await one.close();
  }
}

/**
 * Marks what Tab must reach: shown, enabled, in the tab order; of a group of radio buttons only the chosen one. Keeps how
 * each looks at rest. Answers how many there are.
 */
const markStops = (): number => {
  const looks = (at: HTMLElement): string =>
    // A switch, a checkbox and a segment draw their ring around a track or a label beside the input.
    [at, at.nextElementSibling, at.parentElement, document.querySelector(`label[for="${CSS.escape(at.id)}"]`)]
      .map((element) => {
        if (!element) return '';
        const { outline, boxShadow, borderColor } = getComputedStyle(element);
        return `${outline} ${boxShadow} ${borderColor}`;
      })
      .join('|');
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [inert] *, [type=hidden], [type=file]') &&
      !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  Object.assign(window, { looks, atRest: new Map(stops.map((stop) => [stop, looks(stop)])) });
  for (const stop of stops) stop.dataset.stop = '';
  return stops.length;
};

/** The focused element, when it was marked and is reached for the first time: whether one sees the focus, be it faded in. */
const readStop = async () => {
  const at = document.activeElement as HTMLElement | null;
  if (at?.dataset.stop !== '') return null;
  at.dataset.stop = 'reached';
  const kept = window as unknown as { looks: (at: HTMLElement) => string; atRest: Map<HTMLElement, string> };
  const isDrawn = () => kept.looks(at) !== kept.atRest.get(at);
  for (let frame = 0; frame < 60 && !isDrawn(); frame++) await new Promise(requestAnimationFrame);
  return { drawn: isDrawn(), what: at.outerHTML.slice(0, 160) };
};

/** Tabs through the page; fails with what was not reached and with what shows no focus. */
async function assertReachable(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const count = await page.evaluate(markStops);
  assert.ok(count > 3, `${name} has ${count} stops`);
  const unseen: string[] = [];
  for (let step = 0; step < count + 40; step++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(readStop);
    if (stop && !stop.drawn) unseen.push(stop.what);
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-stop=""]')].map((element) => element.outerHTML.slice(0, 160)),
  );
  assert.deepEqual({ name, missed, unseen }, { name, missed: [], unseen: [] });
}

const SCREENS: readonly (readonly [name: string, path: () => string, there: string])[] = [
  ['home', () => '/toolkit/home', 'In this tenant'],
  ['users', () => '/toolkit/tenant', 'Ayu Lestari'],
  ['groups', () => '/toolkit/tenant/groups', 'No groups yet'],
  ['account', () => '/toolkit/account', 'This session'],
  ['audit', () => '/toolkit/observability/audit', 'Signed in'],
  ['templates', () => '/toolkit/dev', 'harbour visits'],
  ['template', () => `/toolkit/dev/templates/${platform.templates.birdstrikes}`, 'airport_name'],
  ['imports', () => '/toolkit/curation', 'strikes with faults'],
  ['batch', () => `/toolkit/curation/batch/${platform.batch}`, 'airport_name: must not be empty'],
  ['import', () => '/toolkit/curation/import', 'Drop a file here'],
  ['discover', () => `/toolkit/analytic/discover?template=${platform.templates.birdstrikes}`, 'of 10,000 documents'],
  ['views', () => '/toolkit/analytic/views', 'Damaging strikes by year'],
  ['designer', () => `/toolkit/analytic/views/${platform.views['Phase of flight']}`, '10,000 documents'],
  ['workspaces', () => '/toolkit/analytic/workspaces', 'Wildlife strikes and earthquakes'],
  ['workspace', () => `/toolkit/analytic/workspaces/${platform.workspace}`, 'Strikes reported'],
  ['help', () => '/toolkit/docs', 'npm run demo'],
];

test('[APP-22] Tab reaches everything on every screen, and each stop is seen', async () => {
  await visiting(async (page) => {
    for (const [name, path, there] of SCREENS) {
      await page.goto(path());
      await page.getByText(there).first().waitFor();
      await assertReachable(page, name);
    }
  });
});

test('[APP-22] on a phone the foot action and the sheet are reached too', async () => {
  await visiting(async (page) => {
    for (const [name, path, there] of SCREENS.filter(([name]) => ['home', 'users', 'discover'].includes(name))) {
      await page.goto(path());
      await page.getByText(there).first().waitFor();
      await assertReachable(page, name);
    }
  }, 390);
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null;
    return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  });

/** Opens with Enter, waits for what appears, closes it with Escape; the focus is back where it came from. */
async function opensAndCloses(page: Page, opener: string, role: 'dialog' | 'menu', name?: string): Promise<void> {
  await settled(page);
  const button = page.getByRole('button', { name: opener }).first();
  await button.focus();
  const before = await focused(page);
  await page.keyboard.press('Enter');
  const opened = page.getByRole(role, name ? { name } : {}).last();
  await opened.waitFor();
  await page.waitForFunction((wanted) => document.activeElement?.closest(`[role=${wanted}]`) !== null, role);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await page.waitForFunction((wanted) => {
    const at = document.activeElement as HTMLElement | null;
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '') === wanted;
  }, before);
}

test('[APP-08] [APP-22] Escape closes dialogs, menus and pop-overs and gives the focus back', async () => {
  await visiting(async (page) => {
    await page.goto('/toolkit/tenant');
    await page.getByText('Ayu Lestari').waitFor();
    await opensAndCloses(page, 'Add user', 'dialog', 'Add a user');
    await opensAndCloses(page, 'My account', 'menu');
    await opensAndCloses(page, 'Notifications', 'dialog');
    await page.goto(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}`);
    await page.getByText('of 10,000 documents').waitFor();
    await opensAndCloses(page, 'Add filter', 'dialog');
    await opensAndCloses(page, 'Export', 'menu');
    await page.goto(`/toolkit/dev/templates/${platform.templates['harbour visits']}`);
    await opensAndCloses(page, 'Deploy v1', 'dialog', 'Deploy harbour visits v1');
    await page.goto('/toolkit/analytic/workspaces');
    await opensAndCloses(page, 'New workspace', 'dialog', 'New workspace');
  });
  await visiting(async (page) => {
    await page.goto('/toolkit/home');
    await opensAndCloses(page, 'Open the menu', 'dialog');
    await page.goto(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}`);
    await page.getByText('of 10,000 documents').waitFor();
    await opensAndCloses(page, 'Fields', 'dialog', 'Fields');
  }, 390);
});

test('[APP-22] what is taken away, moved or waited for leaves the focus beside it', async () => {
  const byEnter = async (page: Page, name: string, then: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await reads(() => focused(page), then, `after ${name}`);
  };
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}`);
    await page.getByText('200 of 10,000 documents').waitFor();
    await page.getByRole('button', { name: 'Load more' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('400 of 10,000 documents').waitFor();
    await reads(() => focused(page), 'Load more');
    await page.goto(`/toolkit/analytic/views/${platform.views['Damaging strikes by year']}`);
    await page.getByText('1,061 documents').waitFor();
    await byEnter(page, 'Remove filter damage is not None', 'Find a field');
    await page.getByRole('button', { name: 'Remove group damage' }).focus();
    await page.keyboard.press('Enter');
    await isFocused(page.getByRole('textbox', { name: 'Label' }));
    await reads(() => page.getByRole('listbox').count(), 0);
    await page.goto(`/toolkit/analytic/workspaces/${platform.workspace}`);
    await page.getByText('Strikes reported').waitFor();
    await settled(page);
    await byEnter(page, 'Edit', 'Cancel');
    await byEnter(page, 'Cancel', 'Edit');
    await opensAndCloses(page, 'FEDEX EXPRESS', 'menu');
  });
});

/** Presses Tab until the wanted control has the focus. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let step = 0; step < 120; step++) {
    if (wanted.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab did not reach ${wanted}`);
}

test('[APP-22] [SRC-36] a file is imported and searched without a pointer', async () => {
  const file = await mixedBirdstrikes();
  await visiting(async (page) => {
    await page.goto('/toolkit/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('input[role=combobox]:focus').waitFor();
    await page.keyboard.type('import data');
    await page.getByRole('option', { name: /Import data/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/toolkit/curation/import');
    await page.getByText('Drop a file here').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, /^Choose a file$/);
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'by-hand.csv', mimeType: 'text/csv', buffer: file.bytes });
    await page.getByText('14 of 14 columns go in').waitFor();
    await tabTo(page, /^Create template and dry run$/);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing written yet').waitFor();
    await tabTo(page, /^Load [\d,]+ rows$/);
    await page.keyboard.press('Enter');
    await page.getByText('Written and searchable').waitFor();
    await tabTo(page, /^Search the rows$/);
    await page.keyboard.press('Enter');
    await page.getByText(/of 10,003 documents/).waitFor();
    await page.keyboard.press('/');
    await isFocused(page.getByRole('textbox', { name: 'Search text' }));
    await page.keyboard.type('phase_of_flight:Climb');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=phase_of_flight/);
    await tabTo(page, /^[A-Z].*\d{4}-\d\d-\d\d/);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'JSON' }).waitFor();
  });
});
