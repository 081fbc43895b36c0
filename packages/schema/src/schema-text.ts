import type { Schema, SchemaItem } from './schema.ts';
import { parseValueType } from './value-types/table.ts';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseItem(value: unknown, path: string): SchemaItem {
  if (!isObject(value)) throw new Error(`Schema item ${path} is not an object`);
  const name = textOrNull(value.name);
  if (name === null || name === '') throw new Error(`Schema item ${path} has no name`);
  const code = parseValueType(value.value_type);
  if (code === undefined)
    throw new Error(`Schema item ${path}${name} has the unknown value type ${JSON.stringify(value.value_type)}`);
  const items = Array.isArray(value.items) ? value.items : [];
  return {
    ...value,
    id: textOrNull(value.id) ?? `${path}${name}`,
    name,
    value_type: code,
    mandatory: value.mandatory === true,
    can_search: value.can_search === true,
    display_name: textOrNull(value.display_name),
    description: textOrNull(value.description),
    default_value: value.default_value ?? null,
    relationship: textOrNull(value.relationship),
    dependency: textOrNull(value.dependency),
    items: items.map((item) => parseItem(item, `${path}${name}.`)),
  };
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** A stored schema (SCH-01, SCH-07): value type names become codes; throws naming the item and value that is wrong. */
export function parseSchema(value: unknown): Schema {
  if (!isObject(value)) throw new Error('A schema must be an object');
  const name = textOrNull(value.name) ?? textOrNull(value.id);
  if (name === null) throw new Error('A schema must have a name');
  if (!Array.isArray(value.items)) throw new Error(`Schema ${name} must have a list of items`);
  return {
    id: textOrNull(value.id) ?? name,
    ts: numberOr(value.ts, 0),
    version_major: numberOr(value.version_major, 1),
    version_minor: numberOr(value.version_minor, 0),
    name,
    description: textOrNull(value.description),
    date_created: numberOr(value.date_created, 0),
    is_public: value.is_public === true,
    schema_key: textOrNull(value.schema_key) ?? name,
    name_space: textOrNull(value.name_space) ?? '',
    items: value.items.map((item) => parseItem(item, '')),
  };
}
