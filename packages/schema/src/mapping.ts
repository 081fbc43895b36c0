import { MAX_VALUE_BYTES } from './records/validate.ts';
import type { Analyser, SchemaItem } from './schema.ts';
import { ValueType } from './value-type.ts';
import { type MappingType, mappingType, valueTypeRow } from './value-types/table.ts';

/** One field as an index needs it: its type by IDX-09 and the rules a row must pass (TPL-34). */
export interface FieldMapping {
  readonly name: string;
  readonly type: MappingType;
  readonly label: string;
  readonly list?: boolean;
  readonly analyser?: Analyser;
  readonly mandatory?: boolean;
  /** Name of the field beside it without which it is not required (SCH-21). */
  readonly dependency?: string;
  readonly allowedValues?: readonly string[];
  readonly defaultValue?: unknown;
  readonly maxBytes?: number;
  readonly fields?: readonly FieldMapping[];
}

function fieldMapping(item: SchemaItem, type: MappingType): FieldMapping {
  const allowed = (item.allowed_values ?? []).map((entry) => entry.value);
  const parent = item.value_type === ValueType.Object || item.value_type === ValueType.Nested;
  return {
    name: item.name,
    type,
    label: item.display_name || item.name,
    ...(valueTypeRow(item.value_type).bounded && { maxBytes: MAX_VALUE_BYTES }),
    ...(item.value_type === ValueType.Array && { list: true }),
    ...(item.value_type === ValueType.Text && item.analyser && { analyser: item.analyser }),
    ...(item.mandatory && { mandatory: true }),
    ...(item.mandatory && item.dependency && { dependency: item.dependency }),
    ...(allowed.length > 0 && { allowedValues: allowed }),
    ...(item.default_value !== null && item.default_value !== undefined && { defaultValue: item.default_value }),
    ...(parent && { fields: fieldMappings(item.items) }),
  };
}

/** The mapping of a template's own fields; headers hold no data and system fields are the index's own (TPL-04, TPL-10). */
export function fieldMappings(items: readonly SchemaItem[]): readonly FieldMapping[] {
  return items.flatMap((item) => {
    const type = mappingType(item.value_type);
    return type === null || item.system ? [] : [fieldMapping(item, type)];
  });
}

/** Names of the fields that together identify a record (TPL-30). */
export const keyFields = (items: readonly SchemaItem[]): readonly string[] =>
  items.filter((item) => item.is_key === true && !item.system).map((item) => item.name);
