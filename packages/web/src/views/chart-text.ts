import type { EChartsType } from 'echarts/core';

/** Letters of everything drawn on a chart (VIS-06). */
export const LABEL = { color: '#D2D2D2', fontFamily: 'Roboto Condensed', fontSize: 12 } as const;
/** The same as CSS writes it, to ask whether it has arrived. */
export const CHART_FONT = `${LABEL.fontSize}px "${LABEL.fontFamily}"`;

/** Names along an axis: a long one is cut, so that it leaves room for what is drawn; it stands whole beside the pointer. */
export const AXIS_NAME = { ...LABEL, hideOverlap: true, width: 140, overflow: 'truncate' } as const;

/** px of a band in which a name can still be told from others. */
const LEAST_BAND = 44;
/** px left and right of the bars: figures of the axis. */
const BESIDE = 64;
/** px left and right of cells: names of the lines. */
const BESIDE_CELLS = AXIS_NAME.width + 24;
/** px of a letter, a little above the mean. */
const LETTER = 6;

/**
 * Names below bars or cells side by side: each has its own, broken into lines as wide as its band; where bands are too narrow for
 * that, as many as there is room for.
 */
export function namesBelow(groups: number, drawn: number, beside = BESIDE): object {
  const band = (drawn - beside) / groups;
  // with the line height of names that were broken before, a name takes all of `width`, and those beside it are left out
  if (band < LEAST_BAND) return { ...AXIS_NAME, interval: 'auto', formatter: null, lineHeight: null };
  const width = Math.floor(band) - 6;
  const formatter = (name: string): string => shortName(name, 2 * Math.floor(width / LETTER));
  return { ...AXIS_NAME, interval: 0, width, overflow: 'break', lineHeight: 14, formatter };
}

interface Drawn {
  readonly yAxis?: readonly { readonly type?: string }[];
}

/** px between two lines of figures, and the most there are of them. */
const BETWEEN_TICKS = 50;
const MOST_TICKS = 4;

/**
 * Gives the axes of a drawing the room there is: as many figures upwards as can be told apart, and the groups that lie side by side
 * under names of their own, if there are such, as much of these as fits.
 */
export function fitAxes(
  drawing: EChartsType,
  groups: number | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const { yAxis }: Drawn = Object(drawing.getOption());
  const type = yAxis?.[0]?.type;
  const splitNumber = Math.min(MOST_TICKS, Math.max(1, Math.round(height / BETWEEN_TICKS)));
  const beside = type === 'category' ? BESIDE_CELLS : BESIDE;
  const fitted = {
    ...(type === 'value' && { yAxis: { splitNumber } }),
    ...(groups && { xAxis: { axisLabel: namesBelow(groups, width, beside) } }),
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
  const letters = [...name];
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : name;
}
