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
    await door('PUT', '/_cluster/settings', { persistent: { [`logger.${name}`]: 'x' } });
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

test('[SEC-10] a text, an analyser and a template are refused beyond what one call may take of the thread all wait for', async () => {
  const explained = (body: object) => door('POST', '/_analyze', { explain: true, ...body });
  const refusals: readonly (readonly [ReturnType<typeof door>, RegExp])[] = [
    [door('POST', '/_analyze', { text: ['a'.repeat(500_000), 'b'.repeat(500_001)] }), /have \[1000001\] characters/],
    [explained({ text: 'a', filter: Array(51).fill('lowercase') }), /at most 50 of \[filter\], not 51/],
    [explained({ text: 'a', char_filter: Array(51).fill('html_strip') }), /at most 50 of \[char_filter\]/],
    [
      explained({ text: 'a b '.repeat(4500), tokenizer: 'standard', filter: Array(50).fill('trim') }),
      /too much of the text/,
    ],
    [door('PUT', '/_index_template/wide', { index_patterns: Array(1001).fill('a') }), /at most \[1000\] patterns/],
    [
      door('POST', '/_index_template/_simulate', { index_patterns: Array(1001).fill('a') }),
      /at most \[1000\] patterns/,
    ],
    [
      door('PUT', '/_cluster/settings', {
        transient: Object.fromEntries(Array.from(Array(1001).keys(), (i) => [i, 1])),
      }),
      /more than \[1000\] settings/,
    ],
  ];
  for (const [asked, reason] of refusals) {
    const { status, json } = await asked;
    assert.equal(status, 400, `${reason}`);
    assert.match(json.error.reason, reason);
  }
  const most = await explained({ text: 'A b', tokenizer: 'standard', filter: Array(50).fill('lowercase') });
  assert.equal(most.json.detail.tokenfilters.length, 50);
  assert.equal(most.json.detail.tokenfilters[49].tokens[0].token, 'a');
});

test('[SEC-10] filters of characters make no more of a text together than one of them may', async () => {
  const grown = { type: 'mapping', mappings: ['a => aaaaaaaa'] };
  const { json } = await door('POST', '/_analyze', {
    text: 'a'.repeat(100),
    tokenizer: 'standard',
    filter: [{ type: 'limit', max_token_count: 1 }],
    char_filter: Array(7).fill(grown),
    explain: true,
  });
  const lengths = json.detail.charfilters.map(
    ({ filtered_text: [text] }: { readonly filtered_text: string[] }) => text?.length,
  );
  assert.deepEqual(lengths.slice(0, 2), [800, 6400]);
  assert.ok(Math.max(...lengths) <= 1_000_800, `${lengths}`);
});

test('[SEC-10] a body nested deeper than anything can walk over is refused, wherever it is sent', async () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const calls: readonly (readonly [method: string, path: string, before: string])[] = [
    ['PUT', '/_cluster/settings', '{"transient":'],
    ['PUT', '/deep', '{"settings":'],
    ['PUT', '/_component_template/deep', '{"template":'],
    ['POST', '/_aliases', '{"actions":'],
  ];
  for (const [method, path, before] of calls) {
    const { status, text } = await door(method, path, `${before}${deep(20_000)}}`);
    assert.equal(status, 400, `${path}: ${text.slice(0, 200)}`);
    assert.match(text, /nested deeper than 1000 levels/);
    assert.notEqual((await door(method, path, `${before}${deep(900)}}`)).status, 500, path);
  }
});
