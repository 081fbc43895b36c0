/** What a workspace does beyond showing its tiles: shared time, one tile alone, moving and resizing, whose it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  assertSteady,
  type Credentials,
  cleanVisit,
  screenshot,
  settled,
  type VisitOptions,
} from './browser.ts';
import { startFilled } from './filled.ts';
import { onPhone, PHONE } from './look.ts';
import { deployTemplate } from './platform.ts';
import { openStage } from './stage.ts';
import { matches, reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

interface Looking extends Partial<VisitOptions> {
  readonly more?: string;
  readonly who?: Credentials;
  readonly id?: string;
}

const open = (page: Page, id: string, more = ''): Promise<unknown> =>
  page.goto(`/toolkit/analytic/workspaces/${id}${more}`);

const looking = ({ more, who, id, ...options }: Looking, run: (page: Page) => Promise<void>): Promise<void> =>
  cleanVisit(browser, { base: platform.base, ...options }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, who ?? platform.admin);
    await open(page, id ?? platform.workspace, more);
    await tile(page, 'Strikes reported').waitFor();
    await run(page);
  });

const tile = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

/** How many strikes a year had, asked of the platform itself. */
async function strikes(from: string, to: string): Promise<string> {
  const body = { size: 0, track_total_hits: true, query: { range: { flight_date: { gte: from, lt: to } } } };
  const path = `/data/user?template=${platform.templates.birdstrikes}`;
  const { hits } = await platform.call<{ hits: { total: { value: number } } }>('POST', path, body);
  return hits.total.value.toLocaleString('en');
}

const rangeOf = (page: Page): readonly string[] => (new URL(page.url()).searchParams.get('range') ?? '').split('..');

/** A workspace of one figure of airports, which have no date; answers its id. */
async function airportsAlone(): Promise<string> {
  const dataset = platform.templates.airports;
  const metrics = [{ id: 'count', function: 'count', field: null }];
  const aggregate = JSON.stringify({ title: 'Airports', dataset, visual: 'Metric', metrics });
  const view = await platform.call<{ id: string }>('PUT', '/record/visual.view', {
    name: 'Airports',
    dataset,
    aggregate,
  });
  const data = JSON.stringify({ x: 0, y: 0, w: 4, h: 3 });
  const views = [{ configured: true, type: 'view', view: view.id, data }];
  return (await platform.call<{ id: string }>('PUT', '/record/visual.workspace', { name: 'Airports', views })).id;
}

test('[VIS-17] a brush over one tile narrows the time of all; tiles without a date say so', async () => {
  await looking({}, async (page) => {
    await tile(page, 'Strikes reported').getByText('10,000', { exact: true }).waitFor();
    const drawing = page.getByRole('img', { name: /^Area of Count by flight_date/ });
    await drawing.scrollIntoViewIfNeeded();
    await settled(page);
    const box = await drawing.boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, y, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/range=/);
    const [from = '', to = ''] = rangeOf(page);
    await tile(page, 'Strikes reported')
      .getByText(await strikes(from, to), { exact: true })
      .waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await assertPicture(page, 'workspace-time');
    await open(page, await airportsAlone(), '?range=week');
    await page.getByText('All time: its records have no date').waitFor();
  });
});

