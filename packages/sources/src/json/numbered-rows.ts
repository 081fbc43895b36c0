import { type Fields, isFields } from './fields.ts';

/** From 0 on: years and codes are more than the numbers of rows. */
const areNumbers = (keys: readonly string[]): boolean => keys.length > 1 && keys.every((key, i) => key === String(i));

/** The rows of a table that pandas wrote by its usual ways, `{"code": {"0": "A", "1": "B"}}` or `{"0": {"code": "A"}, "1": …}`; null for another object. */
export function numberedRows(document: Fields): readonly Fields[] | null {
  const members = Object.entries(document);
  const columns = members.flatMap(([name, value]) => (isFields(value) ? [[name, value] as const] : []));
  if (columns.length === 0 || columns.length < members.length) return null;
  if (areNumbers(Object.keys(document))) return columns.map(([, row]) => row);
  const keys = Object.keys(columns[0]?.[1] ?? {});
  const isTable = areNumbers(keys) && columns.every(([, column]) => Object.keys(column).length === keys.length);
  if (!isTable || !columns.every(([, column]) => keys.every((key) => Object.hasOwn(column, key)))) return null;
  return keys.map((key) => Object.fromEntries(columns.map(([name, column]) => [name, column[key]])));
}
