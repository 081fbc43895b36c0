import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { USER_KIND } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import { absent, foundOrNull } from '../../http/envelope.ts';
import { Moment, nullable } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { IdParams } from '../records/family-routes.ts';
import { letsStrangersIn } from './host-rights.ts';
import { addressee, expiryOf, groupsInviting, type Invite, invitesOf, isOpen, openInvite } from './invites.ts';

const Named = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false });

/** An open invite as the invited sees it. */
const InviteReply = Type.Object(
  {
    id: Type.String(),
    group: Named,
    description: Type.String(),
    host: Named,
    role: Type.String({ description: 'scope text of the role in the group; empty = none' }),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    ts: Moment,
    expires: Moment,
    registers: Type.Boolean({ description: 'whether somebody without an account may register with it' }),
  },
  { additionalProperties: false },
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function shown(
  records: RecordStore,
  scope: Scope,
  { group, entry }: Invite,
): Promise<Static<typeof InviteReply>> {
  const id = textOf(Reflect.get(Object(entry.host), 'id'));
  const host = id === '' ? null : await records.get(scope, USER_KIND, id);
  return {
    id: String(entry.id),
    group: { id: group.id, name: textOf(group.doc.display_name) || textOf(group.doc.name) },
    description: textOf(group.doc.description),
    host: { id, name: textOf(host?.doc.full_name) },
    role: textOf(entry.role),
    email: textOf(entry.email) || null,
    phone: textOf(entry.phone) || null,
    ts: Number(entry.ts ?? 0),
    expires: expiryOf(entry),
    registers: await letsStrangersIn(records, scope, entry),
  };
}

/** Groups whose invites are listed; nobody is invited into more at a time. */
const MOST = 1000;

/**
 * What the invited sees: the invites addressed to their account, and any open one by its code. An e-mail address among somebody's
 * contacts lists nothing, since anybody may write one there (ROL-18).
 */
export function ownInviteRoutes(app: FastifyInstance, { records, throttle, clock }: Services): void {
  route(app, 'session.group.invite.own', {
    schema: { reply: Type.Array(InviteReply) },
    handler: async ({ scope: caller }) => {
      const scope = systemScope(caller.cluster, caller.tenant, caller.requestId);
      const groups = await groupsInviting(records, scope, 'invites.user.id', caller.user, MOST);
      const invites = groups.flatMap((group) =>
        invitesOf(group.doc)
          .filter((entry) => addressee(entry) === caller.user && isOpen(entry, clock()))
          .map((entry) => ({ group, entry })),
      );
      const all = await Promise.all(invites.map((invite) => shown(records, scope, invite)));
      return all.toSorted((a, b) => b.ts - a.ts);
    },
  });
  route(app, 'session.group.invite.get', {
    schema: { params: IdParams, reply: InviteReply },
    handler: async ({ scope: caller, params, request }) => {
      throttle.count(request.ip);
      const scope = systemScope(caller.cluster, caller.tenant, caller.requestId);
      const invite = await foundOrNull(openInvite(records, scope, params.id, caller.user, clock()));
      return invite === null ? absent() : shown(records, scope, invite);
    },
  });
}
