/** Invites: made and withdrawn where people are looked after, found and answered by whom they are for, with an account or without. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertAccessible, assertSteady, type Credentials, cleanVisit, settled } from './browser.ts';
import { startFilled } from './filled.ts';
import { isActiveOption } from './keys.ts';
import { atBothWidths } from './look.ts';
import { addPerson } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);
const { base, call, admin, member } = platform;

interface Held {
  readonly id: string;
  readonly email?: string;
  readonly status: string;
  readonly role?: string;
}

let shift = '';
const people = new Map<string, string>();
const bram: Credentials = { login: 'bram.wijaya', password: member.password };
const citra: Credentials = { login: 'citra.dewi', password: member.password };
const userOf = (name: string): string => people.get(name) ?? '';
const addGroup = async (name: string, description: string): Promise<string> =>
  (await call<{ id: string }>('PUT', '/tenant/group', { name, description })).id;
const invite = async (group: string, to: object, role = ''): Promise<string> => {
  const made = await call<readonly Held[]>('PUT', '/tenant/group/invite', { group, invites: [to], role });
  return made[0]?.id ?? '';
};
const held = async (group: string): Promise<readonly Held[]> =>
  (await call<{ invites?: readonly Held[] }>('GET', `/tenant/group/${group}`)).invites ?? [];
const invitesOf = (group: string): string => `/toolkit/tenant/groups?open=${group}&tab=invites`;

const as = (who: Credentials | null, path: string, run: (page: Page) => Promise<void>): Promise<void> =>
  cleanVisit(browser, { base }, async (page) => {
    if (who) await arrive(page, who);
    await page.goto(path);
    await run(page);
  });

before(async () => {
  for (const name of ['Ayu Lestari', 'Bram Wijaya', 'Citra Dewi', 'Daniel Ortiz'])
    people.set(name, (await call<{ id: string }[]>('POST', '/tenant/user', { keyword: name }))[0]?.id ?? '');
  shift = await addGroup('Night shift', 'Looks after strikes between dusk and dawn');
});

test('[ROL-18] [SCR-03] [APP-21] inviting, open and ended invites and their links, on a desktop and a phone', async () => {
  const looked = await addGroup('Harbour watch', 'Counts ships');
  const empty = await addGroup('Berths', 'Who lies where');
  await invite(looked, { email: 'gita.permata@harbour-authority.example.org' }, 'Data Engineer');
  await invite(looked, { user: userOf('Daniel Ortiz') }, 'Tenant Administrator');
  await invite(looked, {});
  const gone = await invite(looked, { email: 'gone@example.org' });
  await call('POST', '/tenant/group/invite/delete', { group: looked, invites: [gone] });
  await atBothWidths({ browser, base, who: admin }, async (see, { page }) => {
    await see('invites-empty', async () => {
      await page.goto(invitesOf(empty));
      await page.getByText('No open invites').waitFor();
    });
    await see('invites-of-group', async () => {
      await page.goto(invitesOf(looked));
      await page.getByRole('list', { name: 'Open invites of Harbour watch' }).getByText('Daniel Ortiz').waitFor();
      await page.getByText(/^Withdrawn/).waitFor();
    });
    await see('invite-people', async () => {
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByRole('combobox', { name: 'People' }).fill('ada@example.org');
      await page.getByRole('option', { name: 'Invite ada@example.org' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await see('invites-of-tenant', async () => {
      await page.goto('/toolkit/tenant');
      await page.getByRole('button', { name: /^Invites/ }).click();
      await page.getByRole('list', { name: 'Open invites' }).getByText('Daniel Ortiz').waitFor();
    });
  });
});

test('[ROL-18] [APP-22] by keyboard people are invited by name and address, their links shown, and one is withdrawn', async () => {
  await cleanVisit(browser, { base, expected: /422/ }, async (page) => {
    await arrive(page, admin);
    await page.goto(invitesOf(shift));
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people to Night shift' });
    const whom = dialog.getByRole('combobox', { name: 'People' });
    await whom.fill('bram');
    await page.getByRole('option', { name: 'Ayu Lestari' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Bram Wijaya' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await isActiveOption(page.getByRole('option', { name: 'Bram Wijaya' }));
    await page.keyboard.press('Enter');
    await whom.fill('ada@example.org, ben@example.org ');
    await whom.fill('eva@example.org');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: 'Role in this group' }).click();
    await page.getByRole('option', { name: /^Data Engineer/ }).click();
    await dialog.getByRole('button', { name: 'Invite 4 people' }).click();
    const links = page.getByRole('dialog', { name: 'Hand over the links' });
    await links.getByText('ben@example.org').waitFor();
    await reads(() => links.getByRole('listitem').count(), 3, 'the one with an account needs no link');
    const code = (await held(shift)).find(({ email }) => email === 'ada@example.org')?.id ?? '';
    await links.getByText(`/toolkit/home?invite=${code}`).waitFor();
    await assertAccessible(page);
    await links.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Invite people' }).click();
    await whom.fill('ada@example.org');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Invite person' }).click();
    await dialog.getByText('ada@example.org is invited already.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Withdraw the invite of eva@example.org' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invite' }).click();
    await page.getByText('Invite of eva@example.org withdrawn').waitFor();
    await page.getByText(/^Withdrawn/).waitFor();
    await page.getByRole('button', { name: 'Copy the link for ada@example.org' }).waitFor();
    await assertSteady(page);
  });
  const kept = (await held(shift)).map(({ email, status, role }) => [email ?? '', status, role]);
  assert.deepEqual(kept.toSorted(), [
    ['', 'Pending', 'Data Engineer'],
    ['ada@example.org', 'Pending', 'Data Engineer'],
    ['ben@example.org', 'Pending', 'Data Engineer'],
    ['eva@example.org', 'Cancelled', 'Data Engineer'],
  ]);
});

test('[ROL-18] [SCR-01] who is invited by name finds it on the overview, joins, and declines another', async () => {
  const other = await addGroup('Dive team', '');
  await invite(other, { user: userOf('Bram Wijaya') });
  await atBothWidths({ browser, base, who: bram }, async (see, { page }) => {
    await see('invites-on-home', async () => {
      await page.goto('/toolkit/home');
      await page.getByText('Administrator invites you to Dive team').waitFor();
      await page.getByText('My groups').waitFor();
    });
  });
  await as(bram, '/toolkit/home', async (page) => {
    await page.getByRole('button', { name: 'Decline the invite into Dive team' }).click();
    await page.getByText('Invite of Dive team declined').waitFor();
    await page.getByRole('button', { name: 'Join group Night shift' }).click();
    await page.getByText('You joined Night shift').waitFor();
    await page.getByRole('button', { name: 'Join group Night shift' }).waitFor({ state: 'detached' });
    await page.goto('/toolkit/tenant/groups');
    await page.getByRole('row', { name: /Night shift.*Data Engineer/ }).waitFor();
  });
  assert.deepEqual(
    (await held(other)).map(({ status }) => status),
    ['Declined'],
  );
});

test('[ROL-18] [RTE-16] a link is opened before sign-in and leads to its invite; one that is over says so', async () => {
  const code = await invite(shift, {}, 'Developer');
  await as(null, `/toolkit/home?invite=${code}`, async (page) => {
    await page.getByText('Administrator invites you to Night shift').waitFor();
    await page.getByLabel('Account').fill(citra.login);
    await page.getByLabel('Password', { exact: true }).fill(citra.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Join group Night shift' }).click();
    await page.getByText('You joined Night shift').waitFor();
    await page.waitForURL((url) => !url.search.includes('invite'));
  });
  await cleanVisit(browser, { base, expected: /409/ }, async (page) => {
    await arrive(page, member);
    await page.goto(`/toolkit/home?invite=${code}`);
    await page.getByText('This invite is accepted already').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('This invite cannot be accepted').waitFor({ state: 'detached' });
  });
});

test('[API-18] [ROL-18] who has no account makes one with the link and is in the group', async () => {
  const code = await invite(shift, { email: 'hana@example.org' }, 'Data Engineer');
  await atBothWidths({ browser, base, who: null }, async (see, { page }) => {
    await see('invited', async () => {
      await page.goto(`/toolkit/home?invite=${code}`);
      await page.getByText('Administrator invites you to Night shift').waitFor();
    });
    await see('register', async () => {
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByLabel('Full name').waitFor();
    });
  });
  await cleanVisit(browser, { base, expected: /422|400|409/ }, async (page) => {
    await page.goto(`/toolkit/home?invite=${code}`);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Full name').fill('Hana Putri');
    const born = page.getByRole('textbox', { name: 'Date of birth' });
    const create = page.getByRole('button', { name: 'Create account and join' });
    await born.fill('1994/02/30');
    await born.press('Tab');
    await page.getByText('"1994/02/30" is not a day; write it as yyyy/MM/dd').waitFor();
    await reads(() => create.isDisabled(), true);
    await born.fill('1994/05/02');
    await page.getByRole('button', { name: '6 May 1994', exact: true }).click();
    await reads(() => born.inputValue(), '1994/05/06');
    await reads(() => page.getByLabel('E-mail address').inputValue(), 'hana@example.org');
    await page.getByLabel('Phone').fill('+62 811 1000');
    await page.getByLabel('Account').fill('hana.putri');
    await page.getByLabel('Password', { exact: true }).fill('password1234');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.getByText(/common/).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('wide-blue-harbour-9');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.waitForURL('**/toolkit/home');
    await page.getByText('My groups').waitFor();
    await page.goto('/toolkit/tenant/groups');
    await page.getByRole('row', { name: /Night shift.*Data Engineer/ }).waitFor();
  });
});

