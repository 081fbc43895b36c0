/** A map shows every place it has in any space, keeps doing so when the space changes, and goes where it is moved. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { arrive } from './arrive.ts';
import { assertAccessible, cleanVisit, screenshot, settled, signIn } from './browser.ts';
import { PHONE } from './look.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();
const call = await signedCall(platform);

/** Names of places, and where they are: latitude, longitude. */
type Places = Readonly<Record<string, readonly [number, number]>>;

const WORLD: Places = {
  aleutians: [52, -177],
  anchorage: [61, -130],
  callao: [-12, -77],
  reykjavik: [64, -22],
  capetown: [-34, 18],
  tehran: [36, 51],
  kerguelen: [-49, 90],
  tokyo: [36, 140],
  auckland: [-37, 175],
};
const DATE_LINE: Places = { suva: [-18, 178.4], apia: [-13.8, -171.8], futuna: [-14.3, -178.1] };

async function templateOf(name: string, places: Places): Promise<string> {
  const items = [
    { name: 'place', value_type: 8, is_key: true, mandatory: true },
    { name: 'at', value_type: 30, sequence: 2 },
  ];
  const id = await deployTemplate(call, name, items);
  for (const [place, [lat, lon]] of Object.entries(places))
    await call('PUT', `/data/user?template=${id}`, { data: { place, at: { lat, lon } } });
  return id;
}
const [world, dateLine] = [await templateOf('world', WORLD), await templateOf('date line', DATE_LINE)];

const mapOf = (page: Page): Locator => page.locator('section[aria-label^="Map of"][aria-busy=false]');

interface Rings {
  readonly width: number;
  readonly height: number;
  /** Pixels in the colour of the outlines. */
  readonly at: readonly number[];
}

async function ringsOf(map: Locator): Promise<Rings> {
  const picture = (await map.screenshot()).toString('base64');
  return map.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const ground = new OffscreenCanvas(width, height).getContext('2d');
    ground?.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
    const pixels = ground?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const part = (at: number, colour: number): number => pixels[at * 4 + colour] ?? 0;
    const isRing = (at: number): boolean => part(at, 0) < 150 && part(at, 1) > 150 && part(at, 2) > 150;
    const at = Array.from({ length: width * height }, (_, i) => i).filter(isRing);
    return { width, height, at };
  }, picture);
}

const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));

/** How many circles are drawn whole, and how many touch an edge. */
async function circles(map: Locator): Promise<{ readonly whole: number; readonly cut: number }> {
  const { width, height, at } = await ringsOf(map);
  const left = new Set(at);
  const found = { whole: 0, cut: 0 };
  for (const start of at) {
    if (!left.delete(start)) continue;
    const circle = [start];
    for (const pixel of circle) {
      const near = AROUND.map(([dx, dy]) => pixel + dy * width + dx).filter((one) => left.delete(one));
      circle.push(...near);
    }
    const touches = circle.some((pixel) => {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      return x === 0 || y === 0 || x === width - 1 || y === height - 1;
    });
    found[touches ? 'cut' : 'whole']++;
  }
  return found;
}

/** Waits until every place is drawn whole, and once: the world does not begin anew beside itself. */
async function showsAll(page: Page, places: Places): Promise<void> {
  await settled(page);
  await reads(() => circles(mapOf(page)), { whole: Object.keys(places).length, cut: 0 });
}

