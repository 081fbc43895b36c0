import '../theme/mantine-all.ts';
import '../theme/mantine-overrides.css';
import { CatchBoundary, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CommandKeys } from '../commands/command-keys.tsx';
import { DialogHost } from '../design/dialogs.tsx';
import { OverlayHost } from '../design/overlay.tsx';
import { Page, PageHeader } from '../design/page.tsx';
import { Panel } from '../design/panel.tsx';
import { NotAuthorised } from '../design/states.tsx';
import { ROOMY, useWindowIs } from '../design/widths.ts';
import { PasswordDue } from '../features/account/password-due.tsx';
import { EndNotices } from '../features/imports/running/end-notices.tsx';
import { message } from '../messages/index.ts';
import { useCurrentScreen } from '../navigation.tsx';
import { useMayOpen, useSession } from '../session/session-context.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { PendingScreen } from './module-pending.tsx';
import { ModuleProblem } from './module-problem.tsx';
import { NavDrawer, NavSheet } from './nav-drawer.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette } from './palette.tsx';
import { ScreenOutline } from './screen-outline.tsx';
import { SessionNotices } from './session-notices.tsx';
import classes from './shell.module.css';
import { useDrawerChoice } from './shell-state.ts';
import { TopBar } from './top-bar.tsx';

/** The frame around every toolkit screen: top bar, drawer, banners, palette, dialogs. */
export function Shell() {
  const screen = useCurrentScreen();
  const mayOpen = useMayOpen();
  const { session, mustChange } = useSession();
  const [sheet, setSheet] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const roomy = useWindowIs(ROOMY);
  useKeptFocus();
  const choice = useDrawerChoice();
  const rail = !roomy || (choice ?? (screen?.wide ? 'rail' : 'nav')) === 'rail';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the sheet
  useEffect(() => setSheet(false), [path]);

  if (!session) return null;
  const allowed = screen === undefined || mayOpen(screen);
  return (
    <div className={classes.shell} data-rail={rail}>
      <a href="#content" className={classes.skip} data-print="none">
        {message('shell.skip')}
      </a>
      <TopBar onMenu={() => setSheet(true)} />
      <NavDrawer rail={rail} canWiden={roomy} />
      <NavSheet open={sheet} onClose={() => setSheet(false)} />
      <main id="content" className={classes.main} tabIndex={-1}>
        <OfflineBanner />
        <CatchBoundary getResetKey={() => path} errorComponent={ModuleProblem}>
          {mustChange ? (
            <PasswordDue />
          ) : allowed ? (
            <PendingScreen value={ScreenOutline}>
              <Outlet />
            </PendingScreen>
          ) : (
            <Page>
              <PageHeader title={screen?.title ?? ''} />
              <Panel label={screen?.title ?? ''}>
                <NotAuthorised what={screen?.title ?? ''} area={screen?.area} />
              </Panel>
            </Page>
          )}
        </CatchBoundary>
      </main>
      <SessionNotices />
      <EndNotices />
      <Palette />
      <CommandKeys />
      <DialogHost />
      <OverlayHost />
    </div>
  );
}
