import { isGiven } from '@datasarana/schema';
import { parseBoolean } from '@datasarana/sources';
import type { FieldDefinition, IndexDefinition } from '../index/definition.ts';
import { SYSTEM_FIELDS } from '../index/system-fields.ts';
import { type CellValue, isEmptyValue, quoteValue, type Refusal, rawText } from './rules/cell.ts';
import { parseExactJson } from './rules/exact-json.ts';
import { RULES } from './rules/index.ts';
import { maxBytesOf } from './rules/text.ts';

/** A document after the rules: its values, and why it is refused if it is. */
export interface ValidatedDocument {
  /** By dotted path, of every field that is not an object. */
  readonly values: ReadonlyMap<string, CellValue>;
  readonly refusals: readonly Refusal[];
}

type Fields = Readonly<Record<string, unknown>>;
type DateFormats = Readonly<Record<string, string | undefined>>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);

/** Reads a document by an index definition: every value typed, every fault found (TPL-34, REC-13…17). */
export function validateDocument(
  definition: IndexDefinition,
  document: Fields,
  dateFormats: DateFormats = {},
): ValidatedDocument {
  const walk = new Walk(new Set(definition.keyFields), dateFormats);
  const values = new Map<string, CellValue>();
  walk.fields(definition.fields, document, '', '', values);
  return { values, refusals: walk.refusals };
}

/** System fields of an exported record are not taken from a document: the platform fills them itself (TPL-10, TPL-27). */
const IGNORED: ReadonlySet<string> = new Set(['_id', '_version', ...SYSTEM_FIELDS.map((field) => field.name)]);

class Walk {
  readonly refusals: Refusal[] = [];
  readonly #keys: ReadonlySet<string>;
  readonly #dateFormats: DateFormats;

  constructor(keys: ReadonlySet<string>, dateFormats: DateFormats) {
    this.#keys = keys;
    this.#dateFormats = dateFormats;
  }

  /** `at` is the place in the document (`items.2.`), `prefix` the path in the definition (`items.`). */
  fields(
    fields: readonly FieldDefinition[],
    from: Fields,
    at: string,
    prefix: string,
    into: Map<string, CellValue>,
  ): void {
    for (const field of fields) {
      const given = Object.hasOwn(from, field.name) ? from[field.name] : undefined;
      const value = given === undefined ? (field.defaultValue ?? undefined) : given;
      const asked = isAsked(field, fields, from) ? field : { ...field, mandatory: false };
      this.#field(asked, value, at + field.name, prefix + field.name, into);
    }
    const known = new Set(fields.map((field) => field.name));
    for (const [name, value] of Object.entries(from)) {
      if (known.has(name) || value === undefined || (at === '' && IGNORED.has(name))) continue;
      this.#refuse(at + name, 'unknown', `${quoteValue(name)} is not a field of this template`, value);
    }
  }

