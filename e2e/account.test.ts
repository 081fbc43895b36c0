import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  assertSteady,
  cleanVisit,
  screenshot,
  type VisitOptions,
} from './browser.ts';
import { signedCall } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage();

const visiting = (run: (page: Page) => Promise<void>, options: Partial<VisitOptions> = {}): Promise<void> =>
  cleanVisit(browser, { base: platform.base, ...options }, run);

interface Own {
  readonly full_name: string;
  readonly ts_modified: number;
  readonly contacts: readonly { readonly id: string; readonly contact: string; readonly recovery: boolean }[];
  readonly devices: readonly unknown[];
  readonly groups: readonly string[];
}

const own = async () => (await signedCall(platform))<Own>('GET', '/session/user');

const open = async (page: Page) => {
  await arrive(page, platform.admin);
  await page.goto('/toolkit/account');
  await page.getByLabel('Full name').waitFor();
};

test('[SCR-17] [REC-08] profile, contacts and devices are one record with one save', async () => {
  await visiting(async (page) => {
    await open(page);
    const save = page.getByRole('button', { name: 'Save profile' });
    await reads(() => save.isDisabled(), true, 'nothing edited, nothing to save');
    await page.getByLabel('Full name').fill('Ayu Administrator');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Add contact' }).click();
    const contact = page.getByRole('region', { name: 'contact 1' });
    await contact.getByLabel('Contact', { exact: true }).fill('ayu@example.org');
    await contact.getByLabel('Recovery').check();
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.getByRole('region', { name: 'device 1' }).getByLabel('Number').fill('+62 811 000');
    await screenshot(page, 'account-edited');
    await page.keyboard.press('Control+s');
    await page.getByText('Profile saved').waitFor();
    const stored = await own();
    assert.equal(stored.full_name, 'Ayu Administrator');
    assert.deepEqual([stored.contacts[0]?.contact, stored.contacts[0]?.recovery], ['ayu@example.org', true]);
    assert.match(stored.contacts[0]?.id ?? '', /^[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.equal(stored.devices.length, 1);
    await page.reload();
    await reads(() => page.getByRole('region', { name: 'contact 1' }).getByLabel('Recovery').isChecked(), true);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Remove contact 1' }).click();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    assert.deepEqual((await own()).contacts, []);
  });
});

test('[REC-10] [SCR-15] what the platform says against a field stands at the field, which gets the focus; the edit stays', async () => {
  await visiting(
    async (page) => {
      await open(page);
      const name = page.getByLabel('Full name');
      const before = await name.inputValue();
      await name.fill('');
      await page.getByLabel('Gender').fill('f');
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.getByText('Data has validation error').waitFor();
      await page.getByText('full name must not be empty').waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'full_name');
      await reads(() => page.getByLabel('Gender').inputValue(), 'f');
      await assertPicture(page, 'account-refused');
      await name.fill('x');
      await page.getByText('full name must not be empty').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await reads(() => name.inputValue(), before);
      await reads(() => page.getByRole('button', { name: 'Save profile' }).isDisabled(), true);
    },
    { expected: /status of 422/ },
  );
});

test('[REC-08] [APP-08] unsaved edits are asked about before the page is left', async () => {
  await visiting(async (page) => {
    await open(page);
    const before = await page.getByLabel('Full name').inputValue();
    await page.getByLabel('Full name').fill('Half typed');
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Home' }).click();
    const question = page.getByRole('dialog', { name: 'Leave your account without saving?' });
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Stay' }).click();
    assert.equal(new URL(page.url()).pathname, '/toolkit/account');
    await reads(() => page.getByLabel('Full name').inputValue(), 'Half typed');
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Home' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/toolkit/home');
    assert.equal((await own()).full_name, before);
  });
});

test('[REC-38] someone else was faster: mine, theirs or field by field, and nothing is overwritten unseen', async () => {
  await visiting(
    async (page) => {
      await open(page);
      const call = await signedCall(platform);
      const elsewhere = (change: object) => call('PATCH', '/session/user', change);
      await page.getByLabel('Full name').fill('Mine');
      await page.getByLabel('Bio').fill('My bio');
      await elsewhere({ full_name: 'Theirs', bio: 'Their bio', notes: 'Their notes' });
      await page.getByRole('button', { name: 'Save profile' }).click();
      const conflict = page.getByRole('alert', { name: 'Changed elsewhere' });
      await conflict.waitFor();
      await assertPicture(page, 'record-conflict');
      await conflict.getByText(/taken over: Notes Their notes/).waitFor();
      assert.equal((await own()).full_name, 'Theirs', 'the stale save wrote nothing');
      await conflict.getByRole('radiogroup', { name: 'Bio' }).getByLabel('Theirs: Their bio').check();
      await conflict.getByRole('button', { name: 'Save as chosen' }).click();
      await page.getByText('Profile saved').waitFor();
      assert.deepEqual(
        Object.fromEntries(
          Object.entries(await own()).filter(([name]) => ['full_name', 'bio', 'notes'].includes(name)),
        ),
        { full_name: 'Mine', bio: 'Their bio', notes: 'Their notes' },
      );
      await page.getByLabel('Full name').fill('Mine again');
      await elsewhere({ full_name: 'Theirs again' });
      await page.getByRole('button', { name: 'Save profile' }).click();
      await conflict.getByRole('button', { name: 'Take theirs' }).click();
      await conflict.waitFor({ state: 'detached' });
      await reads(() => page.getByLabel('Full name').inputValue(), 'Theirs again');
      await page.getByLabel('Full name').fill('Mine at last');
      await elsewhere({ full_name: 'Theirs at last' });
      await page.getByRole('button', { name: 'Save profile' }).click();
      await conflict.getByRole('button', { name: 'Keep mine' }).click();
      await conflict.waitFor({ state: 'detached' });
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      assert.equal((await own()).full_name, 'Mine at last');
    },
    { expected: /status of 409/ },
  );
});

