import { DATE_RANGE, isDateFormat } from './rules/date.ts';

export interface DateReading {
  /** Epoch milliseconds. */
  readonly value: string;
  /** Whether that is what the rules read, where the value has a name. */
  readonly fine: string;
}

/** Finer fractions before 1970 are left to the rules: epoch_ms() cuts them towards 1970, the rules towards the past. */
const CLOCK = '([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?';
const ISO = `[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]${CLOCK}Z?)?`;
const TO_SECONDS = '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]([01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';
const OFFSET = '[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?';
const MICROS = `${TO_SECONDS}\\.[0-9]{4,6}(Z|${OFFSET})?`;
const ZONED_MILLIS = `${TO_SECONDS}(\\.[0-9]{1,3})?${OFFSET}`;
const ZONED = `${TO_SECONDS}(\\.[0-9]{1,6})?${OFFSET}`;
/** What DuckDB leaves out around figures. */
const LEFT_OUT = [' ', '\t', '\n', '\v', '\f', '\r', '.'];
/** As most write it: what DuckDB reads has its figures at these places when none of that is among them. Takes half the time of the pattern. */
const usual = (cell: string): string =>
  [
    `${cell} LIKE '____-__-__T__:__:__Z' AND ${cell} BETWEEN '0' AND ':'`,
    ...[...LEFT_OUT, 'T24'].map((other) => `NOT contains(${cell}, '${other}')`),
  ].join(' AND ');
const TWO = '([0-9]{1,2})';
const YEAR = '([0-9]{4})';
/** Those that DuckDB takes for the years the rules do. */
const SHORT_YEAR = '([0-2][0-9]|[7-9][0-9])';
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const MONTH = `(${MONTHS}|${MONTHS.replaceAll(/([A-Z][a-z]{2})[a-z]*/g, '$1')})`;

/** Days as a pattern of three groups, and as strptime knows them; with `iso`, the ISO day the groups make, which is read in less time. */
interface DayForm {
  readonly pattern: string;
  readonly strptime: readonly string[];
  readonly iso?: string;
}

const DAYS: Readonly<Record<string, DayForm>> = {
  'yyyy/MM/dd': { pattern: `${YEAR}/${TWO}/${TWO}`, strptime: ['%Y/%m/%d'], iso: '\\1-\\2-\\3' },
  'dd/MM/yyyy': { pattern: `${TWO}/${TWO}/${YEAR}`, strptime: ['%d/%m/%Y'], iso: '\\3-\\2-\\1' },
  'MM/dd/yyyy': { pattern: `${TWO}/${TWO}/${YEAR}`, strptime: ['%m/%d/%Y'], iso: '\\3-\\1-\\2' },
  'dd-MM-yyyy': { pattern: `${TWO}-${TWO}-${YEAR}`, strptime: ['%d-%m-%Y'], iso: '\\3-\\2-\\1' },
  'MM-dd-yyyy': { pattern: `${TWO}-${TWO}-${YEAR}`, strptime: ['%m-%d-%Y'], iso: '\\3-\\1-\\2' },
  'dd.MM.yyyy': { pattern: `${TWO}\\.${TWO}\\.${YEAR}`, strptime: ['%d.%m.%Y'], iso: '\\3-\\2-\\1' },
  'dd-MMM-yyyy': { pattern: `${TWO}-${MONTH}-${YEAR}`, strptime: ['%d-%b-%Y', '%d-%B-%Y'] },
  'dd MMM yyyy': { pattern: `${TWO} ${MONTH} ${YEAR}`, strptime: ['%d %b %Y', '%d %B %Y'] },
  'MMM dd, yyyy': { pattern: `${MONTH} ${TWO}, ${YEAR}`, strptime: ['%b %d, %Y', '%B %d, %Y'] },
  'dd/MM/yy': { pattern: `${TWO}/${TWO}/${SHORT_YEAR}`, strptime: ['%d/%m/%y'] },
  'MM/dd/yy': { pattern: `${TWO}/${TWO}/${SHORT_YEAR}`, strptime: ['%m/%d/%y'] },
  'dd.MM.yy': { pattern: `${TWO}\\.${TWO}\\.${SHORT_YEAR}`, strptime: ['%d.%m.%y'] },
  'dd-MMM-yy': { pattern: `${TWO}-${MONTH}-${SHORT_YEAR}`, strptime: ['%d-%b-%y', '%d-%B-%y'] },
  'dd MMM yy': { pattern: `${TWO} ${MONTH} ${SHORT_YEAR}`, strptime: ['%d %b %y', '%d %B %y'] },
};
const HALF_DAY = '(0?[1-9]|1[0-2]):[0-5][0-9](:[0-5][0-9])? [AaPp][Mm]';

