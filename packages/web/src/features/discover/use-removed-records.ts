import type { DataState } from '@datasarana/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import { NEWS } from '../../views/live-rows.ts';

/** Records of a template that were removed one by one, as they were last; the latest removed first. */
export function useRemovedRecords(template: string): UseQueryResult<readonly DataState[]> {
  const api = useApi();
  return useQuery({
    queryKey: [NEWS, template, 'removed'],
    queryFn: async ({ signal }) => (await api.call('data.removed', { query: { template }, signal })).data ?? [],
  });
}
