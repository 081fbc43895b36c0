import { formatBytes, NO_VALUE, needsPower, shorten } from '@datasarana/schema';
import { formatFigure } from './format.ts';

export const NUMBER_STYLES = ['number', 'compact', 'percent', 'bytes', 'duration'] as const;
export type NumberStyle = (typeof NUMBER_STYLES)[number];

/** What a duration is stored in, with its milliseconds. */
export const DURATION_UNITS = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
export type DurationUnit = keyof typeof DURATION_UNITS;

/** How a number is written (VIS-13); what is absent is as without a format. */
export interface NumberFormat {
  readonly style: NumberStyle;
  /** Exactly so many behind the point, 0 to 6; as many as are needed when absent. */
  readonly decimals?: number;
  /** A comma between thousands; true by default. */
  readonly thousands?: boolean;
  /** duration: what the number counts; seconds by default. */
  readonly of?: DurationUnit;
}

/** Whether a number so written needs the unit of its field behind it: the others have one of their own. */
export const takesUnit = (format: NumberFormat | undefined): boolean =>
  format === undefined || format.style === 'number' || format.style === 'compact';

/** A number as its format writes it; an en dash for none. The unit stands behind it where the format has none of its own. */
export function formatNumber(value: unknown, format?: NumberFormat, unit?: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return NO_VALUE;
  const text = format ? WRITERS[format.style](value, format) : formatFigure(value);
  return unit && takesUnit(format) ? `${text} ${unit}` : text;
}

type Writer = (value: number, format: NumberFormat) => string;

const WRITERS: Readonly<Record<NumberStyle, Writer>> = {
  number: (value, format) => (isPlain(format) ? formatFigure(value) : withDecimals(value, format, 3)),
  compact: compactText,
  percent: (value, format) => `${withDecimals(value * 100, format, 1)} %`,
  bytes: (value, { decimals }) => formatBytes(value, decimals),
  duration: durationText,
};

const isPlain = ({ decimals, thousands }: NumberFormat): boolean => decimals === undefined && thousands !== false;

function withDecimals(value: number, { decimals, thousands = true }: NumberFormat, most: number): string {
  if (Math.abs(value) >= 1 && needsPower(value)) return formatFigure(value);
  const options: Intl.NumberFormatOptions = {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? most,
    useGrouping: thousands,
    signDisplay: 'negative',
  };
  return value.toLocaleString('en', options);
}

/** As FMT-02 shortens, from 1000 upward, with as many decimals as are asked for; one, when none are. */
function compactText(value: number, format: NumberFormat): string {
  const { decimals = 1 } = format;
  const { figure, letter } = shorten(value, decimals);
  return `${withDecimals(figure, format, decimals)}${letter}`;
}

const PARTS = [
  ['d', DURATION_UNITS.d],
  ['h', DURATION_UNITS.h],
  ['min', DURATION_UNITS.min],
  ['s', DURATION_UNITS.s],
] as const;

/** The two largest parts of a span, rounded: `2 d 4 h`, `3 min 20 s`; below a minute one, `8.5 s` or `40 ms`. */
function durationText(value: number, format: NumberFormat): string {
  const sign = value < 0 ? '-' : '';
  const ms = Math.abs(value) * DURATION_UNITS[format.of ?? 's'];
  if (ms < DURATION_UNITS.s) return `${sign}${withDecimals(ms, format, 1)} ms`;
  const seconds = ms / DURATION_UNITS.s;
  if (Number(seconds.toFixed(format.decimals ?? 1)) < 60) return `${sign}${withDecimals(seconds, format, 1)} s`;
  // rounded to the smaller of two parts first, so that no part becomes as much as the next larger
  const rounded = PARTS.slice(1)
    .map(([, smaller], i) => ({ larger: PARTS[i]?.[1] ?? smaller, ms: Math.round(ms / smaller) * smaller }))
    .find((each) => each.ms >= each.larger)?.ms;
  const whole = rounded ?? ms;
  const at = PARTS.findIndex(([, size]) => whole >= size);
  const words = PARTS.slice(at, at + 2).map(([name, size], i) => {
    const left = i === 0 ? whole : whole % (PARTS[at]?.[1] ?? 1);
    return { name, count: Math.floor(left / size) };
  });
  const told = words.filter(({ count }, i) => i === 0 || count > 0);
  return sign + told.map(({ name, count }) => `${count.toLocaleString('en')} ${name}`).join(' ');
}
