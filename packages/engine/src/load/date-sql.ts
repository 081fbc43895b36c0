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
const MICROS = `[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]([01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{4,6}Z?`;
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

/** Day patterns of three groups, and the ISO day these make. */
const DAYS: Readonly<Record<string, readonly [pattern: string, day: string]>> = {
  'yyyy/MM/dd': [`${YEAR}/${TWO}/${TWO}`, '\\1-\\2-\\3'],
  'dd/MM/yyyy': [`${TWO}/${TWO}/${YEAR}`, '\\3-\\2-\\1'],
  'MM/dd/yyyy': [`${TWO}/${TWO}/${YEAR}`, '\\3-\\1-\\2'],
  'dd-MM-yyyy': [`${TWO}-${TWO}-${YEAR}`, '\\3-\\2-\\1'],
  'MM-dd-yyyy': [`${TWO}-${TWO}-${YEAR}`, '\\3-\\1-\\2'],
  'dd.MM.yyyy': [`${TWO}\\.${TWO}\\.${YEAR}`, '\\3-\\2-\\1'],
};

/** Days with a short English month, read by strptime; nothing may follow them here. */
const NAMED: Readonly<Record<string, readonly [pattern: string, strptime: string]>> = {
  'dd-MMM-yyyy': [`${TWO}-[A-Z][a-z]{2}-${YEAR}`, '%d-%b-%Y'],
  'dd MMM yyyy': [`${TWO} [A-Z][a-z]{2} ${YEAR}`, '%d %b %Y'],
  'MMM dd, yyyy': [`[A-Z][a-z]{2} ${TWO}, ${YEAR}`, '%b %d, %Y'],
};

const epochMs = (timestamp: string): string => `epoch_ms(${timestamp})`;
const asTimestamp = (text: string): string => epochMs(`try_cast(${text} AS TIMESTAMP)`);
const between = (name: string): string => `${name} BETWEEN ${DATE_RANGE[0]} AND ${DATE_RANGE[1]}`;

/** Reads dates of the common forms in SQL as a value called `name`; null for a format that only the rules read. */
export function dateSql(cell: string, format: string | undefined, name: string): DateReading | null {
  if (!isDateFormat(format) || format === 'iso') {
    const value = asTimestamp(cell);
    // an OR would look for both forms in every cell
    const fine = `CASE WHEN ${usual(cell)} THEN true WHEN regexp_full_match(${cell}, '${ISO}') THEN true ELSE ${name} > 0 AND regexp_full_match(${cell}, '${MICROS}') END`;
    return { value, fine: `${fine} AND ${between(name)}` };
  }
  if (format === 'epoch_millis') {
    const value = `try_cast(${cell} AS BIGINT)`;
    return { value, fine: `${name}::VARCHAR = ${cell} AND ${between(name)}` };
  }
  const named = NAMED[format];
  if (named) {
    const value = epochMs(`try_strptime(${cell}, '${named[1]}')`);
    return { value, fine: `regexp_full_match(${cell}, '${named[0]}') AND ${between(name)}` };
  }
  const days = DAYS[format];
  if (days === undefined) return null;
  const [pattern, day] = days;
  const value = asTimestamp(`regexp_replace(${cell}, '^${pattern}', '${day}')`);
  return { value, fine: `regexp_full_match(${cell}, '${pattern}([T ]${CLOCK})?') AND ${between(name)}` };
}
