/** What a view does beyond being drawn: modes, what it keeps, its rows as files, its map. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { counted } from './birdstrikes.ts';
import { assertPicture, settled } from './browser.ts';
import { deployTemplate } from './platform.ts';
import { reads } from './until.ts';
import { openViewStage, said } from './view-stage.ts';

const { platform, file, phases, visiting, open } = await openViewStage();

test('[VIS-03] [VIS-15] one button cycles chart, data, query and back; the three show the same view', async () => {
  await visiting(async (page) => {
    await open(page, 'Phase of flight');
    const cycle = page.getByRole('button', { name: 'Next mode' });
    await page.getByRole('img', { name: /phase_of_flight/ }).waitFor();
    await cycle.click();
    await page.getByRole('region', { name: 'Result rows' }).getByText('Approach').waitFor();
    await cycle.click();
    await page.locator('pre').getByText('"phase_of_flight"').waitFor();
    await cycle.click();
    await page.getByRole('img', { name: /phase_of_flight/ }).waitFor();
    await page.setViewportSize({ width: 1200, height: 900 });
    await cycle.waitFor({ state: 'hidden' });
    const choice = page.getByRole('radiogroup', { name: 'What to show' });
    const whole = (group: HTMLElement): boolean =>
      group.getBoundingClientRect().right <= (group.parentElement?.getBoundingClientRect().right ?? 0);
    await reads(() => choice.evaluate(whole), true, 'where room is short the three modes are seen whole');
  });
});

test('[VIS-04] [VIS-21] a view is kept with type, scope, mode, name, title, dataset and aggregate, once by a double click, too', async () => {
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/views/new?template=${platform.templates.birdstrikes}&field=phase_of_flight`);
    await page.getByRole('img', { name: /phase_of_flight/ }).waitFor();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Kept view');
    await page.getByRole('textbox', { name: 'Title' }).fill('Phases');
    await page.getByRole('button', { name: 'Save view' }).dblclick();
    await page.getByText('View Kept view saved').waitFor();
    const list = await platform.call<Record<string, string>[]>('POST', '/record/visual.view', {
      key: 'name',
      keyword: 'Kept view',
      from: 0,
      to: 5,
    });
    assert.equal(list.length, 1);
    const [kept] = list;
    assert.deepEqual(
      [kept?.type, kept?.scope, kept?.mode, kept?.name, kept?.title, kept?.dataset],
      ['chart', 'tenant', 'chart', 'Kept view', 'Phases', platform.templates.birdstrikes],
    );
    assert.equal(JSON.parse(kept?.aggregate ?? '{}').buckets[0].field, 'phase_of_flight');
  });
});

test('[VIS-09] groups over numbers and time are as wide as what their field reaches over, until somebody says otherwise', async () => {
  await visiting(async (page) => {
    const place = async (field: string, slot: string): Promise<void> => {
      await page.getByRole('button', { name: `Place ${field}` }).click();
      await page.getByRole('menuitem', { name: slot, exact: true }).click();
    };
    await page.goto(`/toolkit/analytic/views/new?template=${platform.templates.earthquakes}`);
    await place('magnitude', 'Rows');
    const width = page.getByLabel('Width of a group');
    await reads(() => width.inputValue(), '0.5');
    await page.getByRole('img', { name: /magnitude/ }).waitFor();
    await width.fill('2');
    await width.blur();
    await place('time', 'Split by');
    const interval = page.getByRole('combobox', { name: 'Interval' });
    await reads(() => interval.inputValue(), 'day');
    await reads(() => width.inputValue(), '2', 'what was said stays');
    await interval.click();
    await page.getByRole('option', { name: 'hour', exact: true }).click();
    await place('time', 'Rows');
    await reads(() => interval.inputValue(), 'hour', 'a group that moves is the same');
  });
});

test('[QRY-24] a chart of the ten largest groups says how many documents they hold, until all are shown', async () => {
  const states = counted(file.good, 'Origin State');
  const sum = (groups: typeof states): number => groups.reduce((all, [, count]) => all + count, 0);
  assert.ok(states.length > 10);
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/views/new?template=${platform.templates.birdstrikes}&field=origin_state`);
    const words = `${said(sum(states.slice(0, 10)))} of ${said(sum(states))} documents are in the groups shown`;
    await page.getByText(words, { exact: true }).waitFor();
    await assertPicture(page, 'designer-top-ten');
    await page.getByLabel('Top', { exact: true }).fill('100');
    await page.getByText(/are in the groups shown/).waitFor({ state: 'detached' });
  });
});

test('[VIS-13] a metric of a time range says how it changed against the period before', async () => {
  const strikes = (year: string) => file.good.filter((row) => (row['Flight Date'] ?? '').startsWith(year)).length;
  const [now, before] = [strikes('1995'), strikes('1994')];
  assert.ok(now > 0 && before > 0 && now !== before);
  const percent = (Math.abs(now - before) / before) * 100;
  const size = percent.toLocaleString('en', { maximumFractionDigits: percent < 10 ? 1 : 0 });
  await visiting(async (page) => {
    const range = '1995-01-01..1996-01-01';
    const template = platform.templates.birdstrikes;
    await page.goto(`/toolkit/analytic/views/new?template=${template}&time=flight_date&range=${range}`);
    await page.getByRole('radio', { name: 'Metric', exact: true }).click();
    await page.getByText(`${now > before ? '↑' : '↓'} ${size} % against the period before`).waitFor();
    await page.getByText(said(now), { exact: true }).waitFor();
    await page.mouse.move(720, 700);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await assertPicture(page, 'designer-metric-change');
    await page.getByRole('button', { name: 'Remove the time range' }).click();
    await page.getByText(/against the period before/).waitFor({ state: 'detached' });
  });
});

test('[VIS-13] a change that is told later than its figure moves nothing', async () => {
  await visiting(async (page) => {
    const told = Promise.withResolvers<void>();
    await page.route('**/api/data/user*', async (route) => {
      if (route.request().postData()?.includes('"1994-01-01') ?? false) await told.promise;
      await route.continue();
    });
    const range = '1995-01-01..1996-01-01';
    const template = platform.templates.birdstrikes;
    await page.goto(`/toolkit/analytic/views/new?template=${template}&time=flight_date&range=${range}`);
    await page.getByRole('radio', { name: 'Metric', exact: true }).click();
    await page.getByRole('button', { name: 'Place cost_total' }).click();
    await page.getByRole('menuitem', { name: 'Values' }).click();
    const note = page.getByText(/^of [\d,]+ documents$/);
    await note.waitFor();
    await settled(page, /\/api\/data\/user/);
    const figure = note.locator('..').locator('xpath=preceding-sibling::*[1]');
    const places = () => Promise.all([note, figure].map((each) => each.boundingBox()));
    const before = await places();
    told.resolve();
    await page
      .getByText(/against the period before/)
      .last()
      .waitFor();
    await settled(page);
    assert.deepEqual(await places(), before);
  });
});

