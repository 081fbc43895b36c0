import { Drawer, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { KeyHint } from '../design/marks.tsx';
import { message } from '../messages/index.ts';
import { modules, type ToolkitModule } from '../modules.ts';
import { ScreenLink, useCurrentScreen } from '../navigation.tsx';
import { type Screen, screensOf } from '../routes.ts';
import { useMayOpen } from '../session/session-context.tsx';
import classes from './nav-drawer.module.css';
import { drawerChoice } from './shell-state.ts';

interface Entry {
  readonly module: ToolkitModule;
  readonly screens: readonly Screen[];
}

/** Modules with at least one screen the caller may open (SCR-18). */
function useEntries(): readonly Entry[] {
  const mayOpen = useMayOpen();
  return modules
    .map((module) => ({ module, screens: screensOf(module.name).filter(mayOpen) }))
    .filter(({ screens }) => screens.length > 0);
}

function Entries({ rail }: { readonly rail: boolean }) {
  const current = useCurrentScreen();
  const entries = useEntries();
  return (
    <ul className={classes.list}>
      {entries.map(({ module, screens }) => {
        const here = current?.module === module.name;
        const [first] = screens;
        if (!first) return null;
        const link = (
          <ScreenLink
            to={first.name}
            className={classes.module}
            data-here={here}
            aria-label={rail ? module.title : undefined}
          >
            <module.icon size={18} aria-hidden />
            {!rail && <span>{module.title}</span>}
          </ScreenLink>
        );
        return (
          <li key={module.name}>
            {rail ? (
              <Tooltip label={module.title} position="right">
                {link}
              </Tooltip>
            ) : (
              link
            )}
            {!rail && here && screens.length > 0 && <Children screens={screens} current={current?.path ?? ''} />}
          </li>
        );
      })}
    </ul>
  );
}

function Children({ screens, current }: { readonly screens: readonly Screen[]; readonly current: string }) {
  // a screen below one of the list, as one source of all, belongs to it
  const chosen = screens
    .filter(({ path }) => current === path || current.startsWith(`${path}/`))
    .sort((a, b) => a.path.length - b.path.length)
    .at(-1);
  return (
    <ul className={classes.children}>
      {screens.map(({ name, title }) => (
        <li key={name}>
          <ScreenLink to={name} className={classes.screen} aria-current={chosen?.name === name ? 'page' : undefined}>
            {title}
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}

/** The left drawer: 216 px, or a rail of 56; `[` switches. */
export function NavDrawer({ rail, canWiden }: { readonly rail: boolean; readonly canWiden: boolean }) {
  const Toggle = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={classes.nav} data-print="none" data-rail={rail} aria-label={message('shell.nav')}>
      <Entries rail={rail} />
      {canWiden && (
        <UnstyledButton
          className={classes.collapse}
          aria-label={message(rail ? 'shell.expand' : 'shell.collapse')}
          onClick={() => drawerChoice.set(rail ? 'nav' : 'rail')}
        >
          <Toggle size={18} aria-hidden />
          {!rail && <span>{message('shell.collapse')}</span>}
          {!rail && <KeyHint>[</KeyHint>}
        </UnstyledButton>
      )}
    </nav>
  );
}

/** The same list as a full-height sheet on phones. */
export function NavSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Drawer
      opened={open}
      onClose={onClose}
      size={300}
      title={message('product')}
      zIndex={210}
      closeButtonProps={{ 'aria-label': message('action.close') }}
      classNames={{ content: classes.sheet ?? '', header: classes.sheet ?? '' }}
    >
      <nav aria-label={message('shell.nav')}>
        <Entries rail={false} />
      </nav>
    </Drawer>
  );
}
