import {
  type Area,
  type EndpointId,
  REFRESH_RATE,
  ReplyCode,
  type Right,
  reachOf,
  rolesOfScopes,
} from '@datasarana/schema';
import { CallFailure, isFailure, isUnanswered } from '../call-failure.ts';
import { type CallAuthority, Client } from '../client.ts';
import { type AppConfig, apiAddress } from '../config.ts';
import { systemTimers, type Timers } from '../timers.ts';
import { type SessionState, type SessionUser, SIGNED_OUT } from './state.ts';
import { memoryStorage, type SessionStorage } from './storage.ts';
import { Tabs } from './tabs.ts';
import { decodeToken, isExpired } from './token.ts';

/** What a session store is made from; what is left out is that of the browser. */
export interface SessionOptions {
  readonly config: AppConfig;
  readonly storage?: SessionStorage;
  readonly timers?: Timers;
  /** Name under which the tabs of a browser share a session; without it each stands alone. */
  readonly tabs?: string;
}

/** Offered this long before the expiry, in ms (SES-18). */
const OFFER_BEFORE = 300_000;

/** Longest delay a browser timer takes. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The roles as the platform tells them now; those of the token are of when it was signed. */
const rolesIn = ({ scope }: SessionUser): Pick<SessionState, 'roles'> | undefined =>
  Array.isArray(scope) ? { roles: rolesOfScopes(scope) } : undefined;

const OPEN_CALLS: readonly EndpointId[] = [
  'auth.sign-in',
  'auth.token',
  'session.user.register',
  'session.group.invite.get',
  'session.end',
];

/** Who is signed in and what they may call; owns the client that every call goes through. Knows no framework. */
export class SessionStore {
  readonly config: AppConfig;
  readonly client: Client;
  readonly #storage: SessionStorage;
  readonly #timers: Timers;
  readonly #tabs: Tabs | undefined;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = SIGNED_OUT;
  #token: string | undefined;
  #stops: (() => void)[] = [];
  #rereading = false;

