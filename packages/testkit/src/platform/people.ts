import { newId, type Role, SCOPES } from '@datasarana/schema';
import type { Platform } from '@datasarana/server';

/** A role somebody signs in with. */
export type SignedRole = Exclude<Role, 'anonymous'>;

/** The five roles a person can sign in with, in the order of the permission matrix. */
export const SIGNED_ROLES: readonly SignedRole[] = [
  'cluster administrator',
  'tenant administrator',
  'developer',
  'data engineer',
  'member',
];

/** The password of everybody in a test. */
export const PASSWORD = 'orchard-lantern-42';

const scopeText = (role: SignedRole): string =>
  Object.entries(SCOPES).find(([, granted]) => granted === role)?.[0] ?? '';

/** Somebody with an account. */
export interface Person {
  readonly user: string;
  readonly account: string;
  readonly login: string;
}

/** Puts a tenant with one person per role straight into the store; answers its id and people. */
export async function addTenant(
  platform: Platform,
  name: string,
  id: string = newId(),
): Promise<{ readonly id: string; readonly people: ReadonlyMap<SignedRole, Person> }> {
  const { records, config, passwords } = platform.services;
  const scope = { cluster: config.clusterId, tenant: id, user: 'system', roles: [], groups: [], requestId: 'testkit' };
  const known = await records.get(scope, 'cluster.tenant', id);
  if (!known)
    await records.write(scope, [{ op: 'add', kind: 'cluster.tenant', id, doc: { name, department: '', project: '' } }]);
  const password_hash = await passwords.hash(PASSWORD);
  const people = new Map<SignedRole, Person>();
  for (const role of SIGNED_ROLES) {
    const person = { user: newId(), account: newId(), login: `${name}.${role.replaceAll(' ', '.')}` };
    people.set(role, person);
    const roles = [{ id: newId(), scope: scopeText(role), active: true, status: 'Active', name: role }];
    await records.write(scope, [
      { op: 'add', kind: 'user', id: person.user, doc: { full_name: `${name} ${role}`, date_of_birth: 0 } },
      {
        op: 'add',
        kind: 'user.login_account',
        id: person.account,
        doc: {
          login_id: person.login,
          login_key: person.login,
          user_id: person.user,
          type: 'Local',
          active: true,
          password_hash,
          must_change: false,
          roles,
        },
      },
    ]);
  }
  return { id, people };
}
