/** What Discover does beyond a search: time by hand and by brush, searches that are kept, words that stand out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertAccessible, assertPicture, assertSteady, cleanVisit, screenshot, settled } from './browser.ts';
import { discoveringOn } from './discovering.ts';
import { startFilled } from './filled.ts';
import { PHONE } from './look.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const stage = await openStage(startFilled);
const { browser, platform } = stage;
const discovering = discoveringOn(stage);

/** How many documents a range of time holds, asked of the platform itself. */
async function within(from: string, to: string): Promise<string> {
  const body = { size: 0, track_total_hits: true, query: { range: { flight_date: { gte: from, lt: to } } } };
  const path = `/data/user?template=${platform.templates.birdstrikes}`;
  const { hits } = await platform.call<{ hits: { total: { value: number } } }>('POST', path, body);
  return `of ${hits.total.value.toLocaleString('en')} documents`;
}

const rangeOf = (page: Page): readonly string[] => (new URL(page.url()).searchParams.get('range') ?? '').split('..');
test('[QRY-18] [APP-22] a time range is typed by keyboard; what cannot be one is told', async () => {
  await discovering('', async (page) => {
    await page.getByRole('button', { name: 'Time range: All time' }).press('Enter');
    const picker = page.getByRole('dialog', { name: 'Time range' });
    await picker.getByLabel('From (included)').fill('1995/01/01 00:00');
    await picker.getByLabel('To (not included)').fill('1994/01/01 00:00');
    await picker.getByRole('button', { name: 'Apply' }).press('Enter');
    await picker.getByText('The end is not after the beginning.').waitFor();
    await assertPicture(page, 'discover-time');
    await picker.getByLabel('To (not included)').fill('1996/01/01 00:00');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Time range: 1 Jan 1995 to 1 Jan 1996' }).waitFor();
    const [from = '', to = ''] = rangeOf(page);
    await page.getByText(await within(from, to)).waitFor();
  });
});

test('[VIS-16] [QRY-18] a brush over the histogram looks at the bars under it, whole', async () => {
  await discovering('', async (page) => {
    const drawing = page.getByRole('img', { name: /bars, 10,000 documents over flight_date/ });
    await settled(page);
    const box = await drawing.boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
    await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
    await screenshot(page, 'discover-brush');
    await page.mouse.up();
    await page.waitForURL(/range=/);
    const [from = '', to = ''] = rangeOf(page);
    await page.getByText(await within(from, to)).waitFor();
    const months = (new Date(to).getTime() - new Date(from).getTime()) / 86_400_000 / 30;
    assert.ok(months > 6 && months < 60, `${from} to ${to}`);
    for (const bound of [from, to]) assert.equal(new Date(bound).getDate(), 1, 'bars of months are taken whole');
    await assertSteady(page);
    await page.goBack();
    await page.getByText('of 10,000 documents').waitFor();
  });
});

