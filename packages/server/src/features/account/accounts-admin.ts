import { isAdministrator, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { ACCOUNT_KIND, accountOfLogin, TENANT_KIND } from '../../access/account.ts';
import { denied, notSigned } from '../../access/refusals.ts';
import { CountReply, IdReply, nullable, RemovedReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { RecordSearch } from '../../stores/records/port.ts';
import { answerOfList } from '../records/answers.ts';
import { AccountReply } from './account-replies.ts';
import { type AccountBody, accountBody, shownAccount } from './account-shape.ts';
import { createAccount } from './new-account.ts';
import { newPassword } from './new-password.ts';
import { pageOf } from './people-routes.ts';

/** What a list of accounts may be searched and sorted by. */
const SEARCHED = ['login_id', 'type'];
const SORTED = ['login_id', 'type', 'ts', 'ts_modified', 'status'];

const listBody = Type.Object(
  {
    key: Type.Optional(Type.Union(['', '*', ...SEARCHED].map((key) => Type.Literal(key)))),
    keyword: Type.Optional(Type.String()),
    from: Type.Optional(Type.Integer({ minimum: 0 })),
    to: Type.Optional(Type.Integer({ minimum: 0 })),
    user: Type.Optional(Type.String()),
    domain: Type.Optional(Type.String()),
    status: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
    sort: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.Union(SORTED.map((field) => Type.Literal(field))),
            order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
          },
          { additionalProperties: false },
        ),
        { maxItems: 8 },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The store's search for a list of accounts (API-07, API-54). */
function accountSearch(body: Static<typeof listBody>): RecordSearch {
  const { key = '', keyword = '', user, domain, status, sort } = body;
  const where = { ...(user && { user_id: user }), ...(domain && { domains: domain }) };
  const statuses = [status ?? []].flat().filter((text) => text !== '');
  return {
    keys: key === '' || key === '*' ? SEARCHED : [key],
    keyword,
    ...(Object.keys(where).length > 0 && { where }),
    ...(statuses.length > 0 && { status: statuses }),
    ...(sort && { sort: sort.map(({ field, order = 'asc' }) => ({ field, order })) }),
    ...pageOf(body),
  };
}

const CheckReply = Type.Object(
  { exists: Type.Boolean(), id: nullable(Type.String()) },
  { additionalProperties: false },
);

/** A cluster administrator makes the administrators of a tenant; these make everyone else (permission matrix). */
function refuseOrdinary({ scope = [], roles = [] }: AccountBody): void {
  if (!isAdministrator([...scope, ...roles.map((role) => role.scope)]))
    throw denied("Only administrators' accounts are made here; the tenant's own administrator makes the others");
}

/** Login accounts of the tenant, for its administrators (API-50…54). */
export function accountsAdminFeature(app: FastifyInstance, services: Services): void {
  registerMaking(app, services);
  registerPassword(app, services);
  registerRemoval(app, services);
  registerLists(app, services);
}

function registerMaking(app: FastifyInstance, services: Services): void {
  route(app, 'account.add', {
    schema: { body: accountBody, reply: AccountReply },
    handler: async ({ scope, caller, body }) => {
      if (!caller) throw notSigned();
      return shownAccount(await createAccount(services, scope, caller, body));
    },
  });

  route(app, 'cluster.user.account.add', {
    schema: { querystring: Type.Object({ tenant: Type.String() }), body: accountBody, reply: AccountReply },
    handler: async ({ scope, caller, query, body }) => {
      if (!caller) throw notSigned();
      const tenant = await services.records.get(scope, TENANT_KIND, query.tenant);
      if (!tenant || tenant.ts_removed !== null) throw notFound(`There is no tenant '${query.tenant}'.`);
      refuseOrdinary(body);
      return shownAccount(await createAccount(services, { ...scope, tenant: tenant.id }, caller, body));
    },
  });
}

function registerPassword(app: FastifyInstance, { records, passwords, sessions, throttle }: Services): void {
  route(app, 'account.password', {
    schema: {
      body: Type.Object(
        { id: Type.String(), password: Type.String({ maxLength: 1024 }) },
        { additionalProperties: false },
      ),
      reply: IdReply,
    },
    handler: async ({ scope, body, request }) => {
      throttle.count(request.ip);
      const record = await records.get(scope, ACCOUNT_KIND, body.id);
      if (!record) throw notFound(`There is no account '${body.id}'.`);
      const password_hash = await newPassword(passwords, body.password, String(record.doc.login_id));
      const doc = { ...record.doc, password_hash, must_change: true };
      await records.write(scope, [{ op: 'update', kind: ACCOUNT_KIND, id: record.id, doc, basedOn: record.version }]);
      await sessions.endOfAccount(scope, record.id);
      return { id: record.id };
    },
  });
}

function registerRemoval(app: FastifyInstance, { records, sessions }: Services): void {
  route(app, 'account.remove', {
    schema: {
      body: Type.Object({ accounts: Type.Array(Type.String(), { maxItems: 1000 }) }, { additionalProperties: false }),
      reply: RemovedReply,
    },
    handler: async ({ scope, body }) => {
      const found = await records.getMany(scope, ACCOUNT_KIND, body.accounts);
      const live = found.filter((record) => record.ts_removed === null);
      await records.write(
        scope,
        live.flatMap(({ id, doc }) => {
          // A removed account gives its login id back, while its record stays for its thirty days.
          const released = { ...doc, login_key: `removed ${id}` };
          return [
            { op: 'update', kind: ACCOUNT_KIND, id, doc: released } as const,
            { op: 'remove', kind: ACCOUNT_KIND, id } as const,
          ];
        }),
      );
      for (const record of live) await sessions.endOfAccount(scope, record.id);
      return { removed: live.length };
    },
  });
}

function registerLists(app: FastifyInstance, { records, throttle }: Services): void {
  route(app, 'account.check', {
    schema: { params: Type.Object({ login: Type.String() }), reply: CheckReply },
    handler: async ({ scope, params, request }) => {
      throttle.count(request.ip);
      const found = await accountOfLogin(records, scope, params.login);
      return { exists: found !== null, id: found?.id ?? null };
    },
  });

  route(app, 'account.count', {
    schema: { reply: CountReply },
    handler: async ({ scope }) => ({ count: await records.count(scope, ACCOUNT_KIND) }),
  });

  route(app, 'account.search', {
    schema: { body: listBody, reply: Type.Array(AccountReply) },
    handler: async ({ scope, body }) => {
      const found = await records.search(scope, ACCOUNT_KIND, accountSearch(body));
      return answerOfList({ ...found, records: found.records.map(shownAccount) });
    },
  });
}
