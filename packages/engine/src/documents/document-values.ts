import type { Kept } from './coerce.ts';
import { isObjectValue, type Value } from './json.ts';
import type { FieldMapping } from './mapping.ts';

/** Values of a document by path; a nested field's are documents of their own. */
export type DocumentValues = Map<string, (Kept | DocumentValues)[]>;

/** Adds a value behind those the path has. */
export function push(values: DocumentValues, path: string, value: Kept | DocumentValues): void {
  const known = values.get(path);
  if (known) known.push(value);
  else values.set(path, [value]);
}

/** The value that decides about a new field's type; null when there is none. */
export function firstOf(value: Value): Value {
  if (!Array.isArray(value)) return value;
  for (const each of value) {
    const found = firstOf(each);
    if (found !== null) return found;
  }
  return null;
}

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
  return value.flat(8) as readonly Value[];
}