test('[SCR-07] [APP-22] fields and values are offered while a search is typed, and taken by keyboard; Enter alone runs what is typed', async () => {
  await discovering('', async (page) => {
    const box = page.getByRole('textbox', { name: 'Search text' });
    const offers = page.getByRole('listbox', { name: 'What may be meant' }).getByRole('option');
    await box.focus();
    await box.pressSequentially('oper');
    await offers.filter({ hasText: /^operator/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await reads(() => box.inputValue(), 'operator:');
    await box.pressSequentially('delta');
    await offers.filter({ hasText: 'DELTA AIR LINES' }).waitFor();
    await reads(() => offers.first().textContent(), 'DELTA AIR LINES865 documents');
    await page.keyboard.press('ArrowDown');
    await assertPicture(page, 'discover-offers');
    await page.keyboard.press('Tab');
    await reads(() => box.inputValue(), 'operator:"DELTA AIR LINES" ');
    await offers.first().waitFor({ state: 'hidden' });
    await box.pressSequentially('AND speed_ias:');
    await reads(
      () => offers.allTextContents().then((all) => all.join()),
      '>=at least,<=at most,>more than,<less than,*has a value',
    );
    await box.pressSequentially('>200');
    await page.keyboard.press('Enter');
    await page.waitForURL(/DELTA/);
    await page.getByText(/^92 of 92 documents/).waitFor();
    // values that do not come hold nothing up
    await page.route('**/api/data/user?**', () => undefined);
    await box.fill('operator:K');
    await page.waitForTimeout(400);
    await page.keyboard.press('Enter');
    await page.waitForURL(/operator%3AK$|operator%3AK&/);
    assert.equal(await box.inputValue(), 'operator:K');
    await page.unroute('**/api/data/user?**');
  });
});

test('[SCR-07] [REC-38] a search is kept, opened elsewhere, changed, asked about when it was saved elsewhere, and deleted', async () => {
  const fast = '&q=speed_ias:>120&columns=operator,speed_ias&sort=speed_ias:desc';
  const run = async (page: Page) => {
    const found = await page.getByText(/of [\d,]+ documents?/).textContent();
    const saved = () => page.getByRole('dialog', { name: 'Saved searches' });
    await page.getByRole('button', { name: 'Saved searches', exact: true }).click();
    await saved().getByText('No search is kept yet').waitFor();
    await saved().getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Fast strikes');
    await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click();
    await page.getByText('Search Fast strikes saved').waitFor();
    await page.goto(`/toolkit/analytic/discover?template=${platform.templates.earthquakes}`);
    await page.getByRole('button', { name: 'Saved searches', exact: true }).click();
    await saved()
      .getByRole('button', { name: /^Fast strikes/ })
      .waitFor();
    await assertPicture(page, 'discover-saved');
    await saved()
      .getByRole('button', { name: /^Fast strikes/ })
      .click();
    await page
      .getByText(/of [\d,]+ documents?/)
      .filter({ hasText: (found ?? '').split(' in ')[0] ?? '' })
      .waitFor();
    await reads(() => page.getByRole('textbox', { name: 'Search text' }).inputValue(), 'speed_ias:>120');
    await reads(() => page.getByRole('columnheader').count(), 2);
    await page.getByRole('textbox', { name: 'Search text' }).fill('speed_ias:>200');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForURL(/200/);
    await page.getByRole('button', { name: 'Saved searches: Fast strikes' }).click();
    await saved().getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Search Fast strikes saved').first().waitFor();
    const stored = async () => {
      const all = { key: '', keyword: '', from: 0, to: 5 };
      const [first] = await platform.call<{ id: string; body: string }[]>('POST', '/record/data.query', all);
      return first ?? assert.fail('no search');
    };
    const kept = await stored();
    assert.equal(JSON.parse(kept.body).discover.q, 'speed_ias:>200');
    const question = page.getByRole('dialog', { name: 'Search Fast strikes was saved elsewhere' });
    const saveAfterOthers = async (speed: number, theirs: number) => {
      await page.getByRole('textbox', { name: 'Search text' }).fill(`speed_ias:>${speed}`);
      await page.getByRole('button', { name: 'Run' }).click();
      await page.waitForURL(new RegExp(String(speed)));
      const body = kept.body.replaceAll('>200', `>${theirs}`);
      await platform.call('PATCH', '/record/data.query', { id: kept.id, body });
      await page.getByRole('button', { name: 'Saved searches: Fast strikes' }).click();
      await saved().getByRole('button', { name: 'Save changes' }).click();
      await question.waitFor();
    };
    await saveAfterOthers(210, 205);
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Take theirs' }).click();
    await reads(() => page.getByRole('textbox', { name: 'Search text' }).inputValue(), 'speed_ias:>205');
    await saveAfterOthers(220, 206);
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await reads(async () => JSON.parse((await stored()).body).discover.q, 'speed_ias:>220');
    await page.getByRole('button', { name: 'Saved searches: Fast strikes' }).click();
    await saved().getByRole('button', { name: 'Delete search Fast strikes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete search', exact: true }).click();
    await page.getByRole('button', { name: 'Saved searches', exact: true }).waitFor();
  };
  await discovering(fast, run, { expected: /status of 409/ });
});

test('[SCR-07] [VIS-14] on a phone the time is chosen in sight; a text field shows the words that stand out', async () => {
  await discovering(
    '&q=damage:Substantial',
    async (page) => {
      await page.getByRole('button', { name: /^Time range/ }).click();
      await page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'Apply' }).waitFor();
      await assertPicture(page, 'discover-time');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Fields' }).click();
      const sheet = page.getByRole('dialog', { name: 'Fields' });
      await sheet
        .getByRole('button', { name: /wildlife_species$/ })
        .first()
        .click();
      await sheet.getByRole('button', { name: 'Words that stand out' }).click();
      await page.getByRole('img', { name: /^Word cloud of Count by wildlife_species/ }).waitFor();
      await screenshot(page, 'designer-words');
    },
    { width: PHONE },
  );
});