test('[REC-38] a stale form takes the newer record when the window is looked at again', async () => {
  await visiting(async (page) => {
    await open(page);
    const call = await signedCall(platform);
    await call('PATCH', '/session/user', { full_name: 'Changed elsewhere' });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name=full_name]')?.value === 'Changed elsewhere',
    );
    await reads(() => page.getByRole('button', { name: 'Save profile' }).isDisabled(), true);
  });
});

test('[AUT-19] [SCR-17] an API token is made, shown once, used by a program and revoked', async () => {
  await visiting(async (page) => {
    await open(page);
    await page.getByRole('button', { name: 'Make a token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make an API token' });
    await dialog.getByLabel('Name').fill('night job');
    await assertPicture(page, 'account-token');
    await page.keyboard.press('Enter');
    await dialog.getByText('Copy it now').waitFor();
    const token = (await dialog.getByLabel('API token').textContent()) ?? '';
    assert.ok(token.length > 30);
    await reads(
      () => dialog.locator('pre').last().textContent(),
      `curl -u "any:${token}" \\\n  "${platform.base}/os/_cat/indices?v"`,
    );
    await dialog.getByText('Python', { exact: true }).click();
    await dialog.getByText(`password = "${token}"`).waitFor();
    await screenshot(page, 'account-token-made');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const listed = page.getByRole('listitem').filter({ hasText: 'night job' });
    await listed.getByText(/until \d{4}-/).waitFor();
    await reads(() => page.getByText(token).count(), 0, 'nowhere on the page any more');
    const headers = { authorization: `Bearer ${token}`, request_id: crypto.randomUUID() };
    const used = () => fetch(`${platform.base}/api/session/user`, { headers });
    assert.equal((await used()).status, 200);
    await listed.getByRole('button', { name: 'Revoke API token night job' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('No tokens yet').waitFor();
    assert.equal((await used()).status, 401);
  });
});

test('[AUT-19] [ERR-34] an API token whose answer was lost is told, and revoked where it stands', async () => {
  await visiting(
    async (page) => {
      await open(page);
      await page.route('**/api/session/token', async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Make a token' }).click();
      const dialog = page.getByRole('dialog', { name: 'Make an API token' });
      await dialog.getByLabel('Name').fill('lost on the way');
      await page.keyboard.press('Enter');
      await dialog.getByRole('alert').filter({ hasText: 'No answer came.' }).waitFor();
      await page.unrouteAll();
      await dialog.getByRole('button', { name: 'Make token' }).click();
      await dialog.getByText('Copy it now').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      const both = page.getByRole('listitem').filter({ hasText: 'lost on the way' });
      await reads(() => both.count(), 2);
      const unseen = both.filter({ hasText: 'its value was lost on the way here' });
      await reads(() => unseen.count(), 1, 'and not that which was shown');
      await screenshot(page, 'account-token-lost');
      await unseen.getByRole('button', { name: 'Revoke API token lost on the way' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
      await unseen.waitFor({ state: 'detached' });
      await reads(() => both.count(), 1);
      await both.getByRole('button', { name: 'Revoke API token lost on the way' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
      await page.getByText('No tokens yet').waitFor();
    },
    { expected: /Failed to load resource/ },
  );
});

test('[ROL-18] [SCR-17] a group is joined by the code of an invite; a code nobody was sent says so', async () => {
  const call = await signedCall(platform);
  const invites = [{ type: 'open' }];
  const group = await call<{ id: string; invites: readonly { id: string }[] }>('PUT', '/tenant/group', {
    name: 'harvest crew',
    invites,
  });
  await visiting(
    async (page) => {
      await open(page);
      const join = page.getByRole('button', { name: 'Join group' });
      await reads(() => join.isDisabled(), true);
      await page.getByLabel('Invite code').fill('nothing');
      await page.keyboard.press('Enter');
      await page.getByText('There is no such invite').first().waitFor();
      await page.getByLabel('Invite code').fill(` ${group.invites[0]?.id} `);
      await join.click();
      await page.getByText('You joined harvest crew').waitFor();
      assert.deepEqual((await own()).groups, [group.id]);
    },
    { expected: /status of 404/ },
  );
});

test('[SCR-17] [APP-19] my account on a phone, at 320 px, steady and accessible', async () => {
  for (const width of [1440, 390, 320])
    await visiting(
      async (page) => {
        await open(page);
        await assertPicture(page, 'account');
        await assertSteady(page);
        await assertFits(page);
      },
      { width },
    );
});
