/** The screens of analytics with data in them; see screens.test.ts for what is claimed of each. */
import { test } from 'node:test';
import { startFilled } from './filled.ts';
import { atBothWidths, PHONE } from './look.ts';
import { openStage } from './stage.ts';

const { browser, platform } = await openStage(startFilled);

const admin = () => ({ browser, base: platform.base, who: platform.admin });

const MAP_DRAWN = 'section[aria-label^="Map of"][aria-busy=false]';

test('[SCR-07] discover with results, with one document open, with no match', async () => {
  await atBothWidths(admin(), async (see, { page }, width) => {
    const address = `/toolkit/analytic/discover?template=${platform.templates.birdstrikes}`;
    await see('discover', async () => {
      await page.goto(address);
      await page.getByText(/of 10,000 documents/).waitFor();
    });
    if (width === PHONE) {
      await see('discover-fields', async () => {
        await page.getByRole('button', { name: 'Fields' }).click();
        const sheet = page.getByRole('dialog', { name: 'Fields' });
        await sheet.getByRole('button', { name: /phase_of_flight$/ }).click();
        await sheet.getByRole('button', { name: 'Only phase_of_flight Climb' }).waitFor();
      });
      await page.keyboard.press('Escape');
    }
    await see('discover-document', async () => {
      await page.getByRole('row').nth(2).click();
      await page.getByRole('tab', { name: 'JSON' }).waitFor();
    });
    await see('discover-filtered', async () => {
      const pills = [
        { field: 'damage', operator: 'is not', value: 'None' },
        { field: 'wildlife_size', operator: 'is', value: 'Large' },
      ];
      await page.goto(
        `${address}&q=${encodeURIComponent('speed_ias:>120')}&f=${encodeURIComponent(JSON.stringify(pills))}`,
      );
      await page.getByText(/of [\d,]+ documents?/).waitFor();
    });
    await see('discover-none', async () => {
      await page.goto(`${address}&q=nowhere_to_be_found`);
      await page.getByText('Nothing matches').waitFor();
      await page.getByText('No document matches.').waitFor();
    });
  });
});

test('[VIS-01] [VIS-03] [MAP-01] views, and the designer for every visual', async () => {
  await atBothWidths(admin(), async (see, { page }) => {
    await see('views', async () => {
      await page.goto('/toolkit/analytic/views');
      await page.getByText('Damaging strikes by year').waitFor();
    });
    const drawn: Readonly<Record<string, string>> = {
      bars: 'Damaging strikes by year',
      'lying-bars': 'Phase of flight',
      line: 'Mean delay by distance',
      area: 'Strikes by wildlife size',
      doughnut: 'Time of day',
      heatmap: 'Phase and time of day',
      'word-cloud': 'Species that do damage',
      metric: 'Reported cost',
      table: 'Operators by cost',
      map: 'Earthquakes on the map',
    };
    for (const [name, view] of Object.entries(drawn))
      await see(`designer-${name}`, async () => {
        await page.goto(`/toolkit/analytic/views/${platform.views[view]}`);
        await page
          .getByText(/[\d,]+ documents/)
          .first()
          .waitFor({ state: 'attached' });
        await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
        if (name === 'map') await page.locator(MAP_DRAWN).waitFor();
      });
  });
});

test('[SCR-07] [VIS-17] workspaces, one of them, and one being edited', async () => {
  await atBothWidths(admin(), async (see, { page }, width) => {
    await see('workspaces', async () => {
      await page.goto('/toolkit/analytic/workspaces');
      await page.getByText('Wildlife strikes and earthquakes').waitFor();
    });
    await see('workspace', async () => {
      await page.goto(`/toolkit/analytic/workspaces/${platform.workspace}`);
      await page
        .getByRole('img', { name: /by flight_date/ })
        .first()
        .waitFor();
      await page.locator(MAP_DRAWN).waitFor({ state: 'attached' });
    });
    if (width !== PHONE) {
      // The whole of it, for README and guides.
      await page.setViewportSize({ width, height: 1180 });
      await see('workspace-whole', () => page.getByText('Operators by cost').scrollIntoViewIfNeeded());
      await page.setViewportSize({ width, height: 900 });
    }
    await see('workspace-edit', () => page.getByRole('button', { name: 'Edit', exact: true }).click());
  });
});
