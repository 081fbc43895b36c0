import { conflict, INVITE_LIFE, isStatus, notFound } from '@datasarana/schema';
import { GROUP_MEMBER } from '../../access/account.ts';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordChange, RecordSearch, RecordStore, StoredRecord } from '../../stores/records/port.ts';

type Doc = Readonly<Record<string, unknown>>;

/** An open invite and the group that holds it (ENT-29, ENT-30). */
export interface Invite {
  readonly group: StoredRecord;
  readonly entry: Doc;
}

/** The invites a group holds, answered and withdrawn ones among them. */
export const invitesOf = ({ invites }: Doc): readonly Doc[] => (Array.isArray(invites) ? invites : []);

/** When an invite can no longer be answered, in epoch ms (REC-34). */
export const expiryOf = ({ ts }: Doc): number => Number(ts ?? 0) + INVITE_LIFE;

/** Whether an invite can be answered: neither answered nor withdrawn, nor too old. */
export const isOpen = (entry: Doc, now: number): boolean =>
  isStatus(entry.status ?? 'Pending', 'Pending') && expiryOf(entry) >= now;

/** The one account holder an invite is for; undefined when it is for whoever has its code. */
export function addressee({ user }: Doc): string | undefined {
  const id: unknown = Reflect.get(Object(user), 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** Active groups that hold an invite of which `path` is `value`. */
export async function groupsInviting(
  records: RecordStore,
  scope: Scope,
  path: 'invites.id' | 'invites.user.id',
  value: string,
  to: number,
): Promise<readonly StoredRecord[]> {
  const page: RecordSearch = { keys: [], keyword: '', where: { [path]: value }, status: ['Active'], from: 0, to };
  return (await records.search(scope, 'user.group', page)).records;
}

/**
 * The invite of a code, for `user` or for somebody without an account. One that names an account holder is theirs alone and is not
 * there for anybody else.
 * @throws PlatformError 404 for an id they were not sent, 409 for an invite that is answered or older than 14 days (REC-34)
 */
export async function openInvite(
  records: RecordStore,
  scope: Scope,
  id: string,
  user: string | null,
  now: number,
): Promise<Invite> {
  const [group] = await groupsInviting(records, scope, 'invites.id', id, 1);
  const entry = group && invitesOf(group.doc).find((invite) => invite.id === id);
  if (!group || !entry) throw notFound('There is no such invite');
  const { status = 'Pending' } = entry;
  if (!isStatus(status, 'Pending')) throw conflict(`This invite is ${String(status).toLowerCase()} already`);
  if (expiryOf(entry) < now) throw conflict('This invite has expired; ask for a new one');
  const only = addressee(entry);
  if (only !== undefined && only !== user) throw notFound('There is no such invite');
  return { group, entry };
}

/**
 * An invite that names an e-mail address or a phone asks whoever has its code for that address: addresses are not proven, so they
 * narrow and never open (ROL-18). @throws PlatformError 403
 */
export function refuseOtherAddress({ entry }: Invite, contacts: readonly unknown[]): void {
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
  const invites = invitesOf(group.doc).map((invite) =>
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
