import type { EChartsCoreOption } from 'echarts/core';
import { formatFigure } from '../records/format.ts';
import { formatNumber } from '../records/number-format.ts';
import { CHART_COLOURS, seriesColour } from '../theme/chart-colours.ts';
import type { LegendItem } from './chart-legend.ts';
import { AXIS_NAME, AXIS_TITLE, GRID, LABEL, LEGEND_ROOM, lettersWidth, shortName } from './chart-text.ts';
import { inkOn } from './colour-scale.ts';
import {
  isOnAxes,
  isRound,
  stacks,
  standsOut,
  type ViewDefinition,
  type ViewMetric,
  type Visual,
} from './definition.ts';
import { figureWords, type ResultTable } from './result-table.ts';
import { MOST_SERIES, type SeriesTable, seriesTable, slices } from './series.ts';
import { SLICE_LINE, SLICE_WORDS, SLICES_AT, SLICES_RADIUS, sliceWords } from './slice-words.ts';
import { BARS, insideFigure } from './stacked-figures.ts';
import { valueAxes, valueAxis } from './value-axes.ts';

const OTHERS_COLOUR = '#8A8A8A';
/** VIS-06, VIS-07: first drawing 1000 ms, updates 300 ms; large from 400, drawn 5000 points a step from 3000 on. */
const LARGE = { large: true, largeThreshold: 400, progressive: 5000, progressiveThreshold: 3000 } as const;

/** ECharts option for a chart on axes or a round one. `still` leaves animation out (reduced motion, screenshots). */
export const chartOption = (view: ViewDefinition, table: ResultTable, still: boolean): EChartsCoreOption => ({
  ...commonOption(view, still),
  ...(isRound(view.visual) ? round(view, table) : cartesian(view, seriesTable(table, { most: MOST_SERIES }))),
});

/** What every chart has: colours, letters, durations, tooltip, legend. */
export const commonOption = (view: ViewDefinition, still: boolean): EChartsCoreOption => ({
  animation: !still,
  animationDuration: 1000,
  animationDurationUpdate: 300,
  color: [...CHART_COLOURS],
  textStyle: LABEL,
  tooltip: tooltip(view),
  legend: legend(view),
});

/** A chosen colour is that of one name alone: those of the others stay what they are. */
const colourOf = ({ options }: ViewDefinition, name: string, at: number, unchosen = seriesColour(at)): string =>
  options.colours?.[name] ? `#${options.colours[name]}` : unchosen;

/** Whether series, or slices, have a colour each. */
export const hasParts = (visual: Visual): boolean => isRound(visual) || isOnAxes(visual);

/** The series of a chart, or its slices, with the colours they are drawn in. */
export function partsOf(view: ViewDefinition, table: ResultTable): readonly LegendItem[] {
  if (isRound(view.visual))
    return slices(table).map(({ name, others }, at) => ({ name, colour: partColour(view, name, at, others) }));
  return seriesTable(table, { most: MOST_SERIES }).series.map(({ name, others }, at) => ({
    name,
    colour: partColour(view, name, at, others),
  }));
}

const partColour = (view: ViewDefinition, name: string, at: number, others = false): string =>
  colourOf(view, name, at, others ? OTHERS_COLOUR : undefined);

/** Visuals whose parts stand by themselves, not in series over an axis. */
const BY_PART: ReadonlySet<Visual> = new Set<Visual>(['Pie', 'Doughnut', 'Heatmap', 'WordCloud']);

/** A figure beside the pointer, where no series says how its own is written; what stands out is drawn by its score. */
const valueWords = (visual: Visual, [bucket]: ViewDefinition['buckets'], metric: ViewMetric | undefined) =>
  visual === 'WordCloud' && bucket && standsOut(bucket)
    ? formatFigure
    : (value: unknown): string => figureWords(metric, value);

function tooltip({ visual, options, buckets, metrics }: ViewDefinition): EChartsCoreOption {
  return {
    show: options.tooltip !== false,
    trigger: BY_PART.has(visual) ? 'item' : 'axis',
    axisPointer: {
      type: visual.endsWith('Bar') ? 'shadow' : 'line',
      shadowStyle: { color: 'rgb(255 255 255 / 5.5%)' },
    },
    backgroundColor: '#1F1F1F',
    borderColor: '#5C5C5C',
    textStyle: { ...LABEL, color: '#F4F4F4' },
    extraCssText: 'z-index: 600; max-width: min(420px, 90vw); white-space: normal; overflow-wrap: anywhere',
    valueFormatter: valueWords(visual, buckets, metrics[0]),
  };
}

