import { AuthorisationStatus, conflict, mayGrant, newId, notFound } from '@datasarana/schema';
import { ACCOUNT_KIND, accountOfLogin, loginKey, USER_KIND } from '../../access/account.ts';
import type { Caller } from '../../access/caller.ts';
import type { Passwords } from '../../access/passwords.ts';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { roleOf } from '../../lifecycle/first-start.ts';
import type { Services } from '../../services.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { type AccountBody, domainOf, roleOfBody } from './account-shape.ts';
import { refuseLogin } from './login-id.ts';
import { newPassword } from './new-password.ts';

async function refuseUnknownDomains(
  records: RecordStore,
  scope: Scope,
  { domains = [], roles = [] }: AccountBody,
): Promise<void> {
  const wanted = new Set([...domains, ...roles.map(domainOf).filter((id) => id !== null)]);
  if (wanted.size === 0) return;
  const known = await records.getMany(scope, 'cluster.tenant.domain', [...wanted]);
  for (const id of wanted) if (!known.some((record) => record.id === id)) throw notFound(`There is no domain '${id}'.`);
}

/** Nobody grants what they do not hold (ROL-25). */
function refuseGrant(caller: Caller, scopes: readonly string[]): void {
  for (const scope of scopes) {
    if (!mayGrant(caller.scopes, scope)) {
      throw denied(
        `You cannot grant '${scope}'`,
        AuthorisationStatus.Denied,
        'Grant scopes of the closed list that you hold or administer.',
      );
    }
  }
}

/** AUT-14: answers are kept like passwords; how they were capitalised does not count. */
const hashedAnswers = (passwords: Passwords, { identity_records = [] }: AccountBody) =>
  Promise.all(
    identity_records.map(async ({ question, answer }) => ({
      question,
      answer: await passwords.hash(answer.trim().toLowerCase()),
    })),
  );

/** Makes a login account for a user of the scope's tenant (API-51, ROL-25). */
export async function createAccount(
  { records, passwords }: Pick<Services, 'records' | 'passwords'>,
  scope: Scope,
  caller: Caller,
  body: AccountBody,
): Promise<StoredRecord> {
  const login = loginKey(body.login_id);
  refuseLogin(login);
  refuseGrant(caller, [...(body.scope ?? []), ...(body.roles ?? []).map((role) => role.scope)]);
  const password_hash = await newPassword(passwords, body.password, login);
  await refuseUnknownDomains(records, scope, body);
  const user = await records.get(scope, USER_KIND, body.user);
  if (!user || user.ts_removed !== null) throw notFound(`There is no user '${body.user}'.`);
  if (await accountOfLogin(records, scope, login)) {
    const taken = `The login id '${login}' is taken`;
    throw conflict(taken, undefined, { login_id: taken });
  }
  const doc = {
    login_id: login,
    login_key: login,
    user_id: user.id,
    type: body.type ?? 'Local',
    active: body.active ?? true,
    password_hash,
    must_change: body.must_change ?? false,
    roles: [...(body.scope ?? []).map(roleOf), ...(body.roles ?? []).map(roleOfBody)],
    domains: body.domains ?? [],
    avatar: body.avatar ?? null,
    identity_records: await hashedAnswers(passwords, body),
  };
  const [written] = await records.write(scope, [
    { op: 'add', kind: ACCOUNT_KIND, id: newId(), doc, ...(body.status && { status: body.status }) },
  ]);
  if (!written) throw new Error(`The account '${login}' was written, but the store answered no record`);
  return written;
}
