/** Groups: their people, the roles that count there only, and what these offer on the other screens. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertPicture, assertSteady, type Credentials, cleanVisit, screenshot } from './browser.ts';
import { startFilled } from './filled.ts';
import { described, isActiveOption, openList } from './keys.ts';
import { atBothWidths } from './look.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);
const { call, member, admin } = platform;
const colleague: Credentials = { login: 'bram.wijaya', password: member.password };

interface Named {
  readonly id: string;
}

let shift = '';
let watch = '';
const ids = new Map<string, string>();
const userOf = (name: string): string => ids.get(name) ?? '';
const holds = (name: string, role: string, group = shift): Promise<unknown> =>
  call('PUT', '/tenant/group/user', { groups: [group], users: [userOf(name)], role });

before(async () => {
  for (const name of ['Ayu Lestari', 'Bram Wijaya', 'Citra Dewi', 'Daniel Ortiz', 'Farid Rahman'])
    ids.set(name, (await call<Named[]>('POST', '/tenant/user', { keyword: name }))[0]?.id ?? '');
  const add = async (name: string, description: string) =>
    (await call<Named>('PUT', '/tenant/group', { name, description })).id;
  shift = await add('Night shift', 'Looks after strikes between dusk and dawn');
  watch = await add('Harbour watch', 'Counts ships');
  for (const name of ['Ayu Lestari', 'Bram Wijaya', 'Citra Dewi']) await holds(name, '');
  for (const name of ['Ayu Lestari', 'Daniel Ortiz']) await holds(name, '', watch);
  await call('PUT', '/tenant/group/template', { groups: [shift], templates: Object.values(platform.templates) });
  await call('PUT', '/tenant/group/workspace', { groups: [shift], workspaces: [platform.workspace] });
});

const as = (who: Credentials, path: string, run: (page: Page) => Promise<void>): Promise<void> =>
  cleanVisit(browser, { base: platform.base }, async (page) => {
    await arrive(page, who);
    await page.goto(path);
    await run(page);
  });

const open = (group: string): string => `/toolkit/tenant/groups?open=${group}`;
const roleOf = (page: Page, name: string) => page.getByRole('combobox', { name: `Role of ${name} in this group` });

test('[ROL-18] [SCR-15] groups, one with its people, what it shares, adding people, on a desktop and a phone', async () => {
  await holds('Bram Wijaya', 'Data Engineer');
  await atBothWidths({ browser, base: platform.base, who: admin }, async (see, { page }) => {
    await see('groups', async () => {
      await page.goto('/toolkit/tenant/groups');
      await page.getByText('Harbour watch').waitFor();
    });
    await see('group', async () => {
      await page.getByText('Night shift').click();
      await page.getByText('Bram Wijaya').waitFor();
    });
    await roleOf(page, 'Citra Dewi').click();
    await page.getByRole('option', { name: /^Data Engineer/ }).waitFor();
    await screenshot(page, 'group-roles');
    await see('group-after-roles', () => page.keyboard.press('Escape'));
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByRole('option', { name: 'Farid Rahman' }).waitFor();
    await page.getByRole('option', { name: 'Bram Wijaya in the group', disabled: true }).waitFor();
    await screenshot(page, 'group-people-found');
    await see('group-add-people', async () => {
      await page.getByRole('option', { name: 'Farid Rahman' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await see('group-shared', async () => {
      await page.getByRole('tab', { name: 'Shared' }).click();
      await page.getByRole('link', { name: 'birdstrikes' }).waitFor();
    });
    await see('group-details', () => page.getByRole('tab', { name: 'Details' }).click());
  });
});

test('[ROL-18] [APP-22] an administrator adds people, gives a role by keyboard, takes it and them away, and has them back', async () => {
  await as(admin, open(shift), async (page) => {
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people to Night shift' });
    await dialog.getByRole('combobox', { name: 'People' }).fill('farid');
    await page.getByRole('option', { name: 'Farid Rahman' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: 'Role in this group' }).click();
    await page.getByRole('option', { name: /^Developer/ }).click();
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await page.getByText('Farid Rahman added to Night shift').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const role = roleOf(page, 'Farid Rahman');
    await reads(() => role.inputValue(), 'Developer');
    const engineer = page.getByRole('option', { name: /^Data Engineer/ });
    await openList(role, engineer);
    await page.keyboard.press('ArrowDown');
    await isActiveOption(engineer);
    await page.keyboard.press('Enter');
    await page.getByText('Farid Rahman is Data Engineer in Night shift').waitFor();
    await page.getByRole('button', { name: 'Take Farid Rahman out of the group' }).click();
    await page.getByText('Farid Rahman taken out of Night shift').waitFor();
    await role.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await role.waitFor();
    await reads(() => role.inputValue(), 'Data Engineer');
    await role.click();
    await page.getByRole('option', { name: /^Member/ }).click();
    await page.getByText('Farid Rahman is Member in Night shift').waitFor();
    await assertSteady(page);
  });
  const people = await call<{ id: string; role_in_group: string | null }[]>('POST', '/tenant/group/user/search', {
    group: shift,
    to: 100,
  });
  const [farid] = people.filter(({ id }) => id === userOf('Farid Rahman'));
  assert.deepEqual([farid?.role_in_group, people.length], [null, 4]);
});

test('[SCR-14] [SCR-16] [REC-39] a group is added, changed, and removed after a question that can be undone', async () => {
  await as(admin, '/toolkit/tenant/groups', async (page) => {
    await page.getByRole('button', { name: 'Add group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a group' });
    await dialog.getByLabel('Name').fill('Berths');
    await dialog.getByRole('button', { name: 'Add group' }).click();
    const drawer = page.getByRole('complementary', { name: 'Berths' });
    await drawer.getByText('Nobody is in this group').waitFor();
    await drawer.getByRole('tab', { name: 'Details' }).click();
    await drawer.getByLabel('Description').fill('Who lies where');
    await drawer.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Group saved').waitFor();
    await page.getByRole('row', { name: /Berths Who lies where/ }).waitFor();
    await page.getByRole('button', { name: 'Actions of Berths' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove group' }).click();
    await page.getByText('Group Berths removed').waitFor();
    await page.getByRole('row', { name: /Berths/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: /Berths/ }).waitFor();
  });
});

test('[ROL-18] who administers one group by a role in it sees their groups, and manages that one alone', async () => {
  await holds('Ayu Lestari', 'Tenant Administrator');
  await as(member, '/toolkit/tenant/groups', async (page) => {
    await page.getByRole('row', { name: /Night shift.*Administrator/ }).waitFor();
    await page.getByRole('row', { name: /Harbour watch.*Member/ }).waitFor();
    await reads(() => page.getByRole('row').count(), 3, 'the head and one’s own two');
    const add = page.getByRole('button', { name: 'Add group' });
    await reads(() => add.isDisabled(), true);
    assert.equal(await described(add), 'Needs the role Tenant Administrator');
    await page.getByRole('row', { name: /Harbour watch/ }).click();
    const other = page.getByRole('complementary', { name: 'Harbour watch' });
    await other.getByText('Daniel Ortiz').waitFor();
    assert.equal(await other.getByRole('combobox').count(), 0, 'no role is given here');
    assert.equal(await other.getByRole('button', { name: 'Add people' }).count(), 0);
    await assertPicture(page, 'group-as-member');
    await page.getByRole('row', { name: /Night shift/ }).click();
    await roleOf(page, 'Citra Dewi').click();
    await page.getByRole('option', { name: /^Developer/ }).click();
    await page.getByText('Citra Dewi is Developer in Night shift').waitFor();
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByText('Those you share a group with can be added.').waitFor();
    await page.getByRole('option', { name: 'Daniel Ortiz' }).click();
    assert.equal(await page.getByRole('option', { name: 'Administrator' }).count(), 0, 'nobody else is offered');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByText('Daniel Ortiz added to Night shift').waitFor();
    await screenshot(page, 'group-as-its-administrator');
  });
  await holds('Ayu Lestari', '');
});

test('[ROL-18] [SCR-18] a role in a group offers to save its templates, views and workspaces, not to share or delete them', async () => {
  const view = await call<Named>('PUT', '/record/visual.view', {
    name: 'Held by the shift',
    dataset: platform.templates.birdstrikes,
    aggregate: '{}',
    scope: 'group',
    groups: [shift],
  });
  const elsewhere = platform.views['Phase of flight'] ?? '';
  const viewPath = (id: string) => `/toolkit/analytic/views/${id}`;
  const template = `/toolkit/dev/templates/${platform.templates['harbour visits']}`;
  const workspace = `/toolkit/analytic/workspaces/${platform.workspace}`;
  const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).count();
  await holds('Bram Wijaya', 'Data Engineer');
  await as(colleague, viewPath(view.id), async (page) => {
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Renamed by the shift');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View Renamed by the shift saved').waitFor();
    assert.equal(await share(page), 0);
    await page.goto('/toolkit/analytic/views');
    await page.getByRole('button', { name: 'Actions of Renamed by the shift' }).click();
    await page.getByRole('menuitem', { name: /^Delete Not yours/, disabled: true }).waitFor();
    await page.goto(viewPath(elsewhere));
    await page.getByRole('button', { name: 'Save as a copy' }).waitFor();
    await page.goto(workspace);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of the workspace' }).fill('Strikes at night');
    assert.equal(await page.getByRole('button', { name: 'Delete workspace' }).count(), 0);
    await page.getByRole('button', { name: 'Save workspace' }).click();
    await page.getByText('Workspace Strikes at night saved').waitFor();
    assert.equal(await share(page), 0);
    await page.goto(template);
    await page.getByRole('button', { name: 'Deploy v1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy v1' }).click();
    await page.getByText('harbour visits v1 deployed').waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Index and stream' }).count(), 0);
  });
  await holds('Bram Wijaya', '');
  await as(colleague, viewPath(view.id), async (page) => {
    await page.getByRole('button', { name: 'Save as a copy' }).waitFor();
    await page.goto(workspace);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Save my copy' }).waitFor();
    await page.goto(template);
    await reads(() => page.getByRole('button', { name: /^Deploy/ }).isDisabled(), true);
  });
  const kept = await call<{ owner: Named; groups: string[] }>('GET', `/record/visual.view/${view.id}`);
  const maker = (await call<Named>('GET', '/session/user')).id;
  assert.deepEqual([kept.owner.id, kept.groups], [maker, [shift]]);
});