function hasLegend({ visual, options, buckets, metrics }: ViewDefinition): boolean {
  const parted = !BY_PART.has(visual) && (buckets.length > 1 || metrics.length > 1);
  return options.legend !== 'none' && (isRound(visual) || parted);
}

/** Where the legend lies, nothing is drawn on axes. */
const legendRoom = (view: ViewDefinition): EChartsCoreOption =>
  hasLegend(view) ? { [view.options.legend === 'bottom' ? 'bottom' : 'top']: LEGEND_ROOM } : {};

function legend(view: ViewDefinition): EChartsCoreOption {
  return {
    show: hasLegend(view),
    icon: 'roundRect',
    itemWidth: 12,
    itemHeight: 12,
    right: 0,
    ...(view.options.legend === 'bottom' ? { bottom: 0 } : { top: 0 }),
    formatter: shortName,
    tooltip: { show: true },
    textStyle: LABEL,
  };
}

/** Parts of more are narrower than a line around them. */
const MANY_PARTS = 60;

/** Bars of more groups are narrower than their names. */
const MANY_GROUPS = 24;
/** Moments are not broken into lines: with more letters than these side by side, names are wider than their bars. */
const MANY_LETTERS = 160;

const isCrowded = ({ buckets: [first] }: ViewDefinition, names: readonly string[]): boolean =>
  names.length > MANY_GROUPS ||
  (first?.function === 'date_histogram' && names.length * (names.at(-1)?.length ?? 0) > MANY_LETTERS);

function cartesian(view: ViewDefinition, data: SeriesTable): EChartsCoreOption {
  const lying = view.visual === 'Horizontal Bar';
  const apart = view.visual.endsWith('Bar');
  const named = data.categories.map((category) => category.label);
  const category = {
    type: 'category',
    data: lying ? [...named].reverse() : named,
    name: view.options.bottomAxis,
    ...AXIS_TITLE,
    axisLine: { lineStyle: { color: '#6B6B6B' } },
    axisTick: { show: false },
    // the first group begins where the figures stand, and would touch the lowest; the last ends where the drawing does, and would be cut
    axisLabel: {
      ...AXIS_NAME,
      ...(!lying &&
        named.length > 1 &&
        (!apart || isCrowded(view, named)) && { alignMinLabel: 'left', alignMaxLabel: 'right' }),
    },
    boundaryGap: apart,
  };
  const axes = valueAxes(view.metrics);
  const beyond = writesBeyond(view);
  const room = beyond && { boundaryGap: [apart && hasNegatives(data) ? (lying ? '20%' : '8%') : 0, lying ? 0 : '8%'] };
  const [first, ...others] = axes.map((metrics, at) => ({ ...valueAxis(view, metrics, at), ...room }));
  const value = others.length === 0 ? first : [first, ...others];
  return {
    grid: { ...GRID, ...legendRoom(view), ...(beyond && { right: roomForFigures(view, data) }) },
    xAxis: lying ? value : category,
    yAxis: lying ? category : value,
    series: data.series.map((series, at) =>
      drawnSeries(view, series, {
        lying,
        colour: partColour(view, series.name, at, series.others),
        axis: axisAt(axes, view, series),
      }),
    ),
    ...(data.series.length > IN_ONE_TOOLTIP && { tooltip: { ...tooltip(view), order: 'valueDesc' } }),
  };
}

/** Whether the parts of a stack have their figures inside, those of an area apart. */
const writesInside = (view: ViewDefinition): boolean => isStacked(view) && view.visual !== 'Area';

/** Whether figures stand beyond what they are of, and so need room there. */
const writesBeyond = (view: ViewDefinition): boolean => view.options.labels === true && !writesInside(view);

const hasNegatives = ({ series }: SeriesTable): boolean => series.some(({ figures }) => figures.some(isNegative));

const isNegative = (figure: number | null): boolean => figure !== null && figure < 0;

/** px to the right of lying bars for the widest figure, and of the last point of a line for half of it. */
function roomForFigures({ visual, metrics }: ViewDefinition, { series }: SeriesTable): number {
  const widest = lettersWidth(
    series.flatMap(({ figures, metric }) => figures.map((figure) => formatNumber(figure, metrics[metric]?.format))),
  );
  if (visual === 'Horizontal Bar') return GRID.right + widest;
  return visual === 'Vertical Bar' ? GRID.right : Math.max(GRID.right, widest / 2);
}

/** A tooltip of more lines may end at the edge of the window: the largest stand first then. */
const IN_ONE_TOOLTIP = 8;

const axisAt = (axes: ReturnType<typeof valueAxes>, { metrics }: ViewDefinition, { metric }: Series): number =>
  Math.max(
    0,
    axes.findIndex((figures) => figures.some((figure) => figure === metrics[metric])),
  );

