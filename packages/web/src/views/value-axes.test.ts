import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as echarts from 'echarts';
import { chartOption } from './chart-option.ts';
import { COUNT_METRIC, newView, type ViewDefinition, type ViewMetric, type Visual } from './definition.ts';
import { fitWords } from './fit-words.ts';
import { resultTable } from './result-table.ts';
import { valueAxis } from './value-axes.ts';

const cost: ViewMetric = { id: 'm1', function: 'sum', field: 'num1', label: 'Cost', unit: '$' };
const mean: ViewMetric = { id: 'm2', function: 'avg', field: 'num1', label: 'Mean cost', unit: '$' };
const speed: ViewMetric = { id: 'm3', function: 'max', field: 'num2', label: 'Speed', unit: 'kn' };
const view: ViewDefinition = {
  ...newView('t1'),
  buckets: [{ id: 'b1', function: 'terms', field: 'kw1' }],
  metrics: [COUNT_METRIC, cost],
};
const bucket = (key: string, count: number) => ({
  key,
  doc_count: count,
  m1: { value: count * 1e6 },
  m2: { value: 1e6 },
  m3: { value: 300 },
});
const answer = {
  took: 1,
  hits: { total: { value: 50, relation: 'eq' }, hits: [] },
  aggregations: { b1: { buckets: [bucket('first', 40), bucket('second', 10)] } },
};

interface Axis {
  readonly name?: string;
}
interface Drawn {
  readonly xAxis: Axis | readonly Axis[];
  readonly yAxis: Axis | readonly Axis[];
  readonly series: readonly { readonly name: string; readonly xAxisIndex?: number; readonly yAxisIndex?: number }[];
}
const drawn = (given: ViewDefinition): Drawn =>
  chartOption(given, resultTable(given, answer), true) as unknown as Drawn;

const namesOf = (axis: Axis | readonly Axis[]): readonly unknown[] => [axis].flat().map(({ name }) => name);

test('[VIS-05] [VIS-09] figures of two measures have an axis each, with their unit; of one or many they share one', () => {
  const axes = (metrics: readonly ViewMetric[]): readonly unknown[] => {
    const { yAxis, series } = drawn({ ...view, metrics });
    return [...namesOf(yAxis), ...series.map(({ yAxisIndex }) => yAxisIndex)];
  };
  assert.deepEqual(axes([COUNT_METRIC, cost]), ['Count', 'Cost, $', 0, 1]);
  assert.deepEqual(axes([cost, COUNT_METRIC, mean]), ['Cost, Mean cost, $', 'Count', 0, 1, 0]);
  assert.deepEqual(axes([cost, mean]), [undefined, 0, 0]);
  assert.deepEqual(axes([COUNT_METRIC, cost, speed]), [undefined, 0, 0, 0]);
  const titled = drawn({ ...view, options: { leftAxis: 'Strikes' } });
  assert.deepEqual(namesOf(titled.yAxis), ['Strikes', 'Cost, $']);
  const lying = drawn({ ...view, visual: 'Horizontal Bar' });
  assert.deepEqual(namesOf(lying.xAxis), ['Count', 'Cost, $']);
  assert.deepEqual(
    lying.series.map(({ xAxisIndex }) => xAxisIndex),
    [0, 1],
  );
});

test('[VIS-05] titles and figures of both axes stand inside a drawing as wide as a phone', () => {
  for (const visual of ['Vertical Bar', 'Horizontal Bar', 'Line', 'Area'] as const satisfies readonly Visual[]) {
    const size = { width: 330, height: 260 };
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
    drawing.setOption(chartOption({ ...view, visual }, resultTable({ ...view, visual }, answer), true));
    fitWords(drawing, undefined, size);
    const svg = drawing.renderToSVGString();
    drawing.dispose();
    // below and above lying bars there is no room for every figure
    const figures = visual === 'Horizontal Bar' ? ['0'] : ['40', '40m'];
    for (const word of ['Count', 'Cost, \\$', 'first', ...figures]) {
      const [, at = ''] = new RegExp(`<text[^>]*transform="\\w+\\(([^)]*)\\)"[^>]*>${word}<`).exec(svg) ?? [];
      const [x = -1, y = -1] = at.split(/[ ,]+/).map(Number).slice(-2);
      assert.ok(x > 0 && x < size.width && y > 0 && y < size.height, `${visual}: ${word} at ${at}`);
    }
  }
});

test('[VIS-05] ticks of the largest numbers are as round as they are meant, whatever adding them up leaves', () => {
  const { axisLabel } = valueAxis(view, [cost], 0) as {
    readonly axisLabel: { readonly formatter: (n: number) => string };
  };
  assert.deepEqual([6e307, 8.999999999999999e307, -3e15].map(axisLabel.formatter), ['6e307', '9e307', '-3e15']);
});
