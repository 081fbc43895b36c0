import type { Area, Endpoint, Reach, Right, Role } from './endpoint.ts';

type Cell = Readonly<Partial<Record<Right, Reach>>>;
type Columns = Readonly<Partial<Record<Role, Cell>>>;

const F: Cell = { read: 'all', add: 'all', change: 'all', remove: 'all' };
const W: Cell = { read: 'all', add: 'all', change: 'all' };
const R: Cell = { read: 'all' };
const O: Cell = { read: 'own', add: 'own', change: 'own', remove: 'own' };
const G: Cell = { read: 'group', add: 'group', change: 'group', remove: 'group' };
const GROUP_READ: Cell = { read: 'group' };
const OWN_WRITE_GROUP_READ: Cell = { read: 'group', add: 'own', change: 'own', remove: 'own' };
const SUMMARY: Cell = { read: 'summary' };
const PUBLISHED: Cell = { read: 'published' };

const columns = (
  clusterAdministrator: Cell | null,
  tenantAdministrator: Cell | null,
  developer: Cell | null,
  dataEngineer: Cell | null,
  member: Cell | null,
  anonymous: Cell | null = null,
): Columns => ({
  ...(clusterAdministrator && { 'cluster administrator': clusterAdministrator }),
  ...(tenantAdministrator && { 'tenant administrator': tenantAdministrator }),
  ...(developer && { developer }),
  ...(dataEngineer && { 'data engineer': dataEngineer }),
  ...(member && { member }),
  ...(anonymous && { anonymous }),
});

/** The permission matrix (ROL-09), columns in its order; a missing cell is refused. */
export const PERMISSIONS: Readonly<Record<Area, Columns>> = {
  'own profile': columns(O, O, O, O, O),
  'own belongings': columns(O, O, O, O, O),
  cluster: columns(F, SUMMARY, SUMMARY, SUMMARY, SUMMARY),
  'cluster tenants and users': columns(F, null, null, null, null),
  tenant: columns(F, { read: 'own', change: 'own' }, { read: 'own' }, { read: 'own' }, SUMMARY),
  'tenant people': columns(null, F, R, R, null),
  accounts: columns(null, F, null, null, null),
  'sibling import people': columns(F, F, null, null, null),
  'sibling import templates': columns(null, F, null, F, null),
  infrastructure: columns(F, R, R, R, null),
  templates: columns(null, F, R, F, GROUP_READ, PUBLISHED),
  deploy: columns(null, F, null, F, null),
  'schema export': columns(R, R, R, R, R, PUBLISHED),
  sources: columns(null, F, null, F, null),
  'rest helper': columns(null, F, F, F, null),
  'ingestor tasks': columns(null, F, R, F, null),
  'index and stream commands': columns(null, F, R, F, null),
  'index and stream statistics': columns(R, R, R, R, null),
  'data read': columns(null, R, GROUP_READ, R, GROUP_READ, PUBLISHED),
  'data write': columns(null, F, G, F, G),
  views: columns(null, F, OWN_WRITE_GROUP_READ, F, OWN_WRITE_GROUP_READ, PUBLISHED),
  curation: columns(null, F, null, F, null),
  'curation tags': columns(null, F, null, F, G),
  'assisted learning': columns(null, F, null, F, null),
  'assisted learning review': columns(null, F, null, F, G),
  'end-point catalogue': columns(R, R, F, R, null),
  'end-point definitions': columns(null, F, F, null, null),
  graph: columns(F, F, { read: 'all', add: 'own', change: 'own', remove: 'own' }, R, null),
  'real-time topics': columns(null, R, GROUP_READ, R, GROUP_READ),
  observability: columns(R, R, null, null, null),
  'api performance': columns(R, R, R, null, null),
  'pipeline health': columns(R, R, null, R, null),
  'field area': columns(null, F, G, F, G),
  help: columns(R, W, R, R, R, PUBLISHED),
};

const REACH_ORDER: readonly Reach[] = ['none', 'published', 'summary', 'own', 'group', 'all'];

/** How far `right` reaches in `area` for someone holding all of `roles`; rights add up, so the widest one counts. */
export function reachOf(roles: readonly Role[], area: Area, right: Right): Reach {
  const reaches = roles.map((role) => PERMISSIONS[area][role]?.[right] ?? 'none');
  return reaches.reduce<Reach>((a, b) => (REACH_ORDER.indexOf(b) > REACH_ORDER.indexOf(a) ? b : a), 'none');
}

/**
 * The groups in which a role of the caller gives a right in an area (ROL-18); a cluster is no group's, so its administrator's role
 * gives nothing there.
 */
export function groupsGiving(roleInGroup: Readonly<Record<string, Role>>, area: Area, right: Right): readonly string[] {
  return Object.entries(roleInGroup).flatMap(([group, role]) =>
    role !== 'cluster administrator' && reachOf([role], area, right) === 'all' ? [group] : [],
  );
}

