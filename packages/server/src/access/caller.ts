/** Who is behind a live token: the session it names and the account as stored now, so a change counts at once. */
export interface Caller {
  readonly session: string;
  readonly account: string;
  readonly loginId: string;
  readonly user: string;
  /** Union of the scope texts of the account's active roles (ROL-08, ROL-17). */
  readonly scopes: readonly string[];
  readonly mustChange: boolean;
  /** Ids of the only templates an API token may write to; null = no such bound. */
  readonly templates: readonly string[] | null;
  /** Epoch seconds. */
  readonly expires: number;
}
