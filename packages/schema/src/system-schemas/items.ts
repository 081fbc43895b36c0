import type { Schema, SchemaItem } from '../schema.ts';
import { ValueType } from '../value-type.ts';

/** An item before it knows where it stands: ids are given when a schema is made of it. */
export type ItemDraft = Omit<SchemaItem, 'id' | 'items'> & { readonly items: readonly ItemDraft[] };

export type ItemSettings = Partial<
  Pick<
    SchemaItem,
    | 'mandatory'
    | 'can_search'
    | 'display_name'
    | 'description'
    | 'default_value'
    | 'relationship'
    | 'dependency'
    | 'unit'
    | 'allowed_values'
  >
>;

/** Long machine texts and secrets make no sense as the key of a list search (SCH-22). */
const NOT_SEARCHED: ReadonlySet<string> = new Set([
  'avatar',
  'certificate',
  'public_key',
  'private_key',
  'ssl_fingerprint',
  'ssh_public_keys',
  'ssh_private_key',
  'password',
  'password_hash',
  'token',
  'secret',
  'api_key',
  'session_key',
  'answer',
  'data',
  'aggregate',
]);

const SEARCHED_TYPES: readonly ValueType[] = [ValueType.Keyword, ValueType.Array];

const draft =
  (value_type: ValueType) =>
  (name: string, settings: ItemSettings = {}, items: readonly ItemDraft[] = []): ItemDraft => ({
    name,
    value_type,
    mandatory: false,
    can_search: SEARCHED_TYPES.includes(value_type) && !NOT_SEARCHED.has(name),
    display_name: null,
    description: null,
    default_value: null,
    relationship: null,
    dependency: null,
    ...settings,
    items,
  });

export const integer = draft(ValueType.Integer);
export const long = draft(ValueType.Long);
export const double = draft(ValueType.Double);
export const keyword = draft(ValueType.Keyword);
export const date = draft(ValueType.Date);
export const boolean = draft(ValueType.Boolean);
export const list = draft(ValueType.Array);
const objectDraft = draft(ValueType.Object);
const nestedDraft = draft(ValueType.Nested);

export const object = (name: string, items: readonly ItemDraft[], settings: ItemSettings = {}): ItemDraft =>
  objectDraft(name, settings, items);
export const nested = (name: string, items: readonly ItemDraft[], settings: ItemSettings = {}): ItemDraft =>
  nestedDraft(name, settings, items);

/** Several plain items of one type: `keywords('type name')`. */
const several =
  (one: (name: string) => ItemDraft) =>
  (names: string): readonly ItemDraft[] =>
    names.split(' ').map((name) => one(name));
export const keywords = several(keyword);
export const integers = several(integer);
export const booleans = several(boolean);
export const lists = several(list);

/** Values of which an item may hold one, or of a list some. */
export const oneOf = (...values: readonly string[]): Pick<SchemaItem, 'allowed_values'> => ({
  allowed_values: values.map((value) => ({ value })),
});

/** `id` that names a record of another kind. */
export const idOf = (name: string, kind: string): ItemDraft => keyword(name, { relationship: `${kind}#id` });

/** A record of another kind embedded as one object, by id and a name a person can read. */
export const reference = (name: string, kind: string, shown = 'name', more: readonly ItemDraft[] = []): ItemDraft =>
  object(name, [keyword('id'), keyword(shown), ...more], { relationship: kind });

/** Records of another kind embedded as a list. */
export const references = (name: string, kind: string, shown = 'name'): ItemDraft =>
  nested(name, [keyword('id'), keyword(shown)], { relationship: kind });

export const mandatory = { mandatory: true } as const;

/** Items of every record (SCH-18, SCH-19), full copies inside other records included; `status` is the one it starts with (REC-32). */
export const common = (status = 'Active'): readonly ItemDraft[] => [
  keyword('id', mandatory),
  date('ts', mandatory),
  long('ts_modified', mandatory),
  keyword('avatar'),
  keyword('status', { default_value: status }),
  long('ts_status', mandatory),
];

const placed = (items: readonly ItemDraft[], path: string): readonly SchemaItem[] =>
  items.map((item) => {
    const id = `${path}.${item.name}`;
    return { ...item, id, items: placed(item.items, id) };
  });

/** A bundled schema (SCH-02, SCH-13): version 1.0, private, id = name = schema_key, name space `system`. */
export const systemSchema = (name: string, description: string, items: readonly ItemDraft[]): Schema => ({
  id: name,
  ts: 0,
  version_major: 1,
  version_minor: 0,
  name,
  description,
  date_created: 0,
  is_public: false,
  schema_key: name,
  name_space: 'system',
  items: placed(items, name),
});
