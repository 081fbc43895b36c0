/** What is asked for in Discover by words and filters: an example to begin with, faults told where they are, filters changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertPicture, assertSteady, cleanVisit } from './browser.ts';
import { discoveringOn } from './discovering.ts';
import { startFilled } from './filled.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const stage = await openStage(startFilled);
const { browser, platform } = stage;
const discovering = discoveringOn(stage);

test('[SCR-07] the example in an empty search bar is of the template, and finds something', async () => {
  await discovering('', async (page) => {
    const bar = page.getByRole('textbox', { name: 'Search text' });
    for (const [template, count] of [
      ['birdstrikes', 2],
      ['earthquakes', 1],
    ] as const) {
      await page.goto(`/toolkit/analytic/discover?template=${platform.templates[template]}`);
      const example = await bar.and(page.locator('[placeholder*=":"]')).getAttribute('placeholder');
      const fields = (example ?? '').split(' AND ').map((part) => part.split(':')[0] ?? '');
      const found = await platform.call<{ items: { name: string }[] }[]>('POST', '/schema/data/template', {
        key: 'name',
        keyword: template,
        from: 0,
        to: 1,
      });
      const names = found[0]?.items.map(({ name }) => name) ?? [];
      assert.ok(fields.length >= count && fields.every((field) => names.includes(field)), `${example} of ${names}`);
      await bar.fill(example ?? '');
      await bar.press('Enter');
      await page.waitForURL(/q=/);
      await page.getByText(/^[1-9][\d,]* of [1-9][\d,]* documents?/).waitFor();
      await page.goto(`/toolkit/analytic/views/new?template=${platform.templates[template]}`);
      await page
        .getByRole('textbox', { name: 'Search', exact: true })
        .and(page.getByPlaceholder(example ?? ''))
        .waitFor();
    }
  });
});

test('[SCR-07] rows and bars of the search before say so while the platform has not answered the next one', async () => {
  await discovering('', async (page) => {
    const bars = page.getByRole('img', { name: /bars?, [\d,]+ documents/ });
    const opacity = () =>
      bars.evaluate((drawn) => {
        let all = 1;
        for (let one: Element | null = drawn; one; one = one.parentElement)
          all *= Number(getComputedStyle(one).opacity);
        return all;
      });
    await reads(opacity, 1);
    let answered = Promise.withResolvers<void>();
    const bar = page.getByRole('textbox', { name: 'Search text' });
    const search = async (text: string): Promise<void> => {
      await page.route('**/api/data/user?*', async (route) => {
        await answered.promise;
        await route.continue();
      });
      await bar.fill(text);
      await bar.press('Enter');
    };
    await search('damage:Substantial');
    const total = page.getByTestId('total');
    await total.getByText('Searching; the rows are those of the search before').waitFor();
    await reads(() => page.getByRole('grid').evaluate((rows) => getComputedStyle(rows).opacity), '0.5');
    await reads(opacity, 0.5);
    answered.resolve();
    await total.getByText(/of [\d,]+ documents in .*, at \d\d:\d\d:\d\d$/).waitFor();
    await reads(() => page.getByRole('grid').evaluate((rows) => getComputedStyle(rows).opacity), '1');
    await reads(opacity, 1);
    await search('damage:Nowhere');
    const nothing = page.getByText(/^No document of birdstrikes matches/);
    await nothing.waitFor();
    answered = Promise.withResolvers<void>();
    await bar.fill('damage:None');
    await bar.press('Enter');
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).first().waitFor();
    await reads(async () => [await nothing.count(), await total.textContent()], [0, '']);
    answered.resolve();
    await total.getByText(/of [\d,]+ documents in/).waitFor();
  });
});

test('[SCR-07] [QRY-21] a search with a fault is explained below the bar: no code, no path, no count', async () => {
  await discovering('', async (page) => {
    const bar = page.getByRole('textbox', { name: 'Search text' });
    const search = async (text: string): Promise<void> => {
      await bar.fill(text);
      await bar.press('Enter');
    };
    await search('damage:"Substantial');
    const note = page.getByRole('alert');
    await note.getByText('Not understood: the quotation mark is not closed.').waitFor();
    await reads(() => note.locator('mark').textContent(), '"Substantial');
    await page.getByText('Not searched').waitFor();
    await reads(() => page.getByText(/\d documents/).count(), 0, 'nothing was counted');
    assert.equal(await page.getByText(/query_string|(?<![:\d])32: /).count(), 0);
    await assertPicture(page, 'discover-fault');
    await search('speed_ias:>fast');
    await note.getByText('speed_ias holds numbers, and fast is none.').waitFor();
    await search('operator:x AND (damage:y');
    await note.getByText('Not understood: expected a closing ).').waitFor();
    await search('');
    await page.getByText('of 10,000 documents').waitFor();
    await reads(() => note.count(), 0);
    await assertSteady(page);
  });
});

