/** What a sign-in token says (SES-13). */
export interface TokenClaims {
  /** Cluster id (SES-02). */
  readonly iss: string;
  /** User id. */
  readonly sub: string;
  /** Tenant id. */
  readonly tid: string;
  /** Session id. */
  readonly sid: string;
  readonly scope: readonly string[];
  /** Epoch seconds, as `exp`. */
  readonly iat: number;
  readonly exp: number;
}
