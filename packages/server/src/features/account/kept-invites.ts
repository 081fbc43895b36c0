import { isStatus, newId, statusRefused } from '@datasarana/schema';
import { invitesOf } from './invites.ts';

type Doc = Readonly<Record<string, unknown>>;

const KIND = 'user.group.invite';

/** Who invites and when: what the platform says of a new invite. */
export interface Inviting {
  readonly host: { readonly id: string };
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The document of a group whose invites are the platform's where it counts: its code and its host come from here whatever was
 * sent, and one that stands can only be withdrawn (REC-34). Other kinds pass as they are.
 * @throws PlatformError 409 for an invite that is to be answered or opened again by writing the group
 */
export function withKeptInvites(kind: string, doc: Doc, before: Doc, inviting: Inviting): Doc {
  if (kind !== 'user.group' || !Array.isArray(doc.invites)) return doc;
  const known = new Map(invitesOf(before).map((entry) => [entry.id, entry]));
  const invites = invitesOf(doc).map((entry) => {
    const old = known.get(entry.id);
    return old ? standing(old, entry.status, inviting.now) : newInvite(entry, inviting);
  });
  return { ...doc, invites };
}

/** An invite nobody has answered. Its id is its code, so no caller chooses it. */
export function newInvite(entry: Doc, { host, now }: Inviting): Doc {
  const times = { ts: now, ts_modified: now, ts_status: now, ts_responded: 0 };
  return { ...entry, ...times, id: newId(), status: 'Pending', host };
}

/** @throws PlatformError 409 when it is answered or withdrawn already */
export function withdrawn(entry: Doc, now: number): Doc {
  const { status = 'Pending' } = entry;
  if (!isStatus(status, 'Pending')) throw statusRefused(KIND, String(status), 'Cancelled');
  return { ...entry, status: 'Cancelled', ts_status: now, ts_modified: now };
}

function standing(old: Doc, status: unknown, now: number): Doc {
  const before = String(old.status ?? 'Pending');
  if (typeof status !== 'string' || isStatus(status, before)) return old;
  if (!isStatus(status, 'Cancelled')) throw statusRefused(KIND, before, status);
  return withdrawn(old, now);
}