  constructor(options: SessionOptions) {
    this.config = options.config;
    this.#storage = options.storage ?? memoryStorage();
    this.#timers = options.timers ?? systemTimers;
    const authority: CallAuthority = {
      token: () => this.#token,
      mayCall: (id) => this.mayCall(id),
      refused: () => this.#refused(),
      denied: () => void this.#denied(),
    };
    this.client = new Client({ base: apiAddress(options.config.base_url), authority, timers: this.#timers });
    const shared = {
      token: () => this.#token,
      told: (token: string) => void this.#takeUp(token),
      out: () => this.#forget(),
    };
    this.#tabs = options.tabs === undefined ? undefined : new Tabs(options.tabs, this.#timers, shared);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): SessionState => this.#state;

  /** Whether a session lives right now (SES-04…07). */
  isLive(): boolean {
    return this.#state.session !== null && !isExpired(this.#state.claims, this.#timers.now());
  }

  /** ROL-04: whether the user has this end-point; open calls are everyone's. */
  mayCall(id: EndpointId): boolean {
    return OPEN_CALLS.includes(id) || this.#state.endpoints === null || this.#state.endpoints.has(id);
  }

  /** Whether the user's roles reach an area at all; no area = anyone. What is `ofGroups` is there for whoever is in one, too. */
  mayOpen(area: Area | undefined, right: Right = 'read', ofGroups = false): boolean {
    if (ofGroups && (this.#state.session?.user.groups?.length ?? 0) > 0) return true;
    return area === undefined || reachOf(this.#state.roles, area, right) !== 'none';
  }

  /** Takes up the session of this tab, or of another tab of this browser, after a reload. */
  async resume(): Promise<void> {
    const token = this.#storage.token.read() ?? (await this.#tabs?.ask());
    if (token === undefined || isExpired(decodeToken(token), this.#timers.now())) return this.#forget();
    try {
      await this.#enter(token);
      // a tab that asked while this one had not begun to listen
      this.#tabs?.tellToken();
    } catch (error) {
      // A session the server no longer knows is no session (SES-16); one it could not be asked about lives on by its token.
      if (isUnanswered(error)) this.#resumeWhenBack();
      else this.#forget();
    }
  }

  /** Another tab signed in, renewed, or answers late: a tab without a session goes on by it, and one of the same user does. */
  async #takeUp(token: string): Promise<void> {
    const claims = decodeToken(token);
    const { session, claims: own } = this.#state;
    const others = session !== null && session.user.id !== claims?.sub;
    if (!claims || others || isExpired(claims, this.#timers.now())) return;
    if (this.isLive()) {
      if (claims.sid === own?.sid && claims.exp > own.exp) this.#renewed(token);
      return;
    }
    try {
      await this.#enter(token);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (!session) this.#forget();
    }
  }

  #resumeWhenBack(): void {
    const stop = this.client.connection.subscribe(() => {
      if (!this.client.connection.isOnline()) return;
      stop();
      if (this.#state.session && this.#state.endpoints === null) void this.resume();
    });
    this.#stops.push(stop);
  }

  /**
   * SES-09, in its order: session id and user, cluster id from the issuer, then the user record.
   * @throws CallFailure 1000 without a token in the reply, 10001 when it cannot be read (SES-14, SES-15)
   */
  async signIn(loginId: string, password: string): Promise<void> {
    const { app_id, tenant_id } = this.config;
    const body = { login_id: loginId, password, app_id, org_id: tenant_id };
    const { data, code } = await this.client.call('auth.sign-in', { body });
    if (!data?.jwt)
      throw new CallFailure(ReplyCode.ClientNoJwt, 'The platform answered without a token', {
        hint: `Sign in again; the answer had code ${code}.`,
      });
    this.#storage.lastLogin.write(loginId);
    const before = this.#state.session;
    try {
      await this.#enter(data.jwt);
    } catch (error) {
      if (!before) this.#forget();
      throw error;
    }
    this.#tabs?.tellToken();
  }

  /** The login id used last in this browser, or empty (SCR-13). */
  lastLogin(): string {
    return this.#storage.lastLogin.read() ?? '';
  }

  /** SES-18: a fresh token for the same session. */
  async renew(): Promise<void> {
    const { data } = await this.client.call('auth.token', { query: { renew: true } });
    this.#renewed(data?.jwt);
    this.#tabs?.tellToken();
  }

  #renewed(token: string | undefined): void {
    if (token) this.#keep(token);
    this.#set({ notice: 'none' });
  }

  /** SES-10: ends the server session too; `everywhere` ends all sessions of this account. */
  async signOut(everywhere = false): Promise<void> {
    if (this.isLive()) await this.#endOnServer(everywhere);
    this.#forget();
    this.#tabs?.tellOut();
  }

  async #endOnServer(everywhere: boolean): Promise<void> {
    try {
      await this.client.call('session.end', everywhere ? { query: { all: true } } : {});
    } catch (error) {
      // Signing out here must work without a connection; the server session then ends by its expiry.
      if (!isFailure(error)) throw error;
    }
  }

  /** Reads the user record again, as after a change of the profile. */
  async reloadUser(): Promise<void> {
    const { session } = this.#state;
    if (!session) return;
    const { data } = await this.client.call('session.user.own');
    if (data) this.#set({ session: { ...session, user: data }, ...rolesIn(data) });
  }

  /** Reads again who this is and what they may call, as after joining a group (ROL-18). */
  async reloadRights(): Promise<void> {
    await this.reloadUser();
    await this.#reloadEndpoints();
  }

  /** The forced change is done (AUT-18): everything the roles allow is open now. */
  async passwordChanged(): Promise<void> {
    this.#set({ mustChange: false });
    await this.#reloadEndpoints();
  }

  async #reloadEndpoints(): Promise<void> {
    const endpoints = await this.#endpoints();
    if (endpoints) this.#set({ endpoints: new Set(endpoints.map((row) => row.id)) });
  }

  dismissOffer(): void {
    this.#set({ notice: 'none' });
  }

  /** SES-08: run every 300 s and when a call is refused with code 14. */
  check(): void {
    const { session, claims, notice } = this.#state;
    if (!session || !claims) return;
    const now = this.#timers.now();
    if (isExpired(claims, now)) this.#set({ notice: 'expired' });
    else if (claims.exp * 1000 - now <= OFFER_BEFORE && notice === 'none') this.#set({ notice: 'soon' });
  }

  dispose(): void {
    this.#stopTimers();
    this.#tabs?.close();
  }

  async #enter(token: string): Promise<void> {
    const claims = decodeToken(token);
    if (!claims)
      throw new CallFailure(ReplyCode.ClientCannotParse, 'The token cannot be read', { hint: 'Sign in again.' });
    this.#keep(token);
    const before = this.#state.session;
    const fresh = { id: claims.sid, user: { id: claims.sub }, cluster: claims.iss, tenant: this.config.tenant_id };
    const again = before?.user.id === claims.sub;
    this.#set({
      session: again ? { ...fresh, user: before.user } : fresh,
      roles: rolesOfScopes(claims.scope),
      endpoints: again ? this.#state.endpoints : null,
      notice: 'none',
    });
    const [{ data: user }, endpoints] = await Promise.all([this.client.call('session.user.own'), this.#endpoints()]);
    this.#set({
      session: { ...fresh, user: user ?? fresh.user },
      endpoints: endpoints === null ? null : new Set(endpoints.map((row) => row.id)),
      mustChange: endpoints === null || user?.must_change === true,
    });
  }

  /** Null while the account must change its password first (authorisation status 2, AUT-18). */
  async #endpoints(): Promise<readonly { readonly id: string }[] | null> {
    try {
      return (await this.client.call('session.endpoints')).data;
    } catch (error) {
      if (isFailure(error) && error.status === 2) return null;
      throw error;
    }
  }

  #keep(token: string): void {
    this.#token = token;
    this.#storage.token.write(token);
    const claims = decodeToken(token);
    this.#set({ claims });
    this.#stopTimers();
    this.#stops.push(this.#timers.every(REFRESH_RATE, () => this.check()));
    const left = (claims?.exp ?? 0) * 1000 - this.#timers.now() - OFFER_BEFORE;
    if (left > 0 && left <= LONGEST_TIMER) this.#stops.push(this.#timers.after(left, () => this.check()));
  }

  #stopTimers(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  #forget(): void {
    this.#token = undefined;
    this.#storage.token.write(null);
    this.#stopTimers();
    this.#set(SIGNED_OUT);
  }

  #refused(): void {
    if (this.#state.session) this.#set({ notice: 'expired', claims: undefined });
  }

  /** A call that seemed allowed was not: a role was taken away while the page was open. */
  async #denied(): Promise<void> {
    if (this.#rereading || !this.#state.session) return;
    this.#rereading = true;
    try {
      await this.reloadRights();
    } catch (error) {
      if (!isFailure(error)) throw error;
    } finally {
      this.#rereading = false;
    }
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
