import type { EChartsType } from 'echarts/core';
import { fitInside, type Stacked } from './stacked-figures.ts';

/** Letters of everything drawn on a chart (VIS-06). */
export const LABEL = { color: '#D2D2D2', fontFamily: 'Roboto Condensed', fontSize: 12 } as const;
/** The same as CSS writes it, to ask whether it has arrived. */
export const CHART_FONT = `${LABEL.fontSize}px "${LABEL.fontFamily}"`;

/** px of a letter, a little above the mean. */
const LETTER = 6;
/** px of the longest of some texts. */
export const lettersWidth = (texts: readonly string[]): number =>
  texts.reduce((most, { length }) => Math.max(most, length), 0) * LETTER;

/** px of a name along an axis. */
const NAME_WIDTH = 140;

/** A name on one line, cut to what its room holds; ECharts leaves out the names beside one by the length of the whole. */
const nameWithin =
  (width: number, lines = 1) =>
  (name: string): string => {
    const cut = shortName(name.replaceAll(/\s+/g, ' ').trim(), lines * Math.floor(width / LETTER));
    return lines > 1 && PAIRED.test(cut) ? inLines(cut, width, lines) : cut;
  };

/** Letters that JavaScript counts as two, as emoji are: where ECharts breaks a line, it parts them. */
const PAIRED = /[\u{10000}-\u{10ffff}]/u;
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
/** px of a letter of those, or of one with which they are joined. */
const WIDE_LETTER = 16;

const widthOf = (word: string): number => (PAIRED.test(word) ? WIDE_LETTER : word.length * LETTER);

/** A name broken between its words, each emoji being one; what is left over is cut. */
function inLines(name: string, width: number, most: number): string {
  const lines = [''];
  for (const { segment } of WORDS.segment(name)) {
    const line = lines.at(-1) ?? '';
    const long = [...WORDS.segment(line + segment)].reduce((sum, word) => sum + widthOf(word.segment), 0);
    if (long <= width || line === '') lines[lines.length - 1] = line + segment;
    else lines.push(segment.trim());
  }
  return lines.slice(0, most).join('\n').trim() + (lines.length > most ? '…' : '');
}

/** Names along an axis: a long one is cut, so that it leaves room for what is drawn; it stands whole beside the pointer. */
export const AXIS_NAME = {
  ...LABEL,
  hideOverlap: true,
  width: NAME_WIDTH,
  overflow: 'truncate',
  formatter: nameWithin(NAME_WIDTH),
} as const;

/** px of a band in which a name can still be told from others. */
const LEAST_BAND = 44;
/** px of a name where there is not room for all of them. */
const SOME_WIDTH = 96;

/**
 * Names below bars or cells side by side: each has its own, broken into lines as wide as its band; where bands are too narrow for
 * that, as many as there is room for.
 */
export function namesBelow(band: number): object {
  // with the line height of names that were broken before, a name takes all of `width`, and those beside it are left out
  if (band < LEAST_BAND)
    return { ...AXIS_NAME, interval: 'auto', width: SOME_WIDTH, formatter: nameWithin(SOME_WIDTH), lineHeight: null };
  const width = Math.floor(band) - 6;
  return { ...AXIS_NAME, interval: 0, width, overflow: 'break', lineHeight: 14, formatter: nameWithin(width, 2) };
}

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

/** Of half the lesser side, how far slices reach from the middle. */
export const SLICES_RADIUS = 0.54;
/** px of the line from a slice to its words: away from it, and then across. */
export const SLICE_LINE = { length: 14, length2: 8 } as const;
/** px of the words beside a slice, where there is room. */
export const SLICE_WORDS = 84;
/** px between the line and the words, and from these to the edge. */
const AROUND_WORDS = 10;

/** Words beside slices: as wide as there is room left and right of these, in two lines above their share. */
function wordsBeside({ width, height }: Size): object {
  const reach = (SLICES_RADIUS * Math.min(width, height)) / 2 + SLICE_LINE.length + SLICE_LINE.length2;
  const room = Math.min(SLICE_WORDS, Math.floor(width / 2 - reach - AROUND_WORDS));
  return { width: room, formatter: sliceWords(room) };
}

/** The name of a slice and its share below it. */
export const sliceWords =
  (width: number) =>
  ({ name, percent }: { readonly name: string; readonly percent: number }): string =>
    `${nameWithin(width, 2)(name)}\n${percent} %`;

interface Size {
  readonly width: number;
  readonly height: number;
}

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
      ? { series: [{ label: wordsBeside(size) }] }
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

/** The title of an axis: one longer than a phone is wide ends in an ellipsis. */
export const AXIS_TITLE = {
  nameLocation: 'middle',
  nameGap: 8,
  nameTruncate: { maxWidth: 280, ellipsis: '…' },
} as const;

/** What is drawn on axes, with their names and titles, keeps this far from the edges. */
export const GRID = {
  left: 4,
  right: 16,
  top: 12,
  bottom: 4,
  outerBoundsMode: 'same',
  outerBoundsContain: 'all',
} as const;

/** px above or below the axes for a legend, or the key of a heatmap. */
export const LEGEND_ROOM = 32;

/** A name where there is no axis to cut it: at most 28 letters, or as many as there is room for. */
export function shortName(name: string, most = 28): string {
  if (name.length <= most) return name;
  const letters = Array.from(READ_AS_ONE.segment(name), ({ segment }) => segment);
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : name;
}

/** A letter with its marks, an emoji with those that are joined to it. */
const READ_AS_ONE = new Intl.Segmenter();
