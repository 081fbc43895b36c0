import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import {
  IconArrowLeft,
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
import { useSyncExternalStore } from 'react';
import { Initials, KeyHint } from '../design/marks.tsx';
import { pageTitle } from '../design/page-title.ts';
import { message } from '../messages/index.ts';
import { ScreenLink, useGo } from '../navigation.tsx';
import { useSession, useSessionStore } from '../session/session-context.tsx';
import { Bell } from './bell.tsx';
import { Logo } from './logo.tsx';
import { paletteState } from './palette-state.ts';
import { usePlace } from './place.ts';
import classes from './top-bar.module.css';

/** Key name of the platform the browser runs on. */
const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const { title, figure, back } = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const { cluster, tenant } = usePlace();
  const fullscreen = useFullscreenDocument();
  return (
    <header className={classes.bar} data-print="none">
      {back && (
        <ScreenLink to={back.to} className={classes.back} aria-label={message('shell.back', { list: back.label })}>
          <IconArrowLeft size={22} aria-hidden />
        </ScreenLink>
      )}
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
        <Bell />
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
