import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertAccessible, assertPicture, cleanVisit, screenshot, signIn, type VisitOptions } from './browser.ts';
import { isFocused } from './keys.ts';
import { addPerson, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';
import { matches, reads } from './until.ts';

async function people(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const member = await addPerson(call, 'Ayu Lestari');
  for (const full_name of ['Bram Wijaya', 'Citra Dewi']) await addPerson(call, full_name);
  return { call, member };
}

const { browser, platform } = await openStage(() => startWith(people));
const { member } = platform;

const visiting = (run: (page: Page) => Promise<void>, options: Partial<VisitOptions> = {}): Promise<void> =>
  cleanVisit(browser, { base: platform.base, ...options }, run);

const names = (page: Page) => page.getByRole('row').locator('[role=gridcell]:nth-child(2)').allInnerTexts();

test('[SCR-14] users are searched, sorted and paged, with the state in the address', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('row', { name: /Citra Dewi/ }).waitFor();
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL(/sort=full_name/);
    // All rows were there before in another order: the first one tells that the new order is.
    await page.locator('[data-row="0"]').getByText('Administrator', { exact: true }).waitFor();
    await reads(() => names(page), ['Administrator', 'Ayu Lestari', 'Bram Wijaya', 'Citra Dewi']);
    await page.keyboard.press('/');
    await isFocused(page.getByRole('searchbox', { name: 'Search users' }));
    await page.keyboard.type('wijaya');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.waitForURL(/q=wijaya/);
    await page.reload();
    await page.getByText('1 to 1 of 1').waitFor();
    await reads(() => names(page), ['Bram Wijaya']);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all');
    await page.getByText('Nothing matches').waitFor();
    await assertAccessible(page);
  });
});

test('[APP-22] the table works by keyboard: rows, selection, opening, closing', async () => {
  await visiting(async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/tenant?sort=full_name');
    await page.locator('[data-row="3"]').waitFor();
    await page.getByRole('row', { name: /Administrator/ }).focus();
    await page.keyboard.press('ArrowDown');
    await isFocused(page.locator('[data-row="1"]'));
    await page.keyboard.press('j');
    await isFocused(page.locator('[data-row="2"]'));
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await reads(() => page.getByRole('row', { name: /Bram/ }).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Bram Wijaya' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await isFocused(page.locator('[data-row="2"]'));
  });
});

test('[SCR-03] [SCR-15] [SCR-16] a user is added, changed, and removed after a question that names them', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a user' });
    await dialog.getByLabel('Full name').fill('Daniel Ortiz');
    await dialog.getByLabel('Date of birth').fill('1988/04/02');
    await dialog.getByLabel('Account').fill('daniel.ortiz');
    await dialog.getByLabel('First password').fill('wide-blue-harbour-7');
    await screenshot(page, 'user-add');
    await dialog.getByRole('button', { name: 'Add user' }).click();
    const drawer = page.getByRole('complementary', { name: 'Daniel Ortiz' });
    await drawer.waitFor();
    await drawer.getByLabel('Full name').fill('Daniela Ortiz');
    await drawer.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('User saved').waitFor();
    const changed = page.getByRole('complementary', { name: 'Daniela Ortiz' });
    await changed.getByRole('tab', { name: 'History' }).click();
    await changed.getByText('Daniel Ortiz').waitFor();
    await assertPicture(page, 'user-drawer');
    await page.getByRole('button', { name: 'Actions of Daniela Ortiz' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const question = page.getByRole('dialog', { name: 'Remove user Daniela Ortiz' });
    await question.getByRole('button', { name: 'Remove user' }).click();
    await page.getByText('Daniela Ortiz removed').waitFor();
    await page.getByRole('row', { name: /Daniela/ }).waitFor({ state: 'detached' });
  });
});

test('[SCR-03] a user is blocked from the row menu and shows it', async () => {
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('button', { name: 'Actions of Citra Dewi' }).click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await page.getByRole('row', { name: /Citra Dewi.*Blocked/ }).waitFor();
    await page.getByRole('button', { name: 'Actions of Administrator' }).click();
    await matches(() => page.getByRole('menuitem', { name: /Remove/ }).textContent(), /Yourself/);
  });
});

test('[SCR-18] [APP-21] a member sees no tenant module and is told what is missing', async () => {
  await visiting(async (page) => {
    await signIn(page, member, '/login?redirect=toolkit.home');
    await page.waitForURL('**/toolkit/home');
    assert.equal(
      await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Tenant' }).count(),
      0,
    );
    await page.goto('/toolkit/tenant');
    await page.getByText('You cannot see Users').waitFor();
    await page.getByText('You hold member').waitFor();
    await assertPicture(page, 'not-authorised');
  });
});

test('[APP-19] on a phone users are cards and the detail covers the page', async () => {
  await visiting(
    async (page) => {
      await signIn(page, platform.admin);
      await page.getByText('Ayu Lestari').click();
      await page.getByRole('dialog', { name: 'Ayu Lestari' }).waitFor();
      await assertPicture(page, 'user-drawer');
    },
    { width: 390 },
  );
});

