import {
  type AllowedValue,
  ANALYSERS,
  DEFAULT_AGGREGATIONS,
  DEFAULT_VISUALS,
  fieldFaults,
  fieldNameFault,
  isStorableText,
  MUST_BE_TEXT,
  newTemplateField,
  parseValueType,
  SYSTEM_FIELD_NAMES,
  ValueType,
} from '@datasarana/schema';
import { dependencyFaults } from './dependencies.ts';
import type { TemplateItem } from './template.ts';

/** Where wrong values are noted: path → message (REC-37). */
export type Faults = Record<string, string>;

type Input = Readonly<Record<string, unknown>>;

/** What new fields need from outside: ids and the time. */
export interface Maker {
  readonly id: () => string;
  readonly now: number;
}

const DEPTH = 16;

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value type by its code, also as text, or by its name (SCH-07). */
const readValueType = (value: unknown): ValueType | undefined =>
  parseValueType(isText(value) && /^\d+$/.test(value) ? Number(value) : value);

type Check = (value: unknown) => boolean;
const storable: Check = (value) => isText(value) && isStorableText(value);
const optionalText: Check = (value) => value === null || storable(value);
const oneOf =
  (choices: readonly string[]): Check =>
  (value) =>
    value === null || choices.some((choice) => choice === value);
const flag: Check = (value) => typeof value === 'boolean';

/** The plain properties of a field and what they may hold. */
const PROPERTIES: Readonly<Record<string, readonly [Check, string]>> = {
  display_name: [optionalText, MUST_BE_TEXT],
  description: [optionalText, MUST_BE_TEXT],
  mandatory: [flag, 'must be true or false'],
  can_search: [flag, 'must be true or false'],
  is_key: [flag, 'must be true or false'],
  is_private: [flag, 'must be true or false'],
  relationship: [optionalText, MUST_BE_TEXT],
  dependency: [optionalText, MUST_BE_TEXT],
  unit: [optionalText, MUST_BE_TEXT],
  analyser: [(v) => v === null || v === '' || ANALYSERS.some((a) => a === v), `must be one of ${ANALYSERS.join(', ')}`],
  default_visual: [oneOf(DEFAULT_VISUALS), `must be one of ${DEFAULT_VISUALS.join(', ')}`],
  default_aggregation: [oneOf(DEFAULT_AGGREGATIONS), `must be one of ${DEFAULT_AGGREGATIONS.join(', ')}`],
  contributor: [optionalText, 'must be text: a comma-joined list of users, groups or roles'],
  default_value: [() => true, ''],
};
const HANDLED = new Set(['id', 'data_id', 'name', 'value_type', 'sequence', 'system', 'ts', 'allowed_values', 'items']);

function readProperties(input: Input, path: string, faults: Faults): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (HANDLED.has(name) || value === undefined) continue;
    const rule = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
    if (!rule) faults[`${path}.${name}`] = `Unknown property '${name}' of a field`;
    else if (rule[0](value)) read[name] = value;
    else faults[`${path}.${name}`] = `${name} ${rule[1]}`;
  }
  if (read.analyser === '') read.analyser = null;
  if (read.contributor === null || read.contributor === '') read.contributor = 'Anyone';
  return read;
}

function readChoices(value: unknown, path: string, faults: Faults): readonly AllowedValue[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    faults[path] = 'allowed_values must be a list of {value, label?, colour?} or of texts';
    return [];
  }
  const choices: AllowedValue[] = [];
  for (const [i, entry] of value.entries()) {
    const choice: unknown = isText(entry) ? { value: entry } : entry;
    if (!isRecord(choice) || !isText(choice.value) || choice.value === '') {
      faults[`${path}.${i}`] = 'value must not be empty';
    } else if (![choice.value, choice.label ?? '', choice.colour ?? ''].every(storable)) {
      faults[`${path}.${i}`] = `value, label and colour ${MUST_BE_TEXT}`;
    } else if (choices.some((known) => known.value === choice.value)) {
      faults[`${path}.${i}`] = `'${choice.value}' stands in the list twice`;
    } else {
      choices.push({
        value: choice.value,
        ...(isText(choice.label) && { label: choice.label }),
        ...(isText(choice.colour) && { colour: choice.colour }),
      });
    }
  }
  return choices;
}