test('[VIS-17] a workspace opens with the search, time and rate it was saved with', async () => {
  await looking({ more: '?range=1995-01-01..1996-01-01&every=5m' }, async (page) => {
    const count = await strikes('1995-01-01', '1996-01-01');
    await tile(page, 'Strikes reported').getByText(count, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of the workspace' }).fill('Strikes of 1995');
    await screenshot(page, 'workspace-edit-time');
    await page.getByRole('button', { name: 'Save workspace' }).click();
    await page.getByText('Workspace Strikes of 1995 saved').waitFor();
    await open(page, platform.workspace);
    await tile(page, 'Strikes reported').getByText(count, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Time range: 1 Jan 1995 to 1 Jan 1996' }).click();
    await page.getByRole('button', { name: 'All time', exact: true }).click();
    await tile(page, 'Strikes reported').getByText('10,000', { exact: true }).waitFor();
    await matches(() => page.getByRole('combobox', { name: 'How often the tiles look again' }).inputValue(), /5 min/);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of the workspace' }).fill('Wildlife strikes and earthquakes');
    await page.getByRole('button', { name: 'Save workspace' }).click();
    await page.getByText('Workspace Wildlife strikes and earthquakes saved').waitFor();
  });
});

test('[VIS-17] at its rate a workspace looks again by itself, and nothing moves', async () => {
  await looking({ more: '?every=5s' }, async (page) => {
    await tile(page, 'Strikes reported').getByText('10,000', { exact: true }).waitFor();
    const csv = 'airport_name,flight_date\nTEST FIELD,2001-01-01';
    await platform.csv(`/data/csv?template=${platform.templates.birdstrikes}`, csv);
    await tile(page, 'Strikes reported').getByText('10,001', { exact: true }).waitFor();
    await assertSteady(page);
    const { hits } = await platform.call<{ hits: { hits: { _id: string }[] } }>(
      'POST',
      `/data/user?template=${platform.templates.birdstrikes}`,
      { query: { term: { airport_name: 'TEST FIELD' } } },
    );
    assert.equal(hits.hits.length, 1);
  });
});

test('[VIS-17] when a batch stands, the tiles draw it by themselves; those that are held wait until somebody asks', async () => {
  const template = platform.templates.birdstrikes;
  const figure = async (): Promise<string> => {
    const body = { size: 0, track_total_hits: true };
    const path = `/data/user?template=${template}`;
    const { hits } = await platform.call<{ hits: { total: { value: number } } }>('POST', path, body);
    return hits.total.value.toLocaleString('en');
  };
  const add = (row: string) => platform.csv(`/data/csv?template=${template}`, `airport_name,flight_date\n${row}`);
  await looking({}, async (page) => {
    // The first answer says from where on changes are heard.
    const listening = page.waitForRequest((request) => /data\/changes\?since/.test(request.url()));
    await page.reload();
    await listening;
    await tile(page, 'Strikes reported')
      .getByText(await figure(), { exact: true })
      .waitFor();
    await add('HEARD AT ONCE,2001-01-01');
    await tile(page, 'Strikes reported')
      .getByText(await figure(), { exact: true })
      .waitFor();
    await assertSteady(page);
    await screenshot(page, 'workspace-live');

    const before = await figure();
    await page.getByRole('combobox', { name: 'How often the tiles look again' }).click();
    await page.getByRole('option', { name: 'When asked' }).click();
    await page.waitForURL(/every=off/);
    await settled(page);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/data/user')) asked++;
    });
    await add('HELD BACK,2001-01-02');
    await assertAccessible(page);
    assert.equal(asked, 0);
    await tile(page, 'Strikes reported').getByText(before, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Refresh all tiles' }).click();
    await tile(page, 'Strikes reported')
      .getByText(await figure(), { exact: true })
      .waitFor();
  });
});

test('[APP-10] [APP-22] one tile is shown alone, by address, and Esc shows all again', async () => {
  for (const width of [1440, PHONE])
    await looking({ width }, async (page) => {
      const button = page.getByRole('button', { name: 'Show Damaging strikes by year alone' });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/tile=/);
      await page.getByRole('heading', { name: 'Phase of flight' }).waitFor({ state: 'detached' });
      const drawing = page.getByRole('img', { name: /by flight_date/ });
      await drawing.waitFor();
      const isHigh = async () => ((await drawing.boundingBox())?.height ?? 0) > (width === PHONE ? 200 : 500);
      await reads(isHigh, true, 'it takes the height of the window');
      await assertAccessible(page);
      await assertFits(page);
      await screenshot(page, 'workspace-alone');
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Phase of flight' }).waitFor();
    });
});

