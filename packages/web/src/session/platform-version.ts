import { useQuery } from '@tanstack/react-query';

/** Version of the platform that serves this page; undefined until it said so. */
export function usePlatformVersion(): string | undefined {
  const live = useQuery({
    queryKey: ['live'],
    queryFn: async ({ signal }) => (await fetch('/health/live', { signal })).json() as Promise<{ version?: string }>,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return live.data?.version;
}
