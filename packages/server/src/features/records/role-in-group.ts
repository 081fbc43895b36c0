import { invalid, isScopeText, mayGrant, notFound, SCOPES } from '@datasarana/schema';
import { Type } from 'typebox';
import { denied } from '../../access/refusals.ts';
import type { Call } from '../../http/call.ts';
import type { Doc } from './record-shape.ts';
import type { Sight } from './visibility.ts';

/** What a call that adds people to groups may say besides whom. */
export const RoleInGroup = {
  role: Type.Optional(Type.String({ description: 'a scope text that counts inside the group only; empty = none' })),
};

/** The first of the groups that is out of the caller's reach: who manages some by a role there reaches no other. */
export const unmanaged = ({ reach, scope }: Sight, groups: readonly string[]): string | undefined =>
  reach === 'managed' ? groups.find((id) => !scope.manages?.includes(id)) : undefined;

/** @throws PlatformError 404 for a group that is out of reach */
export function refuseUnmanaged(sight: Sight, groups: readonly string[]): void {
  const foreign = unmanaged(sight, groups);
  if (foreign !== undefined) throw notFound(`There is no user.group '${foreign}'`);
}

/**
 * Properties of a membership with this role; none said leaves a member's role as it is.
 * @throws PlatformError 422 for a role that is none, 403 for one the caller may not grant (ROL-25)
 */
export function propsOfRole({ caller, reach }: Call, role: unknown): Doc | undefined {
  if (typeof role !== 'string') return undefined;
  if (role === '') return {};
  if (!isScopeText(role)) throw invalid({ role: `role: "${role}" is none of ${Object.keys(SCOPES).join(', ')}` });
  const own = [...(caller?.scopes ?? []), ...(reach === 'managed' ? ['Tenant Administrator'] : [])];
  if (!mayGrant(own, role)) throw denied(`You may not grant the role '${role}'`);
  return { role };
}