const seeing = (width: number, template: string, run: (page: Page) => Promise<void>): Promise<void> =>
  cleanVisit(browser, { base: platform.base, width }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/views/new?template=${template}&field=at`);
    await mapOf(page).waitFor();
    await run(page);
  });

for (const width of [1440, 768, PHONE])
  test(`[MAP-01] [VIS-08] places all around the world are all on the map, at ${width}`, async () => {
    await seeing(width, world, async (page) => {
      await showsAll(page, WORLD);
      await screenshot(page, 'map-world');
      if (width !== PHONE) return;
      await page.setViewportSize({ width: 844, height: PHONE });
      await showsAll(page, WORLD);
      await page.setViewportSize({ width: PHONE, height: 844 });
      await showsAll(page, WORLD);
    });
  });

test('[MAP-01] places on both sides of the 180th meridian stand beside each other', async () => {
  await seeing(PHONE, dateLine, async (page) => {
    await showsAll(page, DATE_LINE);
    await screenshot(page, 'map-date-line');
  });
});

test('[MAP-01] [APP-22] a map that was moved stays there when the space changes, until all is asked for', async () => {
  await seeing(1440, world, async (page) => {
    await showsAll(page, WORLD);
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom in' }).click();
    const all = page.getByRole('button', { name: 'Show all', exact: true });
    await all.waitFor();
    await assertAccessible(page);
    await page.setViewportSize({ width: 1200, height: 700 });
    await settled(page);
    assert.ok((await circles(mapOf(page))).whole < Object.keys(WORLD).length);
    await all.click();
    await showsAll(page, WORLD);
    await all.waitFor({ state: 'detached' });
  });
});

test('[MAP-15] a map that is zoomed by the wheel was moved: it stays, and all can be asked for', async () => {
  await seeing(1440, world, async (page) => {
    await showsAll(page, WORLD);
    await mapOf(page).hover();
    await page.mouse.wheel(0, -600);
    const all = page.getByRole('button', { name: 'Show all', exact: true });
    await all.waitFor();
    await settled(page);
    assert.ok((await circles(mapOf(page))).whole < Object.keys(WORLD).length);
    await all.click();
    await showsAll(page, WORLD);
  });
});

/** Far more places than are drawn one by one, evenly over a part of the world; latitude before longitude. */
async function crowd(name: string, south: number, west: number, degrees: readonly [number, number]): Promise<string> {
  const items = [
    { name: 'place', value_type: 8, is_key: true, mandatory: true },
    { name: 'at', value_type: 30, sequence: 2 },
  ];
  const id = await deployTemplate(call, name, items);
  const rows = Array.from({ length: CROWD }, (_, i) => {
    const [lat, lon] = [south + ((i % 131) / 131) * degrees[0], west + ((i % 153) / 153) * degrees[1]];
    return `p${i},"${lat.toFixed(5)}, ${lon.toFixed(5)}"`;
  });
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  await client.csv(`/data/csv?template=${id}&file=crowd.csv`, ['place,at', ...rows].join('\n'));
  return id;
}
const CROWD = 20_000;

test('[MAP-15] of places too many to be drawn one by one all are counted, around the world as within a town', async () => {
  const counted = '20,000 of 20,000 documents, in grid cells';
  for (const [name, south, west, degrees] of [
    ['crowd of the world', -55, -179, [125, 358]],
    ['crowd of a town', -6.4, 106.6, [0.4, 0.4]],
  ] as const)
    await seeing(1440, await crowd(name, south, west, degrees), async (page) => {
      await page.getByText(counted).waitFor();
      await settled(page);
      const { at, width } = await ringsOf(mapOf(page));
      const columns = new Set(at.map((pixel) => pixel % width));
      assert.ok(columns.size > width / 3, `${name}: circles stand in ${columns.size} of ${width} columns`);
      await screenshot(page, name.replaceAll(' ', '-'));
    });
});

test('[VIS-20] [MAP-01] a map says that nothing was found, and is there again with what is found', async () => {
  await seeing(1440, world, async (page) => {
    const search = page.getByRole('textbox', { name: 'Search', exact: true });
    await search.fill('place:nowhere');
    await page.getByText('No document matches.').waitFor();
    await mapOf(page).waitFor({ state: 'detached' });
    await search.fill('');
    await showsAll(page, WORLD);
  });
});

test('[MAP-17] areas and lines are drawn as such, tell their records and open them', async () => {
  const shapes = await deployTemplate(call, 'shapes', [
    { name: 'name', value_type: 8, is_key: true, mandatory: true },
    { name: 'area', value_type: 31 },
  ]);
  const square = [
    [0, -20],
    [40, -20],
    [40, 20],
    [0, 20],
    [0, -20],
  ];
  for (const [name, area] of Object.entries({
    square: { type: 'Polygon', coordinates: [square] },
    road: {
      type: 'LineString',
      coordinates: [
        [60, -10],
        [100, 10],
      ],
    },
    tree: { type: 'Point', coordinates: [110, 0] },
  }))
    await call('PUT', `/data/user?template=${shapes}`, { data: { name, area } });
  await call('PUT', `/data/user?template=${shapes}`, { data: { name: 'nowhere' } });
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/discover?template=${shapes}`);
    await page.getByRole('button', { name: 'Create view' }).click();
    await page.getByRole('radio', { name: 'Map', exact: true }).click();
    const map = page.locator('section[aria-label="Map of area: 3 of 3 documents"][aria-busy=false]');
    await map.waitFor();
    await settled(page);
    await screenshot(page, 'map-shapes');
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Shapes');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View Shapes saved').waitFor();
    await map.waitFor();
    await settled(page);
    const box = await map.boundingBox();
    assert.ok(box);
    // the square fills the left of what is fitted, its middle at 20 of 0 to 110 degrees
    await page.mouse.move(box.x + 32 + ((box.width - 64) * 20) / 110, box.y + box.height / 2);
    await page.getByText('1 document', { exact: true }).waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(/discover\?.*_id/);
    await page.getByRole('row').filter({ hasText: 'square' }).first().waitFor();
  });
});

