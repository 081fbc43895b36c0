import { AuthorisationStatus, conflict, invalid, mayGrant, newId, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { ACCOUNT_KIND, accountOfLogin, loginKey, USER_KIND } from '../../access/account.ts';
import type { Caller } from '../../access/caller.ts';
import { denied, notSigned } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { answer } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { roleOf } from '../../lifecycle/first-start.ts';
import type { Services } from '../../services.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { newPassword } from './new-password.ts';
import { pageOf } from './people-routes.ts';

/** An account as its administrators see it: no secret in it (AUT-14, ENT-45). */
function shown({ id, ts, ts_modified, status, doc }: StoredRecord): Readonly<Record<string, unknown>> {
  const { login_id, user_id, type, active, roles, must_change } = doc;
  const scope = Array.isArray(roles) ? roles.filter((role) => role.active).map((role) => role.scope) : [];
  return {
    id,
    label: ACCOUNT_KIND,
    ts,
    ts_modified,
    status,
    login_id,
    user: user_id,
    type,
    active,
    roles,
    must_change,
    scope,
  };
}

type RoleBody = Static<typeof roleBody>;

const domainOf = ({ domain }: RoleBody): string | null => (typeof domain === 'object' ? domain?.id : domain) || null;

function roleOfBody(role: RoleBody): Readonly<Record<string, unknown>> {
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

async function refuseUnknownDomains(
  records: RecordStore,
  scope: Scope,
  { domains = [], roles = [] }: Static<typeof accountBody>,
): Promise<void> {
  const wanted = new Set([...domains, ...roles.map(domainOf).filter((id) => id !== null)]);
  if (wanted.size === 0) return;
  const known = await records.getMany(scope, 'cluster.tenant.domain', [...wanted]);
  for (const id of wanted) if (!known.some((record) => record.id === id)) throw notFound(`There is no domain '${id}'.`);
}

/** Nobody grants what they do not hold (ROL-25). */
function refuseGrant(caller: Caller, scopes: readonly string[]): void {
  for (const scope of scopes) {
    if (!mayGrant(caller.scopes, scope)) {
      throw denied(
        `You cannot grant '${scope}'`,
        AuthorisationStatus.Denied,
        'Grant scopes of the closed list that you hold or administer.',
      );
    }
  }
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

const accountBody = Type.Object(
  {
    user: Type.String(),
    login_id: Type.String({ minLength: 1, maxLength: 256 }),
    password: Type.String({ maxLength: 1024 }),
    type: Type.Optional(Type.String()),
    roles: Type.Optional(Type.Array(roleBody)),
    domains: Type.Optional(Type.Array(Type.String())),
    scope: Type.Optional(Type.Array(Type.String())),
    active: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.String()),
    must_change: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const listBody = Type.Object(
  {
    key: Type.Optional(Type.String()),
    keyword: Type.Optional(Type.String()),
    from: Type.Optional(Type.Integer({ minimum: 0 })),
    to: Type.Optional(Type.Integer({ minimum: 0 })),
    user: Type.Optional(Type.String()),
    domain: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** Login accounts of the tenant, for its administrators (API-50…54). */
export function accountsAdminFeature(app: FastifyInstance, services: Services): void {
  const { records, passwords, sessions, throttle } = services;

  route(app, 'account.check', {
    schema: { params: Type.Object({ login: Type.String() }) },
    handler: async ({ scope, params, request }) => {
      throttle.count(request.ip);
      const found = await accountOfLogin(records, scope, params.login);
      return { exists: found !== null, id: found?.id ?? null };
    },
  });

  route(app, 'account.add', {
    schema: { body: accountBody },
    handler: async ({ scope, caller, body }) => {
      if (!caller) throw notSigned();
      const login = loginKey(body.login_id);
      if (login === 'count') throw invalid({ login_id: "'count' is the name of a call and cannot be a login id" });
      const scopes = [...(body.scope ?? []), ...(body.roles ?? []).map((role) => role.scope)];
      refuseGrant(caller, scopes);
      const password_hash = await newPassword(passwords, body.password, login);
      await refuseUnknownDomains(records, scope, body);
      const user = await records.get(scope, USER_KIND, body.user);
      if (!user || user.ts_removed !== null) throw notFound(`There is no user '${body.user}'.`);
      if (await accountOfLogin(records, scope, login)) throw conflict(`The login id '${login}' is taken`);
      const doc = {
        login_id: login,
        login_key: login,
        user_id: user.id,
        type: body.type ?? 'Local',
        active: body.active ?? true,
        password_hash,
        must_change: body.must_change ?? false,
        roles: [...(body.scope ?? []).map(roleOf), ...(body.roles ?? []).map(roleOfBody)],
        domains: body.domains ?? [],
      };
      const [written] = await records.write(scope, [
        { op: 'add', kind: ACCOUNT_KIND, id: newId(), doc, ...(body.status && { status: body.status }) },
      ]);
      return written && shown(written);
    },
  });

  route(app, 'account.password', {
    schema: {
      body: Type.Object(
        { id: Type.String(), password: Type.String({ maxLength: 1024 }) },
        { additionalProperties: false },
      ),
    },
    handler: async ({ scope, body }) => {
      const record = await records.get(scope, ACCOUNT_KIND, body.id);
      if (!record) throw notFound(`There is no account '${body.id}'.`);
      const password_hash = await newPassword(passwords, body.password, String(record.doc.login_id));
      const doc = { ...record.doc, password_hash, must_change: true };
      await records.write(scope, [{ op: 'update', kind: ACCOUNT_KIND, id: record.id, doc, basedOn: record.version }]);
      await sessions.endOfAccount(scope, record.id);
      return { id: record.id };
    },
  });

  route(app, 'account.remove', {
    schema: {
      body: Type.Object({ accounts: Type.Array(Type.String(), { maxItems: 1000 }) }, { additionalProperties: false }),
    },
    handler: async ({ scope, body }) => {
      const found = await records.getMany(scope, ACCOUNT_KIND, body.accounts);
      const live = found.filter((record) => record.ts_removed === null);
      await records.write(
        scope,
        live.map((record) => ({ op: 'remove' as const, kind: ACCOUNT_KIND, id: record.id })),
      );
      for (const record of live) await sessions.endOfAccount(scope, record.id);
      return { removed: live.length };
    },
  });

  route(app, 'account.count', {
    handler: async ({ scope }) => ({ count: await records.count(scope, ACCOUNT_KIND) }),
  });

  route(app, 'account.search', {
    schema: { body: listBody },
    handler: async ({ scope, body }) => {
      const { keyword = '', user, domain } = body;
      const where = { ...(user && { user_id: user }), ...(domain && { domains: domain }) };
      const found = await records.search(scope, ACCOUNT_KIND, {
        keys: ['login_id'],
        keyword,
        ...(Object.keys(where).length > 0 && { where }),
        ...pageOf(body),
      });
      return answer(found.records.map(shown), { total: found.total });
    },
  });
}
