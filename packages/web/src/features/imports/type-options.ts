import { ValueType, valueTypeRow } from '@datasarana/schema';

/** What a column may become by a look at its values. */
const CHOSEN = [
  [ValueType.Keyword, 'Keyword'],
  [ValueType.Text, 'Text'],
  [ValueType.Integer, 'Integer'],
  [ValueType.Long, 'Long'],
  [ValueType.Double, 'Number'],
  [ValueType.Date, 'Date'],
  [ValueType.Boolean, 'Yes / no'],
  [ValueType.GeoPoint, 'Point'],
  [ValueType.GeoShape, 'Shape'],
  [ValueType.Array, 'List'],
] as const;

/** Types to choose from, and the one a field of a template has beside them. */
export function typeOptions(current: ValueType): readonly { readonly value: string; readonly label: string }[] {
  const options = CHOSEN.map(([value, label]) => ({ value: String(value), label }));
  return CHOSEN.some(([value]) => value === current)
    ? options
    : [...options, { value: String(current), label: valueTypeRow(current).label }];
}
