import type { EChartsType } from 'echarts/core';
import { LABEL, LETTER, namesBelow } from './chart-text.ts';
import { type Size, wordsOfSlices } from './slice-words.ts';
import { fitInside, type Stacked } from './stacked-figures.ts';

/** px above and below the bands of lines: figures or names of the other axis. */
const ABOVE_AND_BELOW = 40;
/** px of the smallest letters that are still read. */
const LEAST_LETTERS = 9;

/** Names beside lying bars or cells: all of them and smaller than their band, so that they do not touch; some where bands are lower still. */
function namesBeside(groups: number, drawn: number): object {
  const band = Math.floor((drawn - ABOVE_AND_BELOW) / groups);
  const fontSize = Math.min(LABEL.fontSize, Math.max(LEAST_LETTERS, band - 1));
  return { fontSize, interval: band < LEAST_LETTERS ? 'auto' : 0 };
}

interface Drawn {
  readonly yAxis?: readonly { readonly type?: string; readonly data?: readonly unknown[] }[];
  readonly series?: readonly (Stacked & { readonly type?: string })[];
}

/** px between two lines of figures, and the most there are of them. */
const BETWEEN_TICKS = 50;
const MOST_TICKS = 4;

/** px of a group among others, beside whatever stands left and right of them; a drawing that is not laid out yet has all its width for them. */
function bandOf(drawing: EChartsType, groups: number, width: number): number {
  const [first = Number.NaN, second = Number.NaN] = [0, 1].map((at) =>
    Number(drawing.convertToPixel({ xAxisIndex: 0 }, at)),
  );
  return groups > 1 && second > first ? second - first : width / groups;
}

/**
 * Gives what is written on a drawing the room there is: as many figures upwards as can be told apart, or names as large as fits; of the
 * groups that lie side by side under names of their own, if there are such, as much of these as fits; and the words beside slices and
 * the figures in parts of a stack.
 */
export function fitWords(drawing: EChartsType, groups: number | undefined, size: Size): void {
  const { width, height } = size;
  const { yAxis, series }: Drawn = Object(drawing.getOption());
  const { type, data: lines = [] } = yAxis?.[0] ?? {};
  const splitNumber = Math.min(MOST_TICKS, Math.max(1, Math.round(height / BETWEEN_TICKS)));
  const fitted = {
    ...(type === 'value' && { yAxis: yAxis?.map(() => ({ splitNumber })) }),
    ...(type === 'category' && { yAxis: { axisLabel: namesBeside(lines.length, height) } }),
    ...(series?.[0]?.type === 'pie'
      ? wordsOfSlices(drawing, size)
      : {
          series: fitInside(drawing, series ?? [], {
            lying: type === 'category',
            letter: LETTER,
            line: LABEL.fontSize,
          }),
        }),
    ...(groups && { xAxis: { axisLabel: namesBelow(bandOf(drawing, groups, width)) } }),
  };
  if (Object.keys(fitted).length > 0) drawing.setOption(fitted);
}
