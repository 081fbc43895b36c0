import type { EChartsType } from 'echarts/core';

/** What can be gone to on a chart, one behind the other as they are read. */
export interface ChartPoint {
  /** Its name, and what each series has there, as the tooltip tells it. */
  readonly words: string;
  readonly name: string;
  readonly series: string;
  /** Where it stands in the data of its series. */
  readonly index: number;
  /** Of a cell: those with the same lie above and below it. */
  readonly column?: number;
}

interface Drawn {
  readonly xAxis?: readonly Axis[];
  readonly yAxis?: readonly Axis[];
  readonly series?: readonly DrawnSeries[];
  readonly tooltip?: readonly Told[];
  readonly legend?: readonly { readonly selected?: Chosen }[];
}

/** By name, what a click on the legend took away (false) or brought back. */
export type Chosen = Readonly<Record<string, boolean>>;

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

/** What the legend of a drawing has been told to show, which outlives the next drawing of the same. */
export const chosenOf = (drawing: EChartsType): Chosen => {
  const { legend }: Drawn = Object(drawing.getOption());
  return legend?.[0]?.selected ?? {};
};

/** Groups of an axis, else parts of a round chart, cells or words; of what the legend shows. */
export function chartPoints(drawing: EChartsType): readonly ChartPoint[] {
  const { xAxis, yAxis, series: all = [], tooltip }: Drawn = Object(drawing.getOption());
  const chosen = chosenOf(drawing);
  const series = all.filter(({ name }) => chosen[name ?? ''] !== false);
  const first = series[0];
  if (!first) return [];
  if (first.type === 'pie' || first.type === 'custom')
    return (first.data ?? [])
      .map((part, index) => partAt(part, index, tooltip?.[0]))
      .filter(({ name }) => chosen[name] !== false);
  const lying = yAxis?.[0]?.type === 'category';
  const names = (lying ? yAxis : xAxis)?.[0]?.data ?? [];
  const points = names.map((name, index): ChartPoint => {
    const figures = series.map((one) => `${one.name ?? ''} ${told(figureAt(one.data?.[index]), one.tooltip)}`);
    return { words: `${name}: ${figures.join(', ')}`, name: String(name), series: first.name ?? '', index };
  });
  // bars that lie are drawn from below
  return lying ? points.reverse() : points;
}

function partAt(part: unknown, index: number, how: Told | undefined): ChartPoint {
  const { name, value }: { readonly name: string; readonly value: unknown } = Object(part);
  const at: readonly unknown[] = Array.isArray(value) ? value : [value];
  const point = { words: `${name}: ${told(at.at(-1), how)}`, name, series: '', index };
  return at.length > 1 ? { ...point, column: Number(at[0]) } : point;
}

const told = (value: unknown, how: Told | undefined): string => how?.valueFormatter?.(value) ?? String(value ?? '');

/** Points may be given with their mark. */
const figureAt = (point: unknown): unknown =>
  typeof point === 'object' && point !== null && 'value' in point ? point.value : point;
