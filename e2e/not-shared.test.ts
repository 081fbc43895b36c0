/** What somebody sees of a template whose records are not shared with them: words, and whom to ask. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import {
  assertAccessible,
  assertFits,
  assertPicture,
  assertSteady,
  type Credentials,
  cleanVisit,
  screenshot,
} from './browser.ts';
import { startFilled } from './filled.ts';
import { described } from './keys.ts';
import { PHONE } from './look.ts';
import { addPerson } from './platform.ts';
import { openStage } from './stage.ts';
import { reads } from './until.ts';

const { browser, platform } = await openStage(startFilled);
const { call, templates, member } = platform;
const WIDTHS = [1440, PHONE] as const;
const discover = '/toolkit/analytic/discover';
const strikes = `${discover}?template=${templates.birdstrikes}`;

let developer: Awaited<ReturnType<typeof addPerson>>;
let owner = '';
let nightShift = '';

before(async () => {
  developer = await addPerson(call, 'Dewi Santoso', { scope: 'Developer' });
  const [ayu] = await call<{ id: string }[]>('POST', '/tenant/user', { keyword: 'Ayu' });
  const group = await call<{ id: string }>('PUT', '/tenant/group', { name: 'Night shift' });
  nightShift = group.id;
  const groups = [group.id];
  await call('PUT', '/tenant/group/user', { groups, users: [developer.id, ayu?.id] });
  await call('PUT', '/tenant/group/template', { groups, templates: [templates.airports] });
  await call('PUT', '/tenant/group/workspace', { groups, workspaces: [platform.workspace] });
  const path = `/schema/data/template/${templates.birdstrikes}`;
  owner = (await call<{ owner: { full_name: string } }>('GET', path)).owner.full_name;
});

interface Looking {
  readonly width: number;
  readonly expected?: RegExp;
}

const as = (who: Credentials, path: string, looking: Looking, run: (page: Page) => Promise<void>): Promise<void> =>
  cleanVisit(browser, { base: platform.base, ...looking }, async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, who);
    await page.goto(path);
    await run(page);
    await assertAccessible(page);
    await assertFits(page);
    await assertSteady(page);
  });

const retries = (page: Page): Promise<number> => page.getByRole('button', { name: 'Try again' }).count();

test('[SCR-07] [SCR-18] [APP-21] Discover offers a developer the templates whose records may be read, and says of others whom to ask', async () => {
  for (const width of WIDTHS)
    await as(developer, discover, { width }, async (page) => {
      const select = page.getByRole('combobox', { name: 'Template', exact: true });
      await select.waitFor();
      await reads(() => select.inputValue(), 'airports');
      await select.click();
      await page.getByRole('option').first().waitFor();
      await reads(() => page.getByRole('option').allInnerTexts(), ['airports']);
      await page.goto(strikes);
      await page.getByText('The records of birdstrikes are not shared with you').waitFor();
      await page.getByText(`Ask ${owner} to share the template with a group you are in.`).waitFor();
      assert.equal(await retries(page), 0);
      await assertPicture(page, 'discover-not-shared');
      await assertFits(page);
      await page.getByRole('link', { name: 'Search what is shared with you' }).click();
      await select.waitFor();
      await reads(() => select.inputValue(), 'airports');
    });
});

test('[SCR-18] [APP-21] an address of a template that a member does not see says so and leads on', async () => {
  await as(member, strikes, { width: 1440 }, async (page) => {
    await page.getByText('No such template').waitFor();
    assert.equal(await retries(page), 0);
    await page.getByRole('link', { name: 'Go to Discover' }).click();
    const select = page.getByRole('combobox', { name: 'Template', exact: true });
    await select.waitFor();
    await reads(() => select.inputValue(), 'airports');
  });
});

test('[SCR-18] [VIS-18] [APP-21] tiles on a template that is not shared say so and whom to ask, the smallest too', async () => {
  const people = [
    [developer, `Ask ${owner} to share its data.`],
    [member, 'Ask an administrator to share its data.'],
  ] as const;
  for (const width of WIDTHS)
    for (const [who, next] of people)
      await as(who, `/toolkit/analytic/workspaces/${platform.workspace}`, { width, expected: /404/ }, async (page) => {
        const tile = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Strikes reported' }) });
        const title = tile.getByText('Not shared with you', { exact: true });
        await title.waitFor();
        const ask = tile.getByText(next, { exact: true });
        await ask.waitFor();
        await screenshot(page, `workspace-not-shared-${who === member ? 'member' : 'developer'}`);
        const [outer, inner] = await Promise.all([tile.boundingBox(), title.boundingBox()]);
        assert.ok(
          await ask.evaluate(
            (words) => words.scrollHeight <= words.clientHeight && words.scrollWidth <= words.clientWidth,
          ),
          'all words are seen',
        );
        assert.ok(outer && inner && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height);
        assert.equal(await retries(page), 0);
        assert.equal(await page.getByText('There is no template').count(), 0);
      });
});

test('[SCR-18] [APP-21] a view whose template is not shared says that, and nothing of fields nobody looked at', async () => {
  const path = `/toolkit/analytic/views/${platform.views['Mean delay by distance']}`;
  for (const width of WIDTHS)
    await as(member, path, { width }, async (page) => {
      await page.getByText('Not shared with you').waitFor();
      const grouped = page.getByRole('combobox', { name: 'As', exact: true });
      await reads(() => grouped.inputValue(), 'Number ranges');
      assert.equal(await page.getByText('Not a field of the template').count(), 0);
    });
});

test('[SCR-18] [APP-21] a batch whose template is not shared says what may be the reason', async () => {
  await as(member, `/toolkit/curation/batch/${platform.batch}`, { width: PHONE }, async (page) => {
    await page.getByText('No such batch').waitFor();
    await page.getByText('Its template is not shared with you').waitFor();
  });
});

test('[SCR-18] [APP-21] a new view begins with a template whose records may be read', async () => {
  await as(developer, '/toolkit/analytic/views/new', { width: 1440 }, async (page) => {
    const select = page.getByRole('combobox', { name: 'Template', exact: true });
    await select.waitFor();
    await reads(() => select.inputValue(), 'airports');
  });
});

test('[SCR-07] [SCR-18] [APP-21] Discover left open says what became of its template, and leads on to what can be searched', async () => {
  const at = `${discover}?template=${templates.flights}`;
  const shared = { groups: [nightShift], templates: [templates.flights] };
  for (const width of WIDTHS) {
    await call('PUT', '/tenant/group/template', shared);
    await as(member, at, { width, expected: /404/ }, async (page) => {
      await page.getByText(/of [\d,]+ documents?/).waitFor();
      await call('POST', '/tenant/group/template/delete', shared);
      await page.getByRole('textbox', { name: 'Search text' }).fill('origin:SEA');
      await page.keyboard.press('Enter');
      await page.getByText('The records of flights are no longer shared with you').waitFor();
      await page.getByText(`Ask ${owner} whether it can be shared with you again.`).waitFor();
      assert.equal(await retries(page), 0);
      await assertPicture(page, 'discover-withdrawn');
      await page.getByRole('link', { name: 'Search what is shared with you' }).click();
      const select = page.getByRole('combobox', { name: 'Template', exact: true });
      await select.waitFor();
      await reads(() => select.inputValue(), 'airports');
    });
  }
  await as(platform.admin, at, { width: 1440, expected: /404/ }, async (page) => {
    await page.getByText(/of [\d,]+ documents?/).waitFor();
    await call('DELETE', `/schema/data/template/${templates.flights}`);
    await page.getByRole('textbox', { name: 'Search text' }).fill('origin:SEA');
    await page.keyboard.press('Enter');
    await page.getByText('flights was removed').waitFor();
    assert.equal(await retries(page), 0);
    await page.getByRole('link', { name: 'Search another template' }).click();
    await page.getByText(/of [\d,]+ documents?/).waitFor();
  });
});

test('[SCR-18] [APP-21] a tile whose template was removed says so to who may read all of them', async () => {
  await call('DELETE', `/schema/data/template/${templates.earthquakes}`);
  const path = `/toolkit/analytic/workspaces/${platform.workspace}`;
  await as(platform.admin, path, { width: 1440, expected: /404/ }, async (page) => {
    const tile = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Earthquakes this week' }) });
    await tile.getByText('Template removed', { exact: true }).waitFor();
    await tile.getByText('Its records can no longer be read.', { exact: true }).waitFor();
    assert.equal(await page.getByText('Not shared with you').count(), 0);
    assert.equal(await retries(page), 0);
  });
});

test('[SCR-18] [APP-21] who has nothing to import into is told so before choosing a file, and what needs another role names it', async () => {
  const alone = await addPerson(call, 'Gita Permata');
  for (const width of WIDTHS) {
    await as(alone, '/toolkit/curation/import', { width }, async (page) => {
      await page.getByText('Nothing to import into yet').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Choose a file' }).count(), 0);
      await screenshot(page, 'import-nowhere');
    });
    await as(alone, '/toolkit/dev', { width }, async (page) => {
      const create = page.getByRole('button', { name: 'New template' });
      await create.waitFor();
      await reads(() => create.isDisabled(), true);
      assert.equal(await described(create), 'Needs the role Tenant Administrator or Data Engineer');
      await screenshot(page, 'templates-none-shared');
    });
    await as(alone, '/toolkit/curation/sources', { width }, async (page) => {
      await page.getByText('You cannot see Sources').waitFor();
      await page
        .getByText(/^It is open to these roles: tenant administrator, data engineer\. You hold member;/)
        .waitFor();
      await screenshot(page, 'not-authorised');
      await page.getByRole('link', { name: 'Go to the overview' }).click();
      await page.waitForURL(/toolkit\/home/);
    });
  }
});
