import { IconCloudOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { message } from '../messages/index.ts';
import { formatListDate } from '../records/format.ts';
import { useApi, useOnline } from '../session/session-context.tsx';
import classes from './offline-banner.module.css';

/** Told while the platform cannot be reached (SCR-20); what is on the page stays. */
export function OfflineBanner() {
  const { connection } = useApi();
  const online = useOnline();
  useEffect(() => {
    const off = () => connection.turn(false, Date.now());
    const probe = () => {
      fetch('/health/live', { cache: 'no-store' }).then(() => connection.turn(true, Date.now()), off);
    };
    window.addEventListener('offline', off);
    window.addEventListener('online', probe);
    // code that did not come tells of the platform before any call does
    window.addEventListener('vite:preloadError', probe);
    const timer = online ? undefined : setInterval(probe, 5_000);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', probe);
      window.removeEventListener('vite:preloadError', probe);
      clearInterval(timer);
    };
  }, [online, connection]);
  if (online) return null;
  return (
    <div className={classes.banner} role="status">
      <IconCloudOff size={16} aria-hidden />
      {message('shell.offline', { time: formatListDate(connection.lostAt()).slice(11, 16) })}
    </div>
  );
}
