import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { newView, type ViewDefinition } from '../definition.ts';
import { missingFor } from '../missing.ts';
import { matchesRequest, recordsRequest, summaryRequest, viewRequest } from '../request.ts';
import { recordsCsv } from '../result-csv.ts';
import { resultTable } from '../result-table.ts';
import { isSortable, valueAt } from './value-at.ts';

const view: ViewDefinition = {
  ...newView('t1'),
  visual: 'Table',
  rows: 'records',
  buckets: [{ id: 'b1', function: 'terms', field: 'kw1' }],
  search: { text: '', filters: [{ field: 'kw1', operator: 'is', value: 'a' }] },
  columns: [
    { field: 'kw1', value_type: ValueType.Keyword, label: '=Kind' },
    { field: 'obj.num1', value_type: ValueType.Double, unit: 'm', total: 'sum' },
    { field: 'ts1', value_type: ValueType.Date },
  ],
};
const query = { bool: { filter: [{ term: { kw1: { value: 'a' } } }] } };
const aggs = { 'total_obj.num1': { sum: { field: 'obj.num1' } } };

test('[VIS-12] a table of records asks for its columns in an order that stays, and for totals of all records', () => {
  const page = { size: 200, track_total_hits: true, query, _source: ['kw1', 'obj.num1', 'ts1'] };
  const newest = [{ _ts: 'desc' }, { _doc: 'asc' }];
  assert.deepEqual(viewRequest(view, 'UTC'), { ...page, sort: newest, aggs });
  assert.deepEqual(recordsRequest(view), { ...page, sort: newest });
  assert.deepEqual(summaryRequest(view, 'UTC'), { size: 0, track_total_hits: true, query, aggs });
  assert.deepEqual(recordsRequest({ ...view, sort: { field: 'obj.num1', order: 'desc' } }).sort, [
    { 'obj.num1': { order: 'desc', missing: '_last' } },
    { _doc: 'asc' },
  ]);
});

test('[API-32] a download is asked for in the order that was chosen, and without one as it can be read', () => {
  assert.deepEqual(matchesRequest(view.search, null), { query });
  assert.deepEqual(matchesRequest(view.search, { field: 'num1', order: 'asc' }), {
    query,
    sort: [{ num1: { order: 'asc', missing: '_last' } }],
  });
});

test('[VIS-12] groups stay with a table of records and come back when it lists groups again', () => {
  assert.deepEqual(Object.keys(Object(viewRequest({ ...view, rows: 'groups' }, 'UTC').aggs)), ['b1']);
  assert.deepEqual(Object.keys(Object(viewRequest({ ...view, visual: 'Pie' }, 'UTC').aggs)), ['b1']);
});

test('[VIS-12] totals are read out of the answer', () => {
  const table = resultTable(view, {
    took: 1,
    hits: { total: { value: 3, relation: 'eq' }, hits: [] },
    aggregations: { 'total_obj.num1': { value: 7.5 } },
  });
  assert.deepEqual([table.total, table.rows.map(({ figures }) => figures)], [3, [[7.5]]]);
});

test('[VIS-20] a table of records without columns says what is missing', () => {
  assert.match(missingFor({ ...view, columns: [] }) ?? '', /Choose the fields to show/);
  assert.equal(missingFor(view), null);
});

test('[VIS-19] [SEC-04] [FMT-08] the records shown as CSV: heads by their labels, nothing is run, dates in UTC', () => {
  const hits = [
    { _id: '1', _source: { kw1: '+x', obj: { num1: 1.25 }, ts1: Date.UTC(2024, 1, 3) } },
    { _id: '2', _source: { 'obj.num1': -2 } },
  ];
  assert.equal(recordsCsv(view, hits), "'=Kind,obj.num1,ts1\r\n'+x,1.25,2024-02-03T00:00:00.000Z\r\n,-2,\r\n");
});

test('[VIS-12] values are found by dotted names; words, lists and places give no order', () => {
  assert.equal(valueAt({ _id: '1', _source: { a: { b: [1, 2] } } }, 'a.b.c'), undefined);
  assert.deepEqual(
    [ValueType.Keyword, ValueType.Date, ValueType.Double, ValueType.Text, ValueType.Array, ValueType.GeoPoint].map(
      isSortable,
    ),
    [true, true, true, false, false, false],
  );
});
