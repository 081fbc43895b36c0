const grouping = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Whether a number has more digits before its point, or zeros behind it, than anybody counts; JavaScript draws the same line. */
export const needsPower = (value: number): boolean =>
  Number.isFinite(value) && value !== 0 && (Math.abs(value) >= 1e21 || Math.abs(value) < 1e-6);

/** A number in full, comma between thousands (FMT-03); one that nobody would count the digits of with its power of ten, `1.5e300`. */
export const formatCount = (value: number | bigint): string =>
  typeof value === 'number' && needsPower(value) ? String(value).replace('e+', 'e') : grouping.format(value);

const BYTE_UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** Bytes to base 1024, 2 decimals by default, trailing zeros dropped (FMT-01): 0 → `0 Bytes`, 1536 → `1.5 KB`. */
export function formatBytes(bytes: number, decimals = 2): string {
  let unit = 0;
  let scaled = Math.abs(bytes);
  while (Number(scaled.toFixed(decimals)) >= 1024 && unit < BYTE_UNITS.length - 1) {
    scaled /= 1024;
    unit += 1;
  }
  return `${bytes < 0 ? '-' : ''}${Number(scaled.toFixed(decimals))} ${BYTE_UNITS[unit]}`;
}

const SHORT_UNITS = ['', 'k', 'm', 'b', 't'];

/** A number scaled by as many thousands as leave its size, rounded to so many decimals, below 1000, and the letter for them. */
export function shorten(value: number, decimals: number): { readonly figure: number; readonly letter: string } {
  let unit = 0;
  let figure = value;
  while (Math.abs(Number(figure.toFixed(decimals))) >= 1000 && unit < SHORT_UNITS.length - 1) {
    figure /= 1000;
    unit += 1;
  }
  return { figure, letter: SHORT_UNITS[unit] ?? '' };
}

/** From 1000 upward shortened with k, m, b or t, one decimal, trailing zero dropped (FMT-02): 1500 → `1.5k`. */
export function formatShort(value: number): string {
  if (Math.abs(value) < 1000) return String(value);
  const { figure, letter } = shorten(value, 1);
  return `${Number(figure.toFixed(1))}${letter}`;
}
