/** Java's pattern of a named format, and the one its texts are read by where that is another. */
interface NamedFormat {
  readonly write: string;
  readonly read?: string;
  /** Whether a fraction is written to the nanosecond, where there are any. */
  readonly hasNanos?: true;
}

const ZONE = 'XXX';
/** An offset or the name of a zone. */
const ANY_ZONE = 'VV';

interface Days {
  readonly write: string;
  /** With as many digits as a number has. */
  readonly loose: string;
}

/** One `u` has up to five digits (see `patternFormat`). */
const DAY: Days = { write: 'uuuu-MM-dd', loose: 'u[-M[-d]]' };
const ORDINAL: Days = { write: 'uuuu-DDD', loose: 'uuuu-D' };
const WEEK: Days = { write: "YYYY-'W'ww-e", loose: "YYYY-'W'w-e" };
const BASIC_ORDINAL: Days = { write: 'uuuuDDD', loose: 'uuuuDDD' };
const BASIC_WEEK: Days = { write: "YYYY'W'wwe", loose: "YYYY'W'wwe" };

const BASIC_TIME = ["'T'HHmmss", "'T'HHmmss"] as const;

/** Without those names that there are none of. */
const neverStrict = (formats: Readonly<Record<string, NamedFormat>>): Readonly<Record<string, NamedFormat>> =>
  Object.fromEntries(Object.entries(formats).filter(([name]) => !name.startsWith('strict_')));

/** The same, of which those of the names write nanoseconds. */
const toNanos = (
  formats: Readonly<Record<string, NamedFormat>>,
  ...names: readonly string[]
): Readonly<Record<string, NamedFormat>> =>
  Object.fromEntries(
    Object.entries(formats).map(([name, format]) => [
      name,
      names.includes(name) ? { ...format, hasNanos: true } : format,
    ]),
  );

/** Both of a name and of that with `strict_` before it, which reads numbers only with all of their digits. */
const bothOf = (name: string, write: string, loose: string, strict = write): Readonly<Record<string, NamedFormat>> => ({
  [name]: { write, read: loose },
  [`strict_${name}`]: { write, read: strict },
});

/** A day alone, with a time, and with one that has no fraction. */
function withTimes(
  name: string,
  { write, loose }: Days,
  [time, looseTime]: readonly [string, string] = ["'T'HH:mm:ss", "'T'H:m:s"],
): Readonly<Record<string, NamedFormat>> {
  return {
    ...bothOf(name, write, loose),
    ...bothOf(`${name}_time`, `${write}${time}.SSS${ZONE}`, `${loose}${looseTime}.SSS${ANY_ZONE}`),
    ...bothOf(`${name}_time_no_millis`, `${write}${time}${ZONE}`, `${loose}${looseTime}${ANY_ZONE}`),
  };
}

/** A time alone, and behind a T. */
const timesOf = (name: string, write: string, loose: string): Readonly<Record<string, NamedFormat>> => ({
  ...bothOf(name, write, loose),
  ...bothOf(name.replace('time', 't_time'), `'T'${write}`, `'T'${loose}`),
});

const hour = (name: string, write: string, loose: string): Readonly<Record<string, NamedFormat>> => ({
  ...bothOf(name, write, loose),
  ...bothOf(`date_${name}`, `${DAY.write}'T'${write}`, `${DAY.loose}'T'${loose}`),
});

/** The formats OpenSearch knows by name, but for those of which parts may be left out and numbers since 1970. */
export const NAMED_FORMATS: Readonly<Record<string, NamedFormat>> = {
  basic_date: { write: 'uuuuMMdd', read: 'uuuuMMd' },
  basic_date_time: { write: `uuuuMMdd'T'HHmmss.SSS${ZONE}` },
  basic_date_time_no_millis: { write: `uuuuMMdd'T'HHmmss${ZONE}` },
  ...neverStrict(withTimes('basic_ordinal_date', BASIC_ORDINAL, BASIC_TIME)),
  ...withTimes('basic_week_date', BASIC_WEEK, BASIC_TIME),
  ...toNanos(withTimes('ordinal_date', ORDINAL), 'ordinal_date_time', 'strict_ordinal_date_time'),
  ...withTimes('week_date', WEEK),
  ...timesOf('time', `HH:mm:ss.SSS${ZONE}`, `H:m:s.SSS${ANY_ZONE}`),
  ...timesOf('time_no_millis', `HH:mm:ss${ZONE}`, `H:m:s${ANY_ZONE}`),
  ...neverStrict(timesOf('basic_time', `HHmmss.SSS${ZONE}`, `HHmmss.SSS${ANY_ZONE}`)),
  ...neverStrict(timesOf('basic_time_no_millis', `HHmmss${ZONE}`, `HHmmss${ANY_ZONE}`)),
  ...hour('hour', 'HH', 'H'),
  ...hour('hour_minute', 'HH:mm', 'H:m'),
  ...hour('hour_minute_second', 'HH:mm:ss', 'H:m:s'),
  ...hour('hour_minute_second_millis', 'HH:mm:ss.SSS', 'H:m:s.SSS'),
  ...hour('hour_minute_second_fraction', 'HH:mm:ss.SSS', 'H:m:s.SSS'),
  ...bothOf('date', DAY.write, DAY.loose),
  ...toNanos(
    bothOf(
      'date_time',
      `${DAY.write}'T'HH:mm:ss.SSS${ZONE}`,
      `${DAY.loose}'T'H:m[:s.SSS]${ANY_ZONE}`,
      `uuuu-MM-dd'T'HH:mm:ss[.SSS]${ANY_ZONE}`,
    ),
    'strict_date_time',
  ),
  ...bothOf('date_time_no_millis', `${DAY.write}'T'HH:mm:ss${ZONE}`, `${DAY.loose}'T'H:m[:s][${ANY_ZONE}]`),
  year: { write: 'u', read: 'y' },
  strict_year: { write: 'uuuu' },
  ...bothOf('year_month', 'uuuu-MM', 'y-M'),
  ...bothOf('year_month_day', DAY.write, 'y-M-d', 'uuuu[-MM[-dd]]'),
  weekyear: { write: 'Y' },
  week_year: { write: 'Y' },
  strict_weekyear: { write: 'YYYY' },
  ...bothOf('weekyear_week', "YYYY-'W'ww", "Y-'W'w"),
  ...bothOf('weekyear_week_day', WEEK.write, "Y-'W'w-e"),
};
