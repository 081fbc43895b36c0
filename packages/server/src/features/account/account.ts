import {
  AuthorisationStatus,
  type Endpoint,
  groupsGiving,
  isAdministrator,
  malformed,
  notFound,
  type Reach,
  reachOf,
  scopesOfEndpoint,
} from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ACCOUNT_KIND, accountNamed } from '../../access/account.ts';
import type { Caller } from '../../access/caller.ts';
import { denied, notSigned, wrongPassword } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { IdReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { EndpointsReply, SessionListReply, SessionReply, SessionUserReply } from './account-replies.ts';
import { newPassword } from './new-password.ts';
import { peopleRoutes } from './people-routes.ts';
import { changeOwnUser, sessionUser } from './session-user.ts';

interface Signed {
  readonly caller: Caller;
  readonly scope: Scope;
}

const signed = ({ caller, scope }: { readonly caller: Caller | null; readonly scope: Scope }): Signed => {
  if (!caller) throw notSigned();
  return { caller, scope };
};

/** The caller's own session, profile and password (API-17…22, API-87, AUT-09, AUT-10). */
export function accountFeature(app: FastifyInstance, services: Services): void {
  route(app, 'session.user.own', {
    schema: { reply: SessionUserReply },
    handler: (call) => sessionUser(services.records, signed(call)),
  });

  route(app, 'session.user.change', {
    schema: { body: Type.Record(Type.String(), Type.Unknown()), reply: SessionUserReply },
    handler: (call) => changeOwnUser(services.records, signed(call), call.body),
  });

  registerSessions(app, services);

  route(app, 'session.endpoints', {
    schema: { reply: EndpointsReply },
    handler: (call) =>
      callable(
        app.served.map(({ endpoint }) => endpoint),
        signed(call).scope,
      ),
  });
  peopleRoutes(app, services);
  passwordRoute(app, services);
}

/** A person's own sessions: listed, and ended one by one, this one or all. */
function registerSessions(app: FastifyInstance, services: Services): void {
  route(app, 'session.end', {
    schema: { querystring: Type.Object({ all: Type.Optional(Type.Boolean()) }), reply: SessionReply },
    handler: async (call) => {
      const { caller, scope } = signed(call);
      if (call.query.all) await services.sessions.endOfAccount(scope, caller.account);
      else await services.sessions.end(scope, [caller.session]);
      const detail = { all: call.query.all === true };
      services.audit.note(scope, { event: 'sign-out', endpoint: 'session.end', address: call.request.ip, detail });
      return { session_id: caller.session };
    },
  });

  route(app, 'session.list', {
    schema: { reply: SessionListReply },
    handler: async (call) => {
      const { caller, scope } = signed(call);
      const sessions = await services.sessions.ofUser(scope);
      return sessions.map(({ id, ts, doc: { address, agent, expires } }) => ({
        id,
        ts,
        address,
        agent,
        expires: Number(expires) * 1000,
        current: id === caller.session,
      }));
    },
  });

  route(app, 'session.revoke', {
    schema: { params: Type.Object({ id: Type.String() }), reply: IdReply },
    handler: async (call) => {
      const { scope } = signed(call);
      const mine = await services.sessions.ofUser(scope);
      if (!mine.some((record) => record.id === call.params.id))
        throw notFound('There is no such live session of yours.');
      await services.sessions.end(scope, [call.params.id]);
      return { id: call.params.id };
    },
  });
}

/** Rows this user may call, with how far each reaches (API-87, ROL-04). */
function callable(
  served: readonly Endpoint[],
  scope: Scope,
): readonly (Pick<Endpoint, 'id' | 'method' | 'path' | 'module' | 'summary'> & {
  readonly reach: Reach;
  readonly scopes: readonly string[];
})[] {
  return [...new Set(served)].flatMap((endpoint) => {
    const { id, method, path, module, summary, area, right } = endpoint;
    const bound = area === 'open' || area === 'session' || area === 'kind';
    const given = bound ? 'all' : reachOf(scope.roles, area, right);
    const managed = !bound && endpoint.inGroup && groupsGiving(scope.roleInGroup ?? {}, area, right).length > 0;
    const reach = given === 'none' && managed ? 'managed' : given;
    return reach === 'none' ? [] : [{ id, method, path, module, summary, scopes: scopesOfEndpoint(endpoint), reach }];
  });
}

const passwordBody = Type.Object(
  {
    id: Type.Optional(Type.String()),
    password: Type.String({ maxLength: 1024 }),
    current: Type.Optional(Type.String({ maxLength: 1024 })),
    admin: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

function passwordRoute(app: FastifyInstance, services: Services): void {
  route(app, 'user.password', {
    schema: { body: passwordBody, reply: IdReply },
    handler: async (call) => {
      const { caller, scope } = signed(call);
      const { id = caller.account, password, current, admin = false } = call.body;
      const own = id === caller.account || id === caller.user;
      if (admin && !isAdministrator(caller.scopes)) {
        throw denied('Only an administrator may reset a password', AuthorisationStatus.Denied);
      }
      if (!admin && !own) throw denied("Another account's password is reset by an administrator, with admin: true");
      const record = await accountNamed(services.records, scope, own ? caller.account : id);
      if (!record) throw notFound(`There is no account '${id}'.`);
      const loginId = String(record.doc.login_id);
      if (admin) services.throttle.count(call.request.ip);
      else {
        if (current === undefined) throw malformed("'current' in the body: your present password is missing");
        await services.throttle.enter(call.request.ip, `${scope.tenant} ${loginId}`);
        if (!(await services.passwords.verify(current, String(record.doc.password_hash)))) {
          services.throttle.failed(call.request.ip, `${scope.tenant} ${loginId}`);
          throw wrongPassword();
        }
        services.throttle.succeeded(call.request.ip, `${scope.tenant} ${loginId}`);
      }
      const password_hash = await newPassword(services.passwords, password, loginId);
      const doc = { ...record.doc, password_hash, must_change: admin && !own };
      await services.records.write(scope, [
        { op: 'update', kind: ACCOUNT_KIND, id: record.id, doc, basedOn: record.version },
      ]);
      await services.sessions.endOfAccount(scope, record.id, own ? caller.session : undefined);
      const detail = { account: record.id, reset: admin };
      services.audit.note(scope, { event: 'password', endpoint: 'user.password', address: call.request.ip, detail });
      return { id: record.id };
    },
  });
}