test('[VIS-12] a table sorts by each column and adds up what can be added up', async () => {
  await visiting(async (page) => {
    await open(page, 'Phase of flight');
    await page.getByRole('radio', { name: 'Table', exact: true }).click();
    const table = page.getByRole('region', { name: 'Result rows' });
    await table.getByText(/rows/).waitFor();
    const counts = async () =>
      (await table.locator('tbody td:last-child').allTextContents()).map((text) => Number(text.replaceAll(',', '')));
    const names = () => table.locator('tbody td:first-child').allTextContents();
    const shown = phases().slice(0, 8);
    await reads(
      counts,
      shown.map(([, count]) => count),
    );
    await table.getByRole('button', { name: /^Count/ }).click();
    await table.getByRole('button', { name: /^Count/ }).click();
    await reads(counts, shown.map(([, count]) => count).toReversed());
    await reads(() => table.getByRole('columnheader', { name: /^Count/ }).getAttribute('aria-sort'), 'ascending');
    await table.getByRole('button', { name: /^phase_of_flight/ }).click();
    await reads(names, shown.map(([name]) => name).toSorted());
    const sum = shown.reduce((all, [, count]) => all + count, 0);
    await table.locator('tfoot').getByText(said(sum), { exact: true }).waitFor();
  });
});

