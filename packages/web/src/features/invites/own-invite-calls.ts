import { isFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { useApi, useSessionStore } from '../../session/index.ts';

/** An open invite as the invited sees it. */
export interface OwnInvite {
  readonly id: string;
  readonly group: { readonly id: string; readonly name: string };
  readonly description: string;
  readonly host: { readonly name: string };
  readonly role: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly expires: number;
  /** Whether somebody without an account may register with it. */
  readonly registers: boolean;
}

const EVERY_MINUTE = 60_000;

/** Open invites addressed to whoever is signed in. */
export function useOwnInvites() {
  const api = useApi();
  return useQuery({
    queryKey: ['invites', 'own'],
    enabled: api.may('session.group.invite.own'),
    queryFn: async ({ signal }) =>
      (await api.call<readonly OwnInvite[] | null>('session.group.invite.own', { signal })).data ?? [],
    refetchInterval: EVERY_MINUTE,
  });
}

const CODE = 'invite of code';

/** The open invite of a code; what is wrong with it as an error. */
export function useInviteOfCode(code: string) {
  const api = useApi();
  return useQuery({
    queryKey: [CODE, code],
    enabled: code !== '',
    // What is wrong with an invite stays wrong, and is no news to whoever looks again.
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await api.found<OwnInvite>('session.group.invite.get', { params: { id: code }, signal })).data,
  });
}

/** Accepts or declines an invite; answers whether it was answered. */
export function useAnswerInvite() {
  const api = useApi();
  const store = useSessionStore();
  const cache = useQueryClient();
  const [working, setWorking] = useState(false);
  const answer = async (id: string, status: 'Accepted' | 'Declined'): Promise<boolean> => {
    setWorking(true);
    try {
      const { data } = await api.call<{ readonly name: string }>('session.group.invite.answer', {
        body: { id, status },
      });
      notify.positive({ title: status === 'Accepted' ? `You joined ${data.name}` : `Invite of ${data.name} declined` });
      await store.reloadRights();
      // What one reads in the groups is read anew; the invite that was answered is not.
      void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== CODE });
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    } finally {
      setWorking(false);
      void cache.invalidateQueries({ queryKey: ['invites'] });
    }
  };
  return { answer, working };
}

/** Why an invite cannot be answered, in a sentence. */
export const reasonOf = (error: unknown): string =>
  isFailure(error) && error.code === ReplyCode.NotFound
    ? 'There is no such invite, or it is for somebody else. Copy the whole link, or ask for a new one.'
    : error instanceof Error
      ? error.message
      : String(error);
