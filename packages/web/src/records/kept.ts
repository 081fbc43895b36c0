import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure } from '../design/notify.tsx';
import { useApi, useSession } from '../session/index.ts';

const KIND = 'user.data';

interface Kept {
  readonly id: string;
  readonly key: string;
  readonly data: string | null;
}

/**
 * A small value that belongs to the signed-in user and follows them to other browsers (ENT-47). Undefined while it is looked
 * up or was never kept; what another version wrote and `read` does not know counts as never kept.
 */
export function useKept<T>(key: string, read: (value: unknown) => T | undefined) {
  const api = useApi();
  const { session } = useSession();
  const cache = useQueryClient();
  const queryKey = ['kept', session?.user.id, key];
  // What was chosen shows at once, and before the platform has it.
  const [latest, setLatest] = useState<T>();
  const found = useQuery({
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Kept | null> => {
      const body = { key: 'key', keyword: key, from: 0, to: 50 };
      const { data } = await api.call<readonly Kept[]>('record.search', { params: { kind: KIND }, body, signal });
      return (data ?? []).find((one) => one.key === key) ?? null;
    },
  });
  const store = useMutation({
    // One after the other: the second write of a new value must find the record of the first.
    scope: { id: `kept ${key}` },
    mutationFn: async (value: T) => {
      const known = cache.getQueryData<Kept | null>(queryKey);
      const data = JSON.stringify(value);
      const params = { kind: KIND };
      const { data: written } = known
        ? await api.call<Kept>('record.change', { params, body: { id: known.id, data } })
        : await api.call<Kept>('record.add', { params, body: { key, type: 'json', data } });
      cache.setQueryData(queryKey, written);
    },
    onError: (error) => {
      setLatest(undefined);
      notifyFailure(error);
    },
  });
  const keep = (value: T): void => {
    setLatest(value);
    store.mutate(value);
  };
  return { value: latest ?? keptValue(found.data, read), pending: found.isPending, keep };
}

function keptValue<T>(kept: Kept | null | undefined, read: (value: unknown) => T | undefined): T | undefined {
  if (!kept?.data) return undefined;
  try {
    return read(JSON.parse(kept.data));
  } catch {
    return undefined;
  }
}
