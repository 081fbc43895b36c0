/**
 * Every screen of the application with data in it, on a desktop and on a phone: a picture, axe without findings, no
 * layout shift beyond 0.02, no error in the console, nothing that sticks out sideways, down to 320 px.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixedBirdstrikes } from './birdstrikes.ts';
import { assertFits, screenshot, signIn } from './browser.ts';
import { startFilled } from './filled.ts';
import { atBothWidths, PHONE } from './look.ts';
import { signedCall } from './platform.ts';
import { openStage } from './stage.ts';

const { browser, platform } = await openStage(startFilled);
const file = await mixedBirdstrikes();

/** ms for half a megabyte of description to be read on a busy machine. */
const LARGE = 60_000;

const admin = () => ({ browser, base: platform.base, who: platform.admin });

test('[SCR-13] [RTE-10] pages without a session', async () => {
  await atBothWidths({ ...admin(), who: null }, async (see, { page }) => {
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
    await see('api-docs', async () => {
      await page.goto('/api/docs');
      await page.getByRole('heading', { name: 'Session Management' }).waitFor({ timeout: LARGE });
    });
    await see('location', opened('/error/location', 'Location not available'));
  });
});

test('[API-87] the page of the calls is in the look of the application, its calls are opened and tried by keyboard', async () => {
  await atBothWidths({ ...admin(), who: null }, async (_, { page }) => {
    await page.goto('/api/docs/#/Session%20Management');
    const call = page.locator('.opblock-summary-control', { hasText: '/api/session/userMy user record' });
    await call.waitFor({ timeout: LARGE });
    assert.equal(await page.locator(':is(a, button) :is(a[href], button)').count(), 0, 'no control inside another');
    await call.press('Enter');
    await page.getByRole('button', { name: 'Try it out' }).press('Enter');
    await page.getByRole('button', { name: 'Execute' }).waitFor();
    await page.locator('.opblock.is-open').getByText('"took"').first().waitFor();
    await assertFits(page);
    await screenshot(page, 'api-docs-call');
    const look = await page.evaluate(() => {
      const { backgroundColor, fontFamily } = getComputedStyle(document.body);
      return { backgroundColor, font: fontFamily.split(',')[0], loaded: document.fonts.check('13px "Inter Variable"') };
    });
    assert.deepEqual(look, { backgroundColor: 'rgb(66, 66, 66)', font: '"Inter Variable"', loaded: true });
  });
});

test('[AUT-17] the page of a password that must be changed', async () => {
  const refused = /status of 403/;
  await atBothWidths({ ...admin(), who: null, expected: refused }, async (see, { page }) => {
    await see('password-due', async () => {
      await signIn(page, platform.newcomer);
      await page
        .getByLabel(/^New password/)
        .first()
        .waitFor();
    });
  });
});

test('[SCR-01] [SCR-12] [SCR-17] [RTE-03] [RTE-04] home, help, account and the field area', async () => {
  await atBothWidths(admin(), async (see, { page }) => {
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
    await see('module-of-screens', async () => {
      await page.goto('/toolkit/observability');
      await page.getByRole('main').getByRole('link', { name: 'Ingestors' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Audit trail' }).waitFor();
    });
    await see('nothing-there', async () => {
      await page.goto('/toolkit/dev/templates/nowhere');
      await page.getByText('No such template').waitFor();
    });
    await page.getByRole('link', { name: 'Go to templates' }).click();
    await page.waitForURL('/toolkit/dev');
  });
});

test('[SCR-14] [SCR-15] [APP-20] users, one user, adding one, the menus of the frame', async () => {
  await atBothWidths(admin(), async (see, { page }, width) => {
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

test('[SCR-05] [SEC-08] the audit trail, one entry of it, what a write changed, and what is not in it', async () => {
  const call = await signedCall(platform);
  const [person] = await call<readonly { readonly id: string }[]>('POST', '/tenant/user', { keyword: 'Farid' });
  await call('PATCH', '/tenant/user', { id: person?.id, bio: 'Grows rice' });
  await atBothWidths(admin(), async (see, { page }) => {
    await see('audit', async () => {
      await page.goto('/toolkit/observability/audit');
      await page.getByText('Signed in').first().waitFor();
    });
    await see('audit-entry', async () => {
      await page.goto('/toolkit/observability/audit?event=sign-in');
      await page.getByText('Sign in', { exact: true }).first().click();
      await page.getByText('auth.sign-in').waitFor();
    });
    await see('audit-change', async () => {
      await page.goto('/toolkit/observability/audit?event=write');
      await page.getByText('harbour visits').first().waitFor();
      await page.getByText('Change a user').first().click();
      await page.getByText('Grows rice').waitFor();
    });
    await see('audit-none', async () => {
      await page.goto('/toolkit/observability/audit?event=sign-out');
      await page.getByText('No entry of the trail is of this kind.').waitFor();
    });
  });
});

test('[SCR-06] [TPL-29] templates, and one with its fields, versions, exports and health', async () => {
  await atBothWidths(admin(), async (see, { page }) => {
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
  await atBothWidths(admin(), async (see, { page }, width) => {
    await see('imports', async () => {
      await page.goto('/toolkit/curation');
      await page.getByText('strikes with faults').first().waitFor();
    });
    await see('batch', async () => {
      await page.goto(`/toolkit/curation/batch/${platform.batch}`);
      await page.getByRole('grid', { name: 'Rejected rows' }).getByRole('rowheader').first().waitFor();
    });
    await see('import-file', async () => {
      await page.goto('/toolkit/curation/import');
      await page.getByText('Drop a file here').waitFor();
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
      await page.getByRole('button', { name: /^Load [\d,]+ rows/ }).click();
      await page.getByText('Written and searchable').waitFor();
    });
  });
});