test('[VIS-19] the rows shown, all matches and the drawing are downloaded', async () => {
  await visiting(async (page) => {
    await open(page, 'Phase of flight');
    const download = async (what: string): Promise<Buffer> => {
      await page.getByRole('button', { name: 'Download' }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: what }).click(),
      ]);
      return readFile(await saved.path());
    };
    const rows = (await download('Rows shown, CSV')).toString('utf8').trim().split('\r\n');
    assert.deepEqual(rows, [
      'phase_of_flight,Count',
      ...phases()
        .slice(0, 8)
        .map(([value, count]) => `${value},${count}`),
    ]);
    const all = (await download('All matches, NDJSON')).toString('utf8').trim().split('\n');
    assert.equal(all.length, file.good.length);
    const picture = await download('Drawing, PNG');
    assert.equal(picture.subarray(1, 4).toString('latin1'), 'PNG');
  });
});

test('[MAP-15] above 5,000 points the map draws cells whose counts add up; a point opens its record', async () => {
  const id = await deployTemplate(platform.call, 'many places', [
    { name: 'n', value_type: 2, is_key: true, mandatory: true },
    { name: 'at', value_type: 30, sequence: 2 },
  ]);
  const places = Array.from({ length: 5100 }, (_, i) => `${i},"${(i % 120) - 60}, ${(i % 300) - 150}"`);
  const csv = ['n,at', ...places].join('\n');
  await platform.csv(`/data/csv?template=${id}`, csv);
  await visiting(async (page) => {
    await page.goto(`/toolkit/analytic/views/new?template=${id}&field=at`);
    await page.getByText('5,100 of 5,100 documents, in grid cells').waitFor();
    await page.locator('section[aria-label^="Map of"][aria-busy=false]').waitFor();
    // Closer up fewer are in sight, and those are drawn one by one.
    for (let step = 0; step < 3; step++) {
      const moved = page.waitForResponse((reply) => reply.url().includes('/api/data/user'));
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await moved;
    }
    await page.getByText(/^([\d,]+) of \1 documents$/).waitFor();
    await page.goto(`/toolkit/analytic/views/new?template=${id}&field=at&q=n:7`);
    await page.locator('section[aria-label^="Map of"][aria-busy=false]').waitFor();
    await page.getByText('1 of 1 document').waitFor();
    await settled(page);
    const box = await page.locator('section[aria-label^="Map of"]').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByText('1 document', { exact: true }).waitFor();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForURL('**/discover?**');
    await page.getByText('of 1 document').waitFor();
    await page.getByRole('tab', { name: 'JSON' }).waitFor();
  });
});

test('[SCR-07] [SCR-14] the list of views has heads that sort it, kinds in words, and opens by key', async () => {
  await visiting(async (page) => {
    await page.goto('/toolkit/analytic/views');
    const list = page.getByRole('grid', { name: 'Views' });
    await list.getByText('Phase of flight').waitFor();
    const heads = async () => (await list.getByRole('columnheader').allTextContents()).map((text) => text.trim());
    await reads(heads, ['Name', 'Kind', 'Template', 'Changed', 'Actions']);
    const column = (at: number): Promise<readonly string[]> =>
      list.locator('[data-row]').evaluateAll((rows, at) => rows.map((row) => row.children[at]?.textContent ?? ''), at);
    for (const [name, at] of [
      ['Name', 0],
      ['Kind', 1],
      ['Template', 2],
    ] as const) {
      await list.getByRole('columnheader', { name }).getByRole('button').click();
      await page.waitForURL(new RegExp(`sort=${name.toLowerCase()}&order=asc|order=asc&sort=${name.toLowerCase()}`));
      const isSorted = async () => {
        const words = await column(at);
        const sorted = words.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
        return words.length > 3 && words.every((word, row) => word === sorted[row]);
      };
      await reads(isSorted, true, `the list is sorted by ${name}`);
    }
    const kinds = await column(1);
    assert.ok(kinds.includes('Horizontal bar') && kinds.includes('Word cloud'), String(kinds));
    await assertPicture(page, 'views-sorted');
    await page.getByRole('searchbox', { name: 'Search views' }).fill('word cloud');
    await page.waitForURL(/q=word/);
    await reads(() => column(1), ['Word cloud']);
    await list.locator('[data-row]').first().press('Enter');
    await page.getByRole('img', { name: /^Word cloud of Count by wildlife_species/ }).waitFor();
    await page.goBack();
    await page.waitForURL(/q=word/);
    await reads(() => page.getByRole('searchbox', { name: 'Search views' }).inputValue(), 'word cloud');
  });
});

