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
  readonly requestId: string;
}
