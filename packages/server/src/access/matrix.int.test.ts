import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  areaOfKind,
  ENDPOINTS,
  type Endpoint,
  PLATFORM_SCHEMAS,
  type Reach,
  type Role,
  reachOf,
  SCOPES,
  SYSTEM_SCHEMA_NAMES,
  scopesOfEndpoint,
} from '@datasarana/schema';
import {
  type Caller,
  callerFor,
  type HttpReply,
  PASSWORD,
  SIGNED_ROLES,
  startPlatform,
  type TestPlatform,
} from '@datasarana/testkit';

/** Every served address × the six roles of the permission matrix, against the running server (ROL-09). */
const ROLES: readonly Role[] = [...SIGNED_ROLES, 'anonymous'];
const KINDS = [...SYSTEM_SCHEMA_NAMES, ...PLATFORM_SCHEMAS.map(({ name }) => name)].filter(
  (kind) => areaOfKind(kind) !== undefined,
);

interface Address {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly kind: string | undefined;
}

let at: TestPlatform;
const callers = new Map<Role, Caller>();

before(async () => {
  at = await startPlatform();
  for (const role of SIGNED_ROLES) callers.set(role, await at.a.as(role));
  callers.set('anonymous', at.anonymous);
});
after(() => at.stop());

const callerOf = (role: Role): Caller => {
  const caller = callers.get(role);
  assert.ok(caller, role);
  return caller;
};

/** Signing out is walked by a test of its own, because it would end the walk. */
const addresses = (): readonly Address[] =>
  at.platform.app.served
    .filter(({ endpoint }) => endpoint.id !== 'session.end')
    .flatMap(({ endpoint, path }) => {
      const below = path.slice('/api'.length);
      const kinds = below.includes(':kind') ? KINDS : [undefined];
      return kinds.map((kind) => ({
        endpoint,
        kind,
        path: below.replace(':kind', kind ?? '').replaceAll(/:\w+/g, 'not-there'),
      }));
    });

function reachAt({ endpoint, kind }: Address, role: Role): Reach {
  const { area, right } = endpoint;
  if (area === 'open') return 'all';
  if (area === 'session') return role === 'anonymous' ? 'none' : 'all';
  const of = area === 'kind' ? areaOfKind(kind ?? '') : area;
  return of === undefined ? 'none' : reachOf([role], of, right);
}

/** A bare call: enough to meet the permission check, which comes before the body is read. */
const knock = (role: Role, { endpoint, path }: Address): Promise<HttpReply> =>
  callerOf(role).call(endpoint.method, path);

const isRefusal = ({ http, code }: HttpReply): boolean => http === 403 || (http === 401 && code === 14);

for (const role of ROLES)
  test(`[ROL-09] [ROL-21] ${role}: every served call answers as the permission matrix says`, async () => {
    const surprises: string[] = [];
    for (const address of addresses()) {
      if (address.endpoint.id === 'auth.token') continue;
      const reply = await knock(role, address);
      const line = `${address.endpoint.method} ${address.path} → ${reply.http}/${reply.code}`;
      if (reachAt(address, role) !== 'none') {
        if (isRefusal(reply) || reply.http >= 500) surprises.push(`${line}, the matrix allows it`);
      } else if (role === 'anonymous') {
        if (reply.http !== 401 || reply.code !== 14) surprises.push(`${line}, wanted 401/14`);
      } else if (reply.http !== 403 || reply.code !== 31 || reply.error?.error.type !== 'authorisation')
        surprises.push(`${line}, wanted 403/31`);
      else if (reply.error.error.status !== 1) surprises.push(`${line}, wanted status Denied`);
    }
    assert.deepEqual(surprises, []);
  });

/** Areas that a kind in the path decides are told apart in the walk above. */
test('[ROL-16] a call with scopes refuses who holds none of them; one without scopes refuses no visitor', async () => {
  const surprises: string[] = [];
  for (const address of addresses()) {
    const { endpoint } = address;
    const scopes = scopesOfEndpoint(endpoint);
    if (endpoint.id === 'auth.token' || endpoint.area === 'kind') continue;
    const visitor = await knock('anonymous', address);
    if (isRefusal(visitor) !== scopes.length > 0 && endpoint.area !== 'open')
      surprises.push(`${endpoint.id} anonymous → ${visitor.http}/${visitor.code}`);
    if (scopes.length === 0) continue;
    const granted = new Set<Role>(scopes.map((scope) => SCOPES[scope]));
    for (const role of SIGNED_ROLES)
      if (isRefusal(await knock(role, address)) === granted.has(role)) surprises.push(`${endpoint.id} ${role}`);
  }
  assert.deepEqual(surprises, []);
});

test('[ROL-09] the walk is not empty: allowed calls for every role, refused ones for those with few rights', () => {
  const all = addresses();
  assert.ok(all.length > 50, String(all.length));
  const meets = (role: Role, refused: boolean) => all.some((at) => (reachAt(at, role) === 'none') === refused);
  for (const role of ROLES) assert.ok(meets(role, false), role);
  for (const role of ['data engineer', 'developer', 'member', 'anonymous'] as const) assert.ok(meets(role, true), role);
});

test('[ROL-01] a visitor has a live session or none: any other token is no token at all', async () => {
  const { jwt } = (await signInAs('a.member')).data;
  const ended = callerFor(at.url, jwt);
  assert.equal((await ended.call('GET', '/session/user')).code, 30);
  await ended.call('DELETE', '/session/user');
  for (const caller of [at.anonymous, ended, callerFor(at.url, 'a.b.c'), callerFor(at.url, 'rubbish')]) {
    const reply = await caller.call('GET', '/session/user');
    assert.deepEqual([reply.http, reply.code, reply.data], [401, 14, null]);
  }
});

const signInAs = (login: string): Promise<HttpReply> => {
  const { appId: app_id } = at.platform.services.config;
  const body = { login_id: login, password: PASSWORD, app_id, org_id: at.a.id };
  return at.anonymous.call('POST', '/auth/token/user', { body });
};

test('[API-87] every end-point row is served', () => {
  const served = new Set(at.platform.app.served.map(({ endpoint }) => endpoint.id));
  assert.deepEqual(
    ENDPOINTS.map(({ id }) => id).filter((id) => !served.has(id)),
    [],
  );
});

test('[API-88] an unknown kind is 34 whoever asks', async () => {
  const served = at.platform.app.served.some(({ endpoint }) => endpoint.id === 'record.count');
  if (!served) return;
  for (const role of SIGNED_ROLES) {
    const reply = await callerOf(role).call('GET', '/record/no.such.kind/count');
    assert.equal(reply.code, 34, role);
  }
});

test('[API-21] everyone signed in may sign out, a stranger is 14', async () => {
  assert.equal((await at.anonymous.call('DELETE', '/session/user')).code, 14);
  for (const role of SIGNED_ROLES) {
    assert.equal((await callerOf(role).call('DELETE', '/session/user')).code, 30, role);
    assert.equal((await callerOf(role).call('GET', '/session/user')).code, 14, role);
  }
});
