import { AuthorisationStatus, reachOf, rolesOfScopes } from '@datasarana/schema';
import { ACCOUNT_KIND, scopesOfAccount, standingOf } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { addressee } from './invites.ts';

type Doc = Readonly<Record<string, unknown>>;

/**
 * Whether an invite lets in who has no account yet: its host may add accounts themselves now. A role in a group adds people of the
 * tenant to it and makes no accounts (ROL-13, ROL-25).
 */
export async function letsStrangersIn(records: RecordStore, scope: Scope, entry: Doc): Promise<boolean> {
  const host: unknown = Reflect.get(Object(entry.host), 'id');
  if (addressee(entry) !== undefined || typeof host !== 'string' || host === '') return false;
  const where = { user_id: host };
  const page = { keys: [], keyword: '', where, from: 0, to: 100 };
  for (const account of (await records.search(scope, ACCOUNT_KIND, page)).records) {
    if ((await standingOf(records, scope, account)) !== AuthorisationStatus.Allowed) continue;
    const roles = rolesOfScopes(await scopesOfAccount(records, scope, account));
    if (reachOf(roles, 'accounts', 'add') === 'all') return true;
  }
  return false;
}
