import type { Schema, SchemaItem } from '../schema.ts';
import { checkText, quoteValue } from '../value-types/checks.ts';
import { valueTypeRow } from '../value-types/table.ts';
import { decodeArray, decodeDate, isTimestamp } from './codecs.ts';
import { isBlank, isEmpty, isGiven } from './empty.ts';
import { statusFault } from './status.ts';

/** Path (`contacts.0.contact`) → message, empty when all is well (REC-37). */
export type FieldErrors = Readonly<Record<string, string>>;

/** How strictly a record is looked at. */
export interface ValidationOptions {
  /** Only the fields given are looked at, as in a PATCH; mandatory ones may be left out but not emptied. */
  readonly partial?: boolean;
  /** Names allowed beside the schema's items; `label` always is (REC-41). */
  readonly known?: readonly string[];
  /** Unknown fields are refused (REC-40) unless this is true. */
  readonly keepUnknown?: boolean;
}

/** Largest text, keyword, binary, array or object value, in bytes (TPL-06). */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;

/** Label of an item: display_name, or its name with spaces for underscores (SCH-22). */
export const labelOf = (item: Pick<SchemaItem, 'name' | 'display_name'>): string =>
  item.display_name || item.name.replaceAll('_', ' ');

/**
 * A message without the label it begins with, for where the field is named beside it. A label of other words than the name, which
 * is the last part of `field`, stays.
 */
export function withoutLabel(field: string, message: string): string {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const label = name.replaceAll('_', ' ');
  if (label === '' || !message.toLowerCase().startsWith(label.toLowerCase())) return message;
  return /^(?:: | (?=must not be empty$))(.+)$/s.exec(message.slice(label.length))?.[1] ?? message;
}

/** Name of an item in messages (REC-19): display_name, or the name. */
const fieldOf = (item: SchemaItem): string => item.display_name || item.name;

const emptyMessage = (item: SchemaItem): string => `${fieldOf(item)} must not be empty`;

class Walk {
  readonly errors: Record<string, string> = {};
  private readonly options: ValidationOptions;

  constructor(options: ValidationOptions) {
    this.options = options;
  }

  fields(items: readonly SchemaItem[], record: Readonly<Record<string, unknown>>, path: string): void {
    const top = path === '';
    if (!this.options.keepUnknown) this.unknown(items, record, path);
    for (const item of items) {
      const given = Object.hasOwn(record, item.name);
      if (!given && top && this.options.partial) continue;
      this.item(item, given ? record[item.name] : undefined, record, path + item.name);
    }
  }

  private unknown(items: readonly SchemaItem[], record: Readonly<Record<string, unknown>>, path: string): void {
    const names = new Set(items.map((item) => item.name));
    const known = path === '' ? (this.options.known ?? []) : [];
    for (const name of Object.keys(record))
      if (!names.has(name) && name !== 'label' && !known.includes(name))
        this.errors[path + name] = `${name} is not a field here; known are ${listed([...names])}`;
  }

  private item(item: SchemaItem, value: unknown, siblings: Readonly<Record<string, unknown>>, path: string): void {
    const row = valueTypeRow(item.value_type);
    if (row.family === 'none') {
      if (!isEmpty(value)) this.errors[path] = `${fieldOf(item)} is a heading and holds no data`;
      return;
    }
    if (isEmpty(value)) {
      const needed = item.mandatory && (!item.dependency || isGiven(siblings[item.dependency]));
      if (needed) this.errors[path] = emptyMessage(item);
      return;
    }
    if (row.family === 'list') this.list(item, value, path);
    else if (row.family === 'object') this.object(item, value, path);
    else if (row.family === 'objects') this.objects(item, value, path);
    else this.simple(item, value, path);
    if (row.bounded && this.errors[path] === undefined) this.size(item, value, path);
  }

