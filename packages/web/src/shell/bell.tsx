import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { inbox } from '../design/inbox.ts';
import { StateDot } from '../design/marks.tsx';
import { shareOf } from '../features/imports/progress.ts';
import { RunningList } from '../features/imports/running/running-list.tsx';
import { useRunning } from '../features/imports/running/use-running.ts';
import { useOwnInvites } from '../features/invites/own-invite-calls.ts';
import { InviteCard } from '../features/invites/own-invites.tsx';
import { message } from '../messages/index.ts';
import { formatAgo } from '../records/format.ts';
import classes from './top-bar.module.css';

/** What waits for whoever is signed in: invites to answer, imports that run, notifications of this session. */
export function Bell() {
  const entries = useSyncExternalStore(inbox.subscribe, inbox.entries);
  const unread = useSyncExternalStore(inbox.subscribe, inbox.unread);
  const { running } = useRunning();
  const invites = useOwnInvites().data ?? [];
  const waiting = unread + invites.length;
  const [opened, setOpened] = useState(false);
  const label = [
    message('shell.inbox'),
    ...(unread > 0 ? [`${unread} new`] : []),
    ...(invites.length > 0 ? [invites.length === 1 ? '1 invite' : `${invites.length} invites`] : []),
    ...(running.length > 0 ? [running.length === 1 ? '1 import runs' : `${running.length} imports run`] : []),
  ].join(', ');
  return (
    <Popover
      position="bottom-end"
      width="min(360px, 100vw - 16px)"
      opened={opened}
      onChange={setOpened}
      onOpen={inbox.read}
      zIndex={400}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon aria-label={label} className={classes.bell} onClick={() => setOpened(!opened)}>
          <IconBell size={18} />
          {running[0] && (
            <span className={classes.runs} aria-hidden>
              <i style={{ width: `${shareOf(running[0])}%` }} />
            </span>
          )}
          {waiting > 0 && (
            <span className={classes.unread} aria-hidden>
              {waiting}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.inbox}>
        {invites.length > 0 && (
          <section className={classes.invites} aria-label={message('shell.invites')}>
            <h2>{message('shell.invites')}</h2>
            {invites.map((one) => (
              <InviteCard key={one.id} invite={one} />
            ))}
          </section>
        )}
        {running.length > 0 && (
          <>
            <h2>{message('shell.running')}</h2>
            <RunningList batches={running} onLeave={() => setOpened(false)} />
          </>
        )}
        <h2>{message('shell.inbox')}</h2>
        {entries.length === 0 && <p className="ds-quiet">{message('shell.inboxEmpty')}</p>}
        <ul>
          {entries.map((entry) => (
            <li key={`${entry.at}${entry.title}`}>
              <StateDot tone={entry.tone}>{entry.title}</StateDot>
              {entry.message && <p>{entry.message}</p>}
              <time>{formatAgo(entry.at)}</time>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