test('[VIS-17] [APP-22] tiles are moved and resized by keyboard and by pointer', async () => {
  await looking({}, async (page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const grip = page.getByRole('button', { name: /^Move Reported cost/ });
    const place = async () => {
      const box = await page.locator('.react-grid-item').filter({ has: grip }).boundingBox();
      assert.ok(box);
      return box;
    };
    await grip.waitFor();
    await settled(page);
    const before = await place();
    await grip.focus();
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await page.getByRole('status').getByText('Column 7, row 1, 3 wide, 3 high').waitFor();
    await page.waitForFunction((height) => {
      const item = document.querySelector('[aria-label^="Move Reported cost"]')?.closest('.react-grid-item');
      return item !== null && item !== undefined && item.getBoundingClientRect().height > height + 40;
    }, before.height);
    const grown = await place();
    await page.mouse.move(grown.x + 60, grown.y + 18);
    await page.mouse.down();
    await page.mouse.move(grown.x + 60, grown.y + 400, { steps: 8 });
    const goal = page.locator('.react-grid-placeholder');
    assert.equal(await goal.evaluate((one) => getComputedStyle(one).backgroundColor), 'rgb(1, 183, 205)');
    await page.mouse.up();
    await page.waitForFunction((y) => {
      const item = document.querySelector('[aria-label^="Move Reported cost"]')?.closest('.react-grid-item');
      return item !== null && item !== undefined && item.getBoundingClientRect().y > y + 100;
    }, grown.y);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  });
});

test('[VIS-17] [APP-22] changes of the layout are taken back and again by key and by button, not those of a name', async () => {
  await looking({}, async (page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const grip = page.getByRole('button', { name: /^Move Reported cost/ });
    const [undo, redo] = ['Undo', 'Redo'].map((name) => page.getByRole('button', { name, exact: true }));
    assert.ok(undo && redo);
    const height = async () =>
      Math.round((await page.locator('.react-grid-item').filter({ has: grip }).boundingBox())?.height ?? 0);
    await reads(() => undo.getAttribute('aria-disabled'), 'true');
    await settled(page);
    const before = await height();
    await grip.press('Alt+Shift+ArrowDown');
    await reads(height, before + 56);
    await grip.press('Control+z');
    await reads(height, before);
    await page.keyboard.press('Control+Shift+Z');
    await reads(height, before + 56);
    await undo.click();
    await reads(height, before);
    await reads(() => redo.getAttribute('aria-disabled'), 'false');
    await page.getByRole('button', { name: /^Take Reported cost/ }).click();
    await grip.waitFor({ state: 'detached' });
    await reads(() => redo.getAttribute('aria-disabled'), 'true', 'a new step forgets what was taken back');
    await page.getByRole('textbox', { name: 'Name of the workspace' }).press('Control+z');
    assert.equal(await grip.count(), 0);
    await undo.press('Enter');
    await grip.waitFor();
    await assertPicture(page, 'workspace-undo');
    await onPhone(page, 'workspace-undo');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  });
});

test('[VIS-17] a tile is duplicated: the copy is a view of its own, made when the workspace is saved', async () => {
  const id = await airportsAlone();
  const named = async (name: string) => {
    const body = { key: '', keyword: '', from: 0, to: 500 };
    const views = await platform.call<{ name: string }[]>('POST', '/record/visual.view', body);
    return views.filter((view) => view.name === name).length;
  };
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await open(page, id);
    const copy = page.getByRole('heading', { name: 'Airports (copy)' });
    const duplicate = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('button', { name: 'Duplicate Airports', exact: true }).click();
      await copy.waitFor();
    };
    await duplicate();
    await page.getByRole('button', { name: 'Undo' }).click();
    await copy.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Redo' }).click();
    await copy.waitFor();
    const [first, second] = await page
      .locator('.react-grid-item')
      .evaluateAll((tiles) => tiles.map((one) => one.getBoundingClientRect().top));
    assert.equal(first, second, 'beside it');
    await assertPicture(page, 'workspace-duplicate');
    await onPhone(page, 'workspace-duplicate');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await copy.waitFor({ state: 'detached' });
    assert.equal(await named('Airports (copy)'), 0, 'nothing is left of a copy that was not saved');
    await duplicate();
    await page.getByRole('button', { name: 'Save workspace' }).click();
    await page.getByText('Workspace Airports saved').waitFor();
    await page.reload();
    await copy.waitFor();
    await tile(page, 'Airports (copy)').getByText('3,376', { exact: true }).waitFor();
    assert.equal(await named('Airports (copy)'), 1);
  });
});

