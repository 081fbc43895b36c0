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

test('[SEC-10] what every object of JavaScript has is, as a name, one that nobody knows', async () => {
  const mappings = {
    properties: { day: { type: 'date' }, number: { type: 'integer_range' }, days: { type: 'date_range' } },
  };
  await door('PUT', '/inherited', { mappings });
  for (const name of ['constructor', '__proto__', 'toString', 'valueOf']) {
    const calls: readonly (readonly [method: string, path: string, body: string])[] = [
      ['PUT', '/inherited/_doc/1', `{"number":{"gte":1,"${name}":3}}`],
      ['PUT', '/inherited/_doc/2', `{"days":{"${name}":3}}`],
      ['POST', '/inherited/_search', `{"aggs":{"x":{"date_histogram":{"field":"day","calendar_interval":"${name}"}}}}`],
      ['POST', '/inherited/_search', `{"query":{"range":{"day":{"gte":"2024","format":"${name}"}}}}`],
      ['POST', '/_analyze', `{"tokenizer":"standard","char_filter":["${name}"],"text":"a"}`],
      ['POST', '/_analyze', `{"tokenizer":"standard","char_filter":[{"type":"${name}"}],"text":"a"}`],
    ];
    for (const [method, path, body] of calls) {
      const { status, text } = await door(method, path, body);
      assert.equal(status, 400, `${method} ${path} ${body}: ${text}`);
    }
  }
});
