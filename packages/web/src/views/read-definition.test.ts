import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import fc from 'fast-check';
import { newView, type ViewDefinition } from './definition.ts';
import { readDefinition } from './read-definition.ts';
import { mapPointsRequest, recordsRequest, viewRequest } from './request.ts';

const whole: ViewDefinition = {
  title: 'Height over time',
  dataset: 't1',
  visual: 'Line',
  search: {
    text: 'a',
    filters: [
      { field: 'kw1', operator: 'is', value: 'x', nested: 'list1', disabled: true },
      { field: 'num1', operator: 'between', from: 1, to: 5 },
      { field: 'kw2', operator: 'is missing' },
    ],
    time: { field: 'ts1', from: 'now-1y', to: 'now' },
  },
  buckets: [
    { id: 'b1', function: 'date_histogram', field: 'ts1', calendar: 'quarter' },
    {
      id: 'b2',
      function: 'terms',
      field: 'kw1',
      size: 7,
      orderBy: 'm1',
      order: 'asc',
      nested: ['l'],
      count: 'parents',
    },
    { id: 'b3', function: 'range', field: 'num1', ranges: [{ to: 5 }, { from: 5, to: 9 }, {}] },
    { id: 'b4', function: 'histogram', field: 'num1', interval: 0.5 },
    { id: 'b5', function: 'geohash_grid', field: 'pt1', precision: 5 },
  ],
  metrics: [
    { id: 'count', function: 'count', field: null },
    {
      id: 'm1',
      function: 'avg',
      field: 'num1',
      nested: ['l'],
      label: 'Mean',
      unit: 'm',
      format: { style: 'duration', decimals: 2, thousands: false, of: 'ms' },
    },
  ],
  rows: 'records',
  columns: [{ field: 'num1', value_type: 2, label: 'Height', unit: 'm', format: { style: 'bytes' }, total: 'sum' }],
  sort: { field: 'num1', order: 'desc' },
  point: 'pt1',
  shapes: true,
  options: {
    stack: true,
    legend: 'none',
    gridLines: false,
    leftAxis: 'm',
    bottomAxis: 'Years',
    smooth: true,
    labels: true,
    tooltip: false,
    mapStyle: 'dark',
    colours: { x: 'ff00AA' },
  },
};

test('[VIS-04] every part of a view that the designer stored comes back', () => {
  assert.deepEqual(readDefinition(JSON.parse(JSON.stringify(whole)), 'other'), whole);
});

test('[VIS-04] what another client left out, or wrote null for, is as in a new view', () => {
  const fresh = newView('t1');
  const nulls = Object.fromEntries(Object.keys(whole).map((name) => [name, null]));
  for (const stored of [{}, nulls, undefined, null, [], 'x', { search: {} }, { options: [], metrics: [] }])
    assert.deepEqual(readDefinition(stored, 't1'), fresh);
  const search = { text: null, filters: null, time: null };
  assert.deepEqual(readDefinition({ title: 'T', search }, 't1'), { ...fresh, title: 'T' });
  const time = { field: 'ts1', from: null, to: 1_700_000_000_000 };
  assert.deepEqual(readDefinition({ search: { time } }, 't1').search.time, { field: 'ts1', to: '1700000000000' });
});

test('[VIS-04] of a list that holds something else the sound entries are read, and get the ids they lack', () => {
  const { buckets, metrics, columns, search, sort } = readDefinition(
    {
      buckets: [
        null,
        { function: 'terms' },
        { function: 'terms', field: 'kw1', size: '7' },
        { function: 'x', field: 'kw1' },
      ],
      metrics: [{ function: 'sum' }, { function: 'sum', field: 'num1', format: { style: 'number', decimals: 1e6 } }, 7],
      columns: [{ field: 'kw1' }, { field: 5 }, {}],
      search: { filters: [{ field: 'kw1', operator: 'is' }, { field: 'kw1', operator: 'exists', value: null }, null] },
      sort: { field: 'kw1' },
    },
    't1',
  );
  assert.deepEqual(buckets, [{ id: 'b3', function: 'terms', field: 'kw1' }]);
  assert.deepEqual(metrics, [{ id: 'm2', function: 'sum', field: 'num1', format: { style: 'number' } }]);
  assert.deepEqual(columns, [{ field: 'kw1', value_type: ValueType.Keyword }]);
  assert.deepEqual(search.filters, [{ field: 'kw1', operator: 'exists' }]);
  assert.deepEqual(sort, { field: 'kw1', order: 'asc' });
});

test('[VIS-04] whatever a part of a view is, its search can be made', () => {
  const names = Object.keys(whole) as (keyof ViewDefinition)[];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, part) => {
      const view = readDefinition({ ...whole, [name]: part }, 't1');
      for (const request of [viewRequest(view, 'UTC'), recordsRequest(view), mapPointsRequest(view, [])])
        assert.doesNotThrow(() => JSON.stringify(request));
      return true;
    }),
  );
});
