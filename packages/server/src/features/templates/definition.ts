import type { FieldDefinition, FieldType, IndexDefinition } from '@datasarana/engine';
import { ValueType } from '@datasarana/schema';
import type { Template, TemplateItem } from './template.ts';

const TYPES: Readonly<Record<Exclude<ValueType, typeof ValueType.Header>, FieldType>> = {
  [ValueType.Byte]: 'byte',
  [ValueType.Short]: 'short',
  [ValueType.Integer]: 'integer',
  [ValueType.Long]: 'long',
  [ValueType.HalfFloat]: 'half_float',
  [ValueType.Float]: 'float',
  [ValueType.Double]: 'double',
  [ValueType.Text]: 'text',
  [ValueType.Keyword]: 'keyword',
  [ValueType.Date]: 'date',
  [ValueType.Boolean]: 'boolean',
  [ValueType.Binary]: 'binary',
  [ValueType.Array]: 'keyword',
  [ValueType.Object]: 'object',
  [ValueType.Nested]: 'nested',
  [ValueType.GeoPoint]: 'geo_point',
  [ValueType.GeoShape]: 'geo_shape',
};

const LIMITED: readonly ValueType[] = [
  ValueType.Text,
  ValueType.Keyword,
  ValueType.Binary,
  ValueType.Array,
  ValueType.Object,
];
/** TPL-06. */
const VALUE_LIMIT = 4 * 1024 * 1024;

/** The mapping of IDX-09; a Header holds no data and is left out (TPL-04). */
function fieldOf(item: TemplateItem): FieldDefinition | null {
  if (item.value_type === ValueType.Header) return null;
  return {
    name: item.name,
    type: TYPES[item.value_type],
    label: item.display_name ?? item.name,
    ...(item.value_type === ValueType.Array && { list: true }),
    ...(item.analyser && { analyser: item.analyser }),
    ...(item.mandatory && { mandatory: true }),
    ...(item.allowed_values.length > 0 && { allowedValues: item.allowed_values.map(({ value }) => value) }),
    ...(item.default_value !== null && { defaultValue: item.default_value }),
    ...(LIMITED.includes(item.value_type) && { maxBytes: VALUE_LIMIT }),
    ...(item.items.length > 0 && { fields: fieldsOf(item.items) }),
  };
}

const fieldsOf = (items: readonly TemplateItem[]): readonly FieldDefinition[] =>
  items.flatMap((item) => fieldOf(item) ?? []);

/** The index of a template, named by its id (IDX-01). */
export const indexDefinition = (id: string, template: Pick<Template, 'items'>): IndexDefinition => ({
  name: id,
  fields: fieldsOf(template.items),
  keyFields: template.items.filter((item) => item.is_key).map((item) => item.name),
  source: 'columns',
});

const typeName = (field: FieldDefinition): string => (field.list ? `list of ${field.type}` : field.type);

/** path → type of every field, nested ones included. */
export function typesOf(fields: readonly FieldDefinition[], prefix = ''): Readonly<Record<string, string>> {
  const types: Record<string, string> = {};
  for (const field of fields) {
    const path = prefix + field.name;
    types[path] = typeName(field);
    Object.assign(types, typesOf(field.fields ?? [], `${path}.`));
  }
  return types;
}

/** Fields whose stored type a deploy would change: path → sentence. */
export function changedTypes(
  stored: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([path, type]) => {
      const before = Object.hasOwn(stored, path) ? stored[path] : undefined;
      return before === undefined || before === type ? [] : [[path, `${path} is stored as ${before}, not as ${type}`]];
    }),
  );
}