  #refuse(path: string, rule: string, reason: string, value: unknown): void {
    this.refusals.push({ path, value: rawText(value), rule, reason });
  }

  #field(field: FieldDefinition, value: unknown, at: string, path: string, into: Map<string, CellValue>): void {
    if (field.type === 'object') this.#object(field, value, at, path, into);
    else if (field.type === 'nested') into.set(path, this.#nested(field, value, at, path));
    else if (field.list === true) into.set(path, this.#list(field, value, at, path));
    else into.set(path, this.#one(field, value, at, path));
  }

  #one(field: FieldDefinition, value: unknown, at: string, path: string): CellValue {
    if (isEmptyValue(value)) {
      if (this.#mandatory(field, path)) this.#missing(field, at, value);
      return null;
    }
    if (Array.isArray(value) && field.type !== 'geo_point') {
      this.#refuse(at, 'type', `${field.label}: ${quoteValue(value)} is a list, one value is expected`, value);
      return null;
    }
    if (field.type === 'object' || field.type === 'nested') return null;
    return RULES[field.type](value, field, {
      path,
      dateFormat: this.#dateFormats[path],
      refuse: (rule, reason, refused) => this.#refuse(at, rule, reason, refused),
    });
  }

  #mandatory(field: FieldDefinition, path: string): boolean {
    return field.mandatory === true || this.#keys.has(path);
  }

  #missing(field: FieldDefinition, at: string, value: unknown): void {
    this.#refuse(at, 'mandatory', `${field.label} must not be empty`, value);
  }

  #list(field: FieldDefinition, value: unknown, at: string, path: string): CellValue {
    const entries = entriesOf(field, value);
    if (entries === null || entries.length === 0) {
      if (this.#mandatory(field, path)) this.#missing(field, at, value);
      return entries && [];
    }
    if (this.#tooLarge(field, at, value)) return null;
    const one = { ...field, list: false };
    return entries
      .map((entry, index) => this.#one(one, entry, `${at}.${index + 1}`, path))
      .filter((entry) => entry !== null);
  }

  #tooLarge(field: FieldDefinition, at: string, value: unknown): boolean {
    const text = rawText(value) ?? '';
    const limit = maxBytesOf(field);
    if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return false;
    const size = `${Buffer.byteLength(text)} bytes is larger than ${limit} bytes`;
    this.#refuse(at, 'size', `${field.label}: a value of ${size}`, text);
    return true;
  }

  #object(field: FieldDefinition, value: unknown, at: string, path: string, into: Map<string, CellValue>): void {
    const children = field.fields ?? [];
    const object = isEmptyValue(value) ? {} : parseJson(value);
    if (isEmptyValue(value) && this.#mandatory(field, path)) this.#missing(field, at, value);
    else if (!isFields(object)) {
      this.#refuse(at, 'type', `${field.label}: ${quoteValue(value)} is not an object`, value);
    } else if (!this.#tooLarge(field, at, value)) this.fields(children, object, `${at}.`, `${path}.`, into);
  }

  #nested(field: FieldDefinition, value: unknown, at: string, path: string): CellValue {
    if (isEmptyValue(value)) {
      if (this.#mandatory(field, path)) this.#missing(field, at, value);
      return Array.isArray(value) || value === '' ? [] : null;
    }
    if (this.#tooLarge(field, at, value)) return null;
    const parsed = parseJson(value);
    return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((entry, index) => {
      const place = `${at}.${index + 1}`;
      if (!isFields(entry)) {
        this.#refuse(place, 'type', `${field.label}: ${quoteValue(entry)} is not an object`, entry);
        return [];
      }
      const nested = new Map<string, CellValue>();
      this.fields(field.fields ?? [], entry, `${place}.`, `${path}.`, nested);
      return [{ nested }];
    });
  }
}

/** Whether the field that a field waits for is filled, and not with a plain no (SCH-21). */
function isAsked(
  { mandatory, dependency }: FieldDefinition,
  beside: readonly FieldDefinition[],
  from: Fields,
): boolean {
  if (mandatory !== true || dependency === undefined) return true;
  const other = beside.find(({ name }) => name === dependency);
  const given = Object.hasOwn(from, dependency) ? from[dependency] : undefined;
  const value = given === undefined ? other?.defaultValue : given;
  const isNo = other?.type === 'boolean' && (value === false || parseBoolean(String(value)) === false);
  return !isNo && isGiven(typeof value === 'string' && !/^\s*[[{]/.test(value) ? value : parseJson(value));
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

/** A list, its JSON text, or a single value as a list of one; blank text is an empty list (REC-13, REC-14). */
function entriesOf(field: FieldDefinition, value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') {
    if (value.trim() === '') return [];
    const parsed = value.trimStart().startsWith('[') ? parseJson(value) : value;
    return Array.isArray(parsed) ? asPoints(field, parsed) : [value];
  }
  return Array.isArray(value) ? asPoints(field, value) : [value];
}

/** `[lon, lat]` in a list of points is one point. */
const asPoints = (field: FieldDefinition, entries: readonly unknown[]): readonly unknown[] =>
  field.type === 'geo_point' && entries.length === 2 && entries.every((entry) => typeof entry === 'number')
    ? [entries]
    : entries;
