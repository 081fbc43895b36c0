import { isAdministrator, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ACCOUNT_KIND, accountOfLogin, TENANT_KIND } from '../../access/account.ts';
import { denied, notSigned } from '../../access/refusals.ts';
import { CountReply, IdReply, nullable, RemovedReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { answerOfList } from '../records/answers.ts';
import { refuseOneself } from '../records/oneself.ts';
import { isElsewhere } from '../records/search-body.ts';
import { AccountReply } from './account-replies.ts';
import { AccountCountQuery, AccountSearchBody, accountSearch, countAccounts } from './account-search.ts';
import { type AccountBody, accountBody, shownAccount } from './account-shape.ts';
import { createAccount } from './new-account.ts';
import { newPassword } from './new-password.ts';

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
      for (const record of live) refuseOneself(scope, record);
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
    schema: { querystring: AccountCountQuery, reply: CountReply },
    handler: async ({ scope, query }) => ({ count: await countAccounts(records, scope, query) }),
  });

  route(app, 'account.search', {
    schema: { body: AccountSearchBody, reply: Type.Array(AccountReply) },
    handler: async ({ scope, body }) => {
      if (isElsewhere(scope, body)) return answerOfList({ records: [], total: 0 });
      const found = await records.search(scope, ACCOUNT_KIND, accountSearch(body));
      return answerOfList({ ...found, records: found.records.map(shownAccount) });
    },
  });
}
