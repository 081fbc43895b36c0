import { ValueType } from '@datasarana/schema';
import type { SendRest } from '../rest/rest-settings.ts';
import { PlatformClient, type PlatformSettings } from './platform-client.ts';

/** A template of another platform. */
export interface PlatformTemplate {
  readonly id: string;
  readonly name: string;
}

/** A field of it, as far as columns go. */
export interface PlatformField {
  readonly name: string;
  readonly display_name: string;
  readonly value_type: number;
  readonly is_key: boolean;
  readonly mandatory: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const PAGE = 500;
/** Who has more finds the one meant by its name. */
const MOST = 5000;

/** Deployed templates of another platform that the token may see, by name. @throws PlatformRefused */
export async function platformTemplates(
  settings: PlatformSettings,
  send: SendRest,
): Promise<readonly PlatformTemplate[]> {
  const client = new PlatformClient(settings, send);
  const found: PlatformTemplate[] = [];
  for (let from = 0; from < MOST; from += PAGE) {
    const { data, total } = await client.call('POST', '/schema/data/template', { from, to: from + PAGE });
    for (const each of list(data))
      if (field(each, 'deployed') === true)
        found.push({ id: text(field(each, 'id')), name: text(field(each, 'name')) });
    if (list(data).length === 0 || from + PAGE >= total) break;
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** Properties of a field that mean the same elsewhere; who contributes does not. */
const COPIED = [
  'name',
  'display_name',
  'description',
  'value_type',
  'mandatory',
  'can_search',
  'is_key',
  'is_private',
  'unit',
  'analyser',
  'default_value',
  'allowed_values',
  'default_visual',
  'default_aggregation',
] as const;

/** Fields as a new template takes them, with what they are made of. */
const copied = (items: readonly unknown[]): readonly Readonly<Record<string, unknown>>[] =>
  items.map((item) => ({
    ...Object.fromEntries(COPIED.flatMap((name) => (given(item, name) ? [[name, field(item, name)]] : []))),
    ...(list(field(item, 'items')).length > 0 && { items: copied(list(field(item, 'items'))) }),
  }));

const given = (item: unknown, name: string): boolean => field(item, name) !== undefined && field(item, name) !== null;

/** A template of another platform, as far as its records go. */
export interface PlatformShape {
  readonly name: string;
  /** Its top fields, in their order: the columns of its records. */
  readonly fields: readonly PlatformField[];
  /** All its fields, ready for a template like it. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** A template and its fields. @throws PlatformRefused */
export async function platformFields(client: PlatformClient, template: string): Promise<PlatformShape> {
  const { data } = await client.call('GET', `/schema/data/template/${encodeURIComponent(template)}`);
  if (data === null) throw client.noTemplate();
  const own = list(field(data, 'items')).filter((item) => field(item, 'system') !== true);
  const items = own.filter((item) => field(item, 'value_type') !== ValueType.Header);
  const fields = items.map((item) => ({
    name: text(field(item, 'name')),
    display_name: text(field(item, 'display_name')) || text(field(item, 'name')),
    value_type: Number(field(item, 'value_type')),
    is_key: field(item, 'is_key') === true,
    mandatory: field(item, 'mandatory') === true,
  }));
  return {
    name: text(field(data, 'name')),
    fields: fields.filter(({ name }) => name !== '' && !name.startsWith('_')),
    items: copied(own),
  };
}

/** Fields by their dotted paths, with what they are. */
function byPath(items: readonly unknown[], prefix = ''): ReadonlyMap<string, unknown> {
  const own = items.map((item) => [`${prefix}${text(field(item, 'name'))}`, item] as const);
  return new Map([...own, ...own.flatMap(([path, item]) => [...byPath(list(field(item, 'items')), `${path}.`)])]);
}

/** Paths of fields that a template had, whose values records have no longer, or not for everybody. */
export function lostFields(before: PlatformShape, now: PlatformShape): readonly string[] {
  const left = byPath(now.items);
  const isLost = (path: string, item: unknown): boolean => {
    const other = left.get(path);
    const isHidden = field(other, 'is_private') === true && field(item, 'is_private') !== true;
    return other === undefined || isHidden || field(other, 'value_type') !== field(item, 'value_type');
  };
  return [...byPath(before.items)].flatMap(([path, item]) => (isLost(path, item) ? [path] : []));
}