test('[VIS-18] who changes a workspace of someone else gets a copy of their own', async () => {
  const workspace = await platform.call<{ id: string; name: string }>(
    'GET',
    `/record/visual.workspace/${platform.workspace}`,
  );
  const people = await platform.call<{ id: string; full_name: string }[]>('POST', '/tenant/user', {
    key: '',
    keyword: 'Ayu',
    from: 0,
    to: 5,
  });
  const group = await platform.call<{ id: string }>('PUT', '/tenant/group', { name: 'readers' });
  await platform.call('PUT', '/tenant/group/user', { groups: [group.id], users: [people[0]?.id] });
  await platform.call('PUT', '/tenant/group/workspace', { groups: [group.id], workspaces: [workspace.id] });
  const { birdstrikes, earthquakes, flights } = platform.templates;
  await platform.call('PUT', '/tenant/group/template', {
    groups: [group.id],
    templates: [birdstrikes, earthquakes, flights],
  });
  await looking({ who: platform.member }, async (page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Delete workspace' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Take Reported cost away' }).click();
    await screenshot(page, 'workspace-copy');
    await page.getByRole('button', { name: 'Save my copy' }).click();
    await page.getByText(`Your copy of ${workspace.name} is saved`).waitFor();
    await page.waitForURL((url) => !url.pathname.endsWith(platform.workspace));
    await page.getByRole('heading', { name: 'Strikes reported' }).waitFor();
    await page.getByRole('heading', { name: 'Reported cost' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Save workspace' }).waitFor();
  });
  const after = await platform.call<{ views: unknown[] }>('GET', `/record/visual.workspace/${platform.workspace}`);
  assert.ok(
    JSON.stringify(after.views).includes(platform.views['Reported cost'] ?? '?'),
    'the shared one stays as it was',
  );
});

test('[REC-38] [VIS-17] a workspace saved elsewhere while it is edited is not overwritten unasked', async () => {
  const id = await airportsAlone();
  const path = '/record/visual.workspace';
  const name = async () => (await platform.call<{ name: string }>('GET', `${path}/${id}`)).name;
  await cleanVisit(browser, { base: platform.base, expected: /status of 409/ }, async (page) => {
    await arrive(page, platform.admin);
    const field = page.getByRole('textbox', { name: 'Name of the workspace' });
    const question = page.getByRole('dialog', { name: 'Workspace Airports of others was saved elsewhere' });
    const save = page.getByRole('button', { name: 'Save workspace' });
    const edit = async (description: string): Promise<void> => {
      await open(page, id);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await field.fill('Airports of mine');
      await platform.call('PATCH', path, { id, name: 'Airports of others', description });
      await save.click();
      await question.getByText('with 1 tile, after you began to edit it').waitFor();
    };
    await edit('once');
    await assertPicture(page, 'workspace-saved-elsewhere');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await reads(() => field.inputValue(), 'Airports of mine');
    await save.click();
    await question.getByRole('button', { name: 'Take theirs' }).click();
    await page.getByRole('heading', { name: 'Airports of others' }).waitFor();
    await field.waitFor({ state: 'detached' });
    assert.equal(await name(), 'Airports of others');
    await edit('twice');
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Workspace Airports of mine saved').waitFor();
    assert.equal(await name(), 'Airports of mine');
  });
});