/** One field from what was sent; what is missing is filled with defaults, what is wrong is noted in `faults`. */
export function readItem(
  value: unknown,
  place: { readonly path: string; readonly sequence: number; readonly depth?: number },
  maker: Maker,
  faults: Faults,
): TemplateItem | null {
  const { path, sequence, depth = 0 } = place;
  if (!isRecord(value)) {
    faults[path] = 'A field must be an object with name and value_type';
    return null;
  }
  const wrongName = fieldNameFault(value.name);
  if (wrongName) faults[`${path}.name`] = wrongName;
  const type = value.value_type === undefined ? ValueType.Keyword : readValueType(value.value_type);
  if (type === undefined) faults[`${path}.value_type`] = `value_type ${JSON.stringify(value.value_type)} is not known`;
  if (depth > DEPTH) faults[path] = `Fields are nested deeper than ${DEPTH} levels`;
  const id = isText(value.data_id) ? value.data_id : isText(value.id) ? value.id : maker.id();
  const item: TemplateItem = {
    ...newTemplateField({ name: isText(value.name) ? value.name : '', id, sequence, ts: maker.now }),
    ...(typeof value.ts === 'number' && { ts: value.ts }),
    ...readProperties(value, path, faults),
    value_type: type ?? ValueType.Keyword,
    allowed_values: readChoices(value.allowed_values, `${path}.allowed_values`, faults),
    items:
      depth > DEPTH ? [] : readItems(value.items ?? [], { path: `${path}.items`, depth: depth + 1 }, maker, faults),
  };
  for (const [setting, fault] of Object.entries(fieldFaults(item, depth > 0))) faults[`${path}.${setting}`] = fault;
  return item;
}

const isSystem = (value: unknown): boolean =>
  isRecord(value) && (value.system === true || (isText(value.name) && SYSTEM_FIELD_NAMES.includes(value.name)));

const sequenceOf = (value: unknown, i: number): number =>
  isRecord(value) && typeof value.sequence === 'number' && value.sequence > 0 ? value.sequence : i + 1;

/** A list of fields: system fields are left out (TPL-10), the order is their sequence, names and ids are unique (TPL-28). */
export function readItems(
  value: unknown,
  place: { readonly path: string; readonly depth?: number },
  maker: Maker,
  faults: Faults,
): readonly TemplateItem[] {
  const { path, depth = 0 } = place;
  if (!Array.isArray(value)) {
    faults[path] = 'items must be a list of fields';
    return [];
  }
  const own = value.filter((entry) => depth > 0 || !isSystem(entry));
  const ordered = own
    .map((entry: unknown, i) => ({ entry, i, at: sequenceOf(entry, i) }))
    .sort((a, b) => a.at - b.at || a.i - b.i);
  const items: TemplateItem[] = [];
  const places: string[] = [];
  const names = new Set<string>();
  const ids = new Set<string>();
  for (const [position, { entry, i }] of ordered.entries()) {
    const at = `${path}.${i}`;
    const read = readItem(entry, { path: at, sequence: position + 1, depth }, maker, faults);
    if (!read) continue;
    if (names.has(read.name)) faults[`${at}.name`] = `name '${read.name}' is used twice`;
    names.add(read.name);
    const item = ids.has(read.data_id) ? withId(read, maker.id()) : read;
    ids.add(item.data_id);
    items.push(item);
    places.push(at);
  }
  for (const [position, fault] of dependencyFaults(items)) faults[`${places[position]}.dependency`] ??= fault;
  return items;
}

const withId = (item: TemplateItem, id: string): TemplateItem => ({ ...item, id, data_id: id });
