import { conflict, invalid, isStatus, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { GROUP_MEMBER, USER_KIND } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import type { Call } from '../../http/call.ts';
import { RemovedReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { recordReply } from '../records/record-reply.ts';
import { propsOfRole, RoleInGroup, refuseUnmanaged } from '../records/role-in-group.ts';
import { E_MAIL } from './e-mail.ts';
import { addressee, invitesOf, isOpen } from './invites.ts';
import { newInvite, withdrawn } from './kept-invites.ts';
import { peersOf } from './visible-people.ts';

type Doc = Readonly<Record<string, unknown>>;

const To = Type.Object(
  {
    user: Type.Optional(Type.String({ minLength: 1 })),
    email: Type.Optional(Type.String({ pattern: E_MAIL, maxLength: 320 })),
    phone: Type.Optional(Type.String({ minLength: 3, maxLength: 40 })),
  },
  {
    additionalProperties: false,
    maxProperties: 1,
    description: 'an account holder, an address or a phone; nothing for whoever has the code',
  },
);

const inviteBody = Type.Object(
  { group: Type.String(), invites: Type.Array(To, { minItems: 1, maxItems: 100 }), ...RoleInGroup },
  { additionalProperties: false },
);

const withdrawBody = Type.Object(
  { group: Type.String(), invites: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) },
  { additionalProperties: false },
);

/** Invites into a group: made and withdrawn by those who may add people to it (ENT-30, REC-34, ROL-18). */
export function groupInviteRoutes(app: FastifyInstance, { records, clock }: Services): void {
  route(app, 'tenant.group.invite.add', {
    schema: { body: inviteBody, reply: Type.Array(recordReply('user.group.invite')) },
    handler: async (call) => {
      const { group: id, invites, role } = call.body;
      refuseUnmanaged(call, [id]);
      propsOfRole(call, role);
      const wanted = await addressed(records, call, id, invites);
      const made = await writing(records, call.scope, id, (group) => {
        const inviting = { host: wanted.host, now: clock() };
        const entries = wanted.entries.map((entry) => newInvite({ ...entry, ...(role && { role }) }, inviting));
        refuseTwice(group.doc, wanted.entries, clock());
        return { doc: { ...group.doc, invites: [...invitesOf(group.doc), ...entries] }, answer: entries };
      });
      call.about.set('group', id);
      return made.map((entry) => ({ ...entry, label: 'user.group.invite' }));
    },
  });
  route(app, 'tenant.group.invite.remove', {
    schema: { body: withdrawBody, reply: RemovedReply },
    handler: async (call) => {
      const { group: id, invites } = call.body;
      refuseUnmanaged(call, [id]);
      call.about.set('group', id);
      return writing(records, call.scope, id, ({ doc }) => {
        const held = new Set(invitesOf(doc).map((entry) => entry.id));
        const unknown = invites.find((one) => !held.has(one));
        if (unknown !== undefined) throw notFound('There is no such invite');
        const left = invitesOf(doc).map((entry) =>
          invites.includes(String(entry.id)) ? withdrawn(entry, clock()) : entry,
        );
        return { doc: { ...doc, invites: left }, answer: { removed: new Set(invites).size } };
      });
    },
  });
}

/** How often a group that was written meanwhile is read and written anew. */
const TRIES = 5;

/** @throws PlatformError 404 for a group that is not there, 409 for one that is not active or is written too often */
async function writing<T>(
  records: RecordStore,
  scope: Scope,
  id: string,
  change: (group: StoredRecord) => { readonly doc: Doc; readonly answer: T },
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const group = await records.get(scope, 'user.group', id);
    if (!group || group.ts_removed !== null) throw notFound(`There is no user.group '${id}'`);
    if (!isStatus(group.status, 'Active')) throw conflict('This group is not active; nobody can be invited into it');
    const { doc, answer } = change(group);
    try {
      await records.write(scope, [{ op: 'update', kind: 'user.group', id, doc, basedOn: group.version }]);
      return answer;
    } catch (error) {
      const now = await records.get(scope, 'user.group', id);
      if (tried >= TRIES || now?.version === group.version) throw error;
    }
  }
}

/** The invites as they are kept, and who makes them. @throws PlatformError 404 for a person who is not there, 409 for a member */
async function addressed(
  records: RecordStore,
  { scope, reach }: Call,
  group: string,
  invites: readonly Static<typeof To>[],
): Promise<{ readonly host: { readonly id: string; readonly full_name: string }; readonly entries: readonly Doc[] }> {
  const host = await records.get(scope, USER_KIND, scope.user);
  const ids = invites.flatMap(({ user }) => user ?? []);
  const people = new Map((await records.getMany(scope, USER_KIND, ids)).map((person) => [person.id, person]));
  const known = reach === 'managed' ? await peersOf(records, scope) : null;
  const members = new Set(
    ((await records.edges(scope, [group], GROUP_MEMBER, 'out')).get(group) ?? []).map(({ to }) => to),
  );
  const entries = invites.map(({ user, email, phone }) => {
    if (email !== undefined) return { type: 'Email', email: email.trim() };
    if (phone !== undefined) return { type: 'Phone', phone: phone.trim() };
    if (user === undefined) return { type: 'Code' };
    const person = people.get(user);
    const there = person && person.ts_removed === null && isStatus(person.status, 'Active');
    if (!there || known?.includes(user) === false) throw notFound(`There is no user '${user}'`);
    const full_name = String(person.doc.full_name ?? '');
    if (members.has(user)) throw conflict(`${full_name || user} is in this group already`);
    return { type: 'User', user: { id: user, full_name } };
  });
  return { host: { id: scope.user, full_name: String(host?.doc.full_name ?? '') }, entries };
}

/** One open invite at a time for a person or an address. @throws PlatformError 422 naming those invited already */
function refuseTwice(group: Doc, entries: readonly Doc[], now: number): void {
  const names = ({ email, phone }: Doc, user: string | undefined) => user ?? String(email ?? phone ?? '').toLowerCase();
  const seen = new Set(
    invitesOf(group)
      .filter((entry) => isOpen(entry, now))
      .map((entry) => names(entry, addressee(entry))),
  );
  const errors: Record<string, string> = {};
  for (const [at, entry] of entries.entries()) {
    const name = names(entry, addressee(entry));
    if (name === '') continue;
    if (seen.has(name)) errors[`invites.${at}`] = `${nameOf(entry)} is invited already`;
    seen.add(name);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const nameOf = ({ email, phone, user }: Doc): string =>
  String(email ?? phone ?? Reflect.get(Object(user), 'full_name') ?? '');
