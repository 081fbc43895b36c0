import type { Client, SessionState, SessionStore } from '@datasarana/client';
import { type Area, type Right, reachOf } from '@datasarana/schema';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';

const Context = createContext<SessionStore | null>(null);

export function SessionProvider({ store, children }: { readonly store: SessionStore; readonly children: ReactNode }) {
  return <Context value={store}>{children}</Context>;
}

export function useSessionStore(): SessionStore {
  const store = use(Context);
  if (!store) throw new Error('No session provider above this component');
  return store;
}

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

/** Whether the signed-in user's roles reach an area at all (SCR-18). */
export function useMay(): (area: Area | undefined, right?: Right) => boolean {
  const { roles } = useSession();
  return (area, right = 'read') => area === undefined || reachOf(roles, area, right) !== 'none';
}
