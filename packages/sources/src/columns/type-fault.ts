import { parseGeoPoint, ValueType } from '@datasarana/schema';
import { type DateFormat, parseDate } from '../dates/date-format.ts';
import { shapeTextFault } from '../geo/shape-text.ts';
import { parseBoolean, parseWholeNumber, readNumber } from './cell.ts';

const WHOLE: ReadonlySet<ValueType> = new Set([ValueType.Byte, ValueType.Short, ValueType.Integer, ValueType.Long]);
const NUMBERS: ReadonlySet<ValueType> = new Set([ValueType.HalfFloat, ValueType.Float, ValueType.Double]);

/** Why a field of this type does not take a text, in one sentence; null when it does or has no rule. An empty text is no fault. */
export function typeFault(text: string, type: ValueType, format: DateFormat = 'iso'): string | null {
  if (text.trim() === '') return null;
  if (WHOLE.has(type)) return parseWholeNumber(text) === null ? `'${text}' is no whole number` : null;
  if (NUMBERS.has(type)) return readNumber(text) === null ? `'${text}' is no number` : null;
  if (type === ValueType.Boolean) return parseBoolean(text) === null ? `'${text}' is neither yes nor no` : null;
  if (type === ValueType.Date)
    return parseDate(text, format) === null ? `'${text}' is no date written as ${format}` : null;
  if (type === ValueType.GeoPoint) return parseGeoPoint(text) === null ? `'${text}' is no point` : null;
  if (type === ValueType.GeoShape) {
    const fault = shapeTextFault(text);
    return fault === null ? null : `'${text.slice(0, 100)}' is no shape: ${fault}`;
  }
  return null;
}
