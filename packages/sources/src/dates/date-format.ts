import { monthOf } from './months.ts';

/**
 * Date patterns a column may be written in. A pattern stands for the day alone and for the day with a time behind it
 * (`HH:mm`, `HH:mm:ss`, fractions, `AM`/`PM`, a zone as `Z`, `+07:00`, `GMT+7`); `epoch_*` are whole numbers; a comma may be missing.
 */
export const DATE_FORMATS = [
  'iso',
  'yyyy/MM/dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd-MM-yyyy',
  'MM-dd-yyyy',
  'dd.MM.yyyy',
  'dd-MMM-yyyy',
  'dd MMM yyyy',
  'MMM dd, yyyy',
  'yyyyMMdd',
  'dd/MM/yy',
  'MM/dd/yy',
  'dd-MMM-yy',
  'dd MMM yy',
  'dd.MM.yy',
  'epoch_millis',
  'epoch_second',
] as const;
/** A way dates are written in files. */
export type DateFormat = (typeof DATE_FORMATS)[number];

const LETTER = '[A-Za-zÀ-ÖØ-öø-ÿ]';
/** A time behind a day, and what may stand behind the time alone; browsers write `1/31/2024, 3:45:12 PM`, with a narrow space, Kibana `Jan 31, 2024 @ 15:45:12.000`, SAS and web servers `31JAN2024:15:45:12`. */
const timeThen = (behind: string): string =>
  String.raw`(?:(?:[T ]+|, ?| @ |:)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:[ \u00a0\u202f]?(?<half>[AaPp][Mm]))?${behind})?`;
const ZONE = String.raw`(?: ?(?<zone>Z|z|UTC|GMT|[+-](?:0\d|1\d|2[0-3])(?::?[0-5]\d)?))?`;
/** As forms of the web write it, `4:05:06 PM GMT+7`, or as in ISO. */
const ANY_ZONE = String.raw`(?: (?:GMT|UTC)(?<hours>[+-](?:1[0-4]|0?\d)(?::?[0-5]\d)?)|${ZONE})`;
const PARTS: Readonly<Record<string, string>> = {
  yyyy: String.raw`(?<year>\d{4})`,
  yy: String.raw`(?<shortYear>\d{2})`,
  MMM: `(?<name>${LETTER}{3,10})`,
  MM: String.raw`(?<month>\d{1,2})`,
  dd: String.raw`(?<day>\d{1,2})`,
};
/** `5. März`, `5 de marzo de`, `1er mars`, `5th March`, `Sept.`: what may stand behind the day and the month, beside their names. */
const ORDINAL = '(?:[.º]|st|nd|rd|th|er)?';
const POINT = String.raw`\.?`;
const OF = '(?: de(?:l)?)?';

/** `01-Jul-23`; `01/Jul/23`, as Jira has it; `01jul2023`, as Stata and SAS do, of which the three letters alone are a month. */
const MONTH_BETWEEN_SIGNS = String.raw`(?<sign>[-/]?)(?:(?<=[-/])|(?=${LETTER}{3}\d))${PARTS.MMM}${POINT}\k<sign>`;
/** Days of the week before dates, and names of zones behind them, as in mails; nobody looks whether they are those of that moment. */
const WEEKDAYS = [
  '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?',
  "Senin|Selasa|Rabu|Kamis|Jum'?at|Sabtu|Minggu",
  String.raw`(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend`,
  '(?:lun|mar|mercre|jeu|vendre|same)di|dimanche',
  'lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo',
  '(?:segunda|ter[çc]a|quarta|quinta|sexta)-feira|(?:maan|dins|woens|donder|vrij|zater|zon)dag',
];
const WEEKDAY = `(?:(?:${WEEKDAYS.join('|')}),? )?`;
const NAME_OF_ZONE = String.raw`(?: \([A-Za-z ]{1,40}\))?`;
const FORMATS_OF_MAILS: readonly DateFormat[] = ['dd MMM yyyy', 'MMM dd, yyyy'];

/** `20240131`, and `20240131T154512Z` with a time, which calendars and devices write. */
const BASIC = new RegExp(
  String.raw`^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:[T ](?<hour>\d{2})(?<minute>\d{2})(?:(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?${ZONE})?$`,
);

