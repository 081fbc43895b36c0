/** How a number of a sheet is shown: as it is, as a day, as a time of day alone, as hours that count on, or with as many digits as zeros. */
export type NumberKind = 'number' | 'date' | 'time' | 'duration' | `00${string}`;

const DAY_MS = 86_400_000;
/** Day 0 of the two calendars of workbooks; the first takes 1900 for a leap year, which serials from 60 on carry along. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** Kinds of the number formats every workbook has (ECMA-376 18.8.30). */
function builtInKind(id: number): NumberKind {
  if (id === 46) return 'duration';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return isDate ? 'date' : 'number';
}

/** What a number format shows; `code` of those a workbook brings itself. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtInKind(id);
  const [positive = ''] = code.split(';');
  if (isPadded(positive)) return positive;
  if (/\[(h+|m+|s+)\]/i.test(positive)) return 'duration';
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').replace(/general/gi, '');
  if (!/[ymdhs]/i.test(bare)) return 'number';
  return /[hs]/i.test(bare) && !/[yd]|m{3}/i.test(bare) ? 'time' : 'date';
}

/** Postal codes and the like: numbers that are shown with zeros before them. */
const isPadded = (code: string): code is `00${string}` => /^0{2,}$/.test(code);

/** A number as its cell shows it. `text` holds its digits as the workbook writes them. */
export function shownText(text: string, kind: NumberKind, is1904: boolean): string {
  const number = Number(text);
  if (kind === 'number' || !Number.isFinite(number)) return text;
  if (kind !== 'date' && kind !== 'time' && kind !== 'duration')
    return text.replace(/^(-?)(\d+)$/, (_, sign, digits) => sign + digits.padStart(kind.length, '0'));
  return serialText(number, kind, is1904);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A serial number as text: a day, a day with time, or a time alone; as it is when it is no day of the calendar. */
export function serialText(serial: number, kind: 'date' | 'time' | 'duration', is1904: boolean): string {
  if (kind === 'duration') return durationText(serial);
  const ms = Math.round(serial * DAY_MS);
  if (serial < 0 || serial >= 2_958_466) return String(serial);
  if (serial < 1 && (kind === 'time' || (serial > 0 && !is1904))) return timeOf(ms);
  const shifted = !is1904 && serial < 60 ? ms + DAY_MS : ms;
  const iso = new Date(DAY_ZERO[is1904 ? 1904 : 1900] + shifted).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : withoutZeros(iso);
}

const withoutZeros = (iso: string): string => iso.slice(0, iso.endsWith('.000Z') ? 19 : 23);

/** A fraction that is rounded up to a whole day is its midnight. */
const timeOf = (ms: number): string => withoutZeros(new Date(ms).toISOString()).slice(11);

function durationText(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400);
  const hours = Math.floor(seconds / 3600);
  return `${serial < 0 ? '-' : ''}${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
