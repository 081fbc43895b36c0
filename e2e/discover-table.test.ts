/** The table of documents and what stands around it, by hand and by keyboard. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertPicture, assertSteady, screenshot, settled } from './browser.ts';
import { discoveringOn } from './discovering.ts';
import { startFilled } from './filled.ts';
import { isActiveOption, isFocused } from './keys.ts';
import { onPhone, PHONE } from './look.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const discovering = discoveringOn(await openStage(startFilled));

test('[SCR-07] [APP-22] while the field of a filter is typed, Enter takes the first that fits', () =>
  discovering('', async (page) => {
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    const form = page.getByRole('dialog');
    const field = form.getByRole('combobox', { name: 'Field' });
    await field.pressSequentially('o');
    await isActiveOption(form.getByRole('option').first());
    const first = await form.getByRole('option').first().textContent();
    await field.press('Enter');
    await reads(() => field.inputValue(), first ?? '', 'behind one letter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    await field.pressSequentially('spe');
    await isActiveOption(form.getByRole('option').first());
    await field.press('Enter');
    await reads(() => field.inputValue(), 'wildlife_species');
  }));

const COLUMNS = '&columns=operator,speed_ias,flight_date,damage';

const heads = (page: Page): Promise<readonly (string | null)[]> =>
  page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.textContent));

const widthOf = async (page: Page, name: string): Promise<number> =>
  Math.round((await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0);

/** Px of the table right of the last column. */
const restOf = (page: Page): Promise<number> =>
  page
    .getByRole('grid', { name: 'Documents' })
    .evaluate((grid) =>
      Math.round(
        grid.getBoundingClientRect().right -
          ([...grid.querySelectorAll('[role=columnheader]')].at(-1)?.getBoundingClientRect().right ?? 0),
      ),
    );

test('[SCR-07] few narrow columns fill the table, in a large window, too, and it does not jump', () =>
  discovering('&columns=speed_ias,cost_total', async (page) => {
    await edgeOf(page, 'cost_total').waitFor();
    for (const width of [1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await reads(async () => (await restOf(page)) <= 2, true, `at ${width} px`);
    }
    await screenshot(page, 'discover-few-columns');
    await assertSteady(page);
  }));

const edgeOf = (page: Page, name: string): Locator => page.getByRole('separator', { name: `Edge of ${name}` });

/** The edge of the first column, and how wide that is. */
async function edgeOfOperator(page: Page): Promise<{ readonly edge: Locator; readonly before: number }> {
  const edge = edgeOf(page, 'operator');
  await edge.waitFor();
  await settled(page);
  return { edge, before: await widthOf(page, 'operator') };
}

async function dragTo(page: Page, what: Locator, to: { readonly x: number; readonly y: number }): Promise<void> {
  const box = await what.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x - 8, to.y, { steps: 4 });
  await page.mouse.move(to.x, to.y);
}

test('[SCR-07] [MOB-11] what was searched by is among the columns, on a phone behind the first', async () => {
  const searched = '&q=speed_ias%3A%3E%3D300';
  await discovering(searched, async (page) => {
    await reads(async () => (await heads(page)).slice(-2), ['origin_state', 'speed_ias']);
  });
  await discovering(
    searched,
    async (page) => {
      await reads(async () => (await heads(page)).slice(0, 2), ['airport_name', 'speed_ias']);
      await screenshot(page, 'discover-searched-by');
    },
    { width: PHONE },
  );
});

test('[SCR-07] a double click on a row opens its document, a click closes it', () =>
  discovering('', async (page) => {
    const row = page.getByRole('row').nth(1);
    const isOpen = () => row.getAttribute('aria-current');
    await row.dblclick();
    await settled(page);
    assert.equal(await isOpen(), 'true');
    await row.click();
    await reads(isOpen, null);
  }));

test('[SCR-07] columns are made wider and put elsewhere by mouse, and stand so after a reload', () =>
  discovering(COLUMNS, async (page) => {
    const { edge, before } = await edgeOfOperator(page);
    const box = await edge.boundingBox();
    assert.ok(box);
    await dragTo(page, edge, { x: box.x + box.width / 2 + 90, y: box.y + 4 });
    await reads(() => widthOf(page, 'operator'), before + 90, 'the width is seen while the edge is dragged');
    await page.mouse.up();
    await page.waitForURL(new RegExp(`widths=operator(:|%3A)${before + 90}`));
    await reads(() => widthOf(page, 'operator'), before + 90);
    const damage = page.getByRole('button', { name: 'damage', exact: true }).last();
    const first = await page.getByRole('columnheader', { name: 'operator' }).boundingBox();
    await dragTo(page, damage, { x: (first?.x ?? 0) + 4, y: (first?.y ?? 0) + 4 });
    await screenshot(page, 'discover-drag');
    await page.mouse.up();
    await reads(() => heads(page), ['damage', 'operator', 'speed_ias', 'flight_date']);
    assert.equal(new URL(page.url()).searchParams.get('sort'), null, 'the end of a drag sorts nothing');
    await page.reload();
    await reads(() => heads(page), ['damage', 'operator', 'speed_ias', 'flight_date']);
    await reads(() => widthOf(page, 'operator'), before + 90);
    await edge.dblclick();
    await reads(async () => (await widthOf(page, 'operator')) < before + 90, true);
    await reads(async () => new URL(page.url()).searchParams.get('widths'), null);
    await page.getByRole('button', { name: 'damage', exact: true }).last().click();
    await page.waitForURL(/sort=damage/);
    await assertSteady(page);
  }));

