import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber, type NumberFormat } from '../records/number-format.ts';
import { AXIS_NAME, AXIS_TITLE, CHART_FONT, GRID, LABEL, LEGEND_ROOM, lettersWidth } from './chart-text.ts';
import { scaleColour } from './colour-scale.ts';
import { hasWords, type ViewDefinition } from './definition.ts';
import { metricLabel, type ResultTable } from './result-table.ts';
import { seriesTable } from './series.ts';

/** One cell: column and line of the grid, the figure, and the labels of its path. */
export interface HeatCell {
  readonly column: number;
  readonly line: number;
  readonly figure: number;
  readonly name: string;
}

/** The first bucket across, the second down, one figure in each cell (VIS-11); groups without documents have none. */
export interface HeatTable {
  readonly columns: readonly string[];
  readonly lines: readonly string[];
  readonly cells: readonly HeatCell[];
  readonly least: number;
  readonly most: number;
}

/** Values order themselves by weight, spans of time and numbers by where they begin. */
export function heatTable(table: ResultTable): HeatTable {
  const one = {
    ...table,
    metrics: table.metrics.slice(0, 1),
    rows: table.rows.map((row) => ({ ...row, figures: row.figures.slice(0, 1) })),
  };
  const { categories, series } = seriesTable(one, { empty: () => null });
  const columns = categories.map(({ label }) => label);
  const lines = inOrder(one, series);
  const cells = lines.flatMap(({ name: down, figures }, line) =>
    figures.flatMap((figure, column) =>
      figure === null ? [] : [{ column, line, figure, name: `${columns[column]} / ${down}` }],
    ),
  );
  const [least, most] = cells.reduce(
    ([low, high], { figure }) => [Math.min(low, figure), Math.max(high, figure)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return { columns, lines: lines.map(({ name }) => name), cells, least: least ?? 0, most: most ?? 0 };
}

type Lines = ReturnType<typeof seriesTable>['series'];

function inOrder(table: ResultTable, lines: Lines): Lines {
  const down = table.buckets[1];
  if (table.buckets.length !== 2 || !down || hasWords(down)) return lines;
  const begin = new Map(
    table.rows.map(({ keys }) => [keys[1]?.label ?? '', Number.parseFloat(String(keys[1]?.value))]),
  );
  return [...lines].sort((a, b) => (begin.get(a.name) ?? 0) - (begin.get(b.name) ?? 0));
}

/** What ECharts tells a drawing function about where it draws. */
interface Ground {
  readonly value: (dimension: number) => number;
  readonly coord: (at: readonly number[]) => readonly number[];
  readonly size: (of: readonly number[]) => readonly number[];
  readonly getWidth: () => number;
}

const AXIS = {
  type: 'category',
  axisLine: { lineStyle: { color: '#6B6B6B' } },
  axisTick: { show: false },
  axisLabel: AXIS_NAME,
  ...AXIS_TITLE,
} as const;

/** ECharts option of a heatmap: cells on two category axes and a key of the colours. */
export function heatmap(view: ViewDefinition, table: ResultTable): EChartsCoreOption {
  const heat = heatTable(table);
  const { legend, bottomAxis, leftAxis, labels } = view.options;
  const figure = table.metrics[0] ? metricLabel(table.metrics[0]) : '';
  const format = table.metrics[0]?.format;
  const figures = { shown: labels === true, letters: labels ? lettersOf(heat, format) : 0, format };
  const key = legend === 'none' ? {} : { [legend === 'bottom' ? 'bottom' : 'top']: LEGEND_ROOM };
  return {
    grid: { ...GRID, right: Math.max(GRID.right, halfName(view, heat)), ...key },
    xAxis: { ...AXIS, data: heat.columns, name: bottomAxis },
    yAxis: { ...AXIS, data: heat.lines, inverse: true, name: leftAxis },
    series: [
      {
        type: 'custom',
        name: figure,
        dimensions: ['column', 'line', figure],
        encode: { x: 0, y: 1, tooltip: 2, itemName: 3 },
        data: heat.cells.map(({ column, line, figure: value, name }) => ({ name, value: [column, line, value] })),
        renderItem: (_: unknown, ground: Ground) => cell(ground, heat, figures),
      },
      ...(legend === 'none' ? [] : [colourKey(heat, legend === 'bottom', format)]),
    ],
  };
}

/** px of a moment below the last columns that is beyond them; names are broken, or as narrow as some of them have room. */
const halfName = ({ buckets: [across] }: ViewDefinition, { columns }: HeatTable): number =>
  across && hasWords(across) ? 0 : lettersWidth(columns.slice(-1)) / 2;

const share = ({ least, most }: HeatTable, figure: number): number =>
  most > least ? (figure - least) / (most - least) : 1;

/** Letters of the longest figure: either all cells have room for theirs, or none tells it, not the small ones alone. */
const lettersOf = ({ cells }: HeatTable, format: NumberFormat | undefined): number =>
  cells.reduce((most, { figure }) => Math.max(most, formatNumber(figure, format).length), 0);

interface Figures {
  readonly shown: boolean;
  readonly letters: number;
  readonly format: NumberFormat | undefined;
}

function cell(ground: Ground, heat: HeatTable, { shown, letters, format }: Figures): object {
  const figure = ground.value(2);
  const [x = 0, y = 0] = ground.coord([ground.value(0), ground.value(1)]);
  const [width = 0, height = 0] = ground.size([1, 1]);
  const { colour, ink } = scaleColour(share(heat, figure));
  const text = formatNumber(figure, format);
  const roomy = height >= 16 && width >= letters * 7 + 4;
  return {
    type: 'rect',
    shape: {
      x: x - width / 2 + 1,
      y: y - height / 2 + 1,
      width: Math.max(1, width - 2),
      height: Math.max(1, height - 2),
      r: 2,
    },
    style: { fill: colour },
    emphasis: { style: { stroke: '#F4F4F4', lineWidth: 1 } },
    ...(shown &&
      roomy && {
        textContent: { style: { text, fill: ink, font: CHART_FONT } },
        textConfig: { position: 'inside' },
      }),
  };
}

const KEY_WIDTH = 120;
const KEY_PARTS = 24;

/** Least and most with the colours between them, where the legend stands in other charts. */
function colourKey(heat: HeatTable, below: boolean, format: NumberFormat | undefined): object {
  return {
    type: 'custom',
    coordinateSystem: 'none',
    silent: true,
    data: heat.cells.length > 0 ? [0] : [],
    renderItem: (_: unknown, ground: Ground & { readonly getHeight: () => number }) => {
      const most = formatNumber(heat.most, format);
      const left = ground.getWidth() - KEY_WIDTH - 24 - most.length * 6;
      const top = below ? ground.getHeight() - 14 : 4;
      const step = KEY_WIDTH / KEY_PARTS;
      const word = (text: string, x: number, align: 'left' | 'right') => ({
        type: 'text',
        style: { text, x, y: top, align, fill: LABEL.color, font: CHART_FONT },
      });
      const bars = Array.from({ length: KEY_PARTS }, (_, i) => ({
        type: 'rect',
        shape: { x: left + i * step, y: top, width: step + 0.5, height: 12 },
        style: { fill: scaleColour(i / (KEY_PARTS - 1)).colour },
      }));
      const words = [
        word(formatNumber(heat.least, format), left - 8, 'right'),
        word(most, left + KEY_WIDTH + 8, 'left'),
      ];
      return { type: 'group', children: [...bars, ...words] };
    },
  };
}
