import type { Schema } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';

/** A system schema from the platform; kept for the whole visit. */
export function useSchema(name: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['schema', name],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { data } = await api.call<Schema>('schema.system', { query: { id: name }, signal });
      return data;
    },
  });
}
