import type { EChartsType } from 'echarts/core';
import { nameWithin, shortName } from './chart-text.ts';

/** px of a drawing. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of half the lesser side, how far slices reach from the middle. */
export const SLICES_RADIUS = 0.54;
/** Their middle, below that of the drawing: words above them are seen. */
export const SLICES_AT = ['50%', '54%'];
/** px of the line from a slice to its words: away from it, and then across. */
export const SLICE_LINE = { length: 14, length2: 8 } as const;
/** px of the words beside a slice, where there is room. */
export const SLICE_WORDS = 84;
/** px between the line and the words, and from these to the edge. */
const AROUND_WORDS = 10;

/** px in which a name can still be read beside a slice. */
const LEAST_WORDS = 44;
/** Letters of a name in the list below slices. */
const LETTERS_BELOW = 20;

interface Drawn {
  readonly legend?: readonly { readonly left?: unknown }[];
  readonly series?: readonly { readonly data?: readonly { readonly name: string; readonly value: number }[] }[];
}

/** What tells slices apart: words beside them where they can be read, in two lines above their share; else a list of all below. */
export function wordsOfSlices(drawing: EChartsType, { width, height }: Size): object {
  const { legend, series }: Drawn = Object(drawing.getOption());
  const reach = (SLICES_RADIUS * Math.min(width, height)) / 2 + SLICE_LINE.length + SLICE_LINE.length2;
  const room = Math.min(SLICE_WORDS, Math.floor(width / 2 - reach - AROUND_WORDS));
  if (room < LEAST_WORDS) return listBelow(series?.[0]?.data ?? []);
  const label = { show: true, width: room, formatter: sliceWords(room) };
  const beside = { center: SLICES_AT, label, labelLine: { show: true } };
  return { ...(legend?.[0]?.left === 'center' && { legend: { show: false } }), series: [beside] };
}

function listBelow(slices: readonly { readonly name: string; readonly value: number }[]): object {
  const sum = slices.reduce((all, { value }) => all + value, 0);
  const shares = new Map(
    slices.map(({ name, value }) => [name, sum === 0 ? 0 : Number(((100 * value) / sum).toFixed(2))]),
  );
  return {
    legend: {
      show: true,
      orient: 'vertical',
      left: 'center',
      right: 'auto',
      top: 'auto',
      bottom: 0,
      height: '44%',
      formatter: (name: string) => `${shortName(name, LETTERS_BELOW)} ${shares.get(name) ?? 0} %`,
    },
    series: [{ center: ['50%', '27%'], label: { show: false }, labelLine: { show: false } }],
  };
}

/** The name of a slice and its share below it. */
export const sliceWords =
  (width: number) =>
  ({ name, percent }: { readonly name: string; readonly percent: number }): string =>
    `${nameWithin(width, 2)(name)}\n${percent} %`;
