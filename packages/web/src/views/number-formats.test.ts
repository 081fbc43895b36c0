import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { chartOption } from './chart-option.ts';
import { COUNT_METRIC, newView, type ViewDefinition } from './definition.ts';
import { recordColumn } from './records/record-column.ts';
import { figureWords, resultTable } from './result-table.ts';

const bytes = { id: 'm1', function: 'avg', field: 'num1', unit: 'B', format: { style: 'bytes' } } as const;
const speed = { id: 'm2', function: 'max', field: 'num2', unit: 'kn', format: { style: 'compact' } } as const;
const view: ViewDefinition = {
  ...newView('t1'),
  buckets: [{ id: 'b1', function: 'terms', field: 'kw1' }],
  metrics: [bytes, speed],
};
const bucket = { key: 'a', doc_count: 2, m1: { value: 1536 }, m2: { value: 1500 } };
const answer = {
  took: 1,
  hits: { total: { value: 2, relation: 'eq' }, hits: [] },
  aggregations: { b1: { buckets: [bucket] } },
};

type Written = (value: unknown) => string;
interface Drawn {
  readonly yAxis: { readonly axisLabel: { readonly formatter: Written } };
  readonly series: readonly {
    readonly tooltip: { readonly valueFormatter: Written };
    readonly label: { readonly formatter: (point: { readonly value: unknown }) => string };
  }[];
}
const drawn = (given: ViewDefinition): Drawn =>
  chartOption(given, resultTable(given, answer), true) as unknown as Drawn;

test('[VIS-13] each series of a chart is written by the format of its figure; an axis of several kinds plainly', () => {
  const { series } = drawn(view);
  const { yAxis } = drawn({ ...view, metrics: [...view.metrics, COUNT_METRIC] });
  assert.deepEqual(
    series.map(({ tooltip, label }) => [tooltip.valueFormatter(1536), label.formatter({ value: 1536 })]),
    [
      ['1.5 KB', '1.5 KB'],
      ['1.5k kn', '1.5k'],
    ],
  );
  assert.equal(yAxis.axisLabel.formatter(1536), '1,536');
  assert.equal(drawn({ ...view, metrics: [bytes] }).yAxis.axisLabel.formatter(1536), '1.5 KB');
});

test('[VIS-13] figures along an axis are written alike, whichever figures share it', () => {
  const plain = { id: 'm3', function: 'sum', field: 'num3' } as const;
  const bare = { ...plain, id: 'm4', format: { style: 'number', thousands: false } } as const;
  const ticks = (metrics: ViewDefinition['metrics']) =>
    [9000, 14_000, 20_000].map(drawn({ ...view, metrics }).yAxis.axisLabel.formatter);
  assert.deepEqual(ticks([plain]), ['9,000', '14,000', '20,000']);
  assert.deepEqual(ticks([bare]), ['9000', '14000', '20000']);
  assert.deepEqual(ticks([plain, bare]), ['9,000', '14,000', '20,000']);
});

test('[VIS-13] a part of a split is written by the format of the figure it shows', () => {
  const inner = { ...bucket, b2: { buckets: [{ ...bucket, key: 'x' }] } };
  const split: ViewDefinition = { ...view, buckets: [...view.buckets, { id: 'b2', function: 'terms', field: 'kw2' }] };
  const table = resultTable(split, { ...answer, aggregations: { b1: { buckets: [inner] } } });
  const { series } = chartOption(split, table, true) as unknown as Drawn;
  assert.deepEqual(series.map(({ tooltip }) => tooltip.valueFormatter(1536)).toSorted(), ['1.5 KB', '1.5k kn']);
});

test('[VIS-13] tables write figures and records the same way; a count is not in the unit of a field', () => {
  assert.equal(figureWords(bytes, 1536), '1.5 KB');
  assert.equal(figureWords({ ...speed, function: 'cardinality', format: { style: 'number' } }, 12), '12');
  assert.equal(figureWords(COUNT_METRIC, 1234), '1,234');
  const column = { field: 'num1', value_type: ValueType.Double, unit: 's', format: { style: 'duration' } } as const;
  assert.equal(recordColumn(column).shown({ _id: '1', _source: { num1: 90 } }), '1 min 30 s');
  assert.equal(recordColumn(column).shown({ _id: '1', _source: {} }), '–');
});
