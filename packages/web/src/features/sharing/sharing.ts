import type { SharingAnswer } from '@datasarana/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import type { Shares } from './seen-by.ts';

/** What can be shared, and the word for it. */
export interface Shareable {
  readonly kind: 'visual.view' | 'visual.workspace';
  readonly id: string;
  readonly name: string;
}

const keyOf = ({ kind, id }: Shareable) => ['sharing', kind, id];

export function useSharing(shared: Shareable) {
  const api = useApi();
  const { kind, id } = shared;
  return useQuery({
    queryKey: keyOf(shared),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<SharingAnswer> => {
      const { data } = await api.call('record.sharing', { params: { kind, id }, signal });
      return data;
    },
  });
}

export function useShare(shared: Shareable) {
  const api = useApi();
  const cache = useQueryClient();
  const { kind, id } = shared;
  return useMutation({
    mutationFn: async (body: Shares) => (await api.call('record.share', { params: { kind, id }, body })).data,
    onSuccess: async (now) => {
      cache.setQueryData(keyOf(shared), now);
      await cache.invalidateQueries({ queryKey: [kind === 'visual.view' ? 'views' : 'workspaces'] });
    },
  });
}
