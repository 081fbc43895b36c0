import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber, type NumberFormat } from '../records/number-format.ts';
import { AXIS_TITLE, LABEL } from './chart-text.ts';
import { isCounted, type ViewDefinition, type ViewMetric } from './definition.ts';
import { metricLabel } from './result-table.ts';

/** What a figure is measured in: counts are in no unit of a field. */
const measureOf = (metric: ViewMetric): string => (isCounted(metric) ? 'count' : `in ${metric.unit ?? ''}`);

/** Figures by the axis they are drawn on. Those of two measures have one each: on one, a count beside a cost is not seen. */
export function valueAxes(metrics: readonly ViewMetric[]): readonly (readonly ViewMetric[])[] {
  const measures = [...Map.groupBy(metrics, measureOf).values()];
  return measures.length === 2 ? measures : [metrics];
}

/** The figures of an axis with their unit, where another axis stands beside it. */
const figuresOf = (metrics: readonly ViewMetric[]): string => {
  const unit = metrics.find((metric) => !isCounted(metric))?.unit;
  return metrics.map(metricLabel).join(', ') + (unit ? `, ${unit}` : '');
};

/** One of the axes of figures: the first left or below, with the grid; the second opposite to it, its ticks on the lines of the first. */
export function valueAxis(
  { metrics: all, options }: ViewDefinition,
  metrics: readonly ViewMetric[],
  at: number,
): EChartsCoreOption {
  const isOneOfTwo = metrics.length < all.length;
  const name = isOneOfTwo ? figuresOf(metrics) : undefined;
  const long = isOneOfTwo ? LONG_BESIDE : LONG_TICK;
  return {
    type: 'value',
    name: at === 0 ? (options.leftAxis ?? name) : name,
    ...AXIS_TITLE,
    splitNumber: 4,
    alignTicks: at > 0,
    // Nothing lies between one document and two.
    ...(metrics.every(isCounted) && { minInterval: 1 }),
    splitLine: { show: at === 0 && options.gridLines !== false, lineStyle: { color: '#464646' } },
    axisLabel: { ...LABEL, hideOverlap: true, formatter: (n: number) => tickWords(n, long, axisFormat(metrics)) },
  };
}

/** Ticks are round, so that from here on few letters say the whole of them and leave the room to the drawing. */
const LONG_TICK = 1e9;
/** The same where figures stand on both sides of the drawing. */
const LONG_BESIDE = 1e6;
/** Beyond what `t` for a million millions tells. */
const LONGEST_TICK = 1e15;

function tickWords(tick: number, long: number, format: NumberFormat | undefined): string {
  if (format || Math.abs(tick) < long) return formatNumber(tick, format);
  if (Math.abs(tick) >= LONGEST_TICK) return Number(tick.toPrecision(15)).toExponential().replace('e+', 'e');
  return formatNumber(tick, { style: 'compact' });
}

/** How numbers along an axis are written: as all figures on it are, plainly when they differ. */
function axisFormat([first, ...others]: readonly ViewMetric[]): NumberFormat | undefined {
  const format = JSON.stringify(first?.format);
  return others.every((metric) => JSON.stringify(metric.format) === format) ? first?.format : undefined;
}
