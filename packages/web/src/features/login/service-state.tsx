import { StateDot } from '../../design/marks.tsx';
import { message } from '../../messages/index.ts';
import { usePlatformState, usePlatformVersion } from '../../session/index.ts';

/** Whether the platform says it is ready. */
export function ServiceState() {
  const { state, isPending } = usePlatformState();
  if (isPending) return <StateDot tone="neutral">{message('login.servicesChecking')}</StateDot>;
  return state === 'ready' || state === 'full' ? (
    <StateDot tone="positive">{message('login.services')}</StateDot>
  ) : (
    <StateDot tone="negative">{message('login.servicesDown')}</StateDot>
  );
}

/** Version of the platform that serves this page. */
export function Version() {
  return <span className="ds-meta">{usePlatformVersion()}</span>;
}
