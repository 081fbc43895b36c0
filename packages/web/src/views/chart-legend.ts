import type { EChartsCoreOption } from 'echarts/core';
import { GRID } from './chart-text.ts';

/** A series, or a part of a round chart, as the legend names it. */
export interface LegendItem {
  readonly name: string;
  readonly colour: string;
}

export interface Legend {
  readonly items: readonly LegendItem[];
  readonly below: boolean;
}

interface Option {
  readonly legend?: { readonly show?: boolean; readonly bottom?: number };
  readonly series?: readonly Series[];
  readonly grid?: object;
}

interface Series {
  readonly type?: string;
  readonly name?: string;
  readonly itemStyle?: { readonly color?: string };
  readonly data?: readonly Omit<Series, 'data'>[];
}

/** What the legend of a drawing lists; null where it has none. */
export function legendOf(option: EChartsCoreOption): Legend | null {
  const { legend, series = [] }: Option = Object(option);
  if (!legend?.show) return null;
  const parts = series[0]?.type === 'pie' ? (series[0].data ?? []) : series;
  const colours = new Map(parts.map(({ name = '', itemStyle }) => [name, itemStyle?.color ?? '']));
  return { items: [...colours].map(([name, colour]) => ({ name, colour })), below: legend.bottom !== undefined };
}

/**
 * The same drawing with its legend beside the canvas, where keys reach it: there it still takes series away, and leaves its
 * room to the axes.
 */
export function besideLegend(
  option: EChartsCoreOption,
  selected: Readonly<Record<string, boolean>>,
): EChartsCoreOption {
  const { legend, grid }: Option = Object(option);
  return {
    ...option,
    legend: { ...legend, show: false, selected },
    ...(grid && legend?.show && { grid: { ...grid, top: GRID.top, bottom: GRID.bottom } }),
  };
}
