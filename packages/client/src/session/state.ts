import type { Role, TokenClaims } from '@datasarana/schema';

/** SES-12; further fields as the server answers them. */
export interface SessionUser {
  readonly id: string;
  readonly login_id?: string;
  readonly full_name?: string;
  readonly avatar?: string | null;
  readonly notify?: unknown;
  /** Ids of the groups this user belongs to. */
  readonly groups?: readonly string[];
  /** Roles that count inside one group only, by its id (ROL-18). */
  readonly role_in_group?: Readonly<Record<string, Role>>;
  readonly [field: string]: unknown;
}

/** SES-01: exactly these four. */
export interface Session {
  readonly id: string;
  readonly user: SessionUser;
  /** Cluster id, from the issuer of the token (SES-02). */
  readonly cluster: string;
  /** Tenant id, from the configuration (SES-03). */
  readonly tenant: string;
}

/** Who is signed in, and what that person may do. */
export interface SessionState {
  readonly session: Session | null;
  readonly claims: TokenClaims | undefined;
  readonly roles: readonly Role[];
  /** Ids of the calls this user may make (ROL-04); null until known. */
  readonly endpoints: ReadonlySet<string> | null;
  /** The account must set a new password before anything else (AUT-18). */
  readonly mustChange: boolean;
  /** `expired`: the end was found while working, sign in over the page (SES-08); `soon`: five minutes are left (SES-18). */
  readonly notice: 'none' | 'soon' | 'expired';
}

/** Nobody is signed in. */
export const SIGNED_OUT: SessionState = {
  session: null,
  claims: undefined,
  roles: ['anonymous'],
  endpoints: null,
  mustChange: false,
  notice: 'none',
};
