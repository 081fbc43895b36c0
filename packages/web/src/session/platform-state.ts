import { useQuery } from '@tanstack/react-query';

/** `full`: what is there is searched, nothing can be stored. */
export type PlatformState = 'ready' | 'full' | 'away';

async function read(signal: AbortSignal): Promise<PlatformState> {
  const response = await fetch('/health/ready', { signal, cache: 'no-store' }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    return null;
  });
  if (!response?.ok) return 'away';
  const { disk }: { disk?: unknown } = await response.json();
  return disk === 'full' ? 'full' : 'ready';
}

/** What the platform says of itself, asked every 20 s; undefined until that is known. */
export function usePlatformState() {
  const { data, isPending } = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: 20_000,
  });
  return { state: data, isPending };
}