test('[VIS-20] [QRY-21] a search that is typed wrong in the designer is explained; the drawing before it stays', async () => {
  await visiting(async (page) => {
    await open(page, 'Phase of flight');
    const search = page.getByRole('textbox', { name: 'Search', exact: true });
    await search.fill('damage:"Sub');
    await page.getByRole('alert').getByText('Not understood: the quotation mark is not closed.').waitFor();
    await page.getByRole('img', { name: /phase_of_flight/ }).waitFor();
    assert.equal(await page.getByText(/query_string|(?<![:\d])32: /).count(), 0);
    await assertPicture(page, 'designer-fault');
    await search.fill('speed:>120');
    await page.getByText('birdstrikes has no field speed.').waitFor();
    await page.getByRole('button', { name: 'speed_ias', exact: true }).first().click();
    await reads(() => search.inputValue(), 'speed_ias:>120');
    await page.getByText('has no field').waitFor({ state: 'detached' });
    await page.getByRole('img', { name: /phase_of_flight: \d+ groups of [1-9]/ }).waitFor();
  });
});

test('[VIS-05] the colour of one series is chosen, stays with its name and is there when the view opens again', async () => {
  await visiting(async (page) => {
    await open(page, 'Damaging strikes by year');
    await page.getByRole('button', { name: 'Colour of Substantial' }).click();
    await assertPicture(page, 'designer-colours');
    await page.getByRole('button', { name: 'Colour FF8A65' }).click();
    const codes = () =>
      page
        .getByRole('button', { name: /^Colour of / })
        .locator('code')
        .allTextContents();
    await reads(async () => (await codes()).slice(0, 3), ['01B7CD', 'FF8A65', '6495ED']);
    await page.getByRole('button', { name: 'Colour of Medium' }).click();
    await page.getByLabel('Own colour').fill('#abcdef');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View Damaging strikes by year saved').waitFor();
    await page.reload();
    await reads(async () => (await codes()).slice(0, 3), ['01B7CD', 'FF8A65', 'ABCDEF']);
    await page.getByRole('button', { name: 'Colour of Medium' }).click();
    await page.getByRole('button', { name: 'As it was' }).click();
    await reads(async () => (await codes())[2], '6495ED');
  });
});

test('[VIS-04] a view that another client stored half filled opens in the designer, and says what it lacks', async () => {
  const dataset = await deployTemplate(platform.call, 'half filled', [{ name: 'ts1', value_type: 9 }]);
  await visiting(async (page) => {
    for (const aggregate of [
      { visual: 'Line', search: { text: '', filters: [], time: null } },
      { search: null, buckets: null, metrics: null, options: null },
    ]) {
      const body = { name: 'half filled', dataset, aggregate: JSON.stringify(aggregate) };
      const view = await platform.call<{ id: string }>('PUT', '/record/visual.view', body);
      await page.goto(`/toolkit/analytic/views/${view.id}`);
      await page.getByText('Choose a field to group by').waitFor();
    }
  });
});

test('[VIS-20] a view by a field that was taken out of its template says so, in the designer and in a workspace', async () => {
  const { call } = platform;
  const [kept, lost] = [
    { name: 'kept', value_type: 8 },
    { name: 'lost', value_type: 8 },
  ] as const;
  const dataset = await deployTemplate(call, 'losing', [kept, lost]);
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  await client.csv(`/data/csv?template=${dataset}`, 'kept,lost\na,b\n');
  const aggregate = JSON.stringify({
    visual: 'Vertical Bar',
    buckets: [{ id: 'k', function: 'terms', field: 'lost', size: 5 }],
    metrics: [{ id: 'm', function: 'count' }],
  });
  const view = await call<{ id: string }>('PUT', '/record/visual.view', { name: 'losing', dataset, aggregate });
  const tile = { configured: true, type: 'view', view: view.id, data: JSON.stringify({ x: 0, y: 0, w: 4, h: 4 }) };
  const { id } = await call<{ id: string }>('PUT', '/record/visual.workspace', { name: 'losing', views: [tile] });
  await call('PATCH', '/schema/data/template?mode=deploy', { id: dataset, items: [kept] });
  await visiting(async (page) => {
    for (const path of [`views/${view.id}`, `workspaces/${id}`]) {
      await page.goto(`/toolkit/analytic/${path}`);
      await page
        .getByText('losing has no field lost any more, or not for you. Choose another one in the view.')
        .waitFor();
    }
  });
});
