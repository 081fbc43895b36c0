/** A second tenant of the platform: nothing of the first shows, whichever of its ids somebody writes into an address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { cleanVisit, settled, signIn } from './browser.ts';
import { addPerson, deployTemplate, signedCall } from './platform.ts';
import { openStage } from './stage.ts';

const { browser, platform } = await openStage();
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
  return { template, batch, view, workspace, group, user };
}

/** A tenant of its own with an administrator. */
async function secondTenant() {
  const call = await signedCall(platform);
  const { id: tenant } = await call<Made>('PUT', '/tenant', { name: 'second house' });
  const query = `?tenant=${tenant}`;
  const born = { full_name: 'Second Person', date_of_birth: Date.UTC(1990, 1, 3) };
  const { id: user } = await call<Made>('PUT', `/cluster/user${query}`, born);
  const who = { login: 'second.person', password: 'wide-blue-harbour-9' };
  const account = { user, login_id: who.login, password: who.password, scope: ['Tenant Administrator'] };
  await call('PUT', `/cluster/user/account${query}`, { ...account, must_change: false });
  return { tenant, who };
}

test('[SEC-02] [ROL-21] the administrator of a second tenant finds nothing of the first, in lists or by its ids', async () => {
  const first = await fillFirst();
  const { tenant, who } = await secondTenant();
  const absent: readonly (readonly [string, RegExp])[] = [
    [`/toolkit/dev/templates/${first.template}`, /No such template/],
    [`/toolkit/analytic/discover?template=${first.template}`, /No such template/],
    [`/toolkit/analytic/discover?template=${first.template}&edit=new`, /No such template/],
    [`/toolkit/analytic/views/${first.view}`, /No such view/],
    [`/toolkit/analytic/workspaces/${first.workspace}`, /No such workspace/],
    [`/toolkit/curation/batch/${first.batch}`, /No such batch/],
    [`/toolkit/curation/sources/${first.template}`, /No such source/],
    [`/toolkit/observability/ingestors/${first.template}`, /No such ingestor/],
    [`/toolkit/tenant/groups?open=${first.group}`, /No such group|Not found/],
    [`/toolkit/tenant?open=${first.user}`, /No such user|Not found/],
  ];
  const lists = ['tenant', 'tenant/groups', 'dev', 'analytic/views', 'analytic/workspaces', 'curation', 'home'];
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await page.route('**/app-config.json', async (route) => {
      const config = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...config, tenant_id: tenant } });
    });
    const told: string[] = [];
    page.on('response', async (response) => {
      const text = await response.text().catch(() => '');
      if (text.includes(SECRET) || text.includes('First Person')) told.push(response.url());
    });
    await signIn(page, who);
    for (const [address, words] of absent) {
      await page.goto(address);
      await page.getByText(words).first().waitFor();
    }
    for (const list of lists) {
      await page.goto(`/toolkit/${list}`);
      await settled(page);
      assert.equal(await page.getByText(SECRET).count(), 0, list);
    }
    assert.deepEqual(told, []);
  });
});