test('[REC-38] [VIS-18] what was edited on a workspace that was deleted elsewhere stays, and is kept as a copy', async () => {
  await cleanVisit(browser, { base: platform.base, expected: /status of 404/ }, async (page) => {
    await arrive(page, platform.admin);
    const id = await airportsAlone();
    await open(page, id);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Name of the workspace' });
    await field.fill('Airports I go on with');
    await platform.call('DELETE', `/record/visual.workspace/${id}`);
    await page.getByRole('button', { name: 'Save workspace' }).click();
    await page.getByText('Workspace Airports is no longer there').waitFor();
    await page.getByText('No longer there', { exact: true }).waitFor();
    await reads(() => field.inputValue(), 'Airports I go on with');
    await assertPicture(page, 'workspace-gone');
    await page.getByRole('button', { name: 'Save my copy' }).click();
    await page.getByText('Your copy of Airports is saved').waitFor();
    await page.getByRole('heading', { name: 'Airports I go on with' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    assert.ok(!page.url().includes(id));
  });
});

test('[REC-39] a view, a workspace and a template that were deleted come back by the notice that tells of it, or from their address', async () => {
  const definition = { dataset: platform.templates.airports, aggregate: '{"visual":"Metric"}' };
  const view = await platform.call<{ id: string }>('PUT', '/record/visual.view', {
    name: 'Deleted view',
    ...definition,
  });
  const { id } = await platform.call<{ id: string }>('PUT', '/record/visual.workspace', { name: 'Deleted workspace' });
  await deployTemplate(platform.call, 'deleted template', [{ name: 'txt1', value_type: 8 }]);
  await cleanVisit(browser, { base: platform.base, expected: /Failed to load resource/ }, async (page) => {
    await arrive(page, platform.admin);
    const undone = async (what: string, word = 'deleted'): Promise<void> => {
      await page.getByText(`${what} ${word}`, { exact: true }).waitFor();
      const undo = page.getByText('Undo', { exact: true });
      await reads(() => undo.count(), 1);
      await undo.click();
      await page.getByText(`${what} restored`, { exact: true }).waitFor();
    };
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    for (const [list, noun, name] of [
      ['analytic/views', 'view', 'Deleted view'],
      ['dev', 'template', 'deleted template'],
    ] as const) {
      await page.goto(`/toolkit/${list}`);
      await row(name)
        .getByRole('button', { name: /^Actions/ })
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('dialog');
      if (noun === 'template') await question.getByRole('textbox').fill(name);
      await question.getByRole('button', { name: `Delete ${noun}` }).click();
      await row(name).waitFor({ state: 'detached' });
      const what = `${noun === 'view' ? 'View' : 'Template'} ${name}`;
      await page.route('**/restore', (route) => route.abort('connectionreset'), { times: 1 });
      await page.getByText('Undo', { exact: true }).click();
      await undone(what, 'still deleted');
      await row(name).waitFor();
    }
    await open(page, id);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click();
    await page.waitForURL(/workspaces$/);
    await undone('Workspace Deleted workspace');
    await row('Deleted workspace')
      .or(page.getByRole('link', { name: 'Deleted workspace' }))
      .first()
      .waitFor();
    await platform.call('DELETE', `/record/visual.view/${view.id}`);
    await platform.call('DELETE', `/record/visual.workspace/${id}`);
    for (const [noun, address] of [
      ['view', `views/${view.id}`],
      ['workspace', `workspaces/${id}`],
    ] as const) {
      await page.goto(`/toolkit/analytic/${address}`);
      await page.getByText(`The ${noun} Deleted ${noun} was deleted`).waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: `Restore ${noun}` }).click();
      await page.getByRole('heading', { name: `Deleted ${noun}` }).waitFor();
    }
  });
});
