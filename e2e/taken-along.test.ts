/** What a workspace gives away: files of a tile, its link, and paper. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertPicture, cleanVisit, screenshot, settled } from './browser.ts';
import { startFilled } from './filled.ts';
import { onPhone } from './look.ts';
import { openStage } from './stage.ts';
import { matches, reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

const visiting = (path: string, run: (page: Page) => Promise<void>, who = platform.admin): Promise<void> =>
  cleanVisit(browser, { base: platform.base }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await arrive(page, who);
    await page.goto(path);
    await run(page);
  });

const workspace = `/toolkit/analytic/workspaces/${platform.workspace}`;

const menuOf = async (page: Page, tile: string): Promise<Locator> => {
  await page.getByRole('button', { name: `Actions of ${tile}` }).click();
  return page.getByRole('menu');
};

/** The file that an entry of a tile's menu makes. */
async function taken(
  page: Page,
  tile: string,
  entry: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const menu = await menuOf(page, tile);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('menuitem', { name: entry, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function assertTakenAsPicture(page: Page, tile: string): Promise<void> {
  const { name, bytes } = await taken(page, tile, 'Drawing, PNG');
  assert.equal(name, `${tile}.png`);
  assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.ok(bytes.length > 2000, `${tile} is drawn`);
}

test('[VIS-19] a tile is taken along as the rows it shows, as all its matches, and as a picture', () =>
  visiting(`${workspace}?q=damage:Substantial`, async (page) => {
    await page.getByRole('button', { name: 'Medium', exact: true }).first().waitFor({ state: 'detached' });
    await settled(page);
    const rows = await taken(page, 'Phase of flight', 'Rows shown, CSV');
    assert.equal(rows.name, 'Phase of flight.csv');
    const [head, ...lines] = rows.bytes.toString('utf8').trimEnd().split(/\r?\n/);
    assert.equal(head, 'phase_of_flight,Count');
    const sum = lines.reduce((all, line) => all + Number(line.split(',').at(-1)), 0);
    const matches = await taken(page, 'Phase of flight', 'All matches, NDJSON');
    const records = matches.bytes
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(records.length > 0);
    assert.ok(records.every(({ damage }) => damage === 'Substantial'));
    assert.equal(sum, records.filter(({ phase_of_flight }) => phase_of_flight).length);
    const svg = (await taken(page, 'Phase of flight', 'Drawing, SVG')).bytes.toString('utf8');
    for (const text of ['Phase of flight', 'Approach']) assert.ok(svg.includes(`>${text}</text>`), text);
    for (const tile of ['Phase of flight', 'Phase and time of day']) await assertTakenAsPicture(page, tile);
  }));

test('[VIS-19] a map is taken along as a picture; one that finds nothing has none', () =>
  visiting(workspace, async (page) => {
    await settled(page);
    await assertTakenAsPicture(page, 'Earthquakes on the map');
    await page.goto(`${workspace}?q=damage:Substantial`);
    await settled(page);
    const menu = await menuOf(page, 'Earthquakes on the map');
    await menu.getByRole('menuitem', { name: 'All matches, NDJSON' }).waitFor();
    assert.equal(await menu.getByRole('menuitem', { name: /^Drawing/ }).count(), 0);
  }));

test('[VIS-17] [VIS-19] what a tile offers stands in a menu, with the link to it as it looks now', () =>
  visiting(`${workspace}?q=damage:Substantial`, async (page) => {
    await settled(page);
    const menu = await menuOf(page, 'Time of day');
    await assertPicture(page, 'tile-menu');
    await menu.getByRole('menuitem', { name: 'Copy link to the tile' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(link);
    await page.getByRole('button', { name: 'Show all tiles' }).waitFor();
    assert.equal(await page.getByLabel('Search in all tiles').inputValue(), 'damage:Substantial');
    await page.getByRole('heading', { name: 'Time of day' }).waitFor();
  }));

test('[VIS-18] everyone who sees a view or workspace copies its link; without a secure page, too', () =>
  visiting(`/toolkit/analytic/views/${platform.views['Time of day']}`, async (page) => {
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByRole('textbox', { name: 'Link' });
    assert.equal(await link.inputValue(), page.url());
    await screenshot(page, 'share-link');
    await onPhone(page, 'share-link');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await reads(() => page.evaluate(() => navigator.clipboard.readText()), page.url());
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
  }));

/** How light a picture is on average: 0 is black, 1 white. */
const lightOf = (page: Page, picture: Buffer): Promise<number> =>
  page.evaluate(
    async (data) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const one = new OffscreenCanvas(1, 1).getContext('2d');
      if (!one) throw new Error('no canvas');
      one.imageSmoothingQuality = 'high';
      one.drawImage(image, 0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = one.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 3 / 255;
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );

/** The pages of a print, and the light of a point of the paper. */
async function printed(page: Page, name: string): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', landscape: true });
  await page.emulateMedia({ media: 'print' });
  await screenshot(page, name);
  await page.emulateMedia({ media: 'screen' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('[VIS-17] a workspace on paper is ink on white, with its tiles and without what can only be clicked', () =>
  visiting(workspace, async (page) => {
    await page.getByRole('heading', { name: 'Species that do damage' }).waitFor();
    await settled(page);
    assert.ok((await printed(page, 'print-workspace')) >= 2);
    await page.emulateMedia({ media: 'print' });
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(ground, 'rgb(255, 255, 255)');
    const map = page.locator('.maplibregl-map + canvas').first();
    assert.ok((await lightOf(page, await map.screenshot())) > 0.6, 'a map on paper is light');
    const table = page.getByRole('table').first();
    await page.setViewportSize({ width: 718, height: 1000 });
    const lost = () => table.evaluate((all) => all.scrollWidth - (all.parentElement?.clientWidth ?? 0));
    await matches(async () => String(await lost()), /^(0|-\d+)$/);
    const below = () =>
      table.evaluate((all) => {
        const tile = all.closest('.react-grid-item')?.getBoundingClientRect();
        return all.getBoundingClientRect().bottom < (tile?.bottom ?? 0);
      });
    await reads(below, true, 'no row of a table is out of sight');
    await page.getByRole('heading', { name: 'Phase of flight' }).waitFor();
    for (const name of ['Edit', 'Share', 'Refresh all tiles'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    assert.equal(await page.getByRole('navigation', { name: 'Modules' }).count(), 0);
  }));

test('[SCR-14] a table on paper has all rows that are loaded, on as many pages as they need', () =>
  visiting(`/toolkit/analytic/discover?template=${platform.templates.birdstrikes}`, async (page) => {
    await page.getByText('of 10,000 documents').waitFor();
    await settled(page);
    const rows = page.getByRole('grid', { name: 'Documents' }).getByRole('row');
    assert.ok((await rows.count()) < 100);
    assert.ok((await printed(page, 'print-table')) >= 5);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('button', { name: 'Removed records' }).count(), 0, 'not on paper');
    const time = page.getByRole('button', { name: 'All time' });
    assert.equal(await time.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgba(0, 0, 0, 0)');
    const told = page.getByTestId('total');
    const loaded = async () => Number((/^(\d+) of/.exec((await told.textContent()) ?? '') ?? [])[1]);
    await reads(async () => (await rows.count()) - 1 === (await loaded()), true);
    await page.emulateMedia({ media: 'screen' });
    await reads(async () => (await rows.count()) < 100, true);
  }));
