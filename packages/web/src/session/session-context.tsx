import type { Application, Client, Context, SessionState, SessionStore } from '@datasarana/client';
import { type Area, groupsGiving, type Right, type Role, reachOf } from '@datasarana/schema';
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

/** Whether the signed-in user's roles reach an area at all (SCR-18), with or without a connection: what stands on a screen stays. */
export function useHolds(): (area: Area | undefined, right?: Right) => boolean {
  const { roles } = useSession();
  return (area, right = 'read') => area === undefined || reachOf(roles, area, right) !== 'none';
}

/** The same of what would be done now; without a connection that is nothing but reading (SCR-20). */
export function useMay(): (area: Area | undefined, right?: Right) => boolean {
  const holds = useHolds();
  const online = useOnline();
  return (area, right = 'read') => (right === 'read' || online) && holds(area, right);
}

const NO_ROLES: Readonly<Record<string, Role>> = {};

/** Roles of the signed-in user that count inside one group only, by its id (ROL-18). */
const useRoleInGroup = (): Readonly<Record<string, Role>> => useSession().session?.user.role_in_group ?? NO_ROLES;

/**
 * Whether a role held in one of `groups` gives the signed-in user a right there (ROL-18): to what is shared with that group, not
 * to take it away or to say who sees it. Without groups: in any. With or without a connection.
 */
export function useMayInGroup(): (area: Area, right: Right, groups?: readonly string[]) => boolean {
  const held = useRoleInGroup();
  return (area, right, groups) =>
    groupsGiving(held, area, right).some((group) => groups === undefined || groups.includes(group));
}

/** Whether a screen is open to the signed-in user (SCR-18). */
export function useMayOpen(): (screen: { readonly area?: Area; readonly ofGroups?: true }) => boolean {
  const may = useMay();
  const inGroup = (useSession().session?.user.groups?.length ?? 0) > 0;
  return ({ area, ofGroups }) => (ofGroups && inGroup) || may(area);
}

/** Whether the signed-in user may change a record of an area that belongs to someone: all of them, or their own; connected or not. */
export function useMayChange(area: Area): (owner: string) => boolean {
  const { roles, session } = useSession();
  const reach = reachOf(roles, area, 'change');
  return (owner) => reach === 'all' || (reach !== 'none' && owner !== '' && owner === session?.user.id);
}