test('[VIS-20] who has no place is told so where a map is chosen', async () => {
  const id = await deployTemplate(call, 'without places', [{ name: 'area', value_type: 8 }]);
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/discover?template=${id}`);
    await page.getByRole('button', { name: 'Create view' }).click();
    await page.getByRole('radio', { name: 'Map', exact: true }).click();
    const place = page.getByRole('combobox', { name: 'Place field' });
    await reads(() => place.getAttribute('placeholder'), 'This template has no points and no shapes');
  });
});

test('[VIS-20] [MAP-17] a map of a field in which no document has a place says so, and not that none was found', async () => {
  const id = await deployTemplate(call, 'nowhere', [
    { name: 'name', value_type: 8, is_key: true, mandatory: true },
    { name: 'area', value_type: 31 },
    { name: 'at', value_type: 30, sequence: 2 },
  ]);
  await call('PUT', `/data/user?template=${id}`, { data: { name: 'one' } });
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await signIn(page, platform.admin);
    for (const [point, shapes] of [
      ['area', true],
      ['at', undefined],
    ] as const) {
      const aggregate = JSON.stringify({ title: '', dataset: id, visual: 'Map', point, shapes });
      const view = await call<{ id: string }>('PUT', '/record/visual.view', { name: point, dataset: id, aggregate });
      await page.goto(`/toolkit/analytic/views/${view.id}`);
      await page.getByText(`No document found has a value in ${point}.`).waitFor();
    }
  });
});

test('[VIS-19] a map is saved as a picture with its title above and the sources of the map below it', async () => {
  await seeing(1440, world, async (page) => {
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Places of the world');
    await settled(page);
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Drawing, PNG' }).click();
    const path = await (await saved).path();
    const picture = (await readFile(path)).toString('base64');
    const map = await mapOf(page).boundingBox();
    const found = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = bitmap;
      const ground = new OffscreenCanvas(width, height).getContext('2d');
      ground?.drawImage(bitmap, 0, 0);
      const pixels = ground?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      const lightIn = (top: number, bottom: number): number =>
        pixels.subarray(top * width * 4, bottom * width * 4).filter((part, at) => at % 4 === 0 && part > 180).length;
      const clear = pixels.filter((part, at) => at % 4 === 3 && part < 255).length;
      return { height, clear, title: lightIn(0, 40) > 20, sources: lightIn(height - 28, height) > 20 };
    }, picture);
    assert.deepEqual({ ...found, height: 0 }, { height: 0, clear: 0, title: true, sources: true });
    assert.ok(found.height > (map?.height ?? 0));
  });
});
