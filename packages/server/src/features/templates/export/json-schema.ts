import { ValueType } from '@datasarana/schema';
import type { Template, TemplateItem } from '../template.ts';

type Json = Readonly<Record<string, unknown>>;

const whole = (bits: number): Json => ({ type: 'integer', minimum: -(2 ** (bits - 1)), maximum: 2 ** (bits - 1) - 1 });
const POINT: Json = {
  type: 'object',
  properties: {
    lat: { type: 'number', minimum: -90, maximum: 90 },
    lon: { type: 'number', minimum: -180, maximum: 180 },
  },
  required: ['lat', 'lon'],
};

const SIMPLE: Readonly<Partial<Record<ValueType, Json>>> = {
  [ValueType.Byte]: whole(8),
  [ValueType.Short]: whole(16),
  [ValueType.Integer]: whole(32),
  [ValueType.Long]: { type: 'integer' },
  [ValueType.HalfFloat]: { type: 'number' },
  [ValueType.Float]: { type: 'number' },
  [ValueType.Double]: { type: 'number' },
  [ValueType.Date]: { type: 'integer', description: 'epoch milliseconds' },
  [ValueType.Boolean]: { type: 'boolean' },
  [ValueType.Binary]: { type: 'string', contentEncoding: 'base64' },
  [ValueType.GeoPoint]: POINT,
  [ValueType.GeoShape]: { type: 'object', required: ['type'], properties: { type: { type: 'string' } } },
};

function valueSchema(item: TemplateItem): Json {
  const choices = item.allowed_values.map(({ value }) => value);
  const text: Json = { type: 'string', ...(choices.length > 0 && { enum: choices }) };
  if (item.value_type === ValueType.Array) return { type: 'array', items: text };
  if (item.value_type === ValueType.Object) return objectSchema(item.items);
  if (item.value_type === ValueType.Nested) return { type: 'array', items: objectSchema(item.items) };
  return SIMPLE[item.value_type] ?? text;
}

function propertySchema(item: TemplateItem): Json {
  const value = valueSchema(item);
  return {
    title: item.display_name ?? item.name,
    ...(item.mandatory ? value : { anyOf: [value, { type: 'null' }] }),
    ...(item.description && { description: item.description }),
    ...(item.default_value !== null && { default: item.default_value }),
  };
}

function objectSchema(items: readonly TemplateItem[]): Json {
  const own = items.filter((item) => item.value_type !== ValueType.Header);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map((item) => [item.name, propertySchema(item)])),
    required: own.filter((item) => item.mandatory).map((item) => item.name),
    additionalProperties: false,
  };
}

/** JSON Schema 2020-12 of a record's data. */
export function jsonSchemaText(id: string, template: Template): string {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:datasarana:template:${encodeURIComponent(id)}`,
    title: template.name,
    ...(template.description && { description: template.description }),
  };
  return JSON.stringify({ ...head, ...objectSchema(template.items) }, null, 2);
}
