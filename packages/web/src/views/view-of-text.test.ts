import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { newView, type ViewBucket, type ViewDefinition } from './definition.ts';
import { viewRequest } from './request.ts';
import { viewOfText } from './view-of-text.ts';

const COUNT = { id: 'count', function: 'count', field: null } as const;
const search = {
  text: 'fox/dog',
  filters: [
    { field: 'kw1', operator: 'is', value: 'a' },
    { field: 'kw2', operator: 'is not', value: 'b' },
  ],
  time: { field: 'ts1', from: 'now-1y' },
} as const;
const view: ViewDefinition = {
  ...newView('t1'),
  search,
  buckets: [
    { id: 'b1', function: 'date_histogram', field: 'ts1', calendar: 'month' },
    { id: 'b2', function: 'terms', field: 'kw1', size: 7, orderBy: 'm1', order: 'asc' },
  ],
  metrics: [COUNT, { id: 'm1', function: 'avg', field: 'num1', label: 'Mean', unit: 'm' }],
};
const textOf = (given: ViewDefinition) => JSON.stringify(viewRequest(given, 'UTC'));
const readBack = (given: ViewDefinition, before = given) => viewOfText(before, textOf(given), 'UTC');

test('[QRY-22] [VIS-15] the request of a view gives the view again', () => {
  assert.deepEqual(readBack(view), view);
  assert.deepEqual(readBack({ ...view, visual: 'Metric', buckets: [] }), { ...view, visual: 'Metric', buckets: [] });
  const groups: readonly ViewBucket[] = [
    { id: 'b1', function: 'terms', field: 'kw1', size: 5 },
    { id: 'b1', function: 'terms', field: 'kw1', size: 5, orderBy: '_key', order: 'asc' },
    { id: 'b1', function: 'significant_terms', field: 'kw1', size: 10 },
    { id: 'b1', function: 'significant_text', field: 'txt1', size: 50 },
    { id: 'b1', function: 'histogram', field: 'num1', interval: 2.5 },
    { id: 'b1', function: 'range', field: 'num1', ranges: [{ to: 5 }, { from: 5 }] },
    { id: 'b1', function: 'geohash_grid', field: 'pt1', precision: 4, size: 100 },
    { id: 'b1', function: 'terms', field: 'items.kw1', size: 5, nested: ['items'], count: 'parents' },
    { id: 'b1', function: 'terms', field: 'items.kw1', size: 5, nested: ['items'], count: 'children' },
  ];
  for (const group of groups) {
    const metrics = [COUNT, { id: 'm1', function: 'median', field: 'num1' }] as const;
    const given = { ...view, buckets: [group], metrics };
    assert.deepEqual(readBack(given, { ...newView('t1'), search }), given, group.function);
  }
});

test('[QRY-22] [VIS-15] groups along the axis are asked for behind their series, and stand before them in the view again', () => {
  const turned = { ...view, buckets: [...view.buckets].reverse() };
  for (const visual of ['Line', 'Heatmap', 'Table', 'Pie'] as const) {
    assert.deepEqual(readBack({ ...view, visual }), { ...view, visual });
    // bars by kind, cut by month
    assert.deepEqual(readBack({ ...turned, visual }), { ...turned, visual });
  }
  const before = { ...view, buckets: [] };
  assert.deepEqual(readBack(view, before)?.buckets, view.buckets);
  assert.deepEqual(readBack(turned, before)?.buckets, turned.buckets);
});