const matches = (cell: string, pattern: string): string => `regexp_full_match(${cell}, ' *${pattern} *')`;
/** Without the spaces around it, which DuckDB takes around some dates only; trim() costs more than to see that there are none. */
const trimmed = (cell: string): string =>
  `CASE WHEN ${cell} < '!' OR ${cell} LIKE '% ' THEN trim(${cell}) ELSE ${cell} END`;
const epochMs = (timestamp: string): string => `epoch_ms(${timestamp})`;
/** Epoch milliseconds of a moment without an offset, null where it is none. */
export const asTimestamp = (text: string): string => epochMs(`try_cast(${text} AS TIMESTAMP)`);
/** TIMESTAMP passes over an offset. The shortest date with one, `2020-01-01T1:00:00+02`, has 21 letters. */
const asZoned = (cell: string): string =>
  `CASE WHEN strlen(${cell}) >= 21 AND ${cell} NOT LIKE '%Z' THEN
     CASE WHEN ${matches(cell, ZONED)} THEN ${epochMs(`try_cast(${trimmed(cell)} AS TIMESTAMPTZ)`)} ELSE ${asTimestamp(trimmed(cell))} END
   ELSE ${asTimestamp(trimmed(cell))} END`;
/** Whether a moment is one the rules take. */
export const isInRange = (name: string): string => `${name} BETWEEN ${DATE_RANGE[0]} AND ${DATE_RANGE[1]}`;

/** Whether dates come in the form of ISO 8601, as they do where no other is said. */
export const isIso = (format: string | undefined): boolean => !isDateFormat(format) || format === 'iso';

/** Reads dates of the common forms in SQL as a value called `name`; null for a format that only the rules read. */
export function dateSql(cell: string, format: string | undefined, name: string): DateReading | null {
  if (!isDateFormat(format) || format === 'iso') {
    // an OR would look for both forms in every cell
    const fine = `CASE WHEN ${usual(cell)} THEN true WHEN ${matches(cell, ISO)} THEN true WHEN ${name} > 0 AND ${matches(cell, MICROS)} THEN true ELSE ${matches(cell, ZONED_MILLIS)} END`;
    return { value: asZoned(cell), fine: `${fine} AND ${isInRange(name)}` };
  }
  if (format === 'epoch_millis') {
    const value = `try_cast(${cell} AS BIGINT)`;
    const fine = `CASE WHEN ${name}::VARCHAR = ${cell} THEN true ELSE ${matches(cell, '-?[0-9]{1,15}')} END`;
    return { value, fine: `${fine} AND ${isInRange(name)}` };
  }
  if (format === 'epoch_second') {
    const value = `CASE WHEN ${cell} < '!' THEN NULL ELSE try_cast(${cell} || '000' AS BIGINT) END`;
    return { value, fine: `${name}::VARCHAR = ${cell} || '000' AND ${isInRange(name)}` };
  }
  if (format === 'yyyyMMdd') {
    const value = epochMs(`try_strptime(${trimmed(cell)}, '%Y%m%d')`);
    return { value, fine: `${matches(cell, '[0-9]{8}')} AND ${isInRange(name)}` };
  }
  const form = DAYS[format];
  if (form === undefined) return null;
  const fine = `${matches(cell, `${form.pattern}([T ]${CLOCK}| ${HALF_DAY})?`)} AND ${isInRange(name)}`;
  return { value: asDay(cell, form), fine };
}

/** A date by its day, with a time or without. What a format does not fit costs five times as much as what it fits, so few are tried. */
function asDay(cell: string, { pattern, strptime, iso }: DayForm): string {
  const text = trimmed(cell);
  const timed = (...clocks: readonly string[]): string => {
    const formats = clocks.flatMap((clock) => strptime.map((day) => `'${day}${clock}'`));
    return epochMs(`try_strptime(${text}, [${formats.join(', ')}])`);
  };
  const halves = timed(' %I:%M %p', ' %I:%M:%S %p');
  const day = iso
    ? asTimestamp(`regexp_replace(${text}, '^${pattern}', '${iso}')`)
    : `CASE WHEN contains(${cell}, ':') THEN ${timed(' %H:%M:%S', ' %H:%M')} ELSE ${timed('')} END`;
  return `CASE WHEN ${cell} LIKE '%M' OR ${cell} LIKE '%m' THEN ${halves} ELSE ${day} END`;
}
