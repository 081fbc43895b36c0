import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door, foreign } = await doorsForFile();

before(async () => {
  await door('PUT', '/t/_doc/1', { kw1: 'a', num1: 1 });
  await door('PUT', '/t/_doc/2', { kw1: 'b', num1: 2 });
});

const source = { query: { term: { 'kw1.keyword': '{{kw}}' } }, size: '{{size}}{{^size}}10{{/size}}' };
const keep = () => door('PUT', '/_scripts/by-kw', { script: { lang: 'mustache', source } });

test('[QRY-01] a search template is kept, told, written out, searched by and forgotten', async () => {
  assert.deepEqual((await keep()).json, { acknowledged: true });
  const text = JSON.stringify(source);
  assert.deepEqual((await door('GET', '/_scripts/by-kw')).json.script, {
    lang: 'mustache',
    source: text,
    options: { content_type: 'application/json; charset=UTF-8' },
  });
  const written = await door('POST', '/_render/template/by-kw', { params: { kw: 'a' } });
  assert.deepEqual(written.json.template_output, { query: { term: { 'kw1.keyword': 'a' } }, size: '10' });
  const found = await door('POST', '/t/_search/template', { id: 'by-kw', params: { kw: 'b' } });
  assert.deepEqual([found.json.status, found.json.hits.hits[0]._id], [200, '2']);
  const lines = ['{}', '{"id":"by-kw","params":{"kw":"a"}}', '{"index":"t"}', '{"id":"none"}'];
  const { responses } = (await door('POST', '/t/_msearch/template', `${lines.join('\n')}\n`)).json;
  assert.deepEqual([responses[0].hits.hits[0]._id, responses[1].status], ['1', 404]);
  const beside = await door('POST', '/t/_search/template?q=nobody&size=0&sort=num1:desc', {
    source: '{"sort":"num1"}',
  });
  assert.deepEqual(
    beside.json.hits.hits.map(({ _id }: { _id: string }) => _id),
    ['1', '2'],
    'the template alone says what is searched',
  );
  await door('PUT', '/_scripts/text', { script: { lang: 'mustache', source: '{}' } });
  assert.deepEqual((await door('GET', '/_scripts/text')).json.script, { lang: 'mustache', source: '{}' });
  assert.deepEqual((await door('DELETE', '/_scripts/by-kw')).json, { acknowledged: true });
  assert.equal((await door('GET', '/_scripts/by-kw')).status, 404);
  assert.equal((await door('DELETE', '/_scripts/by-kw')).status, 404);
});

test('[SEC-02] a kept template and what it finds belong to their tenant', async () => {
  await keep();
  assert.equal((await foreign('GET', '/_scripts/by-kw')).status, 404);
  assert.equal((await foreign('POST', '/_render/template', { id: 'by-kw' })).status, 404);
  assert.equal((await foreign('DELETE', '/_scripts/by-kw')).status, 404);
  assert.equal((await foreign('POST', '/t/_search/template', { source: '{}' })).status, 404);
  assert.equal((await foreign('POST', '/_search/template', { source: '{}' })).json.hits.total.value, 0);
  assert.equal((await door('GET', '/_scripts/by-kw')).status, 200);
});

test('[QRY-01] what is no template is refused in the words of OpenSearch', async () => {
  const missing = await door('POST', '/_render/template', {});
  assert.match(missing.json.error.reason, /1: template is missing;2: template's script type is missing;/);
  assert.equal((await door('POST', '/t/_search/template')).json.error.type, 'parse_exception');
  const unknown = await door('POST', '/_render/template', { source: '{}', foo: 1 });
  assert.match(unknown.json.error.reason, /\[search_template\] unknown field \[foo\]/);
  assert.match(
    (await door('POST', '/t/_search/template', { source: '' })).json.error.reason,
    /1: template is missing;/,
  );
  assert.match((await door('POST', '/t/_search/template', { id: 5 })).json.error.reason, /\[search_template\] id/);
  assert.equal((await door('POST', '/t/_search/template?size=x', { source: '{}' })).status, 400);
  for (const script of [{ source: [1] }, { source: '{}', options: { content_type: 'text/plain' } }])
    assert.equal((await door('PUT', '/_scripts/n', { script: { lang: 'mustache', ...script } })).status, 400);
  const open = await door('POST', '/_render/template', { source: '{{#a}}' });
  assert.deepEqual([open.status, open.json.error.lang], [400, 'mustache']);
  const painless = { script: { lang: 'painless', source: '1' } };
  assert.equal((await door('PUT', '/_scripts/p', painless)).status, 400);
  const run = await door('POST', '/_scripts/painless/_execute', { script: { source: '1' } });
  assert.match(run.json.error.reason, /^scripts are not run here/);
  const long = { script: { lang: 'mustache', source: 'x'.repeat(65_536) } };
  assert.match(
    (await door('PUT', '/_scripts/l', long)).json.error.reason,
    /size in bytes \[65535\] with size \[65536\]/,
  );
  const options = { script: { lang: 'mustache', source: '{}', options: { x: 'y' } } };
  assert.match((await door('PUT', '/_scripts/o', options)).json.error.reason, /^illegal compiler options/);
});
