/** A list of more imports than a page holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { arrive } from './arrive.ts';
import { assertAccessible, assertFits, cleanVisit, settled } from './browser.ts';
import { PHONE } from './look.ts';
import { addPerson, deployTemplate, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const IMPORTS = 60;

const { browser, platform } = await openStage(() =>
  startWith(async ({ base, admin, ...platform }) => {
    const call = await signedCall({ base, admin, ...platform });
    const [gauges, other] = [
      await deployTemplate(call, 'gauges', [{ name: 'level', value_type: 2 }]),
      await deployTemplate(call, 'ferries', [{ name: 'name', value_type: 8 }]),
    ];
    const client = new PlatformClient(base);
    await client.signIn(admin.login, admin.password);
    const ayu = await addPerson(call, 'Ayu Lestari', { scope: 'Data Engineer' });
    const hers = new PlatformClient(base);
    await hers.signIn(ayu.login, ayu.password);
    await hers.csv(`/data/csv?template=${other}&file=earliest.csv`, 'name\nAnn\n');
    for (let i = 0; i < IMPORTS; i++)
      await client.csv(`/data/csv?template=${gauges}&file=gauge-${i}.csv`, `level\n${i}\n`);
    return { call, client, gauges, ayu };
  }),
);

test('[SCR-08] [LIM-04] an address of a page behind the last leads to the last', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/curation?page=9');
    await page.getByText('51 to 61 of 61').waitFor();
    await page.waitForURL(/page=2/);
    await page.goto('/toolkit/observability/audit?page=99');
    await page.waitForURL((url) => url.searchParams.get('page') !== '99');
  });
});

test('[SCR-08] [LIM-04] the earliest of many imports is reached, by pages that live in the address', async () => {
  for (const width of [1440, PHONE])
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      await arrive(page, platform.admin);
      await page.goto('/toolkit/curation');
      await page.getByText('1 to 50 of 61').waitFor();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('51 to 61 of 61').waitFor();
      await page.waitForURL(/page=2/);
      await page.getByText('earliest.csv').waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await page.getByRole('combobox', { name: 'Template' }).click();
      await page.getByRole('option', { name: 'ferries' }).click();
      await page.getByText('1 to 1 of 1').waitFor();
      await reads(
        async () => new URL(page.url()).searchParams.get('page'),
        null,
        'another filter begins with the first page',
      );
      await page.goBack();
      await page.getByText('1 to 50 of 61').or(page.getByText('51 to 61 of 61')).waitFor();
    });
});

test('[SCR-08] [SCR-01] imports with rejected rows are found among the others', async () => {
  const { base, gauges, client, admin } = platform;
  await client.csv(`/data/csv?template=${gauges}&file=broken.csv`, 'level\nnone\n');
  await cleanVisit(browser, { base }, async (page) => {
    await arrive(page, admin);
    await page.goto('/toolkit/curation');
    await page.getByRole('combobox', { name: 'Rows' }).click();
    await page.getByRole('option', { name: 'With rejected rows' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByText('broken.csv').waitFor();
    await page.reload();
    await page.getByText('1 to 1 of 1').waitFor();
    await page.goto('/toolkit/home');
    await page.getByText('1 with rejects').waitFor();
  });
});

test('[SCR-08] [APP-22] behind a single letter Enter takes the first template that fits, after Escape, too', () =>
  cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/curation');
    const template = page.getByRole('combobox', { name: 'Template' });
    await template.focus();
    await template.press('Escape');
    await template.press('f');
    await page.getByRole('option', { name: 'ferries' }).waitFor();
    // the timers of the list have run
    await settled(page);
    await template.press('Enter');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByText('earliest.csv').waitFor();
  }));

test('[SCR-08] [APP-22] Enter takes the first that fits, too, when the templates come in behind the letter', () =>
  cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    const { promise: typed, resolve: hasTyped } = Promise.withResolvers<void>();
    await page.route(/\/schema\/data\/template$/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto('/toolkit/curation');
    const template = page.getByRole('combobox', { name: 'Template' });
    await template.focus();
    await template.press('f');
    hasTyped();
    await page.getByRole('option', { name: 'ferries' }).waitFor();
    await settled(page);
    await template.press('Enter');
    await page.getByText('1 to 1 of 1').waitFor();
  }));

test('[SCR-08] on a phone the card of an import shows its counts beside any name of a template', async () => {
  const { call, client } = platform;
  const names = [
    'Tide gauges along the northern coast of Java, consolidated readings',
    'قراءات محطة المد والجزر في الميناء',
  ];
  for (const [at, name] of names.entries()) {
    const template = await deployTemplate(call, name, [{ name: 'level', value_type: 2 }]);
    await client.csv(`/data/csv?template=${template}&file=long-${at}.csv`, 'level\n1\nx\n');
  }
  await cleanVisit(browser, { base: platform.base, width: PHONE }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/curation');
    for (const at of names.keys()) {
      const card = page.getByRole('row', { name: `long-${at}.csv` });
      const [whole, moment, rejected, template] = await Promise.all(
        [card, card.getByText(/^\d{4}-/), card.getByText(/^1 rejected/), card.getByText(names[at] ?? '')].map((part) =>
          part.boundingBox(),
        ),
      );
      assert.ok(whole && moment && rejected && template);
      assert.ok(moment.x < rejected.x && rejected.x < template.x, 'the counts stand before the name');
      assert.ok(template.x + template.width <= whole.x + whole.width, 'the name ends within its card');
      // a hundredth of a pixel less is three letters less
      const cut = await card.getByText(/^\d{4}-|rejected/).evaluateAll((parts) =>
        (parts as HTMLElement[]).map((part) => {
          const shown = part.getBoundingClientRect().width;
          part.style.flexShrink = '0';
          return part.getBoundingClientRect().width - shown;
        }),
      );
      assert.deepEqual(cut, [0, 0], 'moment and counts are not cut');
    }
    await assertAccessible(page);
    await assertFits(page);
  });
});

test('[SCR-08] whoever sent only earlier imports than the latest 200 is found by name, and shown when the address names them', async () => {
  const { client, gauges, ayu } = platform;
  for (let i = 0; i < 200; i++) await client.csv(`/data/csv?template=${gauges}&file=later-${i}.csv`, `level\n${i}\n`);
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/curation');
    const person = page.getByRole('combobox', { name: 'Person' });
    await person.fill('lestari');
    await page.getByRole('option', { name: 'Ayu Lestari' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    await page.goto(`/toolkit/curation?user=${ayu.id}`);
    await page.getByText('earliest.csv').waitFor();
    await reads(() => person.inputValue(), 'Ayu Lestari');
    await person.fill('nobody');
    await page.getByText('Nobody of this name sent an import').waitFor();
  });
});
