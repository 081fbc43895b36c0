import { useState } from 'react';
import { dialogs, notify, notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import { useTellDeleted } from '../../records/use-tell-deleted.ts';
import { isFailure, useApi } from '../../session/index.ts';
import type { UserRow } from './people.ts';

interface UserActions {
  /** Changes what the status allows, says what it does not (REC-33). */
  readonly setStatus: (users: readonly UserRow[], status: string) => Promise<void>;
  /** Asks, removes, and offers to undo it (REC-39). Answers whether they were removed. */
  readonly remove: (users: readonly UserRow[]) => Promise<boolean>;
  readonly working: boolean;
}

const nameOf = (user: UserRow): string => user.full_name ?? user.id;
const users = (count: number): string => `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`;

/** Names of a few, then how many more. */
function listed(people: readonly UserRow[]): string {
  const names = people.slice(0, 5).map(nameOf).join(', ');
  return people.length > 5 ? `${names} and ${formatCount(people.length - 5)} more` : names;
}

/** What can be done with one user or with all that are selected. */
export function useUserActions(refresh: () => void): UserActions {
  const api = useApi();
  const tellRemoved = useTellDeleted('removed');
  const [working, setWorking] = useState(false);
  const during = async <T>(run: () => Promise<T>): Promise<T> => {
    setWorking(true);
    try {
      return await run();
    } finally {
      setWorking(false);
      refresh();
    }
  };
  const setStatus = (people: readonly UserRow[], status: string): Promise<void> =>
    during(async () => {
      const change = ({ id, ts_modified }: UserRow) =>
        api.call('tenant.user.change', { body: { id, status, ts_modified } });
      const done = await Promise.allSettled(people.map(change));
      const failed = done.flatMap((one, i) =>
        one.status === 'rejected' ? [{ user: people[i], why: one.reason }] : [],
      );
      const right = people.length - failed.length;
      if (right > 0) notify.positive({ title: `${users(right)} now ${status.toLowerCase()}` });
      const [first] = failed;
      if (!first) return;
      if (people.length === 1 || !isFailure(first.why)) return notifyFailure(first.why);
      const others = failed.length > 1 ? `, and ${users(failed.length - 1)} alike` : '';
      notify.negative({
        title: `${first.user ? nameOf(first.user) : 'A user'} stays as it is${others}`,
        message: `${first.why.code}: ${first.why.message}`,
      });
    });
  const remove = async (people: readonly UserRow[]): Promise<boolean> => {
    const [only] = people;
    if (!only) return false;
    const what = people.length === 1 ? `user ${nameOf(only)}` : users(people.length);
    const yes = await dialogs.confirm({
      title: `Remove ${what}`,
      text: `${people.length === 1 ? 'The user and their' : `${listed(people)}, and their`} sign-in accounts leave the lists. Records they made stay. They can be restored for 30 days.`,
      action: people.length === 1 ? 'Remove user' : `Remove ${users(people.length)}`,
      danger: true,
    });
    if (!yes) return false;
    return during(async () => {
      try {
        if (people.length === 1) await api.call('tenant.user.delete', { params: { id: only.id } });
        else await api.call('tenant.user.remove', { body: { ids: people.map(({ id }) => id) } });
        const gone = people.length === 1 ? nameOf(only) : users(people.length);
        tellRemoved({ kind: 'user', ids: people.map(({ id }) => id), what: gone, refresh });
        return true;
      } catch (error) {
        notifyFailure(error);
        return false;
      }
    });
  };
  return { setStatus, remove, working };
}