test('[SCR-07] the time of import is named, not its field', async () => {
  await discovering('&time=_ts', async (page) => {
    await page.getByRole('img', { name: /documents over time of import/ }).waitFor();
    await page.getByText('time of import', { exact: true }).and(page.locator('span')).first().waitFor();
    await settled(page);
    assert.equal(await page.getByText('_ts', { exact: true }).count(), 0);
  });
});

test('[SCR-07] columns are as wide as what they hold: figures stand near each other, no date is cut', async () => {
  const cells = (page: Page) =>
    page.getByRole('grid', { name: 'Documents' }).evaluate((grid) =>
      [...grid.querySelectorAll('[role=row]')].slice(0, 20).map((row) =>
        [...row.children].map((cell) => ({
          width: cell.clientWidth,
          cut: cell.scrollWidth > cell.clientWidth,
          at: cell.getBoundingClientRect().left,
        })),
      ),
    );
  for (const width of [1440, PHONE])
    await discovering(
      '&columns=speed_ias,flight_date,cost_total,damage,operator',
      async (page) => {
        await page.getByRole('row').nth(5).waitFor();
        await settled(page);
        const rows = await cells(page);
        const [head = [], ...body] = rows;
        assert.ok(body.length > 10);
        for (const row of rows) {
          const [speed, date, cost] = row;
          assert.ok((speed?.width ?? 999) < 120 && (cost?.width ?? 999) < 130, JSON.stringify(row));
          assert.equal(date?.cut, false, JSON.stringify(row));
          assert.deepEqual(
            row.map(({ at }) => at),
            head.map(({ at }) => at),
          );
        }
        await assertSteady(page);
        await screenshot(page, 'discover-columns');
      },
      { width },
    );
});

test('[SCR-07] [APP-21] where a time holds nothing, all time is one step away and the rest of the search stays', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, platform.admin);
    const search = `template=${platform.templates.birdstrikes}&q=speed_ias:>120&range=2020-01-01..2021-01-01`;
    await page.goto(`/toolkit/analytic/discover?${search}`);
    await page.getByText('Nothing in this time', { exact: true }).waitFor();
    await assertPicture(page, 'discover-no-time');
    const chosen = page.getByRole('button', { name: 'Time range: 1 Jan 2020 to 1 Jan 2021' });
    const words = chosen.getByText('1 Jan 2020 to 1 Jan 2021');
    await reads(
      () => words.evaluate((label) => label.scrollWidth <= label.clientWidth),
      true,
      'the range is read whole',
    );
    await page.getByRole('button', { name: 'Look at all time' }).click();
    await page.getByText(/of [\d,]+ documents?/).waitFor();
    await reads(() => page.getByRole('textbox', { name: 'Search text' }).inputValue(), 'speed_ias:>120');
    await assertSteady(page);
  });
});