test('[SCR-14] columns are chosen and stay with the user, what is listed is exported with harmless cells', async () => {
  const call = await signedCall(platform);
  const born = Date.UTC(1990, 1, 3);
  await call('PUT', '/tenant/user', { full_name: '=HYPERLINK("x")', date_of_birth: born, gender: 'f' });
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('row', { name: /HYPERLINK/ }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Gender' }).check();
    await page.getByRole('checkbox', { name: 'Roles' }).uncheck();
    await reads(() => page.getByRole('checkbox', { name: 'Name' }).isDisabled(), true);
    await page.getByRole('columnheader', { name: 'Gender' }).waitFor();
    await assertPicture(page, 'users-columns');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('HYPERLINK');
    await page.getByText('1 to 1 of 1').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const csv = await readFile((await download.path()) ?? '', 'utf8');
    const [head, row, ...more] = csv.trimEnd().split('\r\n');
    assert.equal(head, 'Name,Account,Gender,Changed,State');
    assert.match(row ?? '', /^"'=HYPERLINK\(""x""\)",,f,\d{4}-\d\d-\d\dT[\d:.]+Z,Active$/);
    assert.deepEqual(more, []);
  });
  // Another browser of the same user.
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('columnheader', { name: 'Gender' }).waitFor();
    await reads(() => page.getByRole('columnheader', { name: 'Roles' }).count(), 0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Back to the default' }).click();
    await page.getByRole('columnheader', { name: 'Roles' }).waitFor();
  });
});

test('[SCR-14] [SCR-16] [REC-39] several users are blocked, activated and removed at once, and the removal is undone', async () => {
  const call = await signedCall(platform);
  for (const full_name of ['Many One', 'Many Two', 'Many Three'])
    await call('PUT', '/tenant/user', { full_name, date_of_birth: 0 });
  await visiting(async (page) => {
    await signIn(page, platform.admin, '/login?redirect=toolkit.tenant');
    await page.goto('/toolkit/tenant?q=Many');
    await page.getByText('1 to 3 of 3').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByText('3 users now blocked').waitFor();
    await page.goto('/toolkit/tenant?q=Many&status=Blocked');
    await page.getByText('1 to 3 of 3').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Remove 3 users' });
    await question.getByText(/Many One/).waitFor();
    await question.getByRole('button', { name: 'Remove 3 users' }).click();
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 users restored').waitFor();
    await page.goto('/toolkit/tenant?q=Many');
    await page.getByText('1 to 3 of 3').waitFor();
  });
});

test('[SCR-14] users are narrowed to a group, which lives in the address', async () => {
  const call = await signedCall(platform);
  const group = await call<{ id: string }>('PUT', '/tenant/group', { name: 'Harbour watch' });
  const [ayu] = await call<readonly { id: string }[]>('POST', '/tenant/user', { keyword: 'Ayu Lestari' });
  await call('PUT', '/tenant/group/user', { groups: [group.id], users: [ayu?.id] });
  await visiting(async (page) => {
    await signIn(page, platform.admin);
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Harbour watch' }).click();
    await page.waitForURL(new RegExp(`group=${group.id}`));
    await page.getByText('1 to 1 of 1').waitFor();
    await reads(() => names(page), ['Ayu Lestari']);
  });
});

test('[REC-38] [REC-31] two administrators edit one user: the second is asked, the history keeps both', async () => {
  const call = await signedCall(platform);
  const user = await call<{ id: string; ts_status: number }>('PUT', '/tenant/user', {
    full_name: 'Two Hands',
    date_of_birth: 0,
  });
  await visiting(
    async (page) => {
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/tenant?open=${user.id}`);
      const drawer = page.getByRole('complementary', { name: 'Two Hands' });
      await drawer.getByLabel('Notes').fill('from the page');
      await call('PATCH', '/tenant/user', { id: user.id, notes: 'from elsewhere', gender: 'x', status: 'Inactive' });
      await drawer.getByRole('button', { name: 'Save changes' }).click();
      const conflict = drawer.getByRole('alert', { name: 'Changed elsewhere' });
      await conflict.getByText('Theirs: from elsewhere').waitFor();
      await assertPicture(page, 'user-conflict');
      await conflict.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByText('User saved').waitFor();
      await drawer.getByText('Inactive', { exact: true }).waitFor();
      await drawer.getByRole('tab', { name: 'History' }).click();
      await drawer.getByText('from the page').waitFor();
    },
    { expected: /status of 409/ },
  );
  const now = await call<Record<string, unknown>>('GET', `/tenant/user/${user.id}`);
  assert.deepEqual([now.notes, now.gender, now.status], ['from the page', 'x', 'Inactive']);
  assert.ok(Number(now.ts_status) > user.ts_status, 'the platform stamps the change of the status');
});

test('[REC-08] the list asks before an edited user is closed or left for the next one', async () => {
  await visiting(async (page) => {
    await arrive(page, platform.admin);
    await page.goto('/toolkit/tenant?sort=full_name');
    await page.getByRole('row', { name: /Bram Wijaya/ }).click();
    const drawer = page.getByRole('complementary', { name: 'Bram Wijaya' });
    await drawer.getByLabel('Bio').fill('half a');
    await drawer.getByRole('button', { name: 'Next' }).click();
    const question = page.getByRole('dialog', { name: 'Leave user Bram Wijaya without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await reads(() => drawer.getByLabel('Bio').inputValue(), 'half a');
    await drawer.getByRole('button', { name: 'Next' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('complementary', { name: 'Citra Dewi' }).waitFor();
    await reads(() => page.getByRole('complementary').getByLabel('Bio').inputValue(), '');
  });
});
