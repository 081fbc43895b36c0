/**
 * Every screen of the application with data in it, on a desktop and on a phone: a picture, axe without findings, no
 * layout shift beyond 0.02, no error in the console, nothing that sticks out sideways, down to 320 px.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type MixedFile, mixedBirdstrikes } from './birdstrikes.ts';
import {
  assertAccessible,
  assertFits,
  assertSteady,
  type Credentials,
  launch,
  screenshot,
  signIn,
  type Visit,
  visit,
} from './browser.ts';
import { type FilledPlatform, startFilled } from './filled.ts';

let browser: Browser;
let platform: FilledPlatform;
let file: MixedFile;

before(async () => {
  // One after the other: what has started is known to `after` when the next does not.
  browser = await launch();
  platform = await startFilled();
  file = await mixedBirdstrikes();
});
after(async () => {
  await browser?.close();
  await platform?.remove();
});

const fits = (): boolean => document.documentElement.scrollWidth <= document.documentElement.clientWidth;

const MAP_DRAWN = 'section[aria-label^="Map of"][aria-busy=false]';
const PHONE = 390;
const WIDTHS = [1440, PHONE] as const;

/** Takes the picture and makes every claim that holds for every screen. */
async function look(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  try {
    await assertSteady(page);
    await assertAccessible(page);
    await assertFits(page);
    const size = page.viewportSize();
    if (size?.width !== PHONE) return;
    await page.setViewportSize({ ...size, width: 320 });
    try {
      await page.waitForFunction(fits, undefined, { timeout: 2000 }).catch(() => assertFits(page));
    } finally {
      await page.setViewportSize(size);
    }
  } catch (error) {
    throw new Error(`${name} at ${page.viewportSize()?.width} px: ${error instanceof Error ? error.message : error}`);
  }
}

/** Runs the same visit at both widths, one beside the other; reports every screen that fails, not only the first. */
async function atBothWidths(
  run: (see: (name: string, open: () => Promise<unknown>) => Promise<void>, one: Visit, width: number) => Promise<void>,
  { who = platform.admin, expected }: { who?: Credentials | null; expected?: RegExp } = {},
): Promise<void> {
  const problems: string[] = [];
  await Promise.all(
    WIDTHS.map(async (width) => {
      const one = await visit(browser, { base: platform.base, width, ...(expected && { expected }) });
      await one.page.emulateMedia({ reducedMotion: 'reduce' });
      const see = async (name: string, open: () => Promise<unknown>): Promise<void> => {
        try {
          await open();
          await look(one.page, name);
        } catch (error) {
          await screenshot(one.page, `failed-${name}`);
          problems.push(`${name}-${width}: ${error instanceof Error ? error.message : error}`);
        }
      };
      if (who) await signIn(one.page, who);
      await run(see, one, width);
      problems.push(...one.problems.map((problem) => `${width}: ${problem}`));
      await one.close();
    }),
  );
  assert.deepEqual(problems, []);
}

test('[SCR-13] [RTE-10] pages without a session', async () => {
  await atBothWidths(
    async (see, { page }) => {
      const opened = (path: string, heading: string) => async () => {
        await page.goto(path);
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      };
      await see('login', async () => {
        await page.goto('/login');
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      });
      await see('not-found', async () => {
        await page.goto('/no/such/page');
        await page.getByText('Page not found').waitFor();
      });
      await see('public', opened('/toolkit/public', 'Public site'));
      await see('docs', opened('/docs', 'Help'));
      await see('location', opened('/error/location', 'Location not available'));
    },
    { who: null },
  );
});

test('[AUT-17] the page of a password that must be changed', async () => {
  await atBothWidths(
    async (see, { page }) => {
      await see('password-due', () =>
        page
          .getByLabel(/^New password/)
          .first()
          .waitFor(),
      );
    },
    { who: platform.newcomer, expected: /status of 403/ },
  );
});