test('[SCR-01] [SCR-18] [APP-21] each role finds on the overview what it may read, without a dash or a refused call', async () => {
  const roles = ['Cluster Administrator', 'Tenant Administrator', 'Developer', 'Data Engineer', 'User'];
  const shown: string[][] = [];
  for (const [at, scope] of roles.entries()) {
    const who = await addPerson(call, `Role ${['One', 'Two', 'Three', 'Four', 'Five'][at]}`, { scope });
    await as(who, '/toolkit/home', async (page) => {
      const tiles = page.locator('dl > div');
      await tiles.locator('dt').getByText(/\S/).first().waitFor();
      await settled(page);
      const texts = await tiles.allInnerTexts();
      for (const text of texts) assert.doesNotMatch(text, /–|Cannot/, `${scope}: ${text}`);
      shown.push(await tiles.locator('dt').allInnerTexts());
    });
  }
  const whole = ['Documents', 'Templates', 'Imports today', 'Users', 'Storage'];
  const [cluster, tenant, developer, engineer, user] = shown;
  assert.deepEqual([tenant, engineer, developer], [whole, whole, whole]);
  assert.deepEqual(cluster, ['Tenants']);
  assert.deepEqual(user, ['Templates', 'Imports today', 'My groups', 'Views', 'Workspaces']);
});

