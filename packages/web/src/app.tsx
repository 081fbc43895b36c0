import { type Application, isFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { onlineManager, type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import toasts from './design/notify.module.css';
import { buildRouter } from './router.tsx';
import { SessionProvider } from './session/index.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';

const buildQueries = () =>
  new QueryClient({
    defaultOptions: {
      // The api retries by its own rule (ERR-34); a second layer would multiply the tries.
      queries: {
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        // What failed comes by itself once the platform is back; the rest stays what it was read as.
        refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Whether a read was refused for the session's end. */
const isRefused = ({ state: { error } }: Query): boolean => isFailure(error) && error.code === ReplyCode.AuthNotSigned;

export function App({ application }: { readonly application: Application }) {
  const store = application.session;
  const [queries] = useState(buildQueries);
  const [router] = useState(() => buildRouter(store));
  useEffect(() => {
    const { connection } = store.client;
    // The browser's own word would miss a platform that is away while the network is there.
    onlineManager.setEventListener((turn) => connection.subscribe(() => turn(connection.isOnline())));
  }, [store]);
  useEffect(() => {
    let user = store.read().session?.user.id;
    let hadEnded = false;
    return store.subscribe(() => {
      const { session, notice } = store.read();
      const now = session?.user.id;
      // what was refused while nobody was signed in is read once somebody is
      if (hadEnded && session && notice !== 'expired')
        void queries.refetchQueries({ type: 'active', predicate: isRefused });
      hadEnded = notice === 'expired';
      if (now === user) return;
      user = now;
      queries.clear();
      if (now === undefined) void router.invalidate();
    });
  }, [store, queries, router]);
  return (
    <MantineProvider theme={theme} forceColorScheme="dark" cssVariablesResolver={cssVariablesResolver}>
      <SessionProvider application={application}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Notifications
            position="bottom-right"
            limit={3}
            containerWidth={360}
            zIndex={500}
            classNames={{ root: toasts.toasts ?? '' }}
          />
        </QueryClientProvider>
      </SessionProvider>
    </MantineProvider>
  );
}
