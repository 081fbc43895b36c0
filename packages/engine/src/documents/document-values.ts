import type { Kept } from './coerce.ts';
import { Decimal, isObjectValue, type Value } from './json.ts';
import type { FieldMapping } from './mapping.ts';

/** Values of a document by path; a nested field's are documents of their own. */
export type DocumentValues = Map<string, (Kept | DocumentValues)[]>;

/** Adds a value behind those the path has. */
export function push(values: DocumentValues, path: string, value: Kept | DocumentValues): void {
  const known = values.get(path);
  if (known) known.push(value);
  else values.set(path, [value]);
}

/** The first value that is one; null when there is none. */
function firstOf(value: Value): Value {
  if (!Array.isArray(value)) return value;
  for (const each of value) {
    const found = firstOf(each);
    if (found !== null) return found;
  }
  return null;
}

/** The value that tells the type of a new field: of numbers a decimal, if there is one among them. */
export function sampleOf(value: Value): Value {
  const first = firstOf(value);
  if (!Array.isArray(value) || !isWholeNumber(first)) return first;
  return flat(value).find(isDecimal) ?? first;
}

/** Whether a value is a number written with a fraction or an exponent. */
export const isDecimal = (value: Value): boolean =>
  value instanceof Decimal || (typeof value === 'number' && !Number.isInteger(value));

const isWholeNumber = (value: Value): boolean => typeof value === 'bigint' || Number.isInteger(value);

/** The single values of a field; a point may be written as a list of two numbers. */
export function valuesOf(field: FieldMapping, value: Value): readonly Value[] {
  if (!Array.isArray(value)) return [value];
  if (
    field.type === 'geo_point' &&
    value.length >= 2 &&
    value.every(
      (each) =>
        typeof each === 'number' ||
        typeof each === 'bigint' ||
        (typeof each === 'object' && each !== null && 'value' in each && !isObjectValue(each)),
    )
  ) {
    return [value];
  }
  if (field.type === 'geo_point') return value;
  return flat(value);
}

/** The values of lists within a list. */
const flat = (list: readonly Value[]): readonly Value[] =>
  list.some(Array.isArray) ? (list.flat(8) as readonly Value[]) : list;
