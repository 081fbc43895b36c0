import type { SchemaItem } from '@datasarana/schema';
import { valueTypeName } from '../../records/index.ts';
import { differences } from './differences.ts';

/** What the editor calls the parts of a field. */
const WORDS: Readonly<Record<string, string>> = {
  value_type: 'type',
  display_name: 'label',
  description: 'help text',
  mandatory: 'required',
  is_key: 'key',
  is_private: 'private',
  can_search: 'searchable',
  default_value: 'default',
  allowed_values: 'allowed values',
  relationship: 'links to',
  dependency: 'asked for when filled',
  default_visual: 'first drawing',
  default_aggregation: 'first figure',
};

export const partWord = (what: string): string => WORDS[what] ?? what;

/** A part of a field in words. */
export function shownPart(what: string, value: unknown): string {
  if (what === 'value_type') return valueTypeName(value as Parameters<typeof valueTypeName>[0]);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What became of a field, in words: removed, added as its type, or each part that differs. */
export function tellField(value: unknown, before: unknown): string {
  const [item, was] = [value, before] as readonly (SchemaItem | undefined)[];
  if (!item) return 'removed';
  if (!was) return `added as ${valueTypeName(item.value_type)}`;
  const found = differences([was], [{ ...item, name: was.name }]);
  const told = found.map(({ path, kind, what, after }) =>
    kind === 'changed' ? `${partWord(what)} ${shownPart(what, after)}` : `${path} ${kind}`,
  );
  const renamed = item.name === was.name ? [] : [`key ${item.name}`];
  return [...renamed, ...told].join(', ') || 'as it was';
}
