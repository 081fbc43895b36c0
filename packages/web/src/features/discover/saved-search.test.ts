import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, asksTheSame, bodyOf, keptOf, savedSearch } from './saved-search.ts';

const address = { template: 't1', q: 'a AND b', range: '2000-01-01..', columns: 'x,y', sort: 'x:asc', open: 'd1' };
const search = { text: 'a AND b', filters: [] };
const record = { id: 's1', name: 'Mine', dataset: 't1', owner: { id: 'u1' }, ts_modified: 5 };

test('[SCR-07] a saved search keeps text, filters, time, columns and order, not the open record', () => {
  const saved = savedSearch({ ...record, body: bodyOf(address, search) });
  assert.deepEqual(saved.address, { q: 'a AND b', range: '2000-01-01..', columns: 'x,y', sort: 'x:asc' });
  assert.deepEqual([saved.dataset, saved.owner], ['t1', 'u1']);
  assert.ok('query' in JSON.parse(bodyOf(address, search)), 'any client can run it');
});

test('[SCR-07] opening a saved search takes away what it does not have', () => {
  const change = addressOf(savedSearch({ ...record, body: bodyOf({ q: 'x' }, search) }));
  assert.deepEqual(
    [change.q, change.f, change.columns, change.open, change.template, change.saved],
    ['x', undefined, undefined, undefined, 't1', 's1'],
  );
  assert.ok('f' in change && 'open' in change);
});

test('[SCR-07] a search counts as changed by what it asks for, not by where somebody looks', () => {
  assert.ok(asksTheSame(address, { ...keptOf(address), open: 'other' }));
  assert.ok(!asksTheSame(address, { ...address, sort: 'x:desc' }));
});

test('[SCR-07] a body somebody else wrote opens as the whole template', () => {
  for (const body of [null, '', 'no json', '{"query":{"match_all":{}}}', '{"discover":[1]}', '{"discover":{"q":5}}'])
    assert.deepEqual(savedSearch({ ...record, body }).address, {});
});
