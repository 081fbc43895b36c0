import type { Analyser, SchemaItem } from '../schema.ts';
import { ValueType } from '../value-type.ts';
import { isValueType, valueTypeRow } from '../value-types/table.ts';
import { fieldNameFault } from './field-name.ts';

/** A field of a template: a schema item with its template half filled in (TPL-01). */
export type TemplateField = Required<SchemaItem> & { readonly items: readonly TemplateField[] };

export interface NewField {
  readonly name: string;
  readonly id: string;
  /** 1…n among its siblings. */
  readonly sequence: number;
  /** Epoch ms. */
  readonly ts: number;
}

/** A field as it starts (TPL-05, TPL-07). */
export const newTemplateField = ({ name, id, sequence, ts }: NewField): TemplateField => ({
  id,
  data_id: id,
  name,
  description: null,
  display_name: name.replaceAll('_', ' ').toUpperCase(),
  value_type: ValueType.Keyword,
  default_value: null,
  mandatory: false,
  can_search: true,
  is_key: false,
  is_private: false,
  relationship: null,
  dependency: null,
  sequence,
  unit: null,
  analyser: null,
  default_visual: null,
  default_aggregation: null,
  contributor: 'Anyone',
  system: false,
  ts,
  allowed_values: [],
  items: [],
});

/** TPL-08, TPL-09: the 14 system fields of every template. */
const SYSTEM_FIELDS: readonly (readonly [name: string, display: string, type: ValueType])[] = [
  ['_id', 'DATA ID', ValueType.Keyword],
  ['_batch', 'BATCH ID', ValueType.Keyword],
  ['_user_id', 'USER ID', ValueType.Keyword],
  ['_user_name', 'USER NAME', ValueType.Keyword],
  ['_group_id', 'GROUP', ValueType.Keyword],
  ['_group_name', 'GROUP NAME', ValueType.Keyword],
  ['_template_id', 'TEMPLATE ID', ValueType.Keyword],
  ['_template_name', 'TEMPLATE NAME', ValueType.Keyword],
  ['_ts', 'TIMESTAMP', ValueType.Date],
  ['_device_id', 'DEVICE ID', ValueType.Keyword],
  ['_post_type', 'POST TYPE', ValueType.Keyword],
  ['_location', 'DATA CAPTURE LOCATION', ValueType.GeoPoint],
  ['_tags', 'DATA TAGS', ValueType.Array],
  ['_title', 'DATA TITLE', ValueType.Keyword],
];

export const SYSTEM_FIELD_NAMES: readonly string[] = SYSTEM_FIELDS.map(([name]) => name);

/** Values of `_post_type` (TPL-09). */
export const POST_TYPES = ['single', 'bulk', 'stream', 'import', 'field'] as const;
export type PostType = (typeof POST_TYPES)[number];

/** The system fields, numbered behind a template's own. */
export const systemFields = (after = 0, ts = 0): readonly TemplateField[] =>
  SYSTEM_FIELDS.map(([name, display_name, value_type], index) => ({
    ...newTemplateField({ name, id: name, sequence: after + index + 1, ts }),
    display_name,
    value_type,
    system: true,
  }));

type Item = Pick<SchemaItem, 'value_type' | 'system'>;

/** TPL-24: below 11, or Array; not a system field. */
export const isEditableField = (item: Item): boolean =>
  item.system !== true && (item.value_type < ValueType.Binary || item.value_type === ValueType.Array);

/** TPL-25: below 11. */
export const isQueryableField = (item: Item): boolean => item.value_type < ValueType.Binary;

/** TPL-26. */
export const isShapeField = (item: Item): boolean => item.value_type === ValueType.GeoShape;

export const ANALYSERS: readonly Analyser[] = ['standard', 'simple', 'whitespace', 'keyword', 'english', 'indonesian'];

const PARENTS: readonly ValueType[] = [ValueType.Object, ValueType.Nested];
const WITH_CHOICES: readonly ValueType[] = [ValueType.Keyword, ValueType.Array];
const NEVER_KEY: readonly ValueType[] = [
  ...PARENTS,
  ValueType.Array,
  ValueType.Binary,
  ValueType.GeoPoint,
  ValueType.GeoShape,
  ValueType.Header,
];

function fieldFault(item: SchemaItem): string | null {
  const { value_type, items } = item;
  if (!isValueType(value_type)) return `value type ${JSON.stringify(value_type)} is not known`;
  const { label } = valueTypeRow(value_type);
  if (items.length > 0 && !PARENTS.includes(value_type)) return `a ${label} field holds no fields of its own`;
  if (item.is_key === true && NEVER_KEY.includes(value_type)) return `a ${label} field cannot be a key`;
  if ((item.allowed_values ?? []).length > 0 && !WITH_CHOICES.includes(value_type))
    return `allowed values are for Keyword and Array fields, this is ${label}`;
  if (item.analyser && value_type !== ValueType.Text) return `an analyser is for Text fields, this is ${label}`;
  if (item.analyser && !ANALYSERS.includes(item.analyser))
    return `analyser ${JSON.stringify(item.analyser)} is not one of ${ANALYSERS.join(', ')}`;
  return null;
}

function defaultFault(item: SchemaItem): string | null {
  if (item.default_value === null || item.default_value === undefined || item.default_value === '') return null;
  const fault = valueTypeRow(item.value_type).check(item.default_value);
  return fault === null ? null : `the default ${fault}`;
}

/**
 * Path (`items.2.name`) → message for a tree of fields: names (TPL-28), value types, and settings that do not belong to
 * the type. System fields are left out: they are never sent (TPL-10).
 */
export function checkTemplateItems(
  items: readonly SchemaItem[],
  path = 'items',
  nested = false,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const names = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (item.system) continue;
    const at = `${path}.${index}`;
    const name = fieldNameFault(item.name);
    if (name !== null) errors[`${at}.name`] = name;
    else if (names.has(item.name)) errors[`${at}.name`] = `"${item.name}" is used twice`;
    names.add(item.name);
    const fault = fieldFault(item) ?? defaultFault(item);
    if (fault !== null) errors[`${at}.value_type`] = `${item.name}: ${fault}`;
    else if (nested && item.is_key === true) errors[`${at}.is_key`] = `${item.name}: a key must stand at the top level`;
    Object.assign(errors, checkTemplateItems(item.items, `${at}.items`, true));
  }
  return errors;
}