test('[SCR-07] a field that the template does not have is told with the names that may be meant', async () => {
  await discovering('&q=nosuchfield:7', async (page) => {
    await page.getByText('birdstrikes has no field nosuchfield.').waitFor();
    await page.getByRole('textbox', { name: 'Search text' }).fill('speed:>120');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('birdstrikes has no field speed.').waitFor();
    await assertPicture(page, 'discover-no-field');
    await page.getByRole('button', { name: 'speed_ias', exact: true }).first().click();
    await page.waitForURL(/q=speed_ias/);
    await page.getByText(/^[1-9][\d,]* of [1-9][\d,]* documents?/).waitFor();
    await reads(() => page.getByText(/has no field/).count(), 0);
    await assertSteady(page);
  });
});

test('[SCR-07] [TPL-19] a template that is not deployed yet says so, and leads to where it is', async () => {
  const items = [{ name: 'word', value_type: 8, display_name: 'Word' }];
  const { id } = await platform.call<{ id: string }>('PUT', '/schema/data/template', { name: 'not yet', items });
  await cleanVisit(browser, { base: platform.base, width: 390 }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/discover?template=${id}`);
    await page.getByText('not yet is not deployed yet').waitFor();
    await assertPicture(page, 'discover-undeployed');
    await page.getByRole('link', { name: 'Open the template' }).click();
    await page.getByRole('heading', { name: 'not yet' }).waitFor();
  });
});

test('[SCR-07] a filter on a field that went is told of, beside the rows that it leaves', async () => {
  await discovering(
    `&f=${encodeURIComponent(JSON.stringify([{ field: 'gone', operator: 'is', value: 'x' }]))}`,
    async (page) => {
      await page.getByText('birdstrikes has no field gone.').waitFor();
      await page.getByText('The filter "gone is x" asks for it: remove it.').waitFor();
      await assertPicture(page, 'discover-lost-filter');
      await assertSteady(page);
    },
  );
});

test('[SCR-07] a filter is changed where it stands, to its opposite too, by keyboard, and back leads to what it was', async () => {
  const kept = [
    { field: 'phase_of_flight', operator: 'is', value: 'Approach', disabled: true },
    { field: 'speed_ias', operator: 'between', from: 'fast', to: 140 },
  ];
  const filters = (page: Page): unknown => JSON.parse(new URL(page.url()).searchParams.get('f') ?? '[]');
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    const f = encodeURIComponent(JSON.stringify(kept));
    await page.goto(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}&f=${f}`);
    await page.getByText('Change it to a value that fits, or remove it.').waitFor();
    await page.getByRole('button', { name: 'Change filter speed_ias from fast to 140' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('From (included)').fill('100');
    await assertPicture(page, 'discover-change-filter');
    await page.keyboard.press('Enter');
    const changed = page.getByRole('button', { name: 'Change filter speed_ias from 100 to 140' });
    await page
      .getByTestId('total')
      .filter({ hasText: /of [\d,]+ documents/ })
      .waitFor();
    await reads(() => changed.evaluate((pill) => pill === document.activeElement), true);
    assert.deepEqual(filters(page), [kept[0], { ...kept[1], from: 100 }]);
    await page.getByRole('button', { name: 'Change filter phase_of_flight is Approach' }).click();
    // the form takes the focus to the value when it is open, which closes a list that is opened before
    await reads(() => form.getByLabel('Value').evaluate((input) => input === document.activeElement), true);
    await form.getByRole('combobox', { name: 'Operator' }).click();
    await page.getByRole('option', { name: 'is not', exact: true }).click();
    await form.getByRole('button', { name: 'Change filter' }).click();
    await page.getByRole('button', { name: 'Switch on filter phase_of_flight is not Approach' }).waitFor();
    assert.deepEqual(filters(page), [
      { ...kept[0], operator: 'is not' },
      { ...kept[1], from: 100 },
    ]);
    await page.goBack();
    await page.getByRole('button', { name: 'Change filter phase_of_flight is Approach' }).waitFor();
  });
});

test('[SCR-07] a search that takes its time says for how long, and can be stopped, which the platform hears, and made again', async () => {
  await discovering('', async (page) => {
    const held = Promise.withResolvers<void>();
    const gone: string[] = [];
    page.on('requestfailed', (request) => gone.push(request.url()));
    await page.route('**/api/data/user?*', async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    await page.clock.install();
    const bar = page.getByRole('textbox', { name: 'Search text' });
    await bar.fill('damage:Substantial');
    await bar.press('Enter');
    const total = page.getByTestId('total');
    await total.getByText('Searching; the rows are those of the search before').waitFor();
    await page.clock.runFor(5000);
    await total.getByText('Searching for 5 s; the rows are those of the search before').waitFor();
    await total.getByRole('button', { name: 'Stop' }).click();
    await total.getByText('The search was stopped; the rows are those of the search before').waitFor();
    await reads(async () => gone.some((url) => url.includes('/api/data/user')), true);
    held.resolve();
    await total.getByRole('button', { name: 'Search again' }).click();
    await total.getByText(/of [\d,]+ documents in .*, at \d\d:\d\d:\d\d$/).waitFor();
  });
});
