import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorOf, platformForFile } from '@datasarana/testkit';

const { platform, engineer } = await platformForFile();
const door = await doorOf(platform.url, engineer);

test('[SEC-10] a setting whose name leads to the prototype of objects reaches none', async () => {
  const names = ['__proto__.reached', 'analysis.__proto__.reached', 'index.analysis.analyzer.__proto__.reached'];
  for (const [i, name] of names.entries()) {
    for (const settings of [{ [name]: 'x' }, { 'index.constructor.prototype.reached': 'x' }])
      await door('PUT', `/rows${i}`, { settings });
    await door('PUT', '/_cluster/settings', { persistent: { [name]: 'x' } });
    assert.equal(Reflect.get({}, 'reached'), undefined, name);
    assert.equal(Reflect.get(Object, 'reached'), undefined, name);
  }
  assert.ok((await door('GET', '/_cluster/settings')).text.includes('"__proto__":{"reached":"x"}'));
  const other = await (await platform.b.as('data engineer')).call('GET', '/session/user');
  assert.equal(other.code, 30, 'another tenant is not touched');
});
