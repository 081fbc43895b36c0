import { isNumberType, isQueryableField, isShapeField, type SchemaItem, ValueType } from '@datasarana/schema';
import type { LeafType } from './leaf.ts';

const isPlace = (item: SchemaItem): boolean => item.value_type === ValueType.GeoPoint || isShapeField(item);
const isNumber = ({ value_type }: SchemaItem): boolean => isNumberType(value_type);
const isDate = ({ value_type }: SchemaItem): boolean => value_type === ValueType.Date;
const isWritten = ({ value_type }: SchemaItem): boolean =>
  value_type === ValueType.Text || value_type === ValueType.Keyword;

/** Conditions that not every queryable field can have. */
const OFFERED: Readonly<Partial<Record<LeafType, (item: SchemaItem) => boolean>>> = {
  range: isNumber,
  date_range: isDate,
  prefix: isWritten,
  wildcard: isWritten,
  fuzzy: isWritten,
  geo_distance: isPlace,
  geo_box: isPlace,
};

/** Dotted names of the fields of a template that a condition can look at (QRY-21): queryable ones, or points and shapes. */
export function leafFields(type: LeafType, items: readonly SchemaItem[], prefix = ''): readonly string[] {
  const fits = OFFERED[type] ?? isQueryableField;
  return items.flatMap((item) => {
    const name = prefix + item.name;
    return [...(fits(item) ? [name] : []), ...leafFields(type, item.items, `${name}.`)];
  });
}
