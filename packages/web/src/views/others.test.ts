import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo } from './answer.fixture.ts';
import { chartOption, partsOf } from './chart-option.ts';
import { newView, type ViewBucket, type ViewDefinition } from './definition.ts';
import { pillsOf } from './picked.ts';
import { remarksOn } from './remarks.ts';
import { axisRequest, viewRequest } from './request.ts';
import { resultTable, withAxis } from './result-table.ts';
import { isSeriesOf, seriesTable } from './series.ts';

const byYear: ViewBucket = { id: 'y', function: 'date_histogram', field: 'ts1', calendar: 'year' };
const byKind: ViewBucket = { id: 'k', function: 'terms', field: 'key1', size: 2 };
const byPlace: ViewBucket = { id: 'p', function: 'terms', field: 'key2', size: 2 };
const stacked: ViewDefinition = { ...newView('t1'), buckets: [byYear, byKind], options: { stack: true } };

const year = (n: number, doc_count: number, sum = 0) => ({ key: Date.UTC(n, 6), doc_count, s: { value: sum } });
const years = (axis: number, of: object, ...all: readonly object[]) => ({
  ...answerTo(stacked, { k: { ...of } }),
  axis: { hits: { total: { value: axis } }, aggregations: { y: { buckets: all } } } as never,
});
const kinds = {
  sum_other_doc_count: 4,
  buckets: [
    { key: 'a', doc_count: 5, y: { buckets: [year(2000, 2, 0.1), year(2002, 3, 7)] } },
    { key: 'b', doc_count: 1, y: { buckets: [year(2000, 1, 0.2)] } },
  ],
};
const all = [year(2000, 3, 0.1 + 0.2), year(2001, 2, -5), year(2002, 5, 9)];

test('[VIS-09] a stack has a part for what its series leave over, as high as the whole', () => {
  const answer = years(10, kinds, ...all);
  const table = resultTable(stacked, answer);
  assert.deepEqual(seriesTable(table).series, [
    { name: 'a', metric: 0, figures: [2, 0, 3] },
    { name: 'b', metric: 0, figures: [1, 0, 0] },
    { name: 'Others', metric: 0, others: true, figures: [0, 2, 2] },
  ]);
  assert.deepEqual(partsOf(stacked, table).at(-1), { name: 'Others', colour: '#8A8A8A' });
  assert.deepEqual(remarksOn(stacked, table, answer), [], 'nothing is left out');
});

test('[VIS-09] sums of what is left over are whole, to the last digit; means have none', () => {
  const metrics = [
    { id: 's', function: 'sum', field: 'num1' },
    { id: 'm', function: 'avg', field: 'num1' },
  ] as const;
  const view: ViewDefinition = { ...stacked, metrics };
  const { series } = seriesTable(resultTable(view, years(10, kinds, ...all)));
  assert.deepEqual(
    series.filter(({ others }) => others).map(({ name, figures }) => [name, figures]),
    [['Others, Sum of num1', [0, -5, 2]]],
  );
  assert.equal(axisRequest({ ...view, metrics: metrics.slice(1) }, 'UTC'), null);
});

test('[VIS-09] nothing is left over where records are in several series, all series are shown, or it was switched off', () => {
  const names = (view: ViewDefinition, answer: ReturnType<typeof years>) =>
    seriesTable(resultTable(view, answer)).series.map(({ name }) => name);
  assert.deepEqual(names(stacked, years(9, kinds, ...all)), ['a', 'b'], 'ten values of nine records');
  assert.deepEqual(names(stacked, years(6, { ...kinds, sum_other_doc_count: 0 }, ...all)), ['a', 'b']);
  for (const options of [{ stack: true, others: false }, {}])
    assert.equal(axisRequest({ ...stacked, options }, 'UTC'), null);
  assert.equal(axisRequest({ ...stacked, visual: 'Line' }, 'UTC'), null);
});

test('[VIS-09] how high a stack is is asked of the records that its series are made of', () => {
  const { query, aggs } = axisRequest(stacked, 'UTC') ?? {};
  assert.deepEqual(query, { bool: { filter: [{ match_all: {} }, { exists: { field: 'key1' } }] } });
  assert.deepEqual(aggs, { y: { date_histogram: { field: 'ts1', calendar_interval: 'year', time_zone: 'UTC' } } });
});

