import assert from 'node:assert/strict';
import test from 'node:test';
import { besideLegend, legendOf } from './chart-legend.ts';
import { chartOption, partsOf } from './chart-option.ts';
import { newView, type ViewDefinition, type Visual } from './definition.ts';
import { remarksOn } from './remarks.ts';
import type { ResultTable } from './result-table.ts';

const key = (label: string) => ({ label, value: label });

const view = (visual: Visual, options: ViewDefinition['options'], groups: number): ViewDefinition => ({
  ...newView('t1'),
  visual,
  buckets: [
    { id: 'b1', function: 'terms' as const, field: 'txt1' },
    { id: 'b2', function: 'terms' as const, field: 'txt2' },
  ].slice(0, groups),
  options,
});

const found = ({ buckets, metrics }: ViewDefinition): ResultTable => ({
  buckets,
  metrics,
  total: 9,
  leftOut: 0,
  others: buckets.length === 1 ? 3 : 0,
  rows: ['a', 'b'].flatMap((first) =>
    ['Small', 'Large']
      .slice(0, buckets.length)
      .map((second) => ({ keys: [key(first), key(second)].slice(0, buckets.length), figures: [2], documents: 2 })),
  ),
});

test('[VIS-05] the legend names what is drawn in its colours; a chosen colour changes those of no other series', () => {
  const chosen = view('Line', { colours: { Small: 'FF8A65' }, legend: 'bottom' }, 2);
  const parts = [
    { name: 'Small', colour: '#FF8A65' },
    { name: 'Large', colour: '#75DDD3' },
  ];
  assert.deepEqual(legendOf(chartOption(chosen, found(chosen), true)), { items: parts, below: true });
  assert.deepEqual(partsOf(chosen, found(chosen)), parts);
});

test('[VIS-05] [VIS-10] slices have a legend each, the rest its own grey', () => {
  const pie = view('Pie', {}, 1);
  const parts = [
    { name: 'a', colour: '#01B7CD' },
    { name: 'b', colour: '#75DDD3' },
    { name: 'Others', colour: '#8A8A8A' },
  ];
  assert.deepEqual(legendOf(chartOption(pie, found(pie), true)), { items: parts, below: false });
  assert.deepEqual(partsOf(pie, found(pie)), parts);
});

test('[VIS-05] one series, and a legend that is not wanted, have none', () => {
  const one = view('Vertical Bar', {}, 1);
  const none = view('Line', { legend: 'none' }, 2);
  assert.equal(legendOf(chartOption(one, found(one), true)), null);
  assert.equal(legendOf(chartOption(none, found(none), true)), null);
});

test('[VIS-05] a legend beside the canvas leaves its room to the axes and still takes series away', () => {
  const both = view('Line', {}, 2);
  const { grid, legend } = besideLegend(chartOption(both, found(both), true), { Small: false }) as {
    readonly grid: object;
    readonly legend: object;
  };
  assert.deepEqual([Object(grid).top, Object(legend).show, Object(legend).selected], [12, false, { Small: false }]);
});

test('[VIS-09] [QRY-24] of thousands of series the hundred largest are drawn, and the rest is told', () => {
  const split = view('Line', {}, 2);
  const rows = Array.from({ length: 4000 }, (_, at) => ({
    keys: [key(`g${at % 4}`), key(`s${at}`)],
    figures: [1],
    documents: at === 3999 ? 2 : 1,
  }));
  const table = { ...found(split), rows, total: 4001 };
  const parts = partsOf(split, table);
  assert.deepEqual([parts.length, parts[0]?.name], [100, 's3999']);
  const { series } = chartOption(split, table, true) as { readonly series: readonly unknown[] };
  assert.equal(series.length, 100);
  assert.deepEqual(remarksOn(split, table, { accuracy: { kind: 'exact', notes: [] } }), [
    'The largest 100 of 4,000 series are drawn',
  ]);
});
