import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartOption } from './chart-option.ts';
import { namesBelow } from './chart-text.ts';
import { newView, type ViewDefinition, type Visual } from './definition.ts';
import { resultTable } from './result-table.ts';
import { undrawable } from './undrawable.ts';

const sums = (visual: Visual): ViewDefinition => ({
  ...newView('t1'),
  visual,
  buckets: [{ id: 'b', function: 'terms', field: 'key1' }],
  metrics: [{ id: 'sum', function: 'sum', field: 'num1' }],
});

const found = (visual: Visual, figures: readonly (number | null)[]) => {
  const buckets = figures.map((value, at) => ({ key: `k${at}`, doc_count: 1, sum: { value } }));
  const total = { value: figures.length, relation: 'eq' };
  return resultTable(sums(visual), { took: 1, hits: { total, hits: [] }, aggregations: { b: { buckets } } });
};

const why = (visual: Visual, figures: readonly (number | null)[]) => undrawable(sums(visual), found(visual, figures));

test('[VIS-20] [VIS-10] a pie of figures below 0, or of nothing but zeros, says why it is not drawn', () => {
  assert.match(why('Pie', [5, -1]) ?? '', /some figures are below 0/);
  assert.match(why('Doughnut', [0, 0, null]) ?? '', /All figures are 0/);
  assert.equal(why('Pie', [0, 2]), null);
  assert.equal(why('Vertical Bar', [0, -2]), null);
});

test('[VIS-20] groups none of which has a figure say so; a table shows them all the same', () => {
  assert.equal(why('Line', [null, null]), 'Sum of num1: no document found has a value to draw.');
  assert.equal(why('Line', [null, 0]), null);
  assert.equal(why('Table', [null, null]), null);
});

test('[VIS-20] figures that no axis reaches say so, instead of an empty drawing', () => {
  for (const visual of ['Vertical Bar', 'Line', 'Pie', 'Heatmap'] as const)
    for (const figure of [1.7e308, -1.7e308])
      assert.match(why(visual, [5, figure]) ?? '', /^Some figures are beyond ±1e307, .* A table shows them\.$/);
  assert.equal(why('Line', [1e307, -1e307, null]), null);
  assert.equal(why('Table', [1.7e308]), null);
});

interface DrawnLine {
  readonly series: readonly { readonly data: readonly unknown[]; readonly showSymbol: boolean }[];
}

test('[VIS-09] a point of a long line that has no neighbours is marked, as no line leads to it', () => {
  const figures = Array.from({ length: 30 }, (_, at) => (at === 3 || at > 20 ? at : null));
  const [line] = (chartOption(sums('Line'), found('Line', figures), true) as unknown as DrawnLine).series;
  assert.deepEqual(line?.data[3], { value: 3, symbol: 'circle' });
  assert.equal(line?.data[25], 25);
  assert.equal(line?.showSymbol, true);
  const whole = chartOption(sums('Line'), found('Line', figures.map(Number)), true) as unknown as DrawnLine;
  assert.equal(whole.series[0]?.showSymbol, false);
});

test('[VIS-09] where a tooltip has more lines than may fit, those of the largest figures stand first', () => {
  const orderOf = (count: number): unknown => {
    const metrics = Array.from({ length: count }, (_, i) => ({ id: `m${i}`, function: 'sum', field: 'num1' }) as const);
    const view: ViewDefinition = { ...sums('Line'), metrics };
    const figures = Object.fromEntries(metrics.map(({ id }, i) => [id, { value: i }]));
    const buckets = [{ key: 'k', doc_count: 1, ...figures }];
    const hits = { total: { value: 1, relation: 'eq' }, hits: [] };
    const table = resultTable(view, { took: 1, hits, aggregations: { b: { buckets } } });
    return (chartOption(view, table, true) as { tooltip: { order?: string } }).tooltip.order;
  };
  assert.deepEqual([orderOf(8), orderOf(9)], [undefined, 'valueDesc']);
});

test('[VIS-10] slices thinner than the line around them have none', () => {
  const width = (figures: readonly number[]): unknown =>
    (chartOption(sums('Pie'), found('Pie', figures), true) as { series: { itemStyle: { borderWidth: number } }[] })
      .series[0]?.itemStyle.borderWidth;
  assert.equal(width([1, 2, 3]), 1);
  assert.equal(width(Array.from({ length: 100 }, () => 1)), 0);
});

test('[VIS-09] bars side by side have each its name while there is room to read it', () => {
  const { interval, width, formatter } = namesBelow(70) as Record<string, unknown>;
  assert.deepEqual([interval, width], [0, 64]);
  const named = formatter as (name: string) => string;
  assert.equal(named('Approach'), 'Approach');
  assert.equal(named('A name that is far longer than its bar'), 'A name that is far…');
  assert.equal(Reflect.get(namesBelow(7), 'interval'), 'auto');
});

test('[VIS-06] ticks of long numbers leave the room of a phone to the drawing', () => {
  const { yAxis } = chartOption(sums('Line'), found('Line', [1]), true) as {
    yAxis: { axisLabel: { formatter: (tick: number) => string } };
  };
  assert.deepEqual([900_000_000, 1.5e9, -3e12, 1.2e18].map(yAxis.axisLabel.formatter), [
    '900,000,000',
    '1.5b',
    '-3t',
    '1.2e18',
  ]);
});
