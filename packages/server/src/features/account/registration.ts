import { newId, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { ACCOUNT_KIND, accountOfLogin, loginKey, USER_KIND } from '../../access/account.ts';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import { route } from '../../http/route.ts';
import { roleOf } from '../../lifecycle/first-start.ts';
import type { Services } from '../../services.ts';
import type { RecordChange, RecordStore } from '../../stores/records/port.ts';
import { UserReply } from './account-replies.ts';
import { letsStrangersIn } from './host-rights.ts';
import { acceptance, type Invite, openInvite, refuseOther } from './invites.ts';
import { refuseLogin } from './login-id.ts';
import { newPassword } from './new-password.ts';
import { shownUser } from './visible-people.ts';

const body = Type.Object(
  {
    full_name: Type.String({ minLength: 1, maxLength: 256 }),
    date_of_birth: Type.Integer({ description: 'epoch ms' }),
    email: Type.String({ minLength: 3, maxLength: 320 }),
    phone: Type.String({ minLength: 3, maxLength: 40 }),
    login_id: Type.String({ minLength: 1, maxLength: 256 }),
    password: Type.String({ maxLength: 1024 }),
    organisation: Type.Optional(Type.String({ maxLength: 256 })),
    invite: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** A tenant opens itself by a property of its own with this name and the value `open`. */
const OPENING = { name: 'registration', value: 'open' };

const taken = (code: number, what: string): PlatformError =>
  new PlatformError(`This ${what} is registered already`, {
    code,
    type: 'conflict',
    http: 409,
    hint: `Sign in, or use another ${what}.`,
  });

const exists = async (records: RecordStore, scope: Scope, kind: string, where: Readonly<Record<string, string>>) =>
  (await records.count(scope, kind, { where })) > 0;

/** AUT-16: phone, e-mail and organisation in that order, before anything is stored. */
async function refuseKnown(
  records: RecordStore,
  scope: Scope,
  { phone, email, organisation }: { readonly phone: string; readonly email: string; readonly organisation?: string },
): Promise<void> {
  if (await exists(records, scope, USER_KIND, { 'contacts.contact': phone }))
    throw taken(ReplyCode.PhoneExist, 'phone number');
  if (await exists(records, scope, USER_KIND, { 'contacts.contact': email.toLowerCase() }))
    throw taken(ReplyCode.EmailExist, 'e-mail address');
  if (organisation && (await exists(records, scope, 'organisation', { name: organisation })))
    throw taken(ReplyCode.OrganisationExist, 'organisation');
}

type Wanted = Static<typeof body>;

/** Open to strangers when the tenant says so or an invite is given (API-18). */
async function invitation(
  { records, clock }: Pick<Services, 'records' | 'clock'>,
  scope: Scope,
  wanted: Wanted,
): Promise<Invite | null> {
  if (wanted.invite !== undefined) {
    const invite = await openInvite(records, scope, wanted.invite, clock());
    refuseOther(invite, null, [wanted.email, wanted.phone]);
    if (await letsStrangersIn(records, scope, invite.entry)) return invite;
    throw denied(
      'This invite is for people who have an account here',
      undefined,
      'Sign in to accept it, or ask an administrator of the organisation for an account.',
    );
  }
  if (await exists(records, scope, 'cluster.tenant.property', OPENING)) return null;
  throw denied(
    'This organisation does not take registrations',
    undefined,
    `Its administrator opens it with a tenant property '${OPENING.name}' of value '${OPENING.value}', or sends an invite.`,
  );
}

/** The person, the account and, when it is new, the organisation. */
function newcomer(wanted: Wanted, user: string, login: string, password_hash: string): readonly RecordChange[] {
  const contact = (type: string, value: string) => ({ id: newId(), type, contact: value, active: true });
  const contacts = [contact('Phone', wanted.phone), contact('Email', wanted.email.toLowerCase())];
  const { full_name, date_of_birth, organisation } = wanted;
  const names = { login_id: login, login_key: login, user_id: user, type: 'Local' };
  const rights = { active: true, password_hash, must_change: false, roles: [roleOf('User')], domains: [] };
  return [
    { op: 'add', kind: USER_KIND, id: user, doc: { full_name, date_of_birth, contacts } },
    { op: 'add', kind: ACCOUNT_KIND, id: newId(), doc: { ...names, ...rights } },
    ...(organisation ? [{ op: 'add', kind: 'organisation', id: newId(), doc: { name: organisation } } as const] : []),
  ];
}

/** Registration of a person who has no account yet (API-18, AUT-16). */
export function registrationRoute(app: FastifyInstance, services: Services): void {
  const { config, records, passwords, throttle, clock } = services;
  route(app, 'session.user.register', {
    schema: { body, reply: UserReply },
    handler: async ({ scope: caller, body: wanted, request }) => {
      throttle.count(request.ip);
      const scope = systemScope(caller.cluster, config.tenantId, request.id);
      const invite = await invitation(services, scope, wanted);
      await refuseKnown(records, scope, wanted);
      const login = loginKey(wanted.login_id);
      refuseLogin(login);
      const password_hash = await newPassword(passwords, wanted.password, login);
      if (await accountOfLogin(records, scope, login)) throw taken(ReplyCode.Failed, 'login id');
      const user = { id: newId(), full_name: wanted.full_name };
      const joining = invite === null ? [] : acceptance(invite, user, clock());
      const [written] = await records.write(scope, [...newcomer(wanted, user.id, login, password_hash), ...joining]);
      return written && shownUser(written);
    },
  });
}
