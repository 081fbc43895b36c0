/** A second tenant of the platform: nothing of the first shows, whichever of its ids somebody writes into an address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, ValueType } from '@datasarana/schema';
import type { Response } from 'playwright-core';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { arrive } from './arrive.ts';
import { cleanVisit, settled, signIn } from './browser.ts';
import { addPerson, deployTemplate, signedCall, startPlatform } from './platform.ts';
import { openStage } from './stage.ts';
import { matches } from './until.ts';

const HOST = 'second.localhost';
const TENANT = newId();
const { browser, platform } = await openStage(() =>
  startPlatform({ env: { DATASARANA_TENANT_HOSTS: `${HOST}=${TENANT}` } }),
);
const SECRET = 'kept-in-the-first';

interface Made {
  readonly id: string;
}

/** Records of the first tenant, each of whose names says where it belongs. */
async function fillFirst(): Promise<Readonly<Record<string, string>>> {
  const call = await signedCall(platform);
  const template = await deployTemplate(call, SECRET, [{ name: 'txt1', value_type: ValueType.Keyword, is_key: true }]);
  const client = new PlatformClient(platform.base);
  await client.signIn(platform.admin.login, platform.admin.password);
  const { batch } = await client.csv<{ batch: string }>(`/data/csv?template=${template}`, `txt1\n${SECRET}\n`);
  const { id: view } = await call<Made>('PUT', '/record/visual.view', { name: SECRET, dataset: template });
  const { id: workspace } = await call<Made>('PUT', '/record/visual.workspace', { name: SECRET });
  const { id: group } = await call<Made>('PUT', '/tenant/group', { name: SECRET });
  const { id: user } = await addPerson(call, 'First Person');
  const origin = { type: 'Replica', provider: 'rest', format: 'json', ds: { url: 'http://127.0.0.1/rows' } };
  const { id: source } = await call<Made>('PUT', '/schema/source', { name: SECRET, ...origin, columns: [] });
  return { template, batch, view, workspace, group, user, source };
}

/** The addresses of those records, and what somebody reads there for whom there is no such record. */
const placesOf = (first: Readonly<Record<string, string>>): readonly (readonly [string, RegExp])[] => [
  [`/toolkit/dev/templates/${first.template}`, /No such template/],
  [`/toolkit/analytic/discover?template=${first.template}`, /No such template/],
  [`/toolkit/analytic/discover?template=${first.template}&edit=new`, /No such template/],
  [`/toolkit/analytic/views/${first.view}`, /No such view/],
  [`/toolkit/analytic/workspaces/${first.workspace}`, /No such workspace/],
  [`/toolkit/curation/batch/${first.batch}`, /No such batch/],
  [`/toolkit/curation/sources/${first.source}`, /No such source/],
  [`/toolkit/tenant/groups?open=${first.group}`, /No such group|Not found/],
  [`/toolkit/tenant?open=${first.user}`, /No such user|Not found/],
];

/** Screens that name those records in a list. */
const LISTS = [
  'tenant',
  'tenant/groups',
  'dev',
  'analytic/views',
  'analytic/workspaces',
  'curation',
  'curation/sources',
  'home',
];
const NAMES = new RegExp(`${SECRET}|First Person`);

/** A tenant of its own with an administrator, and where its people sign in. */
async function secondTenant() {
  const call = await signedCall(platform);
  await call('PUT', '/tenant', { id: TENANT, name: 'second house' });
  const query = `?tenant=${TENANT}`;
  const born = { full_name: 'Second Person', date_of_birth: Date.UTC(1990, 1, 3) };
  const { id: user } = await call<Made>('PUT', `/cluster/user${query}`, born);
  const who = { login: 'second.person', password: 'wide-blue-harbour-9' };
  const account = { user, login_id: who.login, password: who.password, scope: ['Tenant Administrator'] };
  await call('PUT', `/cluster/user/account${query}`, { ...account, must_change: false });
  const base = new URL(platform.base);
  base.hostname = HOST;
  return { base: base.origin, who };
}

const places = placesOf(await fillFirst());

test('[SEC-02] what the first tenant keeps stands at these addresses, and in these lists, for its own administrator', async () => {
  // nothing answers at the address of the source
  await cleanVisit(browser, { base: platform.base, expected: /422/ }, async (page) => {
    await arrive(page, platform.admin);
    for (const [address, words] of places) {
      await page.goto(address);
      await matches(() => page.content(), NAMES);
      await settled(page);
      assert.equal(await page.getByText(words).count(), 0, address);
    }
    for (const list of LISTS) {
      await page.goto(`/toolkit/${list}`);
      await page.getByText(NAMES).first().waitFor();
    }
  });
});

test('[SEC-02] [ROL-21] the administrator of a second tenant finds nothing of the first, in lists or by its ids', async () => {
  const { base, who } = await secondTenant();
  await cleanVisit(browser, { base }, async (page) => {
    const answers: Promise<string | null>[] = [];
    const tells = async (response: Response): Promise<string | null> => {
      const text = await response.text().catch(() => '');
      return NAMES.test(text) ? response.url() : null;
    };
    page.on('response', (response) => answers.push(tells(response)));
    // Node knows no names below localhost, a browser does
    await signIn(page, who);
    for (const [address, words] of places) {
      await page.goto(address);
      await page.getByText(words).first().waitFor();
    }
    for (const list of LISTS) {
      await page.goto(`/toolkit/${list}`);
      await settled(page);
      assert.equal(await page.getByText(NAMES).count(), 0, list);
    }
    const told = await Promise.all(answers);
    assert.ok(told.length > places.length);
    assert.deepEqual(new Set(told), new Set([null]));
  });
});
