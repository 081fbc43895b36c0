import { type TSchema, Type } from 'typebox';
import { Moment, nullable, openObject } from '../../http/replies.ts';
import { recordReply } from '../records/record-reply.ts';

const Texts = Type.Array(Type.String());
const MaybeText = Type.Optional(nullable(Type.String()));

/** A person as others see them. */
export const UserReply = recordReply('user');

/** The session user of SES-12. */
export const SessionUserReply = openObject(
  {
    id: Type.String(),
    ts: Moment,
    ts_modified: Moment,
    status: Type.String(),
    login_id: Type.String(),
    account: Type.String(),
    full_name: MaybeText,
    avatar: MaybeText,
    gender: MaybeText,
    date_of_birth: Type.Optional(nullable(Moment)),
    scope: Texts,
    roles: Texts,
    groups: Texts,
    role_in_group: Type.Record(Type.String(), Type.String(), {
      description: 'roles that count inside one group only, by its id (ROL-18)',
    }),
    notify: Type.Unknown(),
    cluster: Type.String(),
    tenant: Type.String(),
    must_change: Type.Boolean(),
  },
  'session.user',
);

const Role = openObject({
  id: Type.String(),
  scope: Type.String(),
  active: Type.Boolean(),
  status: Type.String(),
  name: MaybeText,
  description: MaybeText,
  domain: Type.Optional(nullable(openObject({ id: Type.String() }))),
});

/** A login account without its secrets (ENT-45). */
export const AccountReply: TSchema = Type.Object(
  {
    id: Type.String(),
    label: Type.Literal('user.login_account'),
    ts: Moment,
    ts_modified: Moment,
    ts_status: Moment,
    status: Type.String(),
    login_id: Type.String(),
    user: Type.String(),
    type: Type.String(),
    avatar: nullable(Type.String()),
    active: Type.Boolean(),
    must_change: Type.Boolean(),
    identity_records: Type.Array(
      Type.Object(
        { question: Type.String(), answer: Type.String({ description: 'always masked' }) },
        { additionalProperties: false },
      ),
    ),
    roles: Type.Array(Role),
    scope: Texts,
    domains: Texts,
  },
  { additionalProperties: false, $id: 'user.login_account' },
);

export const SessionReply = Type.Object({ session_id: Type.String() }, { additionalProperties: false });

export const SessionListReply = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      ts: Moment,
      address: Type.String(),
      agent: Type.String(),
      expires: Moment,
      current: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
);

/** Calls a user may make (API-87). */
export const EndpointsReply = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      method: Type.String(),
      path: Type.String(),
      module: Type.String(),
      summary: Type.String(),
      scopes: Texts,
      reach: Type.String(),
    },
    { additionalProperties: false },
  ),
);
