import type { EChartsType } from 'echarts/core';

/** What can be gone to on a chart, one behind the other as they are read. */
export interface ChartPoint {
  /** Its name, and what each series has there, as the tooltip tells it. */
  readonly words: string;
  readonly name: string;
  readonly series: string;
  /** Where it stands in the data of its series. */
  readonly index: number;
}

interface Drawn {
  readonly xAxis?: readonly Axis[];
  readonly yAxis?: readonly Axis[];
  readonly series?: readonly DrawnSeries[];
  readonly tooltip?: readonly Told[];
}

interface Axis {
  readonly type?: string;
  readonly data?: readonly unknown[];
}

interface Told {
  readonly valueFormatter?: (value: unknown) => string;
}

interface DrawnSeries {
  readonly type: string;
  readonly name?: string;
  readonly data?: readonly unknown[];
  readonly tooltip?: Told;
}

/** Groups of an axis, or parts of a round chart; nothing of a chart that is drawn by other rules. */
export function chartPoints(drawing: EChartsType): readonly ChartPoint[] {
  const { xAxis, yAxis, series = [], tooltip }: Drawn = Object(drawing.getOption());
  const first = series[0];
  if (first?.type === 'pie')
    return (first.data ?? []).map((part, index) => {
      const { name, value }: { readonly name: string; readonly value: unknown } = Object(part);
      return { words: `${name}: ${told(value, tooltip?.[0])}`, name, series: '', index };
    });
  if (first?.type !== 'bar' && first?.type !== 'line') return [];
  const lying = yAxis?.[0]?.type === 'category';
  const names = (lying ? yAxis : xAxis)?.[0]?.data ?? [];
  const points = names.map((name, index): ChartPoint => {
    const figures = series.map((one) => `${one.name ?? ''} ${told(figureAt(one.data?.[index]), one.tooltip)}`);
    return { words: `${name}: ${figures.join(', ')}`, name: String(name), series: first.name ?? '', index };
  });
  // bars that lie are drawn from below
  return lying ? points.reverse() : points;
}

const told = (value: unknown, how: Told | undefined): string => how?.valueFormatter?.(value) ?? String(value ?? '');

/** Points may be given with their mark. */
const figureAt = (point: unknown): unknown =>
  typeof point === 'object' && point !== null && 'value' in point ? point.value : point;
