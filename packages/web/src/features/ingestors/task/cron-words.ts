/** The reading of a cron line of five fields in plain words; '' for one that has no short reading, or never comes. */
export function cronInWords(line: string): string {
  const fields = line.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5) return '';
  const all = [minute, hour, day, month, weekday].every((field, at) => isWithin(field, LIMITS[at]));
  if (!all || !comes(day, month)) return '';
  const time = timeInWords(minute, hour);
  const days = daysInWords(day, weekday);
  const months = month === '*' ? '' : listed(month, MONTHS, 1);
  if (time === null || days === null || months === null) return '';
  return [time, days, months === '' ? '' : `in ${months}`].filter((part) => part !== '').join(' ');
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The least and the most of minute, hour, day, month and weekday. */
const LIMITS: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];

const isWithin = (field: string, [least, most]: readonly [number, number] = [0, 0]): boolean =>
  !field.includes('/0') && (field.match(/\d+/g) ?? []).every((text) => Number(text) >= least && Number(text) <= most);

/** Whether one of the months has one of the days; a leap year has the 29th of February. */
function comes(day: string, month: string): boolean {
  const months = month
    .split(',')
    .map((text) => MONTHS.findIndex((name, at) => `${at + 1}` === text || isName(text, name)));
  const first = Math.min(...day.split(',').map(Number));
  if (months.includes(-1) || Number.isNaN(first)) return true;
  return months.some((at) => new Date(Date.UTC(2024, at, first)).getUTCMonth() === at);
}

const isName = (text: string, name: string): boolean =>
  text.length >= 3 && name.toLowerCase().startsWith(text.toLowerCase());

const isNumber = (text: string): boolean => /^\d{1,2}$/.test(text);
const two = (text: string): string => text.padStart(2, '0');

function timeInWords(minute: string, hour: string): string | null {
  const everyMinutes = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
  if (minute === '*' && hour === '*') return 'Every minute';
  if (everyMinutes && hour === '*') return everyMinutes === '1' ? 'Every minute' : `Every ${everyMinutes} minutes`;
  const hours = /^(\d{1,2})-(\d{1,2})$/.exec(hour);
  if (everyMinutes && hours)
    return `Every ${everyMinutes} minutes from ${two(hours[1] ?? '')}:00 to ${two(hours[2] ?? '')}:59`;
  if (!isNumber(minute)) return null;
  const everyHours = /^\*\/(\d{1,2})$/.exec(hour)?.[1];
  if (hour === '*') return minute === '0' ? 'Every hour' : `Every hour at minute ${minute}`;
  if (everyHours) return `Every ${everyHours} hours at minute ${minute}`;
  if (hours) return `Every hour from ${two(hours[1] ?? '')}:${two(minute)} to ${two(hours[2] ?? '')}:${two(minute)}`;
  const at = hour.split(',');
  return at.every(isNumber) ? `At ${joined(at.map((one) => `${two(one)}:${two(minute)}`))}` : null;
}

function daysInWords(day: string, weekday: string): string | null {
  if (day === '*' && weekday === '*') return 'every day';
  if (day === '*') {
    const named = listed(weekday, WEEKDAYS, 0);
    return named === null ? null : `on ${named}`;
  }
  const days = day.split(',');
  if (weekday !== '*' || !days.every(isNumber)) return null;
  return `on day ${joined(days)} of the month`;
}

/** Numbers, names, ranges of them and lists of those, in words. */
function listed(text: string, names: readonly string[], first: number): string | null {
  const nameOf = (part: string): string | undefined =>
    isNumber(part) ? names[Number(part) - first] : names.find((name) => isName(part, name));
  const parts = text.split(',').map((part) => {
    const [from = '', to] = part.split('-');
    const [begin, end] = [nameOf(from), to === undefined ? undefined : nameOf(to)];
    if (begin === undefined || (to !== undefined && end === undefined)) return null;
    return end === undefined ? begin : `${begin} to ${end}`;
  });
  return parts.some((part) => part === null) ? null : joined(parts.filter((part) => part !== null));
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
