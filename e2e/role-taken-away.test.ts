/** A role that is taken away while its screen is open: the screen says so, and the drawer follows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive } from './arrive.ts';
import { assertFits, assertPicture, assertSteady, cleanVisit, settled } from './browser.ts';
import { PHONE } from './look.ts';
import { addPerson, deployTemplate, signedCall } from './platform.ts';
import { openStage } from './stage.ts';

const { browser, platform } = await openStage();
const call = await signedCall(platform);
const template = await deployTemplate(call, 'berths', [{ name: 'ship', value_type: 8 }]);

const { id: user } = await addPerson(call, 'Hana Putri');
const lab = { name: 'Lab', type: 'internal', active: true };
const { id: domain } = await call<{ id: string }>('PUT', '/tenant/domain', lab);
const who = { login: 'hana.lab', password: 'wide-blue-harbour-9' };
const roles = [{ scope: 'Tenant Administrator', domain }];
await call('PUT', '/tenant/user/account', { user, login_id: who.login, password: who.password, roles });

const SCREENS = [
  {
    name: 'Users',
    path: '/toolkit/tenant',
    field: 'Search users',
    says: 'You cannot see Users',
    next: /You hold member;/,
  },
  {
    name: 'Discover',
    path: `/toolkit/analytic/discover?template=${template}`,
    field: 'Search text',
    says: 'The records of berths are no longer shared with you',
    next: /Ask .* whether it can be shared with you again/,
  },
] as const;

for (const { name, path, field, says, next } of SCREENS)
  test(`[SCR-18] [ROL-17] ${name} left open without its role says what is needed, not the number of a refusal`, async () => {
    for (const width of [1440, PHONE]) {
      await call('PATCH', '/tenant/domain', { id: domain, active: true });
      await cleanVisit(browser, { base: platform.base, width, expected: /40[34]/ }, async (page) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await arrive(page, who);
        await page.goto(path);
        const text = page.getByLabel(field, { exact: true });
        await text.waitFor();
        // what the screen asks for at first is still allowed
        await settled(page);
        await call('PATCH', '/tenant/domain', { id: domain, active: false });
        await text.fill('Kartini');
        await text.press('Enter');
        await page.getByText(says).waitFor();
        await page.getByText(next).waitFor();
        assert.equal(await page.getByText(/Your roles do not allow|31:/).count(), 0);
        await assertPicture(page, `role-taken-away-${name.toLowerCase()}`);
        await assertFits(page);
        await assertSteady(page);
      });
    }
  });
