import { IconClockPause } from '@tabler/icons-react';
import { EmptyState, NotAuthorised, Page, PageHeader, Panel } from '../../design/index.ts';
import { message } from '../../messages/index.ts';
import { ScreenLink, useCurrentScreen } from '../../navigation.tsx';
import { screensOf } from '../../routes.ts';
import { useMayOpen } from '../../session/index.ts';
import classes from './module-screen.module.css';

/** What a module's own address (RTE-08) answers with when no screen of it stands there: its screens, or that it has none. */
export function ModuleScreen() {
  const here = useCurrentScreen();
  const mayOpen = useMayOpen();
  const title = here?.title ?? 'This module';
  const all = here?.module ? screensOf(here.module) : [];
  const screens = all.filter(mayOpen);
  return (
    <Page>
      <PageHeader title={title} />
      <Panel label={title}>
        {screens.length > 0 ? (
          <ul className={classes.screens}>
            {screens.map((screen) => (
              <li key={screen.name}>
                <ScreenLink to={screen.name}>
                  <screen.icon size={18} aria-hidden />
                  {screen.title}
                </ScreenLink>
              </li>
            ))}
          </ul>
        ) : all.length > 0 ? (
          <NotAuthorised what={title} area={all[0]?.area} />
        ) : (
          <EmptyState
            icon={IconClockPause}
            title={message('state.notAvailable', { module: title })}
            action={<ScreenLink to="toolkit.home">Go to the overview</ScreenLink>}
          >
            {message('state.notAvailableHint')}
          </EmptyState>
        )}
      </Panel>
    </Page>
  );
}
