import { ulid } from 'ulid';
import type { SchemaItem } from '../schema.ts';
import { valueTypeRow } from '../value-types/table.ts';
import { isBlank } from './empty.ts';

/** A fresh record id (REC-36). */
export const newId = (): string => ulid();

function initialValue(item: SchemaItem): unknown {
  if (item.default_value !== null && item.default_value !== undefined) return structuredClone(item.default_value);
  const { initial } = valueTypeRow(item.value_type);
  if (initial === 'object') return {};
  return initial === 'list' ? [] : initial;
}

/** A new record of a tree of items (REC-03…06): declared defaults win; else 0, `{}`, `[]` or null by type. */
export function newRecord(items: readonly SchemaItem[]): Record<string, unknown> {
  const filled = items.filter((item) => valueTypeRow(item.value_type).family !== 'none');
  return Object.fromEntries(filled.map((item) => [item.name, initialValue(item)]));
}

const STAMPED: ReadonlySet<string> = new Set(['ts', 'ts_modified', 'ts_status']);

/**
 * Fills id, ts, ts_modified and ts_status where they are mandatory and missing (REC-36, Decision 7), also in embedded
 * objects that hold something. Values already there stay; the server stamps its own over them.
 */
export function stampRecord(
  items: readonly SchemaItem[],
  record: Readonly<Record<string, unknown>>,
  now: number,
  makeId: () => string = newId,
): Record<string, unknown> {
  const stamped: Record<string, unknown> = { ...record };
  const inside = (item: SchemaItem, value: object) => stampRecord(item.items, { ...value }, now, makeId);
  for (const item of items) {
    const value = stamped[item.name];
    const missing = value === null || value === undefined || value === '' || value === 0;
    if (item.mandatory && missing && item.name === 'id') stamped.id = makeId();
    else if (item.mandatory && missing && STAMPED.has(item.name)) stamped[item.name] = now;
    else if (item.items.length > 0 && Array.isArray(value))
      stamped[item.name] = value.map((entry) =>
        isBlank(entry) || typeof entry !== 'object' ? entry : inside(item, entry),
      );
    else if (item.items.length > 0 && typeof value === 'object' && value !== null && !isBlank(value))
      stamped[item.name] = inside(item, value);
  }
  return stamped;
}
