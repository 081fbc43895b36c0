import { AuthorisationStatus } from '@datasarana/schema';
import type { RecordStore } from '../stores/records/port.ts';
import { readAccount, standingOf } from './account.ts';
import { isLiveToken } from './api-tokens.ts';
import type { Caller } from './caller.ts';
import { denied, notSigned } from './refusals.ts';
import type { Scope } from './scope.ts';
import { SESSION_KIND } from './sessions.ts';
import { systemScope } from './system-scope.ts';

/**
 * For calls that take long: whether what they began with still holds at their end. A session that was renewed meanwhile does.
 * @throws PlatformError 401/14 when the session or API token was ended since, 31/403 when the account may not be used any more
 */
export async function refuseEnded(records: RecordStore, scope: Scope, caller: Caller, now: number): Promise<void> {
  const system = systemScope(scope.cluster, scope.tenant, scope.requestId);
  const isLive = scope.token
    ? await isLiveToken(records, scope, scope.token, now)
    : (await records.get(system, SESSION_KIND, caller.session)) !== null;
  if (!isLive) throw ended();
  const account = await readAccount(records, system, caller.account);
  if (account === null) throw ended();
  const standing = await standingOf(records, system, account);
  if (standing !== AuthorisationStatus.Allowed) throw denied('This account may not be used at present', standing);
}

const ended = (): Error =>
  notSigned(
    'Your session or API token was ended while the call ran; nothing of it is stored',
    'Sign in, or make a new token, and send it again.',
  );
