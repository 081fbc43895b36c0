import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { message } from '../messages/index.ts';
import { formatListDate } from '../records/format.ts';
import { connection } from '../session/api.ts';
import classes from './offline-banner.module.css';

/** Whether the platform answered last time and the browser has a network. */
export const useOnline = (): boolean => useSyncExternalStore(connection.subscribe, connection.isOnline);

/** Told while the platform cannot be reached (SCR-20); what is on the page stays. */
export function OfflineBanner() {
  const online = useOnline();
  useEffect(() => {
    const off = () => connection.lost();
    const probe = () => {
      fetch('/health/live', { cache: 'no-store' }).then(
        () => connection.back(),
        () => undefined,
      );
    };
    window.addEventListener('offline', off);
    window.addEventListener('online', probe);
    const timer = online ? undefined : setInterval(probe, 5_000);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', probe);
      clearInterval(timer);
    };
  }, [online]);
  if (online) return null;
  return (
    <div className={classes.banner} role="status">
      <IconCloudOff size={16} aria-hidden />
      {message('shell.offline', { time: formatListDate(connection.lostAt()).slice(11, 16) })}
    </div>
  );
}