test('[VIS-16] what is left over is found by what it is not', () => {
  const { rows } = resultTable(stacked, years(10, kinds, ...all));
  const others = rows.find(({ keys }) => keys[1]?.label === 'Others');
  assert.ok(others);
  assert.deepEqual(pillsOf(stacked, others).slice(1), [
    { field: 'key1', operator: 'exists' },
    { field: 'key1', operator: 'is not', value: 'a' },
    { field: 'key1', operator: 'is not', value: 'b' },
  ]);
});

const places: ViewDefinition = { ...stacked, buckets: [byPlace, byKind], options: {} };
const axis = {
  hits: { total: { value: 12 } },
  aggregations: {
    p: {
      sum_other_doc_count: 2,
      buckets: [
        { key: 1, key_as_string: 'true', doc_count: 6 },
        { key: 0, key_as_string: 'false', doc_count: 4 },
      ],
    },
  },
};

test('[VIS-09] series over values are the largest of all that is found, over the largest values of all', () => {
  assert.deepEqual(axisRequest(places, 'UTC')?.aggs, {
    p: { terms: { field: 'key2', size: 2, order: { _count: 'desc' } } },
  });
  const order = { _count: 'desc' };
  const inner = { p: { terms: { field: 'key2', size: 2, order, include: ['true', 'false'] } } };
  assert.deepEqual(viewRequest(withAxis(places, axis), 'UTC').aggs, {
    k: { terms: { field: 'key1', size: 2, order }, aggs: inner },
  });
  const within = { buckets: [{ key: 0, key_as_string: 'false', doc_count: 3 }] };
  const found = { sum_other_doc_count: 5, buckets: [{ key: 'a', doc_count: 7, p: within }] };
  const answer = { ...answerTo(places, { k: found }, { total: 12 }), axis };
  const table = resultTable(places, answer);
  assert.deepEqual(seriesTable(table), {
    categories: [
      { label: 'yes', value: 'true', exported: 'true' },
      { label: 'no', value: 'false', exported: 'false' },
    ],
    series: [{ name: 'a', metric: 0, figures: [0, 3] }],
  });
  assert.deepEqual(remarksOn(places, table, answer), ['3 of 12 documents are in the groups shown']);
  const stack: ViewDefinition = { ...places, options: { stack: true } };
  const whole = resultTable(stack, answer);
  assert.deepEqual(seriesTable(whole).series.at(-1)?.figures, [6, 1]);
  assert.deepEqual(remarksOn(stack, whole, answer), ['10 of 12 documents are in the groups shown']);
});

test('[VIS-16] a part of a stack is told from one whose name begins with its own', () => {
  const table = resultTable(stacked, years(10, kinds, ...all));
  const names = ['a', 'aa', 'Others'].map((name) => table.rows.filter((row) => isSeriesOf(table, row, name)).length);
  assert.deepEqual(names, [2, 0, 2]);
});

test('[VIS-05] figures within a stack are written in what is read on their colour', () => {
  const view: ViewDefinition = { ...stacked, options: { stack: true, labels: true, colours: { a: '202060' } } };
  const { series } = chartOption(view, resultTable(view, years(10, kinds, ...all)), true);
  const inks = (series as readonly { readonly label: { readonly color: string } }[]).map(({ label }) => label.color);
  assert.deepEqual(inks, ['#F4F4F4', '#000000', '#000000']);
});

const byColour: ViewBucket = { id: 'c', function: 'terms', field: 'key3', size: 1 };
const splitTwice: ViewDefinition = { ...places, buckets: [byPlace, byKind, byColour] };
const colours = (red: number, others: number, along: number) => ({
  sum_other_doc_count: others,
  buckets: [{ key: 'red', doc_count: red, p: { buckets: [{ key: 0, key_as_string: 'false', doc_count: along }] } }],
});

test('[QRY-24] [VIS-09] groups that are split twice say what lies elsewhere along their axis, too', () => {
  const found = { sum_other_doc_count: 2, buckets: [{ key: 'a', doc_count: 10, c: colours(9, 1, 4) }] };
  const answer = { ...answerTo(splitTwice, { k: found }, { total: 12 }), axis };
  const table = resultTable(splitTwice, answer);
  assert.deepEqual(remarksOn(splitTwice, table, answer), ['4 of 12 documents are in the groups shown']);
  const several = { sum_other_doc_count: 2, buckets: [{ key: 'a', doc_count: 10, c: colours(9, 7, 4) }] };
  const doubled = { ...answerTo(splitTwice, { k: several }, { total: 12 }), axis };
  assert.equal(resultTable(splitTwice, doubled).leftOut, 2 + 7, 'ten records with sixteen values');
});
