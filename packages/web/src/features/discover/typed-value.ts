import { DateTime } from '../../records/date-value.ts';
import { readNumber } from '../../records/read-number.ts';
import { type DesignField, isDate, isNumber } from '../views/designer-fields.ts';

const DAY_ALONE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/;

/**
 * A date as somebody typed it who reads the clocks of this browser, for a filter. A day alone is one of the calendar where the
 * field holds `days`, and begins at the viewer's midnight where it does not; what is no date stays as it is.
 */
function typedDate(text: string, days: boolean | undefined): string {
  const typed = text.trim();
  const picked = DateTime.parse(typed);
  if (picked === null || (DAY_ALONE.test(typed) && days !== false)) return text;
  return new Date(picked.replace(' ', 'T')).toISOString();
}

/**
 * A value of a filter as somebody wrote it: a number on a field of numbers, as long as none of its digits is lost, and a moment
 * of the viewer's clocks on a field of dates, which may hold `days`.
 */
export function typedValue(
  fields: readonly DesignField[],
  name: string,
  text: string,
  days?: boolean,
): string | number {
  const field = fields.find((candidate) => candidate.name === name);
  if (field && isDate(field)) return typedDate(text, days);
  return field && isNumber(field) ? (readNumber(text) ?? text) : text;
}
