import type { FieldDifference } from './port.ts';
import { isSecretField, SECRET_MASK } from './secret-fields.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Differences per field between two documents, `before` and `after` null where a side has none. Objects and arrays of equal
 * length are walked; an array whose length changed is one difference. Secrets are masked.
 */
export function differences(before: unknown, after: unknown): readonly FieldDifference[] {
  const found: FieldDifference[] = [];
  walk(before, after, '', false, found);
  return found;
}

function walk(before: unknown, after: unknown, path: string, secret: boolean, found: FieldDifference[]): void {
  if (before === after) return;
  if (!secret && isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      walk(before[name], after[name], path === '' ? name : `${path}.${name}`, isSecretField(name), found);
    return;
  }
  if (!secret && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [at, item] of before.entries()) walk(item, after[at], `${path}.${at}`, false, found);
    return;
  }
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return;
  found.push({ path, before: shown(before, secret), after: shown(after, secret) });
}

const shown = (value: unknown, secret: boolean): unknown =>
  value === undefined || value === null ? null : secret ? SECRET_MASK : hideInside(value);

function hideInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideInside);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretField(name) && item ? SECRET_MASK : hideInside(item)]),
  );
}
