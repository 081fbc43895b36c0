import { invalid, newId, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { ACCOUNT_KIND, accountOfLogin, loginKey, USER_KIND } from '../../access/account.ts';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import { tenantAtHost } from '../../access/tenant-at-host.ts';
import { route } from '../../http/route.ts';
import { roleOf } from '../../lifecycle/first-start.ts';
import type { Services } from '../../services.ts';
import type { RecordChange, RecordStore } from '../../stores/records/port.ts';
import { UserReply } from './account-replies.ts';
import { E_MAIL } from './e-mail.ts';
import { letsStrangersIn } from './host-rights.ts';
import { acceptance, type Invite, openInvite, refuseOtherAddress } from './invites.ts';
import { refuseLogin } from './login-id.ts';
import { newPassword } from './new-password.ts';
import { shownUser } from './visible-people.ts';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const body = Type.Object(
  {
    full_name: text(256),
    date_of_birth: Type.Optional(Type.Union([Type.Integer({ description: 'epoch ms' }), Type.Null()])),
    email: text(320),
    phone: text(40),
    login_id: text(256),
    password: text(1024),
    organisation: text(256),
    invite: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

type Wanted = Static<typeof body>;

interface Newcomer {
  readonly full_name: string;
  readonly date_of_birth: number;
  /** In small letters. */
  readonly email: string;
  readonly phone: string;
  readonly organisation: string;
}

const LEAST_OF_A_PHONE = 3;

/** What is said of oneself, whole. @throws PlatformError 422 naming every field that is empty or cannot be meant (REC-37) */
function newcomerOf({ full_name = '', date_of_birth, email = '', phone = '', organisation = '' }: Wanted): Newcomer {
  const texts = { full_name: full_name.trim(), email: email.trim().toLowerCase(), phone: phone.trim() };
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...texts, date_of_birth }))
    if (value === '' || value == null) fields[name] = `${name} must not be empty`;
  if (texts.email !== '' && !new RegExp(E_MAIL).test(texts.email))
    fields.email = `email: "${texts.email}" is no e-mail address`;
  if (texts.phone !== '' && texts.phone.length < LEAST_OF_A_PHONE)
    fields.phone = `phone: "${texts.phone}" is no phone number`;
  if (date_of_birth == null || Object.keys(fields).length > 0) throw invalid(fields);
  return { ...texts, date_of_birth, organisation: organisation.trim() };
}

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
  { phone, email, organisation }: Newcomer,
): Promise<void> {
  if (await exists(records, scope, USER_KIND, { 'contacts.contact': phone }))
    throw taken(ReplyCode.PhoneExist, 'phone number');
  if (await exists(records, scope, USER_KIND, { 'contacts.contact': email }))
    throw taken(ReplyCode.EmailExist, 'e-mail address');
  if (organisation !== '' && (await exists(records, scope, 'organisation', { name: organisation })))
    throw taken(ReplyCode.OrganisationExist, 'organisation');
}

/** Open to strangers when the tenant says so or an invite is given (API-18). */
async function invitation(
  { records, clock }: Pick<Services, 'records' | 'clock'>,
  scope: Scope,
  wanted: Wanted,
): Promise<Invite | null> {
  if (wanted.invite !== undefined) {
    const invite = await openInvite(records, scope, wanted.invite, null, clock());
    refuseOtherAddress(invite, [wanted.email, wanted.phone]);
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
function recordsOf(newcomer: Newcomer, user: string, login: string, password_hash: string): readonly RecordChange[] {
  const contact = (type: string, value: string) => ({ id: newId(), type, contact: value, active: true });
  const { full_name, date_of_birth, organisation, phone, email } = newcomer;
  const contacts = [contact('Phone', phone), contact('Email', email)];
  const names = { login_id: login, login_key: login, user_id: user, type: 'Local' };
  const rights = { active: true, password_hash, must_change: false, roles: [roleOf('User')], domains: [] };
  return [
    { op: 'add', kind: USER_KIND, id: user, doc: { full_name, date_of_birth, contacts } },
    { op: 'add', kind: ACCOUNT_KIND, id: newId(), doc: { ...names, ...rights } },
    ...(organisation === ''
      ? []
      : [{ op: 'add', kind: 'organisation', id: newId(), doc: { name: organisation } } as const]),
  ];
}

/** Registration of a person who has no account yet (API-18, AUT-16). */
export function registrationRoute(app: FastifyInstance, services: Services): void {
  const { config, records, passwords, throttle, clock } = services;
  route(app, 'session.user.register', {
    schema: { body, reply: UserReply },
    handler: async ({ scope: caller, body: wanted, request }) => {
      throttle.count(request.ip);
      const scope = systemScope(caller.cluster, tenantAtHost(config, request), request.id);
      const invite = await invitation(services, scope, wanted);
      const newcomer = newcomerOf(wanted);
      await refuseKnown(records, scope, newcomer);
      const login = loginKey(wanted.login_id ?? '');
      refuseLogin(login);
      const password_hash = await newPassword(passwords, wanted.password ?? '', login);
      if (await accountOfLogin(records, scope, login)) throw taken(ReplyCode.Failed, 'login id');
      const user = { id: newId(), full_name: newcomer.full_name };
      const joining = invite === null ? [] : acceptance(invite, user, clock());
      const [written] = await records.write(scope, [...recordsOf(newcomer, user.id, login, password_hash), ...joining]);
      return written && shownUser(written);
    },
  });
}
