import { Button } from '@mantine/core';
import { IconFileOff, IconSearch } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { EmptyState, StateScreen } from '../design/index.ts';
import { message } from '../messages/index.ts';
import { ScreenLink } from '../navigation.tsx';
import { defaultScreen, type Screen, screenAbove, screenNamed } from '../routes.ts';
import { useMayOpen } from '../session/index.ts';
import { paletteState } from './palette-state.ts';

/** What the frame shows at an address that no screen has: the nearest screen above it, and the other ways on. */
export function LostScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const mayOpen = useMayOpen();
  const ways = [screenAbove(path), screenNamed('toolkit.home'), screenNamed(defaultScreen)].filter(
    (screen, at, all): screen is Screen => screen !== undefined && all.indexOf(screen) === at && mayOpen(screen),
  );
  return (
    <StateScreen title={message('lost.title')}>
      <EmptyState
        icon={IconFileOff}
        title={message('lost.title')}
        action={
          <>
            {ways.map(({ name, title }) => (
              <ScreenLink key={name} to={name}>
                Go to {title}
              </ScreenLink>
            ))}
            <Button leftSection={<IconSearch size={16} />} onClick={() => paletteState.open()}>
              {message('shell.search')}
            </Button>
          </>
        }
      >
        {message('lost.text', { path })}
      </EmptyState>
    </StateScreen>
  );
}
