import type { Area, Right } from '@datasarana/schema';
import { reachOf } from '@datasarana/schema';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { Api } from './api.ts';
import type { SessionState, SessionStore } from './store.ts';

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
export const useApi = (): Api => useSessionStore().api;

/** Whether the signed-in user's roles reach an area at all (SCR-18). */
export function useMay(): (area: Area | undefined, right?: Right) => boolean {
  const { roles } = useSession();
  return (area, right = 'read') => area === undefined || reachOf(roles, area, right) !== 'none';
}
