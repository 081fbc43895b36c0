import type { Batch } from '@datasarana/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Client, useApi, useSession } from '../../../session/index.ts';
import { followed } from './followed.ts';

const KEY = 'running-batches';
const BUSY_MS = 1000;
const IDLE_MS = 20_000;
const SHOWN = 20;

interface Running {
  readonly running: readonly Batch[];
  /** Batches begun in this browser that came to their end. */
  readonly ended: readonly Batch[];
}

async function askRunning(api: Client, user: string, signal: AbortSignal): Promise<Running> {
  const body = { state: 'running', from: 0, to: SHOWN };
  const { data } = await api.call('batch.search', { body, signal });
  const listed = data ?? [];
  const others = followed.ids(user).filter((id) => !listed.some(({ batch }) => batch === id));
  const found = await Promise.all(
    others.map(async (id) => {
      const { data: one } = await api.call('batch.get', { params: { id }, signal });
      if (!one) followed.drop(user, id);
      return one;
    }),
  );
  const known = found.filter((one) => one !== null);
  return {
    running: [...listed, ...known.filter(({ state }) => state === 'running')],
    ended: known.filter(({ state }) => state !== 'running'),
  };
}

/** Imports that run now, also those begun before this page was opened (SRC-36). */
export function useRunning(): Running {
  const api = useApi();
  const { session } = useSession();
  const client = useQueryClient();
  const user = session?.user.id ?? '';
  useEffect(() => followed.subscribe(() => void client.invalidateQueries({ queryKey: [KEY] })), [client]);
  const { data } = useQuery({
    queryKey: [KEY, user],
    enabled: user !== '' && api.may('batch.search'),
    queryFn: ({ signal }) => askRunning(api, user, signal),
    refetchInterval: ({ state }) => ((state.data?.running.length ?? 0) > 0 ? BUSY_MS : IDLE_MS),
  });
  return data ?? NOTHING;
}

const NOTHING: Running = { running: [], ended: [] };