test('[SCR-01] [SCR-12] [SCR-17] [RTE-03] [RTE-04] home, help, account and the field area', async () => {
  await atBothWidths(async (see, { page }) => {
    await see('home', async () => {
      await page.goto('/toolkit/home');
      await page.getByText('In this tenant').waitFor();
    });
    await see('account', async () => {
      await page.goto('/toolkit/account');
      await page.getByRole('button', { name: 'End session' }).first().waitFor();
    });
    await see('help', async () => {
      await page.goto('/toolkit/docs');
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
    await see('field', async () => {
      await page.goto('/lapangan');
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
    await see('assessment', async () => {
      await page.goto('/lapangan/taksiran');
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
    await see('module-without-screens', async () => {
      await page.goto('/toolkit/nlp');
      await page.getByText('has no screens in this version').waitFor();
    });
  });
});

test('[SCR-14] [SCR-15] [APP-20] users, one user, adding one, the menus of the frame', async () => {
  await atBothWidths(async (see, { page }, width) => {
    await see('users', async () => {
      await page.goto('/toolkit/tenant?sort=full_name');
      await page.getByText('Ayu Lestari').waitFor();
    });
    await see('user', async () => {
      await page.getByText('Bram Wijaya').click();
      await page.getByLabel('Full name').waitFor();
    });
    await see('user-history', () => page.getByRole('tab', { name: 'History' }).click());
    await page.keyboard.press('Escape');
    await see('user-add', async () => {
      await page.getByRole('button', { name: 'Add user' }).click();
      await page.getByRole('dialog').getByLabel('Full name').waitFor();
    });
    await page.keyboard.press('Escape');
    await see('user-menu', async () => {
      await page.getByRole('button', { name: /My account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    });
    await page.keyboard.press('Escape');
    await see('palette', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill('strik');
      await page.getByRole('option', { name: /birdstrikes/ }).waitFor();
    });
    await page.keyboard.press('Escape');
    if (width !== PHONE) return;
    await see('sheet', async () => {
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Home' }).waitFor();
    });
  });
});

test('[SCR-06] [TPL-29] templates, and one with its fields, versions, exports and health', async () => {
  await atBothWidths(async (see, { page }) => {
    await see('templates', async () => {
      await page.goto('/toolkit/dev');
      await page.getByText('harbour visits').waitFor();
    });
    await see('template-fields', async () => {
      await page.goto(`/toolkit/dev/templates/${platform.templates.birdstrikes}`);
      await page.getByText('airport_name').first().waitFor();
    });
    await see('template-versions', async () => {
      await page.getByRole('tab', { name: 'Versions' }).click();
      await page.getByLabel('Versions').getByText('v1.0').click();
      await page.getByText('v1.0 → now').waitFor();
    });
    await see('template-schema', async () => {
      await page.getByRole('tab', { name: 'Schema export' }).click();
      await page.getByText('airport_name').first().waitFor();
    });
    await see('template-health', async () => {
      await page.getByRole('tab', { name: 'Index and stream' }).click();
      await page.getByText('Committed').waitFor();
    });
    await see('template-draft', async () => {
      await page.goto(`/toolkit/dev/templates/${platform.templates['harbour visits']}`);
      await page.getByText('arrived').first().waitFor();
    });
    await see('template-deploy', async () => {
      await page.getByRole('button', { name: /^Deploy v/ }).click();
      await page.getByRole('dialog').waitFor();
    });
  });
});

test('[SCR-08] [SRC-36] imports, one batch with its refused rows, and every step of the wizard', async () => {
  await atBothWidths(async (see, { page }, width) => {
    await see('imports', async () => {
      await page.goto('/toolkit/curation');
      await page.getByText('strikes with faults').first().waitFor();
    });
    await see('batch', async () => {
      await page.goto(`/toolkit/curation/batch/${platform.batch}`);
      await page.getByRole('region', { name: 'Rejected rows' }).locator('tbody tr').first().waitFor();
    });
    await see('import-file', async () => {
      await page.goto('/toolkit/curation/import');
      await page.getByText('Drop a CSV file here').waitFor();
    });
    await see('import-columns', async () => {
      const name = width === PHONE ? 'wildlife-phone.csv' : 'wildlife.csv';
      await page.getByTestId('file').setInputFiles({ name, mimeType: 'text/csv', buffer: file.bytes });
      await page.getByText('14 of 14 columns go in').waitFor();
    });
    await see('import-dry-run', async () => {
      await page.getByRole('button', { name: 'Create template and dry run' }).click();
      await page.getByText('Nothing written yet').waitFor();
    });
    await see('import-result', async () => {
      await page.getByRole('button', { name: /^Load [\d,]+ changes/ }).click();
      await page.getByText('Written and searchable').waitFor();
    });
  });
});

test('[SCR-07] discover with results, with one document open, with no match', async () => {
  await atBothWidths(async (see, { page }, width) => {
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
      await page.getByText(/of [\d,]+ documents/).waitFor();
    });
    await see('discover-none', async () => {
      await page.goto(`${address}&q=nowhere_to_be_found`);
      await page.getByText('Nothing matches').waitFor();
    });
  });
});

test('[VIS-01] [VIS-03] [MAP-01] views, and the designer for every visual', async () => {
  await atBothWidths(async (see, { page }) => {
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
  await atBothWidths(async (see, { page }, width) => {
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
