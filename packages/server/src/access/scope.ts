import type { Role } from '@datasarana/schema';

/** Whose call this is. Every port call takes one; there is no unscoped variant outside start-up (design §3). */
export interface Scope {
  readonly cluster: string;
  readonly tenant: string;
  /** User id; `system` for the platform's own start-up and background work. */
  readonly user: string;
  readonly roles: readonly Role[];
  /** Groups of the user, for what is shared. */
  readonly groups: readonly string[];
  /** Groups in which the user holds a role, by their ids: it counts for what is the group's, and nowhere else (ROL-18). */
  readonly roleInGroup?: Readonly<Record<string, Role>>;
  /** Groups whose things this call may reach by such a role. */
  readonly manages?: readonly string[];
  /** The call reads what is published, as a stranger does, beside what its reach covers (ROL-15). */
  readonly readsPublished?: true;
  readonly requestId: string;
  /** Id of the API token the call was made with. */
  readonly token?: string;
}
