import { decodeArray } from '../records/codecs.ts';
import { nameFault } from '../records/name-fault.ts';
import type { Analyser, SchemaItem } from '../schema.ts';
import { ValueType } from '../value-type.ts';
import { quoteValue } from '../value-types/checks.ts';
import { valueTypeRow } from '../value-types/table.ts';

/** A field of a template: a schema item with its template half filled in (TPL-01). */
export type TemplateField = Required<SchemaItem> & { readonly items: readonly TemplateField[] };

/** What a field that is added to a template starts with. */
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

/** Names of the fields every template has (TPL-08). */
export const SYSTEM_FIELD_NAMES: readonly string[] = SYSTEM_FIELDS.map(([name]) => name);

/** Values of `_post_type` (TPL-09). */
export const POST_TYPES = ['single', 'bulk', 'stream', 'import', 'field'] as const;
/** How a row came in. */
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

/** Analysers in the order they are offered (TPL-31). */
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

/** The settings of a field that are checked against each other. */
type CheckedField = Pick<
  SchemaItem,
  'name' | 'value_type' | 'items' | 'is_key' | 'allowed_values' | 'analyser' | 'default_value' | 'display_name' | 'unit'
>;

function defaultFault({ value_type, default_value, allowed_values }: CheckedField): string | null {
  if (default_value === null || default_value === undefined || default_value === '') return null;
  const fault = valueTypeRow(value_type).check(default_value);
  if (fault !== null) return `default value ${fault}`;
  const choices = (allowed_values ?? []).map(({ value }) => value);
  const given = value_type === ValueType.Array ? decodeArray(default_value) : [default_value];
  const stray = given.find((each) => !choices.some((choice) => choice === each));
  return choices.length === 0 || stray === undefined
    ? null
    : `default value ${quoteValue(stray)} is none of the allowed values`;
}

/** Setting → message for what does not belong to a field's type (TPL-30, TPL-31, TPL-39), and what is no label or unit; `nested` = it has a parent. */
export function fieldFaults(field: CheckedField, nested = false): Readonly<Record<string, string>> {
  const { name, value_type } = field;
  const faults: Record<string, string> = {};
  if (field.is_key === true && (nested || NEVER_KEY.includes(value_type)))
    faults.is_key = `${name} cannot be a key: only plain top-level fields identify a record`;
  if (field.analyser && value_type !== ValueType.Text) faults.analyser = 'analyser applies to Text fields only';
  if ((field.allowed_values ?? []).length > 0 && !WITH_CHOICES.includes(value_type))
    faults.allowed_values = 'allowed values apply to Keyword and Array fields only';
  if (field.items.length > 0 && !PARENTS.includes(value_type))
    faults.items = 'only Object and Nested fields have fields of their own';
  const fault = defaultFault(field);
  if (fault !== null) faults.default_value = fault;
  const [label, unit] = [field.display_name, field.unit].map((text) => nameFault(text ?? ''));
  if (label) faults.display_name = `label ${label}`;
  if (unit) faults.unit = `unit ${unit}`;
  return faults;
}
