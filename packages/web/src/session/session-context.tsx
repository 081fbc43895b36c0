import type { Application, Client, Context, SessionState, SessionStore } from '@datasarana/client';
import { type Area, type Right, reachOf } from '@datasarana/schema';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';

const ApplicationContext = createContext<Application | null>(null);

interface SessionProviderProps {
  readonly application: Application;
  readonly children: ReactNode;
}

export function SessionProvider({ application, children }: SessionProviderProps) {
  return <ApplicationContext value={application}>{children}</ApplicationContext>;
}

function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application) throw new Error('No session provider above this component');
  return application;
}

export const useSessionStore = (): SessionStore => useApplication().session;

/** Cluster and tenant of the session, null until they are loaded (APP-16). */
export function usePlaces(): Context {
  const { subscribe, context } = useApplication();
  return useSyncExternalStore(subscribe, context);
}

/** The schemas in memory, from the platform or bundled (SCH-14). */
export const useSchemas = (): Application['schemas'] => useApplication().schemas;

/** Who is signed in, as state that redraws. */
export function useSession(): SessionState {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.read);
}

/** The client for every call of the platform. */
export const useApi = (): Client => useSessionStore().client;

/** Whether the platform answered the last request; what is on the page stays when it did not (SCR-20). */
export function useOnline(): boolean {
  const { connection } = useApi();
  return useSyncExternalStore(connection.subscribe, connection.isOnline);
}

/** Whether the signed-in user's roles reach an area at all (SCR-18); without a connection nothing but reading (SCR-20). */
export function useMay(): (area: Area | undefined, right?: Right) => boolean {
  const { roles } = useSession();
  const online = useOnline();
  return (area, right = 'read') =>
    (right === 'read' || online) && (area === undefined || reachOf(roles, area, right) !== 'none');
}

/** Whether the signed-in user may change a record of an area that belongs to someone: all of them, or their own. */
export function useMayChange(area: Area): (owner: string) => boolean {
  const { roles, session } = useSession();
  const online = useOnline();
  const reach = reachOf(roles, area, 'change');
  return (owner) => online && (reach === 'all' || (reach !== 'none' && owner !== '' && owner === session?.user.id));
}
