import { type Area, type EndpointId, ReplyCode, type Role, reachOf, rolesOfScopes } from '@datasarana/schema';
import { Api } from './api.ts';
import type { AppConfig } from './config.ts';
import { CallFailure } from './reply.ts';
import { type Claims, decodeToken, isExpired } from './token.ts';

export interface SessionUser {
  readonly id: string;
  readonly login_id?: string;
  readonly full_name?: string;
  readonly avatar?: string | null;
  readonly notify?: unknown;
  readonly [field: string]: unknown;
}

export interface Session {
  readonly id: string;
  readonly user: SessionUser;
  readonly cluster: string;
  readonly tenant: string;
}

export interface SessionState {
  readonly session: Session | null;
  readonly claims: Claims | undefined;
  readonly roles: readonly Role[];
  readonly endpoints: ReadonlySet<string> | null;
  /** The account must set a new password before anything else (AUT-18). */
  readonly mustChange: boolean;
  /** `expired`: the timer found the end and the sign-in dialog is open; `soon`: five minutes are left. */
  readonly notice: 'none' | 'soon' | 'expired';
}

const signedOut: SessionState = {
  session: null,
  claims: undefined,
  roles: ['anonymous'],
  endpoints: null,
  mustChange: false,
  notice: 'none',
};

const tokenKey = 'ds.token';
const loginKey = 'ds.login';
const placeKey = 'ds.place';
const checkEvery = 300_000;
const offerBefore = 300_000;

const openCalls: readonly string[] = ['auth.sign-in', 'auth.token', 'session.user.register'];