type Series = SeriesTable['series'][number];

const isStacked = ({ options, visual, buckets }: ViewDefinition): boolean =>
  options.stack === true && stacks(visual) && buckets.length > 1;

interface Drawing {
  readonly lying: boolean;
  readonly colour: string;
  /** Which of the axes of figures it is drawn on. */
  readonly axis: number;
}

function drawnSeries(view: ViewDefinition, series: Series, { lying, colour, axis }: Drawing): EChartsCoreOption {
  const stack = isStacked(view) ? { stack: axis === 0 ? 'all' : 'opposite' } : {};
  const metric = view.metrics[series.metric];
  // by itself ECharts writes them at the zero line, where they lie on the bars beside
  const figures =
    writesBeyond(view) && view.visual.endsWith('Bar')
      ? series.figures.map((each) => (isNegative(each) ? { value: each, label: BEYOND_NEGATIVE[Number(lying)] } : each))
      : series.figures;
  const figure = ({ value }: { readonly value: unknown }) => formatNumber(value, metric?.format);
  const common = {
    name: series.name,
    tooltip: { valueFormatter: (value: unknown) => figureWords(metric, value) },
    data: lying ? [...figures].reverse() : figures,
    ...stack,
    [lying ? 'xAxisIndex' : 'yAxisIndex']: axis,
    itemStyle: { color: colour },
    label: {
      ...LABEL,
      show: view.options.labels === true,
      position: lying ? 'right' : 'top',
      minMargin: 4,
      formatter: figure,
      ...(writesInside(view) && { position: 'inside', color: inkOn(colour), formatter: insideFigure(figure) }),
    },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'series' },
  };
  if (view.visual.endsWith('Bar')) {
    return {
      ...common,
      ...LARGE,
      type: 'bar',
      ...BARS,
      itemStyle: { color: colour, borderRadius: stack.stack ? 0 : 2 },
    };
  }
  const few = series.figures.length < FEW_POINTS;
  const alone = !few && series.figures.some((_, at) => standsAlone(series.figures, at));
  return {
    ...common,
    type: 'line',
    smooth: view.options.smooth === true,
    lineStyle: { width: 1.75 },
    ...(alone && { data: series.figures.map(withMark), symbol: 'none' }),
    showSymbol: few || alone,
    // by itself ECharts marks those points alone whose groups have room for their names
    ...(alone && { showAllSymbol: true }),
    symbolSize: 6,
    connectNulls: false,
    // areas on each other do not shine through, and are told apart by what they are filled with
    ...(view.visual === 'Area' && { areaStyle: { opacity: stack.stack ? 0.4 : 0.12 } }),
  };
}

/** Where the figure of a bar below zero stands: upright, and lying. */
const BEYOND_NEGATIVE = [{ position: 'bottom' }, { position: 'left' }] as const;

/** Lines of fewer points show each of them. */
const FEW_POINTS = 20;

/** A point without a neighbour: no line leads to it, so it is seen by its mark alone. */
const standsAlone = (figures: readonly (number | null)[], at: number): boolean =>
  figures[at] !== null && (figures[at - 1] ?? null) === null && (figures[at + 1] ?? null) === null;

const withMark = (figure: number | null, at: number, all: readonly (number | null)[]) =>
  standsAlone(all, at) ? { value: figure, symbol: 'circle' } : figure;

function round(view: ViewDefinition, table: ResultTable): EChartsCoreOption {
  const parts = slices(table);
  const sum = parts.reduce((all, { figure }) => all + figure, 0);
  const thin = parts.some(({ figure }) => figure > 0 && figure * MANY_PARTS < sum);
  return {
    series: [
      {
        type: 'pie',
        radius: view.visual === 'Doughnut' ? ['36%', `${SLICES_RADIUS * 100}%`] : `${SLICES_RADIUS * 100}%`,
        center: SLICES_AT,
        data: parts.map(({ name, figure, others }, at) => ({
          name,
          value: figure,
          itemStyle: { color: partColour(view, name, at, others) },
        })),
        emphasis: { focus: 'self' },
        itemStyle: { borderColor: '#363636', borderWidth: thin ? 0 : 1 },
        label: {
          ...LABEL,
          formatter: sliceWords(SLICE_WORDS),
          lineHeight: 14,
          alignTo: 'none',
          overflow: 'break',
          width: SLICE_WORDS,
        },
        minShowLabelAngle: 4,
        // as far from the slice as half of the two lines are tall: below it they would lie on it
        labelLine: { ...SLICE_LINE, lineStyle: { color: '#6B6B6B' } },
      },
    ],
  };
}
