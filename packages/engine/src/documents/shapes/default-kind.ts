import type { Kind } from '../../index/shapes/shape.ts';
import type { FieldMapping, IndexMapping, MappedType } from '../mapping.ts';

/** Types whose texts are kept as they come. */
const TEXTUAL: ReadonlySet<MappedType> = new Set([
  'keyword',
  'wildcard',
  'text',
  'match_only_text',
  'search_as_you_type',
  'binary',
]);

const DATES = 'strict_date_optional_time||epoch_millis';

/** What a value of a type is taken for that does not show it itself, as null. Other types are not read by shape. */
const DEFAULT: Readonly<Partial<Record<MappedType, Kind>>> = {
  keyword: 'text',
  wildcard: 'text',
  ip: 'text',
  text: 'text',
  match_only_text: 'text',
  search_as_you_type: 'text',
  binary: 'text',
  byte: 'whole',
  short: 'whole',
  integer: 'whole',
  long: 'whole',
  unsigned_long: 'whole',
  double: 'real',
  scaled_float: 'real',
  half_float: 'real',
  float: 'float',
  boolean: 'flag',
  date: 'second',
  geo_point: 'point',
};

/** Kind of a value whose writing does not tell it; null when documents with such a field keep their text. */
export function defaultKind(field: FieldMapping): Kind | null {
  const kind = DEFAULT[field.type];
  const { null_value, copy_to, format, normalizer } = field.parameters;
  if (kind === undefined || null_value !== undefined || copy_to !== undefined || normalizer !== undefined) return null;
  if (kind === 'second' && format !== undefined && format !== DATES) return null;
  const further = Object.values(field.fields ?? {});
  const plain = further.every(({ type, parameters, fields }) => {
    return TEXTUAL.has(type) && parameters.null_value === undefined && parameters.copy_to === undefined && !fields;
  });
  return plain && (further.length === 0 || TEXTUAL.has(field.type)) ? kind : null;
}

/** Whether any document of a mapping can be read by shape. */
export const readsByShape = ({ parameters }: IndexMapping): boolean => parameters.enabled !== false;
