import { namedZone } from './offset-letters.ts';
import type { DateParts } from './pattern-field.ts';

/** An offset or the name of a zone. */
const ZONE = namedZone(true);
const FRACTION = String.raw`(?:[.,](\d{1,9}))?`;
const STRICT_YEAR = String.raw`(\d{4}|-(?!0+(?!\d))\d{4,9}|\+\d{5,9})`;

/** ISO 8601 of which the time of day, or more, may be left out; each says where a zone may stand. */
const FORMS = {
  strict_date_optional_time: String.raw`${STRICT_YEAR}(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)${FRACTION})?)?(${ZONE.match})?)?)?)?)?`,
  iso8601: String.raw`${STRICT_YEAR}(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)${FRACTION})?)?)?(${ZONE.match})?)?)?)?`,
  strict_date_optional_time_nanos: String.raw`${STRICT_YEAR}(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d):(\d\d)${FRACTION}(${ZONE.match})?)?)?)?`,
  rfc3339_lenient: String.raw`(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)${FRACTION})?([Zz]|[+-]\d\d:\d\d))?)?)?`,
  date_optional_time: String.raw`(-?\d{1,5})(?:-(\d{1,2})(?:-(\d{1,2})(?:T(?:(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})${FRACTION})?(${ZONE.match})?)?)?)?)?)?`,
};

/** Names of formats whose parts may be left out from the right. */
export type OptionalTime = keyof typeof FORMS;
export const isOptionalTime = (name: string): name is OptionalTime => Object.hasOwn(FORMS, name);

/** What reads the parts of a date in a form of ISO 8601; null for a text that is none. */
export function isoReader(name: OptionalTime): (text: string) => DateParts | null {
  const form = new RegExp(`^${FORMS[name]}$`);
  return (text) => {
    const found = form.exec(text);
    if (!found) return null;
    const [, year, month, day, hour, minute, second, fraction, zone] = found;
    const parts: DateParts = { year: Number(year) };
    if (month !== undefined) parts.month = Number(month);
    if (day !== undefined) parts.day = Number(day);
    if (hour !== undefined) parts.hour = Number(hour);
    if (minute !== undefined) parts.minute = Number(minute);
    if (second !== undefined) parts.second = Number(second);
    if (fraction !== undefined) parts.nano = Number(fraction.padEnd(9, '0'));
    if (zone !== undefined) ZONE.read(zone === 'z' ? 'Z' : zone, parts);
    return parts;
  };
}