test('[SCR-07] a value of an open document is copied as it is stored', async () => {
  await discovering('&q=cost_total:>1000&columns=operator,cost_total', async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('row').nth(1).click();
    await page.getByRole('button', { name: 'Copy cost_total' }).click();
    await page.getByRole('button', { name: 'Copied cost_total' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^\d+$/);
    assert.ok(Number(copied) > 1000);
  });
});

test('[FMT-06] [SCR-07] dates without a time stand as days, and beside a record that is edited the bar keeps its line', () =>
  discovering('&columns=flight_date,operator', async (page) => {
    const day = page.getByRole('gridcell', { name: /^\d{4}-\d\d-\d\d$/ });
    await day.first().waitFor();
    assert.equal(await page.getByRole('gridcell', { name: /00:00:00/ }).count(), 0);
    const run = page.getByRole('button', { name: 'Run' });
    const before = await run.boundingBox();
    await page.getByRole('row').nth(1).click();
    const told = page
      .getByRole('main')
      .locator('dl')
      .getByText(/^\d{4}-\d\d-\d\d( 00:00:00)?$/);
    assert.match((await told.first().textContent()) ?? '', /^\d{4}-\d\d-\d\d$/);
    await page.getByRole('button', { name: 'Edit record' }).click();
    await page.getByText('Record 1 of 10,000').waitFor();
    await reads(async () => (await run.boundingBox())?.y, before?.y);
    assert.ok(((await run.boundingBox())?.width ?? 0) >= (before?.width ?? 1) - 1);
    assert.ok(((await page.getByLabel('Search text').boundingBox())?.width ?? 0) >= 160);
    const flown = page.getByRole('complementary').getByLabel('Flight date');
    assert.match(await flown.inputValue(), /^\d{4}\/\d\d\/\d\d$/);
    await flown.fill('2001/02/03 04:05');
    await page.getByRole('button', { name: 'Save record' }).click();
    await page.getByText('Record saved').waitFor();
    await reads(() => flown.inputValue(), '2001/02/03 04:05');
    await flown.fill('1990/01/08');
    await page.keyboard.press('Control+Enter');
    await reads(() => page.getByRole('button', { name: 'Save record' }).isDisabled(), true);
    await reads(() => flown.inputValue(), '1990/01/08');
  }));

test('[SCR-07] [SCR-14] beside a record and the opened bar at the side nothing of the search is cut or lies on another thing', () =>
  discovering(
    '&columns=flight_date,operator',
    async (page) => {
      await page.keyboard.press('[');
      await page.getByRole('row').nth(1).click();
      await page.getByRole('button', { name: 'Edit record' }).click();
      await page.getByText('Record 1 of 10,000').waitFor();
      const box = async (name: string) => {
        const found = await page.getByRole('button', { name, exact: true }).boundingBox();
        assert.ok(found, name);
        return found;
      };
      for (const width of [1440, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const text = await page.getByLabel('Search text').boundingBox();
        await reads(async () => (await box('Run')).y, text?.y ?? -1);
        assert.ok((text?.width ?? 0) >= 160, `${width}: ${text?.width}`);
        const [fields, edit] = [
          await page.getByRole('tab', { name: 'Fields' }).boundingBox(),
          await box('Edit record'),
        ];
        assert.ok(
          edit.x > (fields?.x ?? 0) + 400 || edit.y > (fields?.y ?? 0) + 40,
          `${width}: Edit record on the tabs`,
        );
      }
      await page.setViewportSize({ width: 1024, height: 900 });
      const drawer = page.getByRole('dialog', { name: /^Record/ });
      await drawer.waitFor();
      await assertSteady(page);
      assert.ok(((await page.getByLabel('Search text').boundingBox())?.width ?? 0) >= 160);
    },
    { width: 1440 },
  ));
