import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformClient } from '../scripts/demo/platform-client.ts';
import { startPlatform } from './platform.ts';

test('[APP-12] the platform started from its sources takes calls, and finds its threads and files beside them', async (t) => {
  const platform = await startPlatform({ fromSources: true });
  t.after(platform.remove);
  // the first start has written records, which a thread does
  await new PlatformClient(platform.base).signIn(platform.admin.login, platform.admin.password);
  const script = await fetch(`${platform.base}/api/docs/start.js`);
  assert.equal(script.status, 200);
  assert.match(await script.text(), /SwaggerUIBundle/);
});
