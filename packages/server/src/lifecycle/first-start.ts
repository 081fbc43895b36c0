import { randomBytes } from 'node:crypto';
import { newId } from '@datasarana/schema';
import { ACCOUNT_KIND, loginKey, TENANT_KIND, USER_KIND } from '../access/account.ts';
import type { Passwords } from '../access/passwords.ts';
import { systemScope } from '../access/system-scope.ts';
import type { Config } from '../config/config.ts';
import { SettingsRefused } from '../config/settings.ts';
import type { RecordStore } from '../stores/records/port.ts';

/** What the operator has to be told once. */
export interface FirstAdministrator {
  readonly login: string;
  /** One-time password; null when the settings gave one. */
  readonly password: string | null;
}

/** A role of an account that grants one scope text (ENT-46). */
export const roleOf = (scope: string): Readonly<Record<string, unknown>> => ({
  id: newId(),
  scope,
  active: true,
  status: 'Active',
  name: scope,
});

/**
 * Fills an empty store with one cluster, one tenant, one organisation and one administrator (AUT-17).
 * @returns null when the store is not empty
 */
export async function firstStart(
  config: Config,
  records: RecordStore,
  passwords: Passwords,
): Promise<FirstAdministrator | null> {
  const { clusterId, tenantId } = config;
  const scope = systemScope(clusterId, tenantId);
  if (await records.get(scope, 'cluster', clusterId)) return null;
  const login = loginKey(config.adminLogin ?? 'admin');
  const password = config.adminPassword ?? randomBytes(15).toString('base64url');
  const organisation = newId();
  const user = newId();
  const owner = { name: 'My organisation', short_name: 'organisation', status: 'Active' };
  await records.write(scope, [
    {
      op: 'add',
      kind: 'cluster',
      id: clusterId,
      doc: { name: 'local', official_name: 'Local cluster', domain: 'localhost' },
    },
    {
      op: 'add',
      kind: TENANT_KIND,
      id: tenantId,
      doc: { name: 'main', department: '', project: '', owner: { id: organisation, ...owner } },
    },
    { op: 'add', kind: 'organisation', id: organisation, doc: owner },
    { op: 'add', kind: USER_KIND, id: user, doc: { full_name: 'Administrator', date_of_birth: 0, gender: null } },
    {
      op: 'add',
      kind: ACCOUNT_KIND,
      id: newId(),
      doc: {
        login_id: login,
        login_key: login,
        user_id: user,
        type: 'Local',
        active: true,
        password_hash: await passwords.hash(password),
        must_change: config.adminPassword === undefined,
        roles: [roleOf('Cluster Administrator'), roleOf('Tenant Administrator')],
      },
    },
  ]);
  return { login, password: config.adminPassword === undefined ? password : null };
}

/** The web application opens one tenant (APP-18); a settings change to one that is not there would lock everybody out. */
export async function refuseUnknownTenant({ clusterId, tenantId }: Config, records: RecordStore): Promise<void> {
  const tenant = await records.get(systemScope(clusterId, tenantId), TENANT_KIND, tenantId);
  if (tenant === null || tenant.ts_removed !== null)
    throw new SettingsRefused([`DATASARANA_TENANT_ID is "${tenantId}", but this data folder has no such tenant`]);
}
