/** Who sees a workspace or a view is chosen by its owner and taken back; what is somebody else's is kept as a copy. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertFits, assertPicture, type Credentials, cleanVisit, screenshot } from './browser.ts';
import { startFilled } from './filled.ts';
import { PHONE } from './look.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);

before(async () => {
  const found = { key: '', keyword: 'Ayu', from: 0, to: 5 };
  const [ayu] = await platform.call<{ id: string }[]>('POST', '/tenant/user', found);
  const group = await platform.call<{ id: string }>('PUT', '/tenant/group', { name: 'Night shift' });
  await platform.call('PUT', '/tenant/group/user', { groups: [group.id], users: [ayu?.id] });
  const templates = Object.values(platform.templates);
  await platform.call('PUT', '/tenant/group/template', { groups: [group.id], templates });
});

const as = (who: Credentials, path: string, run: (page: Page) => Promise<void>, width = 1440): Promise<void> =>
  cleanVisit(browser, { base: platform.base, width }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, who);
    await page.goto(path);
    await run(page);
  });

async function share(page: Page, change: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save sharing' }).waitFor();
  await change();
  await page.getByRole('button', { name: 'Save sharing' }).click();
  await page.getByText(/^Who sees .* is saved$/).waitFor();
}

test('[VIS-18] a workspace is shared with a group and is there for its people, until it is taken back', async () => {
  const path = `/toolkit/analytic/workspaces/${platform.workspace}`;
  await as(platform.member, path, (page) => page.getByText('No such workspace').first().waitFor());
  await as(platform.admin, path, (page) =>
    share(page, async () => {
      await page.getByText('Only you, administrators and data engineers see it.').waitFor();
      await page.getByRole('combobox', { name: 'Groups' }).click();
      await page.getByRole('option', { name: 'Night shift' }).click();
      await page.keyboard.press('Escape');
      await page.getByText('The people of Night shift see it').waitFor();
      await assertPicture(page, 'sharing');
    }),
  );
  for (const width of [1440, PHONE])
    await as(
      platform.member,
      '/toolkit/analytic/workspaces',
      async (page) => {
        await page.getByText('Shared with you').waitFor();
        await screenshot(page, 'workspaces-shared');
        await page.getByRole('link', { name: /Wildlife strikes/ }).click();
        await page.getByText('10,000', { exact: true }).first().waitFor();
        await page.getByRole('button', { name: 'Share', exact: true }).waitFor({ state: 'detached' });
        await assertFits(page);
        await screenshot(page, 'workspace-shared');
        await page.getByRole('button', { name: 'Link', exact: true }).click();
        await reads(() => page.getByRole('textbox', { name: 'Link' }).inputValue(), page.url());
        assert.equal(await page.getByRole('button', { name: 'Save sharing' }).count(), 0);
      },
      width,
    );
  await as(
    platform.admin,
    path,
    (page) =>
      share(page, async () => {
        await page.getByText('The people of Night shift see it').waitFor();
        await assertFits(page);
        await screenshot(page, 'sharing');
        await page.getByRole('combobox', { name: 'Groups' }).press('Backspace');
        await page.getByText('Only you, administrators and data engineers see it.').waitFor();
      }),
    PHONE,
  );
  await as(platform.member, path, (page) => page.getByText('No such workspace').first().waitFor());
});

test('[REC-38] [VIS-18] sharing that somebody else took back meanwhile is asked about, not given again', async () => {
  const [first] = Object.values(platform.views);
  const sharing = `/record/visual.view/${first}/sharing`;
  const nobody = { groups: [], tenant: false, is_public: false };
  await platform.call('PUT', sharing, { ...nobody, is_public: true });
  const isPublic = async () => (await platform.call<{ is_public: boolean }>('GET', sharing)).is_public;
  await cleanVisit(browser, { base: platform.base, expected: /status of 409/ }, async (page) => {
    await arrive(page, platform.admin);
    await page.goto(`/toolkit/analytic/views/${first}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Share view/ });
    await dialog.getByText(/^Anyone sees it/).waitFor();
    await platform.call('PUT', sharing, nobody);
    await dialog.getByRole('switch', { name: 'Everyone of this organisation' }).click();
    const save = dialog.getByRole('button', { name: 'Save sharing' });
    await save.click();
    const question = page.getByRole('dialog', { name: /was changed elsewhere$/ });
    await question.getByText('By now: Only you, administrators and data engineers see it.').waitFor();
    await assertPicture(page, 'sharing-conflict');
    assert.equal(await isPublic(), false);
    await question.getByRole('button', { name: 'Take theirs' }).click();
    await dialog.getByText(/^Only you/).waitFor();
    await dialog.getByRole('switch', { name: 'Everyone of this organisation' }).click();
    await save.click();
    await page.getByText(/^Who sees .* is saved$/).waitFor();
    assert.equal(await isPublic(), false);
  });
  await platform.call('PUT', sharing, { ...nobody, tenant: true });
});

test('[VIS-18] [VIS-21] who may read but not change a view saves a copy, which is their own', async () => {
  const view = platform.views['Phase of flight'] ?? '';
  const before = await platform.call<{ aggregate: string }>('GET', `/record/visual.view/${view}`);
  await as(platform.member, '/toolkit/analytic/views', async (page) => {
    const row = page.getByRole('row', { name: /^Phase of flight/ });
    await row.getByRole('button', { name: 'Actions of Phase of flight' }).click();
    await page.getByRole('menuitem', { name: /^Delete Not yours/, disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('Phase of flight').click();
    const name = page.getByRole('textbox', { name: 'Name of the view' });
    await name.fill('My phases');
    await page.getByText('Shared with you').waitFor({ state: 'detached' });
    await screenshot(page, 'view-copy');
    await page.getByRole('button', { name: 'Save as a copy' }).click();
    await page.getByText('Your copy of view Phase of flight is saved').waitFor();
    await page.waitForURL((url) => !url.pathname.endsWith(view));
    await page.getByRole('button', { name: 'Save view' }).waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Only you, administrators and data engineers see it.').waitFor();
    await screenshot(page, 'sharing-view');
  });
  const after = await platform.call<{ name: string; aggregate: string }>('GET', `/record/visual.view/${view}`);
  assert.deepEqual([after.name, after.aggregate], ['Phase of flight', before.aggregate]);
});
