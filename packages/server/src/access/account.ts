import { AuthorisationStatus, invalid, isScopeText, type Role, SCOPES } from '@datasarana/schema';
import type { RecordStore, StoredRecord } from '../stores/records/port.ts';
import type { Scope } from './scope.ts';

export const ACCOUNT_KIND = 'user.login_account';
export const USER_KIND = 'user';
export const TENANT_KIND = 'cluster.tenant';
/** Edge from a group to each of its users. */
export const GROUP_MEMBER = 'group.user';

/** One role of an account, as stored in it (ENT-46). */
interface AccountRole {
  readonly scope: string;
  readonly active: boolean;
  readonly status: string;
  readonly domain: string | null;
}

const is = (status: string, name: string): boolean => status.toLowerCase() === name;

function rolesOf(account: StoredRecord): readonly AccountRole[] {
  const roles = Array.isArray(account.doc.roles) ? account.doc.roles : [];
  return roles.map((role: Readonly<Record<string, unknown>>) => {
    const domain = role.domain;
    const id = typeof domain === 'object' && domain !== null ? Reflect.get(domain, 'id') : domain;
    return {
      scope: String(role.scope ?? ''),
      active: role.active !== false,
      status: String(role.status ?? 'Active'),
      domain: typeof id === 'string' && id !== '' ? id : null,
    };
  });
}

/** Scope texts of an account: the union of its roles that are active, of status Active and of an active domain (ROL-17). */
export async function scopesOfAccount(
  records: RecordStore,
  scope: Scope,
  account: StoredRecord,
): Promise<readonly string[]> {
  const roles = rolesOf(account).filter((role) => role.active && is(role.status, 'active'));
  const domainIds = [...new Set(roles.flatMap(({ domain }) => (domain === null ? [] : [domain])))];
  const domains = domainIds.length === 0 ? [] : await records.getMany(scope, 'cluster.tenant.domain', domainIds);
  const live = new Set(
    domains.filter((domain) => domain.doc.active !== false && is(domain.status, 'active')).map(({ id }) => id),
  );
  const counted = roles.filter(({ domain }) => domain === null || live.has(domain));
  return [...new Set(counted.map((role) => role.scope))];
}

export const readAccount = (records: RecordStore, scope: Scope, id: string): Promise<StoredRecord | null> =>
  records.get(scope, ACCOUNT_KIND, id);

const standingOfStatus = (status: string): AuthorisationStatus => {
  if (is(status, 'blocked') || is(status, 'archived')) return AuthorisationStatus.Blocked;
  return is(status, 'active') ? AuthorisationStatus.Allowed : AuthorisationStatus.Disabled;
};

/** A person who was removed, blocked or set aside acts no more, whatever accounts they have. */
async function standingOfUser(records: RecordStore, scope: Scope, id: unknown): Promise<AuthorisationStatus> {
  const user = await records.get(scope, USER_KIND, String(id ?? ''));
  if (user === null) return AuthorisationStatus.Allowed;
  if (user.ts_removed !== null) return AuthorisationStatus.Blocked;
  return is(user.status, 'draft') ? AuthorisationStatus.Allowed : standingOfStatus(user.status);
}

/** Whether account, person and tenant may be used: Allowed, Blocked or Disabled (AUT-05, REC-35). */
export async function standingOf(
  records: RecordStore,
  scope: Scope,
  account: StoredRecord,
): Promise<AuthorisationStatus> {
  if (account.ts_removed !== null) return AuthorisationStatus.Blocked;
  const own = standingOfStatus(account.status);
  if (own !== AuthorisationStatus.Allowed) return own;
  if (account.doc.active === false) return AuthorisationStatus.Disabled;
  const [person, tenant] = await Promise.all([
    standingOfUser(records, scope, account.doc.user_id),
    standingOfTenant(records, scope),
  ]);
  return person === AuthorisationStatus.Allowed ? tenant : person;
}

/** Whether the scope's tenant may be used (REC-35). */
export async function standingOfTenant(records: RecordStore, scope: Scope): Promise<AuthorisationStatus> {
  const tenant = await records.get(scope, TENANT_KIND, scope.tenant);
  if (tenant === null || tenant.ts_removed !== null) return AuthorisationStatus.Blocked;
  return standingOfStatus(tenant.status);
}

/** Groups a user belongs to and may use: one that is not active shares nothing (REC-35); and the roles held in them (ROL-18). */
export async function groupsOfUser(
  records: RecordStore,
  scope: Scope,
  user: string,
): Promise<{ readonly groups: readonly string[]; readonly roleInGroup: Readonly<Record<string, Role>> }> {
  const edges = (await records.edges(scope, [user], GROUP_MEMBER, 'in')).get(user) ?? [];
  if (edges.length === 0) return { groups: [], roleInGroup: {} };
  const found = await records.getMany(
    scope,
    'user.group',
    edges.map(({ from }) => from),
  );
  const groups = found
    .filter(({ ts_removed, status }) => ts_removed === null && is(status, 'active'))
    .map(({ id }) => id);
  const held = edges.flatMap(({ from, props: { role } }): readonly (readonly [string, Role])[] =>
    typeof role === 'string' && isScopeText(role) && groups.includes(from) ? [[from, SCOPES[role]]] : [],
  );
  return { groups, roleInGroup: Object.fromEntries(held) };
}

/** The account of a login id in the scope's tenant; letter case does not matter. */
export async function accountOfLogin(
  records: RecordStore,
  scope: Scope,
  loginId: string,
): Promise<StoredRecord | null> {
  const where = { login_key: loginKey(loginId) };
  const { records: found } = await records.search(scope, ACCOUNT_KIND, {
    keys: [],
    keyword: '',
    where,
    from: 0,
    to: 1,
  });
  return found[0] ?? null;
}

/** What two login ids are compared by. */
export const loginKey = (loginId: string): string => loginId.normalize('NFKC').trim().toLowerCase();

/**
 * The account with this id, else the only one of the person with this id; null when there is neither.
 * @throws PlatformError 422 for a person who has several
 */
export async function accountNamed(records: RecordStore, scope: Scope, id: string): Promise<StoredRecord | null> {
  const account = await records.get(scope, ACCOUNT_KIND, id);
  if (account) return account;
  const ofPerson = { keys: [], keyword: '', where: { user_id: id }, from: 0, to: 2 };
  const { records: found, total } = await records.search(scope, ACCOUNT_KIND, ofPerson);
  if (total > 1) throw invalid({ id: `This person has ${total} accounts: name the one that is meant` });
  return found[0] ?? null;
}
