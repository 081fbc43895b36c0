import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../index.ts';
import { expandQueryString } from './expand.ts';
import type { SearchableField } from './fields.ts';

const KNOWN: readonly SearchableField[] = [
  { name: 'txt1', type: 'text', lowerCase: true },
  { name: 'num1', type: 'long', lowerCase: false },
];

const expanded = (given: object) => {
  const query = parseQuery({ query_string: given });
  assert.equal(query.kind, 'query_string');
  return query.kind === 'query_string' ? expandQueryString(query, KNOWN) : query;
};

test('[QRY-21] a star alone is every document only where no fields are said', () => {
  const all = { kind: 'match_all', boost: 1 };
  const exists = (field: string) => ({ kind: 'exists', field, boost: 1 });
  assert.deepEqual(expanded({ query: '*' }), all);
  assert.deepEqual(expanded({ query: '*', default_field: '*' }), all);
  assert.deepEqual(expanded({ query: '*:*', default_field: 'txt1' }), all);
  assert.deepEqual(expanded({ query: '*', default_field: 'txt1' }), exists('txt1'));
  assert.deepEqual(expanded({ query: '(*)', fields: ['txt*'] }), exists('txt1'));
  const both = expanded({ query: '*', fields: ['txt1', 'num1'] });
  assert.equal(both.kind === 'dis_max' && both.queries.length, 2);
  assert.deepEqual(expanded({ query: '*', default_field: 'none' }), exists('none'));
});

test('[QRY-21] a star before a colon means all fields, whichever others are looked in', () => {
  const fieldsIn = (given: object) => {
    const query = expanded(given);
    return query.kind === 'multi_match' ? query.fields.map(({ field }) => field) : query;
  };
  for (const field of [{}, { fields: ['txt1'] }, { default_field: 'txt1' }])
    assert.deepEqual(fieldsIn({ query: '*:fox', ...field }), ['txt1', 'num1']);
});