test('[ROL-18] [SCR-13] an invite waits under the bell on any screen, and is answered there', async () => {
  const [dusk, dawn] = [await addGroup('Dusk watch', 'Looks west'), await addGroup('Dawn watch', 'Looks east')];
  await invite(dusk, { user: userOf('Citra Dewi') });
  await invite(dawn, { user: userOf('Citra Dewi') });
  await atBothWidths({ browser, base, who: citra }, async (see, { page }, width) => {
    const [group, answer, done] =
      width === 390
        ? ['Dusk watch', 'Join group Dusk watch', 'You joined Dusk watch']
        : ['Dawn watch', 'Decline the invite into Dawn watch', 'Invite of Dawn watch declined'];
    const waiting = page.getByRole('region', { name: 'Invites' });
    await see('bell-invites', async () => {
      await page.goto('/toolkit/account');
      await page.getByRole('button', { name: /^Notifications, .*invite/ }).click();
      await waiting.getByText(new RegExp(`to ${group}$`)).waitFor();
    });
    await waiting.getByRole('button', { name: answer }).click();
    await page.getByText(done).first().waitFor();
    await waiting.getByText(new RegExp(`to ${group}$`)).waitFor({ state: 'detached' });
  });
  assert.deepEqual(
    (await held(dusk)).map(({ status }) => status),
    ['Accepted'],
  );
  assert.deepEqual(
    (await held(dawn)).map(({ status }) => status),
    ['Declined'],
  );
});
