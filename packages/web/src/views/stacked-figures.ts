import type { EChartsType } from 'echarts/core';

/** Of each group, what is free beside its bars, and px of the widest bar. */
const FREE = 0.48;
const WIDEST = 64;
/** How bars lie in their groups. */
export const BARS = { barCategoryGap: `${FREE * 100}%`, barMaxWidth: WIDEST } as const;

/** A part of a stacked bar. */
interface Part {
  readonly value: unknown;
  readonly seriesIndex: number;
}
type Figure = (part: Part) => string;
type InsideFigure = Figure & { readonly whole: Figure };

/** A figure to be written into its part of a stacked bar; {@link fitInside} leaves out those that have no room there. */
export const insideFigure = (whole: Figure, shown = whole): InsideFigure =>
  Object.assign((part: Part) => shown(part), { whole });

export interface Stacked {
  readonly stack?: string;
  readonly label?: { readonly formatter?: Figure | InsideFigure };
}

interface Fit {
  /** Bars lie on their sides. */
  readonly lying: boolean;
  /** px of a letter and of a line of them. */
  readonly letter: number;
  readonly line: number;
}

/**
 * Labels of series that write the figures of those parts alone that have room for them: in others they would lie on what is
 * beside, in an ink that is not for it. The room is asked for at each drawing, since the legend changes it too.
 */
export function fitInside(drawing: EChartsType, series: readonly Stacked[], fit: Fit): readonly object[] {
  const stacks = new Set(series.map(({ stack }) => stack)).size;
  return series.map(({ label }) => {
    const figure = label?.formatter;
    if (!figure || !('whole' in figure)) return {};
    const shown = (part: Part): string => {
      const text = figure.whole(part);
      const { long, thick } = roomOf(drawing, part, { lying: fit.lying, stacks });
      const [width, height] = fit.lying ? [long, thick] : [thick, long];
      return width >= text.length * fit.letter && height >= fit.line ? text : '';
    };
    return { label: { formatter: insideFigure(figure.whole, shown) } };
  });
}

/** px of a part, along its bar and across it. */
function roomOf(
  drawing: EChartsType,
  { value, seriesIndex }: Part,
  { lying, stacks }: { lying: boolean; stacks: number },
) {
  const at = (group: number, figure: number) => {
    const [x = 0, y = 0] = drawing.convertToPixel({ seriesIndex }, lying ? [figure, group] : [group, figure]);
    return lying ? { along: x, group: y } : { along: y, group: x };
  };
  const [none, whole, beside] = [at(0, 0), at(0, Number(value)), at(1, 0)];
  const group = Math.abs(beside.group - none.group) || Number.POSITIVE_INFINITY;
  return { long: Math.abs(whole.along - none.along), thick: Math.min(WIDEST, (group * (1 - FREE)) / stacks) };
}
