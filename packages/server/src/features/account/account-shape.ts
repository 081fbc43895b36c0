import { MASKED } from '@datasarana/schema';
import { type Static, Type } from 'typebox';
import { ACCOUNT_KIND } from '../../access/account.ts';
import { roleOf } from '../../lifecycle/first-start.ts';
import type { StoredRecord } from '../../stores/records/port.ts';

type Doc = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Doc[] => (Array.isArray(value) ? value : []);

/** An account as its administrators see it: no secret in it (AUT-14, ENT-45). */
export function shownAccount({ id, ts, ts_modified, ts_status, status, doc }: StoredRecord): Doc {
  const { login_id, user_id, type, avatar = null, active, must_change, domains = [] } = doc;
  const roles = listOf(doc.roles);
  const identity_records = listOf(doc.identity_records).map(({ question }) => ({ question, answer: MASKED }));
  const scope = roles.filter((role) => role.active).map((role) => role.scope);
  const times = { ts, ts_modified, ts_status, status };
  const own = { login_id, user: user_id, type, avatar, active, must_change, identity_records };
  return { id, label: ACCOUNT_KIND, ...times, ...own, roles, scope, domains };
}

const roleBody = Type.Object(
  {
    scope: Type.String(),
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    active: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.String()),
    domain: Type.Optional(Type.Union([Type.String(), Type.Object({ id: Type.String() }), Type.Null()])),
  },
  { additionalProperties: false },
);

/** What makes an account (API-51). */
export const accountBody = Type.Object(
  {
    user: Type.String(),
    login_id: Type.String({ maxLength: 256 }),
    password: Type.String({ maxLength: 1024 }),
    type: Type.Optional(Type.String()),
    roles: Type.Optional(Type.Array(roleBody)),
    domains: Type.Optional(Type.Array(Type.String())),
    scope: Type.Optional(Type.Array(Type.String())),
    active: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.String()),
    must_change: Type.Optional(Type.Boolean()),
    avatar: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    identity_records: Type.Optional(
      Type.Array(
        Type.Object(
          { question: Type.String({ maxLength: 256 }), answer: Type.String({ minLength: 1, maxLength: 256 }) },
          { additionalProperties: false },
        ),
        { maxItems: 8 },
      ),
    ),
  },
  { additionalProperties: false },
);

export type AccountBody = Static<typeof accountBody>;
type RoleBody = Static<typeof roleBody>;

/** Domain a role is bound to. */
export const domainOf = ({ domain }: RoleBody): string | null =>
  (typeof domain === 'object' ? domain?.id : domain) || null;

/** A role as it is stored (ENT-46). */
export function roleOfBody(role: RoleBody): Readonly<Record<string, unknown>> {
  const domain = domainOf(role);
  const { name = role.scope, active = true, status = 'Active', description = null } = role;
  return {
    ...roleOf(role.scope),
    name,
    active,
    status,
    description,
    ...(domain !== null && { domain: { id: domain } }),
  };
}
