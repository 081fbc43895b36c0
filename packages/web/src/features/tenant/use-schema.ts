import { useQuery } from '@tanstack/react-query';
import { useSchemas } from '../../session/index.ts';

/** A system schema, from memory or from the platform (SCH-14); null when there is none of that name. */
export function useSchema(name: string) {
  const schemas = useSchemas();
  return useQuery({
    queryKey: ['schema', name],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await schemas.get(name)) ?? null,
    initialData: () => schemas.peek(name),
  });
}
