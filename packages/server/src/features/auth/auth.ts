import { AuthorisationStatus, type ErrorType, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { accountOfLogin, loginKey, standingOf, TENANT_KIND } from '../../access/account.ts';
import { bearerOf } from '../../access/permit.ts';
import { badSignIn, notSigned, wrongPassword } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import type { LiveSession } from '../../access/sessions.ts';
import { systemScope } from '../../access/system-scope.ts';
import { type Answer, answer } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { StoredRecord } from '../../stores/records/port.ts';

const signInBody = Type.Object(
  {
    login_id: Type.Optional(Type.String({ maxLength: 256 })),
    password: Type.Optional(Type.String({ maxLength: 1024 })),
    app_id: Type.Optional(Type.String({ maxLength: 128 })),
    org_id: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { additionalProperties: false },
);

const Expiry = Type.Integer({ description: 'end of the token, epoch seconds' });

/** Code 10 gives a token; code 13 says the presented one is live (AUT-06). */
const SignInReply = Type.Union([
  Type.Object(
    { session_id: Type.String(), jwt: Type.String(), must_change: Type.Boolean() },
    { additionalProperties: false },
  ),
  Type.Object({ session_id: Type.String(), exp: Expiry }, { additionalProperties: false }),
]);

const TokenReply = Type.Object(
  { session_id: Type.String(), exp: Expiry, jwt: Type.Optional(Type.String({ description: 'with renew=true' })) },
  { additionalProperties: false },
);

const LETS_NOBODY_IN: ReadonlySet<ErrorType> = new Set(['authentication', 'authorisation']);

interface SignIn {
  readonly login: string;
  readonly password: string;
  readonly tenant: string;
}

/** Sign-in and the state of a token (AUT-01…07, API-23, API-24). */
export function authFeature(app: FastifyInstance, services: Services): void {
  route(app, 'auth.sign-in', {
    schema: { body: signInBody, reply: SignInReply },
    handler: async ({ body, request }) => {
      const wanted = await readSignIn(services, body);
      const live = await liveSession(services, request);
      await services.throttle.enter(request.ip, throttleKey(wanted));
      const account = await checkedAccount(services, wanted, request);
      if (live?.caller.account === account.id) return alreadySigned(live);
      await refuseUnusable(services, wanted.tenant, account);
      const { sessionId, jwt } = await services.sessions.start({
        cluster: services.config.clusterId,
        tenant: wanted.tenant,
        account,
        user: String(account.doc.user_id),
        address: request.ip,
        agent: (request.headers['user-agent'] ?? '').slice(0, 200),
        requestId: request.id,
      });
      const data = { session_id: sessionId, jwt, must_change: account.doc.must_change === true };
      return answer(data, { code: ReplyCode.AuthOk });
    },
  });

  route(app, 'auth.token', {
    schema: { querystring: Type.Object({ renew: Type.Optional(Type.Boolean()) }), reply: TokenReply },
    handler: async ({ query, request }) => {
      const live = await liveSession(services, request);
      if (!live) throw notSigned();
      const { session: session_id, expires: exp } = live.caller;
      const renewed = query.renew ? await services.sessions.renew(live) : {};
      return answer({ session_id, exp, ...renewed }, { code: ReplyCode.AuthSigned });
    },
  });
}

/** AUT-04: everything there, and an application and tenant of this platform. */
async function readSignIn(services: Services, body: Readonly<Record<string, string | undefined>>): Promise<SignIn> {
  const { login_id: login, password, app_id, org_id } = body;
  for (const name of ['login_id', 'password', 'app_id', 'org_id']) {
    if (!body[name]?.trim()) throw badSignIn(`The sign-in lacks ${name}`);
  }
  if (app_id !== services.config.appId) throw badSignIn('This application is not known here');
  const tenant = org_id ?? '';
  const scope = systemScope(services.config.clusterId, tenant);
  const found = await services.records.get(scope, TENANT_KIND, tenant);
  if (!found || found.ts_removed !== null) throw badSignIn('This organisation is not known here');
  return { login: loginKey(login ?? ''), password: password ?? '', tenant };
}

const throttleKey = (wanted: SignIn): string => `${wanted.tenant} ${wanted.login}`;

async function checkedAccount(services: Services, wanted: SignIn, request: FastifyRequest): Promise<StoredRecord> {
  const scope = systemScope(services.config.clusterId, wanted.tenant, request.id);
  const account = await accountOfLogin(services.records, scope, wanted.login);
  const right = await services.passwords.verify(wanted.password, account && String(account.doc.password_hash));
  if (!account || !right) {
    services.throttle.failed(request.ip, throttleKey(wanted));
    noteSignIn(services, 'sign-in refused', scope, wanted.login, request);
    throw wrongPassword();
  }
  services.throttle.succeeded(request.ip, throttleKey(wanted));
  noteSignIn(services, 'sign-in', { ...scope, user: String(account.doc.user_id) }, wanted.login, request);
  return account;
}

/** AUT-05: the right password on an account that may not be used. */
async function refuseUnusable(services: Services, tenant: string, account: StoredRecord): Promise<void> {
  const standing = await standingOf(services.records, systemScope(services.config.clusterId, tenant), account);
  if (standing === AuthorisationStatus.Allowed) return;
  const word = standing === AuthorisationStatus.Blocked ? 'blocked' : 'inactive';
  throw badSignIn(`This account or its organisation is ${word}`, standing, 'An administrator can open it again.');
}

/** Null for a token that lets nobody in. @throws PlatformError 31/503 when nobody can tell (SES-17) */
async function liveSession({ sessions }: Services, request: FastifyRequest): Promise<LiveSession | null> {
  const token = bearerOf(request);
  if (token === undefined) return null;
  return sessions.resolve(token, request.id).catch((error: unknown) => {
    if (error instanceof PlatformError && LETS_NOBODY_IN.has(error.detail.type)) return null;
    throw error;
  });
}

/** AUT-06: the presented token is live and stays so. */
const alreadySigned = ({ caller }: LiveSession): Answer =>
  answer({ session_id: caller.session, exp: caller.expires }, { code: ReplyCode.AuthSigned });

function noteSignIn(
  services: Services,
  event: 'sign-in' | 'sign-in refused',
  scope: Scope,
  login: string,
  request: FastifyRequest,
): void {
  services.audit.note(scope, { event, endpoint: 'auth.sign-in', address: request.ip, detail: { login_id: login } });
}
