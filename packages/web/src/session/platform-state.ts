import { useQuery } from '@tanstack/react-query';

/** `full`: what is there is searched, nothing can be stored. */
export type PlatformState = 'ready' | 'full' | 'away';

async function read(signal: AbortSignal): Promise<PlatformState> {
  const response = await fetch('/health/ready', { signal, cache: 'no-store' });
  if (!response.ok) return 'away';
  const { disk }: { disk?: unknown } = await response.json();
  return disk === 'full' ? 'full' : 'ready';
}

/** What the platform says of itself, asked every 20 s; undefined until it said so, also when it cannot be reached. */
export function usePlatformState() {
  const { data, isPending } = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: 20_000,
  });
  return { state: data, isPending };
}
