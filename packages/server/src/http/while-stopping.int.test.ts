import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPlatform } from '@datasarana/testkit';
import { buildApp } from '../app.ts';

test('[API-03] a call that comes while the platform stops is answered in the envelope', async () => {
  const { platform, stop } = await startPlatform();
  const app = await buildApp(platform.app.services);
  const answers: Response[] = [];
  app.addHook('preClose', async () => {
    for (const path of ['/api/session/user', '/api/nothing', '/']) answers.push(await fetch(`${url}${path}`));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await app.close();
  assert.equal(answers.length, 3);
  for (const answer of answers) {
    const { code, data, error } = (await answer.json()) as { code: number; data: null; error: { message: string } };
    assert.deepEqual([answer.status, code, data], [503, 31, null]);
    assert.equal(error.message, 'The platform is stopping');
    assert.equal(answer.headers.get('connection'), 'close');
  }
  await stop();
});