/** The closed list of scope texts (ROL-08, ROL-25) and the role each one grants. */
export const SCOPES = {
  'Cluster Administrator': 'cluster administrator',
  'Tenant Administrator': 'tenant administrator',
  Administrator: 'tenant administrator',
  Developer: 'developer',
  'Data Engineer': 'data engineer',
  User: 'member',
} as const satisfies Record<string, Role>;

/** Texts of the closed list a scope may hold. */
export type ScopeText = keyof typeof SCOPES;

/** Whether a text is one of the closed list. */
export const isScopeText = (text: string): text is ScopeText => Object.hasOwn(SCOPES, text);

/**
 * Roles of a signed-in account with these scope texts; a text outside the closed list grants nothing. An account may have
 * no scope at all (ROL-06): like any authenticated user it is a member.
 */
export function rolesOfScopes(scopes: readonly string[]): readonly Role[] {
  const roles = new Set<Role>();
  for (const text of scopes) if (isScopeText(text)) roles.add(SCOPES[text]);
  return roles.size === 0 ? ['member'] : [...roles];
}

/** ROL-06: a known scope text that contains the word `Administrator`. */
export const isAdministrator = (scopes: readonly string[]): boolean =>
  scopes.some((text) => isScopeText(text) && /\bAdministrator\b/.test(text));

/**
 * ROL-25: only a cluster administrator grants `Cluster Administrator`, and appoints tenant administrators; a tenant
 * administrator grants every scope inside the tenant; anyone else at most a scope they hold.
 */
export function mayGrant(ownScopes: readonly string[], scope: string): boolean {
  if (!isScopeText(scope)) return false;
  if (ownScopes.includes(scope)) return true;
  const own = rolesOfScopes(ownScopes);
  const granted = SCOPES[scope];
  if (granted === 'cluster administrator') return false;
  return (
    own.includes('tenant administrator') ||
    (granted === 'tenant administrator' && own.includes('cluster administrator'))
  );
}

const AREA_OF_KIND: Readonly<Record<string, Area>> = {
  cluster: 'cluster',
  'cluster.principal': 'cluster',
  'cluster.tenant': 'tenant',
  'cluster.tenant.domain': 'tenant people',
  'cluster.tenant.property': 'tenant people',
  organisation: 'tenant people',
  user: 'tenant people',
  'user.group': 'tenant people',
  'user.group.invite': 'tenant people',
  'user.contact': 'tenant people',
  'user.device': 'tenant people',
  'user.biometric': 'accounts',
  'user.login_account': 'accounts',
  'user.login_account.role': 'accounts',
  'user.data': 'own belongings',
  'compute.host': 'infrastructure',
  'compute.storage': 'infrastructure',
  'compute.hard_disk': 'infrastructure',
  'compute.network.port': 'infrastructure',
  'compute.network.address': 'infrastructure',
  'compute.rack.hardware': 'infrastructure',
  'compute.rack.switch': 'infrastructure',
  'service.container': 'infrastructure',
  'service.instance': 'infrastructure',
  'service.end_point': 'end-point definitions',
  'service.end_point.module': 'end-point definitions',
  'service.end_point.request': 'end-point definitions',
  'service.end_point.response': 'end-point definitions',
  'data.project': 'templates',
  'data.template': 'templates',
  'data.query': 'views',
  'visual.project': 'views',
  'visual.workspace': 'views',
  'visual.view': 'views',
  ingestor: 'ingestor tasks',
  'ingestor.task': 'ingestor tasks',
};

/** Matrix row that governs a record kind (API-88); undefined for a kind the platform does not know. */
export const areaOfKind = (kind: string): Area | undefined =>
  Object.hasOwn(AREA_OF_KIND, kind) ? AREA_OF_KIND[kind] : undefined;

const KIND_AREAS: readonly Area[] = [...new Set(Object.values(AREA_OF_KIND))];

/**
 * The scope texts of which a caller needs at least one; empty when a call needs no authorisation (ROL-16), which is so where
 * anonymous visitors reach at least what is published. An account without any scope counts as `User` (ROL-06).
 */
export function scopesOfEndpoint({ area, right }: Pick<Endpoint, 'area' | 'right'>): readonly ScopeText[] {
  if (area === 'open') return [];
  const texts = Object.keys(SCOPES).filter(isScopeText);
  if (area === 'session') return texts;
  const areas = area === 'kind' ? KIND_AREAS : [area];
  const reaches = (role: Role): boolean => areas.some((one) => reachOf([role], one, right) !== 'none');
  return reaches('anonymous') ? [] : texts.filter((text) => reaches(SCOPES[text]));
}
