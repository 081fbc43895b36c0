import { isRawNumber } from '@datasarana/schema';
import { type Fields, isFields } from './fields.ts';

/** The rows of a table that stands in an object by its columns, or by the numbers of its rows; null for another object. */
export const tableRows = (document: Fields): readonly Fields[] | null => listedRows(document) ?? numberedRows(document);

/** From 0 on: years and codes are more than the numbers of rows. */
const areNumbers = (keys: readonly string[]): boolean => keys.length > 1 && keys.every((key, i) => key === String(i));

/** Of what pandas writes by its usual ways, `{"code": {"0": "A", "1": "B"}}` or `{"0": {"code": "A"}, "1": …}`. */
function numberedRows(document: Fields): readonly Fields[] | null {
  const members = Object.entries(document);
  const columns = members.flatMap(([name, value]) => (isFields(value) ? [[name, value] as const] : []));
  if (columns.length === 0 || columns.length < members.length) return null;
  if (areNumbers(Object.keys(document))) return columns.map(([, row]) => row);
  const keys = Object.keys(columns[0]?.[1] ?? {});
  const isTable = areNumbers(keys) && columns.every(([, column]) => Object.keys(column).length === keys.length);
  if (!isTable || !columns.every(([, column]) => keys.every((key) => Object.hasOwn(column, key)))) return null;
  return keys.map((key) => Object.fromEntries(columns.map(([name, column]) => [name, column[key]])));
}

/** A number of many digits is kept as an object, too. */
const isObject = (value: unknown): boolean => isFields(value) && !isRawNumber(value);

/** Of several lists that are equally long, `{"code": ["A", "B"], "num1": [1, 2]}`: one list alone is a field of several values. */
function listedRows(document: Fields): readonly Fields[] | null {
  const members = Object.entries(document);
  const columns = members.flatMap(([name, value]) => (Array.isArray(value) ? [[name, value] as const] : []));
  const rows = columns[0]?.[1].length ?? 0;
  if (columns.length < 2 || columns.length < members.length || rows < 2) return null;
  if (!columns.every(([, column]) => column.length === rows && !column.some(isObject))) return null;
  return Array.from({ length: rows }, (_, i) => Object.fromEntries(columns.map(([name, column]) => [name, column[i]])));
}
