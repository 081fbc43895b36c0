import { conflict } from '@datasarana/schema';
import { ACCOUNT_KIND, USER_KIND } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import type { StoredRecord } from '../../stores/records/port.ts';

/**
 * Nobody removes or blocks who they are signed in as: they would be out at once, and the last administrator would leave nobody to let
 * them in again. @throws PlatformError 31/409
 */
export function refuseOneself({ user }: Scope, { kind, id, doc }: Pick<StoredRecord, 'kind' | 'id' | 'doc'>): void {
  const isOneself = (kind === USER_KIND && id === user) || (kind === ACCOUNT_KIND && doc.user_id === user);
  if (isOneself) throw conflict('You are signed in as this person. Another administrator can remove or block you.');
}
