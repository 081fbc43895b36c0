import { faultOfText, namedParts } from '@datasarana/query';
import { type DesignField, isDate } from '../views/designer-fields.ts';

/** A day or a time that names no zone. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d(?:T\d\d(?::\d\d){0,2}(?:\.\d+)?)?$/;

/** The first date field that a search text compares with a date of no zone; null where there is none. */
export function dateFieldIn(text: string, fields: readonly DesignField[]): string | null {
  if (text.trim() === '' || faultOfText(text)) return null;
  const dates = new Set(fields.filter(isDate).map(({ name }) => name));
  const part = namedParts(text).find(
    ({ field, values }) => dates.has(field) && values.some(({ held }) => held.some((date) => WITHOUT_ZONE.test(date))),
  );
  return part?.field ?? null;
}