test('[SCR-07] [APP-22] columns are made wider and put elsewhere by keyboard; Escape takes a drag back', () =>
  discovering(COLUMNS, async (page) => {
    const { edge, before } = await edgeOfOperator(page);
    await edge.focus();
    await edge.press('ArrowRight');
    await reads(() => widthOf(page, 'operator'), before + 16);
    await reads(() => edge.getAttribute('aria-valuetext'), `${before + 16} px wide, column 1 of 4`);
    await edge.press('Shift+ArrowRight');
    await reads(() => heads(page), ['speed_ias', 'operator', 'flight_date', 'damage']);
    await isFocused(edge);
    await edge.press('Shift+ArrowRight');
    await reads(() => heads(page), ['speed_ias', 'flight_date', 'operator', 'damage']);
    await isFocused(edge);
    await edge.press('Shift+ArrowLeft');
    await reads(() => edge.getAttribute('aria-valuetext'), `${before + 16} px wide, column 2 of 4`);
    await assertPicture(page, 'discover-edge');
    const box = await edge.boundingBox();
    await dragTo(page, edge, { x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 4 });
    await page.keyboard.press('Escape');
    await reads(() => widthOf(page, 'operator'), before + 16);
    await page.mouse.up();
    await edge.press('Enter');
    await reads(async () => new URL(page.url()).searchParams.get('widths'), null);
    await onPhone(page, 'discover-edge');
  }));

test('[SCR-07] [FMT-08] a few days of the calendar are drawn by day: they have no hours', () =>
  discovering('&q=flight_date:[1990-01-08 TO 1990-01-11]', async (page) => {
    await page.getByText('Documents per day').waitFor();
    await page.getByRole('slider', { name: /^Values of \d bars/ }).waitFor();
  }));

test('[SCR-07] [API-32] a table of chosen columns is exported with them alone, in their order, every match a row', () =>
  discovering(`${COLUMNS}&q=phase_of_flight:Climb`, async (page) => {
    await page.getByText(/of [\d,]+ documents/).waitFor();
    const [, total = ''] = /of ([\d,]+) documents/.exec((await page.getByTestId('total').textContent()) ?? '') ?? [];
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Columns shown, CSV' }).click();
    const [names, ...rows] = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/);
    assert.equal(names?.replace('\uFEFF', ''), 'operator,speed_ias,flight_date,damage');
    assert.equal(rows.length.toLocaleString('en'), total);
  }));

test('[SCR-07] forty filters leave the documents in sight, and lie on nothing', async () => {
  const fields = ['operator', 'speed_ias', 'flight_date', 'damage'];
  const all = Array.from({ length: 40 }, (_, at) => ({
    field: fields[at % 4],
    operator: 'is not',
    value: `none ${at}`,
  }));
  const filters = all.map((pill, at) =>
    at % 4 === 1 || at % 4 === 2 ? { field: pill.field, operator: 'exists' } : pill,
  );
  await discovering(`${COLUMNS}&f=${encodeURIComponent(JSON.stringify(filters))}`, async (page) => {
    const add = page.getByRole('button', { name: 'Add filter' });
    for (const width of [1440, PHONE]) {
      await page.setViewportSize({ width, height: 900 });
      await add.scrollIntoViewIfNeeded();
      await screenshot(page, 'discover-forty-filters');
      const bottom = await add.evaluate((one) => one.getBoundingClientRect().bottom);
      const top = await page.getByText(/^Documents per/).evaluate((one) => one.getBoundingClientRect().top);
      assert.ok(
        bottom <= top && top < 500,
        `the last filter ends at ${bottom}, the chart begins at ${top}, at ${width} px`,
      );
    }
    await add.click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Field' }).waitFor();
  });
});

test('[SCR-07] [APP-22] more rows come while one scrolls; where they do not, a line says so and asks again', () =>
  discovering(
    COLUMNS,
    async (page) => {
      const further = (body: string | null): boolean => (body ?? '').includes('search_after');
      const grid = page.getByRole('grid', { name: 'Documents' });
      await page.getByText('200 of 10,000 documents').waitFor();
      await grid.locator('[data-row="3"]').press('End');
      await page.getByText('400 of 10,000 documents').waitFor();
      await isFocused(grid.locator('[data-row="199"]'));
      await page.route('**/api/data/user?*', (route) =>
        further(route.request().postData())
          ? route.fulfill({ status: 403, json: { message: 'Not now' } })
          : route.continue(),
      );
      await grid.locator('[data-row="199"]').press('End');
      await page.getByRole('alert').getByText('The next rows did not come').waitFor();
      await assertPicture(page, 'discover-no-rows');
      await page.unroute('**/api/data/user?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('600 of 10,000 documents').waitFor();
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.getByText('800 of 10,000 documents').waitFor();
      const scrolled = () => grid.evaluate((one) => one.parentElement?.scrollTop);
      await page.getByRole('columnheader', { name: 'operator' }).getByRole('button', { name: 'operator' }).click();
      await page.getByText('200 of 10,000 documents').waitFor();
      await reads(scrolled, 0, 'another order begins at its first row');
      await grid.locator('[data-row="3"]').press('End');
      await page.getByText('400 of 10,000 documents').waitFor();
      await page.getByRole('textbox', { name: 'Search text' }).fill('speed_ias:>0');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText(/^200 of [^1]/).waitFor();
      await reads(scrolled, 0, 'and so does another search');
      await assertSteady(page);
    },
    { expected: /403/ },
  ));
