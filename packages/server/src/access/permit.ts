import {
  type Area,
  AuthorisationStatus,
  areaOfKind,
  type Endpoint,
  groupsGiving,
  notFound,
  type Reach,
  type Role,
  reachOf,
  rolesOfScopes,
} from '@datasarana/schema';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { standingOfTenant } from './account.ts';
import { isApiToken } from './api-tokens.ts';
import type { Caller } from './caller.ts';
import { denied, notSigned } from './refusals.ts';
import type { Scope } from './scope.ts';
import type { LiveSession } from './sessions.ts';
import { stillLive } from './still-live.ts';
import { tenantAtHost } from './tenant-at-host.ts';

export interface Permitted {
  readonly scope: Scope;
  readonly caller: Caller | null;
  readonly reach: Reach;
}

/** All that an account marked "must change" may call (AUT-18), besides signing in anew. */
const WHILE_PASSWORD_MUST_CHANGE: ReadonlySet<string> = new Set([
  'auth.sign-in',
  'user.password',
  'session.user.own',
  'session.end',
]);

/** All that a token bound to templates may call: it writes there and reads nothing (AUT-19). */
const WITH_BOUND_TOKEN: ReadonlySet<string> = new Set(['data.csv', 'data.feature', 'data.file', 'ingestor.report']);

/** The bearer token of a request, or undefined; only this header carries rights (SEC-09). */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +([\w-]+\.[\w-]+\.[\w-]+|dst_[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** The row of the matrix that governs a call; null for one that needs no right. @throws PlatformError 404 for an unknown kind */
function areaIn(endpoint: Endpoint, request: FastifyRequest): Area | null {
  if (endpoint.area === 'open' || endpoint.area === 'session') return null;
  if (endpoint.area !== 'kind') return endpoint.area;
  const kind = String(Reflect.get(Object(request.params), 'kind'));
  const area = areaOfKind(kind);
  if (area === undefined) throw notFound(`There is no record kind '${kind}'`);
  return area;
}

function reachIn(endpoint: Endpoint, roles: readonly Role[], request: FastifyRequest): Reach {
  const area = areaIn(endpoint, request);
  return area === null ? 'all' : reachOf(roles, area, endpoint.right);
}

/** Groups whose things the call reaches by a role held there; of the kinds of records, groups share views only. */
function managedIn(endpoint: Endpoint, { roleInGroup }: Scope, request: FastifyRequest): readonly string[] {
  const area = endpoint.inGroup && roleInGroup ? areaIn(endpoint, request) : null;
  if (!roleInGroup || area === null || (endpoint.area === 'kind' && area !== 'views')) return [];
  return groupsGiving(roleInGroup, area, endpoint.right);
}

const anonymousScope = ({ config }: Services, request: FastifyRequest): Scope => ({
  cluster: config.clusterId,
  tenant: tenantAtHost(config, request),
  user: '',
  roles: ['anonymous'],
  groups: [],
  requestId: request.id,
});

async function permitAnonymous(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Permitted> {
  if (endpoint.area === 'session') throw notSigned();
  const scope = anonymousScope(services, request);
  const reach = reachIn(endpoint, scope.roles, request);
  if (reach === 'none') throw notSigned();
  if (endpoint.area !== 'open') {
    const standing = await standingOfTenant(services.records, scope);
    if (standing !== AuthorisationStatus.Allowed)
      throw denied(
        'This organisation may not be used at present',
        standing,
        'Who runs the platform can open it again.',
      );
  }
  return { scope, caller: null, reach };
}

/** Who stands behind a session's token or a personal API token. */
const anyToken = (services: Services, token: string, requestId: string): Promise<LiveSession> =>
  isApiToken(token) ? services.apiTokens.resolve(token, requestId) : services.sessions.resolve(token, requestId);

const boundToken = (): Error =>
  denied(
    'This API token only writes to the templates it names',
    undefined,
    'Make a token without `templates` for other calls.',
  );

/** Who stands behind a token of whole rights. @throws PlatformError 31/403 for a token bound to templates */
export async function resolveToken(services: Services, token: string, requestId: string): Promise<LiveSession> {
  return unbound(await anyToken(services, token, requestId));
}

/** What `resolveToken` says by now, of whom it let in. */
export const resolveStill = async (services: Services, live: LiveSession): Promise<LiveSession> =>
  unbound(await stillLive(services, live));

function unbound(live: LiveSession): LiveSession {
  if (live.caller.templates !== null) throw boundToken();
  return live;
}

/** Who calls and how far the right reaches; refuses with 401/14 or 403/31 (AUT-07, ROL-21). */
export async function permit(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Permitted> {
  const token = bearerOf(request);
  if (token === undefined) {
    if (request.headers.authorization !== undefined && endpoint.area !== 'open') throw notSigned();
    return permitAnonymous(services, endpoint, request);
  }
  return permitLive(services, anyToken(services, token, request.id), endpoint, request);
}

/** What `permit` says by now, of a call that it let in. */
export async function permitStill(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Permitted> {
  const { caller, scope } = request.permitted;
  if (caller === null) return request.permitted;
  return permitLive(services, stillLive(services, { caller, scope }), endpoint, request);
}

async function permitLive(
  services: Services,
  found: Promise<LiveSession>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Permitted> {
  const open = endpoint.area === 'open';
  const live = await found.catch((error: unknown) => {
    if (open) return null;
    throw error;
  });
  if (live === null) return permitAnonymous(services, endpoint, request);
  const { caller, scope: own } = live;
  // Who was refused is known to the error handler, which writes the audit trail.
  request.permitted = { caller, scope: own, reach: 'none' };
  if (caller.mustChange && !WHILE_PASSWORD_MUST_CHANGE.has(endpoint.id))
    throw denied(
      'Your password must be changed before anything else',
      AuthorisationStatus.Update,
      'Change it with PATCH /api/user/password.',
    );
  if (caller.templates !== null && !open && !WITH_BOUND_TOKEN.has(endpoint.id)) throw boundToken();
  const reach = reachIn(endpoint, rolesOfScopes(caller.scopes), request);
  if (reach === 'all') return { scope: own, caller, reach };
  const widened = reach !== 'none' && reachIn(endpoint, ['anonymous'], request) === 'published';
  const scope: Scope = { ...own, ...(widened && { readsPublished: true }) };
  const manages = managedIn(endpoint, scope, request);
  if (manages.length > 0) return { scope: { ...scope, manages }, caller, reach: reach === 'none' ? 'managed' : reach };
  if (reach === 'none') throw denied(`Your roles do not allow '${endpoint.summary}'`);
  return { scope, caller, reach };
}
