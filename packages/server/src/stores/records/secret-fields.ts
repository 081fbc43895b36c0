import { MASKED } from '@datasarana/schema';

/** Names of items that hold secrets (SEC-01), wherever they stand in a record. `answer` is the identity answer of an account. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'pwd',
  'password_hash',
  'private_key',
  'certificate_key',
  'ssh_private_key',
  'token',
  'secret',
  'client_secret',
  'api_key',
  'session_key',
  'answer',
]);

/** Stands in replies and history where a secret is; sent back in a write it means "keep what is stored". */
export const SECRET_MASK = MASKED;

export const isSecretField = (name: string): boolean => SECRET_FIELDS.has(name);

/** Whether any step of an item path is a secret. */
export const isSecretPath = (path: string): boolean => path.split('.').some(isSecretField);

type Replace = (value: unknown, name: string) => unknown;

/** A copy of `value` with every filled secret replaced; parts without secrets are shared, not copied. */
export function replaceSecrets(value: unknown, replace: Replace): unknown {
  if (Array.isArray(value)) return replaceInArray(value, replace);
  if (value === null || typeof value !== 'object') return value;
  let copy: Record<string, unknown> | null = null;
  for (const [name, item] of Object.entries(value)) {
    const filled = item !== null && item !== undefined && item !== '';
    const next = isSecretField(name) ? (filled ? replace(item, name) : item) : replaceSecrets(item, replace);
    if (next === item) continue;
    copy ??= { ...value };
    copy[name] = next;
  }
  return copy ?? value;
}

function replaceInArray(items: readonly unknown[], replace: Replace): readonly unknown[] {
  const copy = items.map((item) => replaceSecrets(item, replace));
  return copy.some((item, at) => item !== items[at]) ? copy : items;
}
