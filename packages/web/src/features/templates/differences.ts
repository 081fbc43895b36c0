import type { SchemaItem } from '@datasarana/schema';

export interface Difference {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Which part of a changed field. */
  readonly what: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Parts of a field that matter when two versions are compared. */
const PARTS = [
  'value_type',
  'display_name',
  'description',
  'mandatory',
  'is_key',
  'is_private',
  'can_search',
  'unit',
  'analyser',
  'default_value',
  'allowed_values',
  'relationship',
  'dependency',
  'contributor',
  'default_visual',
  'default_aggregation',
] as const;

/** What differs between two versions' fields, field by field, nested ones by their dotted path (TPL-33). */
export function differences(
  before: readonly SchemaItem[],
  after: readonly SchemaItem[],
  prefix = '',
): readonly Difference[] {
  const own = (items: readonly SchemaItem[]): readonly SchemaItem[] => items.filter((item) => !item.system);
  const old = new Map(own(before).map((item) => [item.name, item]));
  const now = new Map(own(after).map((item) => [item.name, item]));
  const removed = [...old.keys()]
    .filter((name) => !now.has(name))
    .map((name): Difference => ({ path: prefix + name, kind: 'removed', what: '' }));
  const rest = [...now.values()].flatMap((item): readonly Difference[] => {
    const was = old.get(item.name);
    const path = prefix + item.name;
    if (!was) return [{ path, kind: 'added', what: '' }];
    return [...changes(was, item, path), ...differences(was.items ?? [], item.items ?? [], `${path}.`)];
  });
  return [...removed, ...rest];
}

const changes = (before: SchemaItem, after: SchemaItem, path: string): readonly Difference[] =>
  PARTS.filter((what) => JSON.stringify(before[what] ?? null) !== JSON.stringify(after[what] ?? null)).map((what) => ({
    path,
    kind: 'changed',
    what,
    before: before[what],
    after: after[what],
  }));
