import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import { useApi, useMay, useMayInGroup, useOnline, useSession, useSessionStore } from '../../session/index.ts';
import { roleOfText } from './role-words.ts';

export interface GroupRow {
  readonly id: string;
  readonly name?: string | null;
  readonly display_name?: string | null;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly status?: string;
  readonly ts_modified?: number;
}

export const groupName = ({ id, name, display_name }: Pick<GroupRow, 'id' | 'name' | 'display_name'>): string =>
  display_name || name || id;

export interface PersonRow {
  readonly id: string;
  readonly full_name?: string | null;
  readonly status?: string;
  /** Scope text of the role in the group; left out where the caller may not read it. */
  readonly role_in_group?: string | null;
}

export const personName = ({ id, full_name }: Pick<PersonRow, 'id' | 'full_name'>): string => full_name || id;

/** What the caller may do with a group: by a role of the tenant, or by the one held in it (ROL-18). */
export function useGroupRights(id: string) {
  const may = useMay();
  const inGroup = useMayInGroup();
  const online = useOnline();
  return {
    reads: may('tenant people') || inGroup('tenant people', 'read', [id]),
    changes: may('tenant people', 'change') || (online && inGroup('tenant people', 'change', [id])),
  };
}

/** People of a group shown at a time. */
export const PEOPLE = 25;

/** A page of the people of a group, by name; without the right to read them all, those one shares it with, without roles. */
export function usePeople(group: string, keyword: string, page: number, enabled = true) {
  const api = useApi();
  const { reads } = useGroupRights(group);
  return useQuery({
    queryKey: ['group-people', group, reads, keyword, page],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const range = { from: page * PEOPLE, to: (page + 1) * PEOPLE };
      const body = { key: 'full_name', keyword, group, sort: [{ field: 'full_name' }], ...range };
      const call = reads ? 'tenant.group.user.search' : 'session.user.search';
      const { data, total } = await api.call<readonly PersonRow[] | null>(call, { body, signal });
      return { people: data ?? [], total: total ?? 0 };
    },
  });
}

/** People who can be added to a group: everyone of the tenant, or those one shares a group with. */
export function useCandidates(keyword: string) {
  const api = useApi();
  const may = useMay();
  return useQuery({
    queryKey: ['group-candidates', keyword],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { key: 'full_name', keyword, from: 0, to: 20, status: ['Active'], sort: [{ field: 'full_name' }] };
      const call = may('tenant people') ? 'tenant.user.search' : 'session.user.search';
      return (await api.call<readonly PersonRow[] | null>(call, { body, signal })).data ?? [];
    },
  });
}

interface MembershipChange {
  readonly people: readonly PersonRow[];
  /** Scope text; empty takes the role away, undefined leaves it as it is. */
  readonly role?: string;
}

/** Adds, removes and gives roles in one group; what was done is told, and taking somebody out can be undone. */
export function useMembership(group: GroupRow) {
  const api = useApi();
  const cache = useQueryClient();
  const store = useSessionStore();
  const { session } = useSession();
  const [working, setWorking] = useState(false);
  const name = groupName(group);
  const during = async (people: readonly PersonRow[], work: () => Promise<unknown>): Promise<boolean> => {
    setWorking(true);
    try {
      await work();
      if (people.some(({ id }) => id === session?.user.id)) await store.reloadRights();
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    } finally {
      // what is told next can be undone, by the role the list says somebody had
      await cache.invalidateQueries({ queryKey: ['group-people'] });
      setWorking(false);
      void cache.invalidateQueries({ queryKey: ['records', 'user'] });
      void cache.invalidateQueries({ queryKey: ['records', 'user.group'] });
    }
  };
  const put = ({ people, role }: MembershipChange): Promise<boolean> =>
    during(people, () =>
      api.call('tenant.group.user.add', {
        body: { groups: [group.id], users: people.map(({ id }) => id), ...(role !== undefined && { role }) },
      }),
    );
  const add = async (change: MembershipChange): Promise<boolean> => {
    const done = await put(change);
    if (done) notify.positive({ title: `${listed(change.people)} added to ${name}` });
    return done;
  };
  const setRole = async (person: PersonRow, role: string): Promise<void> => {
    if (await put({ people: [person], role }))
      notify.positive({ title: `${personName(person)} is ${roleOfText(role).label} in ${name}` });
  };
  const remove = async (person: PersonRow): Promise<void> => {
    const body = { groups: [group.id], users: [person.id] };
    if (!(await during([person], () => api.call('tenant.group.user.remove', { body })))) return;
    const back = (): void => void add({ people: [person], role: person.role_in_group ?? '' });
    notify.positive({
      title: `${personName(person)} taken out of ${name}`,
      // Who took themselves out has lost the right to come back by it.
      ...(person.id !== session?.user.id && { action: { label: 'Undo', run: back } }),
    });
  };
  return { add, setRole, remove, working };
}

const listed = (people: readonly PersonRow[]): string =>
  people.length === 1 && people[0] ? personName(people[0]) : `${formatCount(people.length)} people`;