/** Holds who is signed in and what they may call; knows no React. */
export class SessionStore {
  readonly config: AppConfig;
  readonly api: Api;
  private state: SessionState = signedOut;
  private token: string | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly channel: BroadcastChannel | undefined;
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(config: AppConfig) {
    this.config = config;
    this.api = new Api(`${config.base_url.replace(/\/$/, '')}/api`, {
      token: () => this.token,
      mayCall: (id) => this.mayCall(id),
      refused: () => this.refused(),
    });
    this.channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('ds.session') : undefined;
    this.channel?.addEventListener('message', (event: MessageEvent<unknown>) => this.heard(event.data));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly read = (): SessionState => this.state;

  /** Whether a session lives right now (SES-04…07). */
  isLive(): boolean {
    return this.state.session !== null && !isExpired(this.state.claims, Date.now());
  }

  mayCall(id: EndpointId): boolean {
    if (openCalls.includes(id) || this.state.endpoints === null) return true;
    return this.state.endpoints.has(id);
  }

  /** Whether the roles of the session reach an area at all; no area = anyone signed in. */
  mayOpen(area: Area | undefined): boolean {
    return area === undefined || reachOf(this.state.roles, area, 'read') !== 'none';
  }

  /** Takes up the session of this tab, or of another tab of this browser, after a reload. */
  async resume(): Promise<void> {
    const kept = sessionStorage.getItem(tokenKey) ?? (await this.askOtherTabs());
    if (kept === undefined || isExpired(decodeToken(kept), Date.now())) return this.forget();
    try {
      await this.enter(kept);
    } catch {
      this.forget();
    }
  }

  /** SES-09, in its order: session id and user, cluster from the issuer, then the user record. */
  async signIn(loginId: string, password: string): Promise<void> {
    const jwt = await this.tokenFor(loginId, password);
    localStorage.setItem(loginKey, loginId);
    await this.enter(jwt);
    this.channel?.postMessage({ kind: 'token', token: jwt });
  }

  private async tokenFor(loginId: string, password: string): Promise<string> {
    try {
      const { data, code } = await this.api.call<{ session_id: string; jwt?: string } | null>('auth.sign-in', {
        body: { login_id: loginId, password, app_id: this.config.app_id, org_id: this.config.tenant_id },
      });
      if (data?.jwt) return data.jwt;
      throw new CallFailure(ReplyCode.ClientNoJwt, 'The platform answered without a token', {
        hint: `Sign in again; the answer had code ${code}.`,
      });
    } catch (error) {
      // AUT-06: the token of this tab is live and stays so.
      if (error instanceof CallFailure && error.code === ReplyCode.AuthSigned && this.token) return this.token;
      throw error;
    }
  }

  lastLogin(): string {
    return localStorage.getItem(loginKey) ?? '';
  }

  /** SES-18: a fresh token for the same session; nothing on the page is lost. */
  async renew(): Promise<void> {
    const { data } = await this.api.call<{ jwt?: string }>('auth.token', { query: { renew: true } });
    if (data?.jwt) this.keep(data.jwt);
    this.set({ notice: 'none' });
  }

  /** Names of cluster and tenant, for the sign-in page of the next visit. */
  rememberPlace(place: string): void {
    localStorage.setItem(placeKey, place);
  }

  lastPlace(): string {
    return localStorage.getItem(placeKey) ?? '';
  }

  /** SES-10. `everywhere` ends all sessions of this account. */
  async signOut(everywhere = false): Promise<void> {
    const ending = this.isLive()
      ? this.api.call('session.end', { query: { all: everywhere || undefined } }).catch(() => undefined)
      : undefined;
    await ending;
    this.forget();
    this.channel?.postMessage({ kind: 'out' });
  }

  /** Reads the user record again, as after a change of the profile. */
  async reloadUser(): Promise<void> {
    const { session } = this.state;
    if (!session) return;
    const { data } = await this.api.call<SessionUser>('session.user.own');
    if (data) this.set({ session: { ...session, user: data } });
  }

  passwordChanged(): void {
    this.set({ mustChange: false });
  }

  dismissOffer(): void {
    this.set({ notice: 'none' });
  }

  /** SES-08: the check itself, run by the timer and when a call is refused with code 14. */
  check(): void {
    const { session, claims } = this.state;
    if (!session || !claims) return;
    if (isExpired(claims, Date.now())) this.set({ notice: 'expired' });
    else if (claims.exp * 1000 - Date.now() <= offerBefore && this.state.notice === 'none')
      this.set({ notice: 'soon' });
  }

  dispose(): void {
    this.stopTimers();
    this.channel?.close();
  }

  private async enter(token: string): Promise<void> {
    const claims = decodeToken(token);
    if (!claims)
      throw new CallFailure(ReplyCode.ClientCannotParse, 'The token cannot be read', { hint: 'Sign in again.' });
    this.keep(token);
    const again = this.state.session?.user.id === claims.sub;
    this.set({
      session: again
        ? this.state.session
        : { id: claims.sid, user: { id: claims.sub }, cluster: claims.iss, tenant: this.config.tenant_id },
      roles: rolesOfScopes(claims.scope),
      notice: 'none',
    });
    const [user, endpoints] = await Promise.all([
      this.api.call<SessionUser>('session.user.own'),
      this.api.call<readonly { id: string }[]>('session.endpoints').catch((error: unknown) => {
        if (error instanceof CallFailure && error.status === 2) return undefined;
        throw error;
      }),
    ]);
    const session = {
      id: claims.sid,
      user: user.data ?? { id: claims.sub },
      cluster: claims.iss,
      tenant: this.config.tenant_id,
    };
    this.set({
      session,
      endpoints: endpoints?.data ? new Set(endpoints.data.map((row) => row.id)) : null,
      mustChange: endpoints === undefined || session.user.must_change === true,
    });
  }

  private keep(token: string): void {
    this.token = token;
    sessionStorage.setItem(tokenKey, token);
    const claims = decodeToken(token);
    this.set({ claims });
    this.stopTimers();
    this.timers.push(setInterval(() => this.check(), checkEvery));
    const left = (claims?.exp ?? 0) * 1000 - Date.now() - offerBefore;
    if (left > 0 && left < 2 ** 31) this.timers.push(setTimeout(() => this.check(), left));
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  private forget(): void {
    this.token = undefined;
    sessionStorage.removeItem(tokenKey);
    this.stopTimers();
    this.state = signedOut;
    this.tell();
  }

  private refused(): void {
    if (this.state.session) this.set({ notice: 'expired', claims: undefined });
  }

  private set(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change };
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private heard(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('kind' in message)) return;
    if (message.kind === 'out' && this.state.session) this.forget();
    if (message.kind === 'ask' && this.token !== undefined)
      this.channel?.postMessage({ kind: 'token', token: this.token });
  }

  /** A new tab asks its siblings, because the token is kept per tab and never in local storage (SES-11). */
  private askOtherTabs(): Promise<string | undefined> {
    const { channel } = this;
    if (!channel) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const done = (token?: string) => {
        clearTimeout(timer);
        channel.removeEventListener('message', listen);
        resolve(token);
      };
      const listen = (event: MessageEvent<unknown>) => {
        const { data } = event;
        if (typeof data === 'object' && data && 'token' in data && typeof data.token === 'string') done(data.token);
      };
      const timer = setTimeout(() => done(), 60);
      channel.addEventListener('message', listen);
      channel.postMessage({ kind: 'ask' });
    });
  }
}
