import { dateFormat, javaWhole, UTC } from '@datasarana/query';
import { wildcard } from '@datasarana/schema';
import { Decimal, isObjectValue, type Value } from './json.ts';
import type { FieldMapping, IndexMapping, MappedType } from './mapping.ts';
import { readProperties } from './read-mapping.ts';
import { unreadable } from './refusal.ts';

type Given = Readonly<Record<string, unknown>>;

/** Dates as they are read where nothing is said about them. */
const USUAL_DATES = 'strict_date_optional_time||epoch_millis';

const isMap = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON type by which dynamic templates tell values apart. */
type JsonType = 'string' | 'long' | 'double' | 'boolean' | 'date' | 'object';

function jsonType(value: Value, { parameters }: IndexMapping): { readonly json: JsonType; readonly format?: string } {
  if (isObjectValue(value)) return { json: 'object' };
  if (typeof value === 'boolean') return { json: 'boolean' };
  if (value instanceof Decimal) return { json: 'double' };
  if (typeof value === 'number' || typeof value === 'bigint')
    return { json: Number.isInteger(Number(value)) ? 'long' : 'double' };
  const text = String(value);
  if (parameters.numeric_detection === true && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    return { json: /^-?\d+$/.test(text) ? 'long' : 'double' };
  }
  if (parameters.date_detection === false || !/^\d{2,}[-/]|^[+-]\d{4}/.test(text)) return { json: 'string' };
  // a number is no date, though some formats would read it
  if (!Number.isNaN(Number(text))) return { json: 'string' };
  const formats = Array.isArray(parameters.dynamic_date_formats)
    ? parameters.dynamic_date_formats.map(String)
    : [USUAL_DATES, 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'];
  const format = formats.find((each) => dateFormat(each).read(text, UTC, false) !== null);
  if (format === undefined) return { json: 'string' };
  return format === USUAL_DATES ? { json: 'date' } : { json: 'date', format };
}

const leaf = (type: MappedType, parameters: Given = {}): FieldMapping => ({ type, parameters });

const TEXT: FieldMapping = {
  type: 'text',
  parameters: {},
  fields: { keyword: leaf('keyword', { ignore_above: 256 }) },
};

function usual(json: JsonType, format: string | undefined): FieldMapping {
  if (json === 'string') return TEXT;
  if (json === 'long') return leaf('long');
  if (json === 'double') return leaf('float');
  if (json === 'boolean') return leaf('boolean');
  if (json === 'object') return { type: 'object', parameters: {}, properties: {} };
  return leaf('date', format === undefined ? {} : shownFormat(format));
}

/** OpenSearch tells the first of the formats once more, as that values are shown in. */
function shownFormat(format: string): Given {
  const [first] = format.split('||');
  return { format, ...(first !== 'strict_date_optional_time' && { print_format: first }) };
}

/** An expression of the caller's goes all ways at once: none can hold the process up. */
function expression(pattern: unknown): (text: string) => boolean {
  try {
    return javaWhole(String(pattern));
  } catch {
    throw unreadable(`Pattern [${pattern}] of type [regex] is invalid. Cannot create dynamic template.`);
  }
}

const anyOf = (patterns: unknown, text: string, regex: boolean): boolean =>
  [patterns].flat().some((pattern) => (regex ? expression(pattern)(text) : wildcard(String(pattern))(text)));

function fits(template: Given, name: string, path: string, json: JsonType): boolean {
  const regex = template.match_pattern === 'regex';
  const { match_mapping_type: wanted, match, unmatch, path_match, path_unmatch } = template;
  if (wanted !== undefined && wanted !== '*' && wanted !== json) return false;
  if (match !== undefined && !anyOf(match, name, regex)) return false;
  if (unmatch !== undefined && anyOf(unmatch, name, regex)) return false;
  if (path_match !== undefined && !anyOf(path_match, path, false)) return false;
  return path_unmatch === undefined || !anyOf(path_unmatch, path, false);
}

/** A template's mapping with the name and the type of a field in place of `{name}` and `{dynamic_type}`, in keys too. */
function filled(given: unknown, name: string, type: MappedType): unknown {
  if (typeof given === 'string')
    return given
      .split('{name}')
      .map((part) => part.split('{dynamic_type}').join(type))
      .join(name);
  if (Array.isArray(given)) return given.map((each) => filled(each, name, type));
  if (!isMap(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [String(filled(key, name, type)), filled(value, name, type)]),
  );
}

function fromTemplate(given: unknown, name: string, json: JsonType, format: string | undefined): FieldMapping {
  const fallback = usual(json, format);
  const wanted = filled(given ?? {}, name, fallback.type);
  const asked: Given = { type: fallback.type, ...(isMap(wanted) && wanted) };
  const made = readProperties({ [name]: isHolder(asked.type) ? withoutValues(asked) : asked }, '', 1);
  const field = made[name] ?? fallback;
  return format === undefined ? field : readBy(format, field);
}

/** Dates of a template that names no format are read by that which the first of them was found to have. */
function readBy(format: string, { fields, ...field }: FieldMapping): FieldMapping {
  const readings = fields && Object.entries(fields).map(([name, each]) => [name, readBy(format, each)] as const);
  const isDate = field.type === 'date' || field.type === 'date_nanos';
  return {
    ...field,
    ...(isDate && { parameters: { ...shownFormat(format), ...field.parameters } }),
    ...(readings && { fields: Object.fromEntries(readings) }),
  };
}

const isHolder = (type: unknown): boolean => type === 'object' || type === 'nested';

/** What says how values are kept says nothing of objects. */
const withoutValues = ({ index: _index, store: _store, doc_values: _values, ...rest }: Given): Given => rest;

/** The mapping a field gets that a document brings with it; null when only templates may make one and none fits. */
export function dynamicMapping(
  mapping: IndexMapping,
  name: string,
  path: string,
  value: Value,
  onlyTemplates: boolean,
): FieldMapping | null {
  const { json, format } = jsonType(value, mapping);
  const templates = Array.isArray(mapping.parameters.dynamic_templates) ? mapping.parameters.dynamic_templates : [];
  for (const entry of templates) {
    const [template] = isMap(entry) ? Object.values(entry) : [];
    if (isMap(template) && fits(template, name, path, json)) return fromTemplate(template.mapping, name, json, format);
  }
  return onlyTemplates ? null : usual(json, format);
}
