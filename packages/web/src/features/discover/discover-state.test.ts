import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import {
  intervalFor,
  knownOf,
  pillOn,
  pillWords,
  readState,
  searchOf,
  togglePill,
  writeFilters,
} from './discover-state.ts';
import { typedValue } from './typed-value.ts';

test('[QRY-18, QRY-19] quick ranges become date math; -1 filters nothing', () => {
  const state = readState({ range: 'week' });
  assert.deepEqual(searchOf(state, 'ts1').time, { field: 'ts1', from: 'now-1w' });
  assert.equal(searchOf(readState({}), 'ts1').time, undefined);
  assert.deepEqual(searchOf(readState({ range: '2020-01-01..2021-01-01' }), 'ts1').time, {
    field: 'ts1',
    from: '2020-01-01',
    to: '2021-01-01',
  });
});

test('[SCR-14] the whole state goes into the address and comes back', () => {
  const filters = [{ field: 'key1', operator: 'is not' as const, value: 'x' }];
  const state = readState({ template: 't', q: 'a', f: writeFilters(filters) ?? '', sort: 'num1:asc', columns: 'a,b' });
  assert.deepEqual(state.filters, filters);
  assert.deepEqual(state.sort, { field: 'num1', order: 'asc' });
  assert.deepEqual(state.columns, ['a', 'b']);
});

test('[SCR-14] an address written by hand cannot break the screen', () => {
  assert.deepEqual(readState({ f: '[{"field":1},null,"x",{"field":"a","operator":"drop"}]' }).filters, []);
  assert.deepEqual(readState({ f: 'not json' }).filters, []);
});

test('[SCR-14] columns and an order that name no field of the template are left out', () => {
  const fields = ['key1', 'num1'].map((name) => ({ name, label: name, value_type: ValueType.Keyword }));
  const of = (sort: string, columns: string) => {
    const { sort: order, columns: shown } = knownOf(readState({ sort, columns }), fields);
    return [order, shown];
  };
  assert.deepEqual(of('num1:asc', 'key1,gone'), [{ field: 'num1', order: 'asc' }, ['key1']]);
  assert.deepEqual(of('gone:asc', 'gone'), [null, []]);
});

test('[QRY-02] a pill is added once and taken away by the same gesture', () => {
  const pill = { field: 'key1', operator: 'is' as const, value: 'x' };
  assert.deepEqual(togglePill([], pill), [pill]);
  assert.deepEqual(togglePill([pill], { ...pill }), []);
  assert.equal(pillWords({ ...pill, operator: 'is not' }), 'key1 is not x');
});

test('[QRY-23] a filter on a field under Nested is on the innermost list of objects around it', () => {
  const field = (name: string, nested?: readonly string[]) => ({
    name,
    label: name,
    value_type: ValueType.Keyword,
    ...(nested && { nested }),
  });
  const fields = [field('code'), field('crew.name', ['crew']), field('crew.kit.tool', ['crew', 'crew.kit'])];
  assert.deepEqual(
    ['code', 'crew.name', 'crew.kit.tool', 'gone'].map((name) => pillOn(fields, name)),
    [
      { field: 'code' },
      { field: 'crew.name', nested: 'crew' },
      { field: 'crew.kit.tool', nested: 'crew.kit' },
      { field: 'gone' },
    ],
  );
});

test('[QRY-02] [API-31] a value typed into a filter is a number on a field of numbers, as long as it keeps every digit', () => {
  const fields = [
    { name: 'long1', label: 'long1', value_type: ValueType.Long },
    { name: 'code', label: 'code', value_type: ValueType.Keyword },
  ];
  assert.equal(typedValue(fields, 'long1', ' 5 '), 5);
  assert.equal(typedValue(fields, 'long1', '9007199254740993'), '9007199254740993');
  assert.equal(typedValue(fields, 'long1', 'many'), 'many');
  assert.equal(typedValue(fields, 'code', '007'), '007');
});

test('[AGG-10] the histogram chooses an interval that shows a shape', () => {
  assert.equal(intervalFor(0), 'day');
  assert.equal(intervalFor(3_600_000), 'minute');
  assert.equal(intervalFor(30 * 86_400_000), 'day');
  assert.equal(intervalFor(12 * 365 * 86_400_000), 'month');
});
