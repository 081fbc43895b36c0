import { type Role, SCOPES, type SchemaItem } from '@datasarana/schema';
import type { SessionUser } from '../../session/index.ts';

/** Whether a field names contributors and the user is none of them: the platform would refuse to take it (ROL-19). */
export function isForeign({ contributor }: SchemaItem, user: SessionUser, roles: readonly Role[]): boolean {
  const named = (contributor ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '' && entry !== 'anyone');
  if (named.length === 0) return false;
  const groups = Array.isArray(user.groups) ? user.groups.map(String) : [];
  const scopes = Object.entries(SCOPES).flatMap(([text, role]) => (roles.includes(role) ? [text] : []));
  const own = new Set(
    [user.id, user.full_name ?? '', ...groups, ...roles, ...scopes].map((name) => name.toLowerCase()),
  );
  return !named.some((name) => own.has(name));
}
