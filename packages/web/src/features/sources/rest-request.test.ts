import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestOf, requestSettings } from './rest-request.ts';

test('[SRC-20] headers, parameters, body and paging are edited and come back as they were kept', () => {
  const settings = [
    {
      headers: [{ name: 'x-team', value: 'sales' }],
      query: [{ name: 'since', value: '' }],
      body: { kind: 'raw', raw: 'xml', text: '<a/>' },
      paging: { kind: 'offset', param: 'skip', limit: 50, by: 'pages', start: 1, limit_param: 'take' },
    },
    {
      headers: [],
      query: [],
      body: { kind: 'raw', raw: 'json', text: '{}' },
      paging: { kind: 'offset', in: 'body', param: 'page.from', limit: 50, by: 'rows' },
    },
    {
      headers: [],
      query: [],
      body: { kind: 'form-data', fields: [{ name: 'a', value: 'b' }] },
      paging: { kind: 'next' },
    },
    {
      headers: [],
      query: [],
      body: { kind: 'binary', base64: 'eA==' },
      paging: { kind: 'cursor', param: 'c', path: 'd.e' },
    },
    {
      headers: [],
      query: [],
      body: { kind: 'raw', raw: 'json', text: '{}' },
      paging: { kind: 'cursor', in: 'body', param: 'page.after', path: 'next' },
    },
  ];
  for (const one of settings) assert.deepEqual(requestSettings(requestOf(one)), one);
});

test('[SRC-20] a new request has no body and one page; lines without a name are left out', () => {
  const form = { ...requestOf(undefined), headers: [{ name: ' ', value: 'x' }] };
  assert.deepEqual(requestSettings(form), { headers: [], query: [], body: { kind: 'none' }, paging: { kind: 'none' } });
});
