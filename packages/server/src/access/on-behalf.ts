import { AuthorisationStatus, rolesOfScopes } from '@datasarana/schema';
import type { RecordStore } from '../stores/records/port.ts';
import { groupsOfUser, readAccount, scopesOfAccount, standingOf } from './account.ts';
import type { Caller } from './caller.ts';
import { notSigned, unusableAccount } from './refusals.ts';
import type { Scope } from './scope.ts';
import type { LiveSession } from './sessions.ts';

/** Whoever let something be done in their name: by a token, or while they are away. */
export interface Principal {
  /** Id of the token or schedule it is done by. */
  readonly by: string;
  readonly account: string;
  readonly user: string;
  /** Scope texts that were given; what the account has lost of them since is lost. */
  readonly given: readonly string[];
  readonly templates: readonly string[] | null;
  /** Epoch ms; null = no end. */
  readonly expires: number | null;
}

/**
 * The person as they stand now, with some of their scopes and no role in a group. `scope` is the platform's own in their tenant.
 * @throws PlatformError 401/14 when the account is gone, 31/403 when it may not be used
 */
export async function onBehalfOf(
  records: RecordStore,
  scope: Scope,
  { by, account: id, user, given, templates, expires }: Principal,
): Promise<LiveSession> {
  const account = await readAccount(records, scope, id);
  if (account === null) throw notSigned();
  const standing = await standingOf(records, scope, account);
  if (standing !== AuthorisationStatus.Allowed) throw unusableAccount(standing);
  const scopes = (await scopesOfAccount(records, scope, account)).filter((text) => given.includes(text));
  const caller: Caller = {
    session: by,
    account: account.id,
    loginId: String(account.doc.login_id ?? ''),
    user,
    scopes,
    mustChange: account.doc.must_change === true,
    templates,
    expires: expires === null ? Number.MAX_SAFE_INTEGER : Math.floor(expires / 1000),
  };
  const { groups } = await groupsOfUser(records, scope, user);
  return { caller, scope: { ...scope, user, roles: rolesOfScopes(scopes), groups } };
}