const patternOf = (format: DateFormat): RegExp => {
  if (format === 'iso')
    return new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d{2}|\d(?=-))(?:-(?<day>\d{1,2})${timeThen('')}${ZONE})?$`);
  if (format === 'yyyyMMdd') return BASIC;
  const body = format
    .replaceAll('.', String.raw`\.`)
    .replace(', ', ',? ')
    .replace('-MMM-', MONTH_BETWEEN_SIGNS)
    .replace(' MMM ', `${ORDINAL}${OF} MMM${POINT}${OF} `)
    .replace('MMM dd', `MMM${POINT} dd${ORDINAL}`)
    .replace(/yyyy|yy|MMM|MM|dd/g, (part) => PARTS[part] ?? part);
  return FORMATS_OF_MAILS.includes(format)
    ? new RegExp(`^${WEEKDAY}${body}${timeThen(ANY_ZONE + NAME_OF_ZONE)}$`, 'i')
    : new RegExp(`^${body}${timeThen(ANY_ZONE)}$`);
};

const PATTERNS = new Map(
  DATE_FORMATS.filter((format) => !format.startsWith('epoch')).map((format) => [format, patternOf(format)]),
);

/**
 * Reads one date. Dates without a zone are UTC. A day that does not exist (31 June), a wrong hour or month is no date.
 * @returns epoch milliseconds, or null when the text is not in that format
 */
export function parseDate(text: string, format: DateFormat): number | null {
  const value = text.trim();
  if (format === 'epoch_millis' || format === 'epoch_second') return parseEpoch(value, format);
  const groups = PATTERNS.get(format)?.exec(value)?.groups;
  return groups ? fromParts(groups) : null;
}

function parseEpoch(value: string, format: 'epoch_millis' | 'epoch_second'): number | null {
  if (!/^-?\d{1,15}$/.test(value)) return null;
  const ms = Number(value) * (format === 'epoch_second' ? 1000 : 1);
  return Math.abs(ms) <= 8.64e15 ? ms : null;
}

function fromParts(g: Readonly<Record<string, string | undefined>>): number | null {
  const year = g.year === undefined ? fullYear(Number(g.shortYear)) : Number(g.year);
  const month = g.name === undefined ? Number(g.month) : monthOf(g.name);
  const day = Number(g.day ?? 1);
  const hour = hourOf(Number(g.hour ?? 0), g.half?.toLowerCase());
  const minute = Number(g.minute ?? 0);
  const second = Number(g.second ?? 0);
  if (month < 1 || month > 12 || day < 1 || hour === null || minute > 59 || second > 59) return null;
  // 24:00 is the end of the day
  if (hour > 23 && (hour > 24 || minute > 0 || second > 0 || /[1-9]/.test(g.fraction ?? ''))) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second, Number((g.fraction ?? '').padEnd(3, '0').slice(0, 3)));
  return date.getTime() - zoneMinutes(g.zone ?? g.hours?.replace(/^(.)(\d)(?!\d)/, '$10$2')) * 60_000;
}

/** Two-digit years as spreadsheets read them: 30…99 are 19xx, 00…29 are 20xx. */
const fullYear = (short: number): number => (short >= 30 ? 1900 : 2000) + short;

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || /^[A-Z]/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** The way in which all dates of a column can be read. */
export interface FoundFormat {
  readonly format: DateFormat;
  /** Formats that read every value just as well, as 03/04/2020 does in two. */
  readonly alternatives: readonly DateFormat[];
}

/** Whether a value is taken for a date of the format by itself; `1.10.12` is more likely a version. */
const looksLike = (value: string, format: DateFormat): boolean =>
  !format.startsWith('epoch') &&
  (format !== 'dd.MM.yy' || /^\s*\d\d\.\d\d\./.test(value)) &&
  plausible(parseDate(value, format));

/** The format in which every non-empty value is a date; null when there is none. Epoch numbers are never guessed. */
export function detectDateFormat(values: readonly string[]): FoundFormat | null {
  const filled = values.filter((value) => value.trim() !== '');
  if (filled.length === 0) return null;
  const fitting = DATE_FORMATS.filter((format) => filled.every((value) => looksLike(value, format)));
  const [format, ...alternatives] = fitting;
  return format ? { format, alternatives } : null;
}

/** The format in which most of the values are dates, half of them at least; null when there is none. A wrong day is no reason to refuse the others. */
export function likelyDateFormat(values: readonly string[]): DateFormat | null {
  const filled = values.filter((value) => value.trim() !== '');
  let [best, most]: [DateFormat | null, number] = [null, filled.length / 2];
  for (const format of DATE_FORMATS) {
    const fitting = filled.filter((value) => looksLike(value, format)).length;
    if (fitting > 0 && (best === null ? fitting >= most : fitting > most)) [best, most] = [format, fitting];
  }
  return best;
}

/** The ways in which the dates of a column are written. */
export interface MixedFormats {
  /** The most frequent first. No two of them read the same digits as another day, as dd/MM/yyyy and MM/dd/yyyy do. */
  readonly formats: readonly DateFormat[];
  /** Values none of them reads. */
  readonly strays: readonly string[];
  /** Formats that read the values of one of `formats` just as well, with day and month the other way round. */
  readonly alternatives: readonly DateFormat[];
}

/**
 * Takes a column written by several people for what it is: finds the fewest formats that read its dates, each time the
 * one that reads the most of what is left. A second format with day and month the other way round is not taken: it
 * would give days to values that do not say which they mean.
 */
export function mixedDateFormats(values: readonly string[]): MixedFormats {
  const formats: DateFormat[] = [];
  const alternatives: DateFormat[] = [];
  let left = values.filter((value) => value.trim() !== '');
  for (;;) {
    const counted = DATE_FORMATS.filter((format) => !formats.includes(turned(format)) && !formats.includes(format)).map(
      (format) => ({ format, read: left.filter((value) => looksLike(value, format)) }),
    );
    const best = counted.reduce((most, each) => (each.read.length > most.read.length ? each : most));
    if (best.read.length === 0) return { formats, strays: left, alternatives };
    formats.push(best.format);
    const twin = turned(best.format);
    if (twin !== best.format && best.read.every((value) => plausible(parseDate(value, twin)))) alternatives.push(twin);
    left = left.filter((value) => !best.read.includes(value));
  }
}

/** The format with day and month the other way round; itself when the month stands in letters or the year in front. */
function turned(format: DateFormat): DateFormat {
  const other = format.replace(/dd|MM(?!M)/g, (part) => (part === 'dd' ? 'MM' : 'dd'));
  return DATE_FORMATS.find((known) => known === other) ?? format;
}

/** What databases write for a day that never comes, or one nobody knows, `9999-12-31` and `0001-01-01`. */
const NEVER = [Date.UTC(9999, 11, 31), -62_135_596_800_000] as const;

const plausible = (ms: number | null): boolean =>
  ms !== null &&
  ((ms >= Date.UTC(1000, 0) && ms < Date.UTC(3000, 0)) || NEVER.some((day) => ms >= day && ms < day + 86_400_000));