test('[VIS-12] [VIS-15] the text of a table of records gives it again; its order and columns change with the text', () => {
  const columns = [
    { field: 'kw1', value_type: ValueType.Keyword },
    { field: 'num1', value_type: ValueType.Double, total: 'sum' },
    { field: 'ts1', value_type: ValueType.Date, label: 'When' },
  ] as const;
  const table: ViewDefinition = { ...view, visual: 'Table', rows: 'records', columns };
  assert.deepEqual(readBack(table), table);
  const ordered = { ...table, sort: { field: 'num1', order: 'desc' } } as const;
  assert.deepEqual(readBack(ordered, table), ordered);
  assert.deepEqual(readBack(table, ordered), table);
  const [kw1, num1, ts1] = columns;
  for (const fewer of [
    [kw1, num1],
    [ts1, num1, kw1],
  ]) {
    assert.deepEqual(readBack({ ...table, columns: fewer }, table), { ...table, columns: fewer });
  }
  const unknown = JSON.stringify({ ...viewRequest(table, 'UTC'), _source: ['kw1', 'num1', 'other'] });
  assert.equal(viewOfText(table, unknown, 'UTC'), null);
  assert.equal(viewOfText(table, JSON.stringify({ ...viewRequest(table, 'UTC'), size: 5 }), 'UTC'), null);
});

test('[QRY-22] [VIS-15] what is changed in the text changes in the view; names and units stay', () => {
  const changed = textOf(view).replace('"month"', '"year"').replace('"size":7', '"size":3').replace('"a"', '"c"');
  const [first, second] = view.buckets;
  assert.ok(first && second);
  assert.deepEqual(viewOfText(view, changed, 'UTC'), {
    ...view,
    search: { ...search, filters: [{ ...search.filters[0], value: 'c' }, search.filters[1]] },
    buckets: [
      { ...first, calendar: 'year' },
      { ...second, size: 3 },
    ],
  });
  const off = { field: 'kw3', operator: 'exists', disabled: true } as const;
  const withOff = { ...view, search: { ...search, filters: [...search.filters, off] } };
  assert.deepEqual(readBack(withOff), withOff, 'a filter that is switched off is not in the text, and stays');
});

test('[QRY-22] [API-31] a filter in the text keeps every digit of a number beyond 2^53', () => {
  const text = '{"query":{"bool":{"filter":[{"term":{"long1":9007199254740993}}]}},"size":0,"aggs":{}}';
  assert.match(JSON.stringify(viewOfText(newView('t1'), text, 'UTC')?.search.filters ?? text), /9007199254740993/);
});

test('[QRY-22] ranges of dates are more than a view can show', () => {
  const ranged = { ...view, buckets: [{ id: 'b1', function: 'range', field: 'ts1', ranges: [{ from: 5 }] }] } as const;
  assert.equal(readBack(ranged, view)?.buckets[0]?.ranges?.length, 1);
  assert.equal(viewOfText(view, textOf(ranged).replace('"from":5', '"from":"now-1d"'), 'UTC'), null);
});

test('[QRY-22] text that says more than a view can show gives none', () => {
  const filtered = (clause: object) => ({ size: 0, query: { bool: { filter: [clause] } } });
  for (const shown of [filtered({ term: { kw1: 'a' } }), { size: 0, aggs: { a: { terms: { field: 'kw1' } } } }])
    assert.notEqual(viewOfText(view, JSON.stringify(shown), 'UTC'), null, JSON.stringify(shown));
  for (const more of [
    filtered({ regexp: { kw1: 'a' } }),
    { size: 0, query: { regexp: { kw1: 'a' } } },
    { size: 5 },
    { size: 0, aggs: { a: { composite: { sources: [{ k: { terms: { field: 'kw1' } } }] } } } },
    { size: 0, aggs: { a: { terms: { field: 'kw1' } }, b: { terms: { field: 'kw2' } } } },
    { size: 0, aggs: { a: { terms: { field: 'kw1', missing: 'x', order: { _count: 'desc' } } } } },
    { size: 0, aggs: { a: { percentiles: { field: 'num1' } } } },
  ]) {
    assert.equal(viewOfText(view, JSON.stringify(more), 'UTC'), null, JSON.stringify(more));
  }
  assert.throws(() => viewOfText(view, '{', 'UTC'), SyntaxError);
  assert.throws(() => viewOfText(view, '{"query": {"nothing": {}}}', 'UTC'), /nothing/);
});
