import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SchemaItem, ValueType } from '@datasarana/schema';
import { recordName, referableItems, relationOf, relationshipOf, typedQuery, valueQuery } from './linked-record.ts';

const item = (name: string, value_type: number, more: Partial<SchemaItem> = {}): SchemaItem =>
  ({ id: name, name, value_type, mandatory: false, can_search: true, items: [], ...more }) as SchemaItem;

const ITEMS = [
  item('_id', ValueType.Keyword, { system: true }),
  item('no1', ValueType.Integer, { is_key: true }),
  item('kw1', ValueType.Keyword),
  item('txt1', ValueType.Text),
];

test('[SCH-21] a relationship names a schema or template, and the item whose value is kept', () => {
  assert.deepEqual(relationOf('user'), { target: 'user', item: 'id' });
  assert.deepEqual(relationOf('user#'), { target: 'user', item: 'id' });
  assert.deepEqual(relationOf(null), { target: '', item: 'id' });
  for (const text of ['user', 'customers#code']) assert.equal(relationshipOf(relationOf(text)), text);
  assert.deepEqual(
    referableItems(ITEMS).map(({ name }) => name),
    ['kw1'],
  );
});

test('[TPL-39] a linked record is called by its name, else its key, else its first words', () => {
  assert.equal(recordName(ITEMS, { name: 'Acme', no1: 7 }), 'Acme');
  assert.equal(recordName(ITEMS, { no1: 0, kw1: 'b' }), '0');
  assert.equal(recordName(ITEMS, { no1: null, kw1: '', txt1: 'some words' }), 'some words');
  assert.equal(recordName(ITEMS, {}), null);
});

test('[SCH-21] records are looked for in all their words, and by the value that is kept', () => {
  assert.deepEqual(typedQuery(ITEMS, ' '), { match_all: {} });
  assert.deepEqual(typedQuery(ITEMS, 'a*b '), {
    bool: {
      should: [
        { wildcard: { kw1: { value: '*a\\*b*', case_insensitive: true } } },
        { match_phrase_prefix: { txt1: 'a*b' } },
        { ids: { values: ['a*b'] } },
      ],
    },
  });
  assert.deepEqual(valueQuery({ target: 't', item: 'id' }, 'x'), { ids: { values: ['x'] } });
  assert.deepEqual(valueQuery({ target: 't', item: 'code' }, 'x'), { term: { code: 'x' } });
});
