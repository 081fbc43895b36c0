import { conflict, INVITE_LIFE, isStatus, notFound } from '@datasarana/schema';
import { GROUP_MEMBER } from '../../access/account.ts';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordChange, RecordStore, StoredRecord } from '../../stores/records/port.ts';

type Doc = Readonly<Record<string, unknown>>;

/** An open invite and the group that holds it (ENT-29, ENT-30). */
export interface Invite {
  readonly group: StoredRecord;
  readonly entry: Doc;
}

const entriesOf = (group: StoredRecord): readonly Doc[] => (Array.isArray(group.doc.invites) ? group.doc.invites : []);
const text = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** @throws PlatformError 404 for an id nobody was sent, 409 for an invite that is answered or older than 14 days (REC-34) */
export async function openInvite(records: RecordStore, scope: Scope, id: string, now: number): Promise<Invite> {
  const page = { keys: [], keyword: '', where: { 'invites.id': id }, status: ['Active'], from: 0, to: 1 };
  const [group] = (await records.search(scope, 'user.group', page)).records;
  const entry = group && entriesOf(group).find((invite) => invite.id === id);
  if (!group || !entry) throw notFound('There is no such invite');
  const { status = 'Pending', ts } = entry;
  if (!isStatus(status, 'Pending')) throw conflict(`This invite is ${String(status).toLowerCase()} already`);
  if (Number(ts ?? 0) + INVITE_LIFE < now) throw conflict('This invite has expired; ask for a new one');
  return { group, entry };
}

/** An invite that names an e-mail address or a phone is for whoever is reached there. */
export function refuseOther({ entry }: Invite, contacts: readonly unknown[]): void {
  const wanted = [text(entry.email), text(entry.phone)].filter((one) => one !== '');
  if (wanted.length === 0 || contacts.some((contact) => wanted.includes(text(contact)))) return;
  throw denied(
    'This invite is for another e-mail address or phone number',
    undefined,
    'Use the one it was sent to: register with it, or keep it among your contacts.',
  );
}

interface Invited {
  readonly id: string;
  readonly full_name: string;
}

/** The invite is answered, once and for all (REC-34). */
export function answered(
  { group, entry }: Invite,
  status: 'Accepted' | 'Declined',
  user: Invited,
  now: number,
): RecordChange {
  const times = { ts_status: now, ts_responded: now, ts_modified: now };
  const invites = entriesOf(group).map((invite) =>
    invite.id === entry.id ? { ...invite, ...times, status, user } : invite,
  );
  return { op: 'update', kind: 'user.group', id: group.id, doc: { ...group.doc, invites }, basedOn: group.version };
}

/** The person joins the group with the role the invite carries there. */
export function acceptance(invite: Invite, user: Invited, now: number): readonly RecordChange[] {
  const { group, entry } = invite;
  const role = typeof entry.role === 'string' && entry.role !== '' ? { props: { role: entry.role } } : {};
  return [
    answered(invite, 'Accepted', user, now),
    { op: 'link', label: GROUP_MEMBER, from: group.id, to: user.id, ...role },
  ];
}
