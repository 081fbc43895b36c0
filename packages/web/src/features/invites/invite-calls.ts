import { INVITE_LIFE } from '@datasarana/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { pathOf } from '../../routes.ts';
import { useApi } from '../../session/index.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** An invite as its group keeps it (ENT-30). */
interface KeptInvite {
  readonly id: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly role?: string | null;
  readonly status?: string;
  readonly ts?: number;
  readonly ts_status?: number;
  readonly host?: { readonly full_name?: string | null } | null;
  /** The one it is for; of an answered one whoever answered. */
  readonly user?: { readonly id?: string; readonly full_name?: string | null } | null;
}

export interface InviteRow extends KeptInvite {
  readonly group: Named;
  /** `Expired` from the moment nobody can answer it any more. */
  readonly status: string;
}

interface HoldingGroup {
  readonly id: string;
  readonly name?: string | null;
  readonly display_name?: string | null;
  readonly invites?: readonly KeptInvite[] | null;
}

/** Groups of which invites are listed over all of them. */
const MOST = 1000;

const rowsOf = ({ id, name, display_name, invites }: HoldingGroup, now: number): readonly InviteRow[] =>
  (invites ?? []).map((invite) => {
    const { status = 'Pending', ts = 0 } = invite;
    const late = status === 'Pending' && ts + INVITE_LIFE < now;
    return { ...invite, group: { id, name: display_name || name || id }, status: late ? 'Expired' : status };
  });

/** Invites newest first: of one group, or of all the tenant's that have an open one. */
export function useInvites(group?: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['invites', group ?? 'all'],
    enabled,
    queryFn: async ({ signal }) => {
      const body = { key: 'invites.status', keyword: 'Pending', from: 0, to: MOST };
      const groups =
        group === undefined
          ? (await api.call<readonly HoldingGroup[] | null>('tenant.group.search', { body, signal })).data
          : [(await api.found<HoldingGroup>('tenant.group.get', { params: { id: group }, signal })).data];
      const rows = (groups ?? []).flatMap((one) => rowsOf(one, Date.now()));
      return rows.toSorted((a, b) => (b.ts ?? 0) - (a.ts ?? 0));
    },
  });
}

/** Whom an invite is for, in a word. */
export const invitedName = ({ email, phone, user }: KeptInvite): string =>
  email || phone || user?.full_name || user?.id || 'Whoever has the link';

/** An invite to an account is found by its owner after sign-in; every other is handed over by its link. */
export const hasLink = ({ status, user }: InviteRow): boolean => status === 'Pending' && !user?.id;

/** The address that opens an invite, for people with an account and without. */
export const inviteLink = (code: string): string =>
  `${window.location.origin}${pathOf('toolkit.home')}?${new URLSearchParams({ invite: code })}`;

/** Whom to invite: an account holder, an address, or whoever gets the link. */
export type InviteTo = { readonly user: string } | { readonly email: string } | Record<string, never>;

/** Makes and withdraws invites. */
export function useInviting() {
  const api = useApi();
  const cache = useQueryClient();
  const [working, setWorking] = useState(false);
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    setWorking(true);
    try {
      return await work();
    } finally {
      setWorking(false);
      void cache.invalidateQueries({ queryKey: ['invites'] });
      void cache.invalidateQueries({ queryKey: ['history', 'user.group'] });
    }
  };
  /** @throws CallFailure with `fields` naming those that are invited already */
  const invite = (group: Named, invites: readonly InviteTo[], role: string): Promise<readonly InviteRow[]> =>
    during(async () => {
      const body = { group: group.id, invites, role };
      const { data } = await api.call<readonly KeptInvite[]>('tenant.group.invite.add', { body });
      return rowsOf({ ...group, invites: data }, Date.now());
    });
  const withdraw = async (row: InviteRow): Promise<void> => {
    try {
      const body = { group: row.group.id, invites: [row.id] };
      await during(() => api.call('tenant.group.invite.remove', { body }));
      notify.positive({ title: `Invite of ${invitedName(row)} withdrawn` });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return { invite, withdraw, working };
}