  private simple(item: SchemaItem, value: unknown, path: string): void {
    const fault = isTimestamp(item) && decodeDate(value) !== null ? null : valueTypeRow(item.value_type).check(value);
    if (fault !== null) this.errors[path] = `${fieldOf(item)}: ${fault}`;
    else this.allowed(item, value, path);
  }

  private allowed(item: SchemaItem, value: unknown, path: string): void {
    const allowed = item.allowed_values ?? [];
    if (allowed.length === 0 || allowed.some((entry) => entry.value === value)) return;
    const values = listed(allowed.map((entry) => entry.value));
    this.errors[path] = `${fieldOf(item)}: ${quoteValue(value)} is not one of ${values}`;
  }

  private list(item: SchemaItem, value: unknown, path: string): void {
    for (const [index, entry] of decodeArray(value).entries()) {
      const at = `${path}.${index}`;
      if (isEmpty(entry)) {
        if (item.mandatory) this.errors[at] = emptyMessage(item);
      } else if (typeof entry === 'object')
        this.errors[at] = `${fieldOf(item)}: ${quoteValue(entry)} is not a simple value`;
      else this.entry(item, entry, at);
    }
  }

  private entry(item: SchemaItem, value: unknown, path: string): void {
    const fault = typeof value === 'string' ? checkText(value) : null;
    if (fault !== null) this.errors[path] = `${fieldOf(item)}: ${fault}`;
    else this.allowed(item, value, path);
  }

  private object(item: SchemaItem, value: unknown, path: string): void {
    if (!isRecord(value)) {
      this.errors[path] = `${fieldOf(item)}: ${quoteValue(value)} is not an object`;
      return;
    }
    if (!isBlank(value)) this.fields(item.items, value, `${path}.`);
    else if (item.mandatory) this.errors[path] = emptyMessage(item);
    else if (!this.options.keepUnknown) this.unknown(item.items, value, `${path}.`);
  }

  private objects(item: SchemaItem, value: unknown, path: string): void {
    if (!Array.isArray(value)) {
      this.errors[path] = `${fieldOf(item)}: ${quoteValue(value)} is not a list of objects`;
      return;
    }
    for (const [index, entry] of value.entries()) {
      if (isRecord(entry)) this.fields(item.items, entry, `${path}.${index}.`);
      else this.errors[`${path}.${index}`] = `${fieldOf(item)}: ${quoteValue(entry)} is not an object`;
    }
  }

  private size(item: SchemaItem, value: unknown, path: string): void {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    // A UTF-16 unit takes at most three bytes of UTF-8: short texts need no encoding.
    if (text.length * 3 <= MAX_VALUE_BYTES) return;
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > MAX_VALUE_BYTES)
      this.errors[path] = `${fieldOf(item)} holds ${bytes} bytes; at most ${MAX_VALUE_BYTES} (4 MB) are kept`;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (values: readonly string[]): string =>
  values.length <= 8 ? values.join(', ') : `${values.slice(0, 8).join(', ')} and ${values.length - 8} more`;

/** Checks a record or data body against a tree of items (REC-15…19, REC-37, REC-40, TPL-06, TPL-34, TPL-39). */
export function validateItems(
  items: readonly SchemaItem[],
  record: Readonly<Record<string, unknown>>,
  options: ValidationOptions = {},
): FieldErrors {
  const walk = new Walk(options);
  walk.fields(items, record, '');
  return walk.errors;
}

/** `validateItems` with the schema's own tree, and the status against the values it may have (REC-32, REC-34). */
export function validateRecord(
  schema: Pick<Schema, 'name' | 'items'>,
  record: Readonly<Record<string, unknown>>,
  options: ValidationOptions = {},
): FieldErrors {
  const errors = validateItems(schema.items, record, options);
  const fault = typeof record.status === 'string' && !isEmpty(record.status) && statusFault(schema.name, record.status);
  return fault && errors.status === undefined ? { ...errors, status: fault } : errors;
}
