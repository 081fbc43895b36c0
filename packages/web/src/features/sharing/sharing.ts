import { isFailure, type SharingAnswer } from '@datasarana/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import type { Shares } from './seen-by.ts';

/** What can be shared, and the word for it. */
export interface Shareable {
  readonly kind: 'visual.view' | 'visual.workspace';
  readonly id: string;
  readonly name: string;
}

/** Read once for each time it is asked: an answer that comes later would put back what somebody is choosing. */
export function useSharing({ kind, id }: Shareable) {
  const api = useApi();
  return useQuery({
    queryKey: ['sharing', kind, id],
    gcTime: 0,
    staleTime: 'static',
    queryFn: async ({ signal }): Promise<SharingAnswer> => {
      const { data } = await api.found('record.sharing', { params: { kind, id }, signal });
      return data;
    },
  });
}

export const sharesOf = ({ groups, tenant, is_public }: SharingAnswer): Shares => ({
  groups: groups.map(({ id }) => id),
  tenant,
  is_public,
});

/** Who sees it by now, of a refusal to set it from what was seen before (REC-38). */
export const newerShares = (error: unknown): SharingAnswer | null =>
  isFailure(error) && error.type === 'conflict' && 'choices' in Object(error.data)
    ? (error.data as SharingAnswer)
    : null;

/** Sets who sees it, if those of `was` still do. */
export function useShare({ kind, id }: Shareable) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Shares & { readonly was: Shares }) =>
      (await api.call('record.share', { params: { kind, id }, body })).data,
    onSuccess: () => cache.invalidateQueries({ queryKey: [kind === 'visual.view' ? 'views' : 'workspaces'] }),
  });
}
