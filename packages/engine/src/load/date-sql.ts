import { DATE_RANGE, isDateFormat } from './rules/date.ts';

export interface DateReading {
  /** Epoch milliseconds. */
  readonly value: string;
  readonly fine: string;
}

const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?';
const ISO = `[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]${CLOCK}Z?)?`;

/** Day patterns with fixed widths: how RE2 checks them and how their parts make an ISO day. */
const DAYS: Readonly<Record<string, readonly [pattern: string, year: number, month: number, day: number]>> = {
  'yyyy/MM/dd': ['[0-9]{4}/[0-9]{2}/[0-9]{2}', 1, 6, 9],
  'dd/MM/yyyy': ['[0-9]{2}/[0-9]{2}/[0-9]{4}', 7, 4, 1],
  'MM/dd/yyyy': ['[0-9]{2}/[0-9]{2}/[0-9]{4}', 7, 1, 4],
  'dd-MM-yyyy': ['[0-9]{2}-[0-9]{2}-[0-9]{4}', 7, 4, 1],
  'MM-dd-yyyy': ['[0-9]{2}-[0-9]{2}-[0-9]{4}', 7, 1, 4],
  'dd.MM.yyyy': ['[0-9]{2}\\.[0-9]{2}\\.[0-9]{4}', 7, 4, 1],
};

const epochMs = (timestamp: string): string => `epoch_ms(try_cast(${timestamp} AS TIMESTAMP))`;
const between = (value: string): string => `${value} BETWEEN ${DATE_RANGE[0]} AND ${DATE_RANGE[1]}`;

/** Reads dates of the common fixed-width forms in SQL; null for a format that only the rules read. */
export function dateSql(cell: string, format: string | undefined): DateReading | null {
  if (!isDateFormat(format) || format === 'iso') {
    const value = epochMs(cell);
    return { value, fine: `regexp_full_match(${cell}, '${ISO}') AND ${between(value)}` };
  }
  if (format === 'epoch_millis') {
    const value = `try_cast(${cell} AS BIGINT)`;
    return { value, fine: `${value}::VARCHAR = ${cell} AND ${between(value)}` };
  }
  const day = DAYS[format];
  if (day === undefined) return null;
  const [pattern, year, month, dayAt] = day;
  const part = (from: number, length: number): string => `substr(${cell}, ${from}, ${length})`;
  const value = epochMs(
    `${part(year, 4)} || '-' || ${part(month, 2)} || '-' || ${part(dayAt, 2)} || substr(${cell}, 11)`,
  );
  return { value, fine: `regexp_full_match(${cell}, '${pattern}([T ]${CLOCK})?') AND ${between(value)}` };
}
