import { useQuery } from '@tanstack/react-query';
import { StateDot } from '../../design/marks.tsx';
import { message } from '../../messages/index.ts';
import { usePlatformVersion } from '../../session/index.ts';

/** Whether the platform says it is ready; asked every 20 s. */
export function ServiceState() {
  const ready = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => fetch('/health/ready', { signal, cache: 'no-store' }).then((response) => response.ok),
    refetchInterval: 20_000,
  });
  if (ready.isPending) return <StateDot tone="neutral">{message('login.servicesChecking')}</StateDot>;
  return ready.data === true ? (
    <StateDot tone="positive">{message('login.services')}</StateDot>
  ) : (
    <StateDot tone="negative">{message('login.servicesDown')}</StateDot>
  );
}

/** Version of the platform that serves this page. */
export function Version() {
  return <span className="ds-meta">{usePlatformVersion()}</span>;
}
