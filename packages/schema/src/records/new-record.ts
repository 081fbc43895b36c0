import { decodeTime, isValid, ulid } from 'ulid';
import type { SchemaItem } from '../schema.ts';
import { valueTypeRow } from '../value-types/table.ts';
import { isBlank } from './empty.ts';

/** Asked for at once: a way to the system for each letter takes longer than all the rest of an id. */
const bytes = new Uint8Array(512);
let used = bytes.length;

/** From 0 to 1, as good as the system's own. */
function random(): number {
  if (used === bytes.length) {
    crypto.getRandomValues(bytes);
    used = 0;
  }
  return (bytes[used++] ?? 0) / 256;
}

/** A fresh record id (REC-36). */
export const newId = (): string => ulid(undefined, random);

/** ms at which an id was made; null for what is none of ours. */
export const timeOfId = (id: string): number | null => (isValid(id) ? decodeTime(id) : null);

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
  const stamped = stampEmbedded(items, record, now, makeId);
  for (const { name, mandatory } of items) {
    const value = stamped[name];
    const missing = value === null || value === undefined || value === '' || value === 0;
    if (!mandatory || !missing) continue;
    if (name === 'id') stamped.id = makeId();
    else if (STAMPED.has(name)) stamped[name] = now;
  }
  return stamped;
}

const mandatoryDefaults = (items: readonly SchemaItem[]): Record<string, unknown> =>
  Object.fromEntries(
    items
      .filter(({ mandatory, default_value }) => mandatory && default_value !== null && default_value !== undefined)
      .map((item) => [item.name, initialValue(item)]),
  );

/** The embedded half of `stampRecord`: what a change of some fields needs, whose record has its id and times already. */
export function stampEmbedded(
  items: readonly SchemaItem[],
  record: Readonly<Record<string, unknown>>,
  now: number,
  makeId: () => string = newId,
): Record<string, unknown> {
  const inside = (item: SchemaItem, value: unknown): unknown =>
    typeof value !== 'object' || value === null || isBlank(value)
      ? value
      : stampRecord(item.items, { ...mandatoryDefaults(item.items), ...value }, now, makeId);
  const stamped: Record<string, unknown> = { ...record };
  for (const item of items) {
    const value = stamped[item.name];
    if (item.items.length === 0 || value === undefined) continue;
    stamped[item.name] = Array.isArray(value) ? value.map((entry) => inside(item, entry)) : inside(item, value);
  }
  return stamped;
}
