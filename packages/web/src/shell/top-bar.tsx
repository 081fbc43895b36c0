import { ActionIcon, Menu, Popover, UnstyledButton } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import {
  IconBell,
  IconBuilding,
  IconChevronDown,
  IconLogout,
  IconMaximize,
  IconMenu2,
  IconMinimize,
  IconSearch,
  IconTopologyStar3,
  IconUserCircle,
} from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { inbox } from '../design/inbox.ts';
import { Initials, KeyHint, StateDot } from '../design/marks.tsx';
import { pageTitle } from '../design/page-title.ts';
import { shareOf } from '../features/imports/progress.ts';
import { RunningList } from '../features/imports/running/running-list.tsx';
import { useRunning } from '../features/imports/running/use-running.ts';
import { message } from '../messages/index.ts';
import { ScreenLink, useGo } from '../navigation.tsx';
import { formatAgo } from '../records/format.ts';
import { useSession, useSessionStore } from '../session/session-context.tsx';
import { Logo } from './logo.tsx';
import { paletteState } from './palette-state.ts';
import { usePlace } from './place.ts';
import classes from './top-bar.module.css';

/** Key name of the platform the browser runs on. */
const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const { title, figure } = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const { cluster, tenant } = usePlace();
  const fullscreen = useFullscreenDocument();
  return (
    <header className={classes.bar}>
      <ActionIcon className={classes.menu} aria-label={message('shell.menu')} onClick={onMenu}>
        <IconMenu2 size={22} />
      </ActionIcon>
      <ScreenLink to="toolkit.home" className={classes.brand} aria-label={`${message('product')}, home`}>
        <Logo />
        <span className={classes.product}>{message('product')}</span>
      </ScreenLink>
      <span className={classes.title} aria-hidden>
        {title} {figure !== '' && <span>{figure}</span>}
      </span>
      <div className={classes.place}>
        <span>
          <IconTopologyStar3 size={16} aria-hidden />
          {cluster}
        </span>
        <i aria-hidden>/</i>
        <span>
          <IconBuilding size={16} aria-hidden />
          {tenant}
        </span>
      </div>
      <UnstyledButton className={classes.search} onClick={() => paletteState.open()}>
        <IconSearch size={16} aria-hidden />
        <span>{message('shell.search')}</span>
        <KeyHint>{modifier} K</KeyHint>
      </UnstyledButton>
      <div className={classes.tools}>
        <ActionIcon
          className={classes.searchIcon}
          aria-label={message('shell.search')}
          onClick={() => paletteState.open()}
        >
          <IconSearch size={22} />
        </ActionIcon>
        <Inbox />
        <ActionIcon
          className={classes.full}
          aria-label={message(fullscreen.fullscreen ? 'shell.fullscreenLeave' : 'shell.fullscreen')}
          onClick={() => void fullscreen.toggle()}
        >
          {fullscreen.fullscreen ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
        </ActionIcon>
        <UserMenu />
      </div>
    </header>
  );
}

function Inbox() {
  const entries = useSyncExternalStore(inbox.subscribe, inbox.entries);
  const unread = useSyncExternalStore(inbox.subscribe, inbox.unread);
  const { running } = useRunning();
  const [opened, setOpened] = useState(false);
  const label = [
    message('shell.inbox'),
    ...(unread > 0 ? [`${unread} new`] : []),
    ...(running.length > 0 ? [running.length === 1 ? '1 import runs' : `${running.length} imports run`] : []),
  ].join(', ');
  return (
    <Popover
      position="bottom-end"
      width={360}
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
          {unread > 0 && (
            <span className={classes.unread} aria-hidden>
              {unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.inbox}>
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

function UserMenu() {
  const { session } = useSession();
  const store = useSessionStore();
  const go = useGo();
  const name = session?.user.login_id ?? session?.user.full_name ?? '';
  return (
    <Menu position="bottom-end" width={220} zIndex={400}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span className="ds-hidden">{message('shell.account')}</span>
          <Initials name={name || '?'} />
          <span className={classes.userName}>{name}</span>
          <IconChevronDown size={14} aria-hidden className={classes.userMore} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session?.user.full_name ?? name}</Menu.Label>
        <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={() => go('toolkit.account')}>
          {message('shell.account')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void store.signOut()}>
          {message('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
