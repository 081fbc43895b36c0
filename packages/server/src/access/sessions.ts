import { AuthorisationStatus, PlatformError, rolesOfScopes } from '@datasarana/schema';
import { ulid } from 'ulid';
import { diskTroubleOf } from '../http/disk-trouble.ts';
import { type RecordStore, type StoredRecord, WhileUnchanged } from '../stores/records/index.ts';
import { groupsOfUser, readAccount, scopesOfAccount, standingOf } from './account.ts';
import type { Caller } from './caller.ts';
import { noSessionStore, notSigned, unusableAccount } from './refusals.ts';
import type { Scope } from './scope.ts';
import { TOKEN_LIFE } from './signing-keys.ts';
import { systemScope } from './system-scope.ts';
import type { Tokens } from './tokens.ts';

/** Kind of the server-side half of a session (SES-16). */
export const SESSION_KIND = 'session';

export interface SessionStart {
  readonly cluster: string;
  readonly tenant: string;
  readonly account: StoredRecord;
  readonly user: string;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
}

export interface LiveSession {
  readonly caller: Caller;
  readonly scope: Scope;
}

export interface Sessions {
  start(start: SessionStart): Promise<{ readonly sessionId: string; readonly jwt: string }>;
  /** Who stands behind a token; throws 401/14 when it is not live, 403/31 when the account may not be used. */
  resolve(token: string, requestId: string): Promise<LiveSession>;
  /** Who stands behind a session by now; one that was renewed meanwhile holds. Throws as `resolve` does. */
  still(live: LiveSession): Promise<LiveSession>;
  /** A fresh token for the same session (SES-18). */
  renew(live: LiveSession): Promise<{ readonly jwt: string; readonly exp: number }>;
  ofUser(scope: Scope): Promise<readonly StoredRecord[]>;
  /** Ends the sessions and says how many there were. */
  end(scope: Scope, ids: readonly string[]): Promise<number>;
  /** Ends every session of an account but `keep`. */
  endOfAccount(scope: Scope, account: string, keep?: string): Promise<number>;
  /** Ends every session of the scope's tenant. */
  endOfTenant(scope: Scope): Promise<number>;
  /** Erases sessions that have run out; called at start and from time to time. */
  sweep(cluster: string, tenant: string): Promise<number>;
}

const PAGE = { keys: [], keyword: '', from: 0, to: 1000 } as const;

/** Sessions whose standing is kept. */
const MOST_KEPT = 10_000;

const docText = (record: StoredRecord, name: string): string => String(record.doc[name] ?? '');

/** Sessions kept as records; `clock` gives epoch ms. */
export const createSessions = (records: RecordStore, tokens: Tokens, clock: () => number): Sessions =>
  new KeptSessions(records, tokens, clock);

class KeptSessions implements Sessions {
  readonly #records: RecordStore;
  readonly #tokens: Tokens;
  readonly #clock: () => number;
  readonly #standing: WhileUnchanged<LiveSession>;

  constructor(records: RecordStore, tokens: Tokens, clock: () => number) {
    this.#records = records;
    this.#tokens = tokens;
    this.#clock = clock;
    this.#standing = new WhileUnchanged(records, MOST_KEPT);
  }

  async start({ cluster, tenant, account, user, address, agent, requestId }: SessionStart) {
    const scope = systemScope(cluster, tenant, requestId);
    const iat = this.#seconds();
    const exp = iat + TOKEN_LIFE;
    const sid = ulid(this.#clock());
    const doc = { account: account.id, user, login_id: docText(account, 'login_id'), address, agent, expires: exp };
    await this.#records.write(scope, [{ op: 'add', kind: SESSION_KIND, id: sid, doc }]).catch((error: unknown) => {
      // the store is there, and who is told of its disk knows what to do
      throw diskTroubleOf(error) === null ? noSessionStore(error) : error;
    });
    const scopes = await scopesOfAccount(this.#records, scope, account);
    const jwt = await this.#tokens.sign({ iss: cluster, sub: user, tid: tenant, sid, scope: scopes, iat, exp });
    return { sessionId: sid, jwt };
  }

  async resolve(token: string, requestId: string): Promise<LiveSession> {
    const claims = await this.#tokens.verify(token, this.#seconds());
    if (claims === null) throw notSigned();
    const scope = systemScope(claims.iss, claims.tid, requestId);
    const live = await this.#standingOf(scope, claims.sid);
    if (live.caller.user !== claims.sub) throw notSigned();
    return { caller: { ...live.caller, expires: claims.exp }, scope: { ...live.scope, requestId } };
  }

  async still({ caller, scope }: LiveSession): Promise<LiveSession> {
    const live = await this.#standingOf(systemOf(scope), caller.session);
    if (live.caller.expires < this.#seconds()) throw notSigned();
    return {
      caller: { ...live.caller, expires: caller.expires },
      scope: { ...live.scope, requestId: scope.requestId },
    };
  }

  #standingOf(scope: Scope, id: string): Promise<LiveSession> {
    const key = `${scope.cluster}/${scope.tenant}/${id}`;
    return this.#standing
      .get(key, () => this.#callerOf(scope, id))
      .catch((error: unknown) => {
        throw error instanceof PlatformError ? error : noSessionStore(error);
      });
  }

  /** Who stands behind a session, until its own end, whatever the request. */
  async #callerOf(scope: Scope, id: string): Promise<LiveSession> {
    const session = await this.#records.get(scope, SESSION_KIND, id);
    if (session === null) throw notSigned();
    const account = await readAccount(this.#records, scope, docText(session, 'account'));
    if (account === null) throw notSigned();
    const standing = await standingOf(this.#records, scope, account);
    if (standing !== AuthorisationStatus.Allowed) throw unusableAccount(standing);
    const user = docText(session, 'user');
    const scopes = await scopesOfAccount(this.#records, scope, account);
    return {
      caller: {
        session: session.id,
        account: account.id,
        loginId: docText(account, 'login_id'),
        user,
        scopes,
        mustChange: account.doc.must_change === true,
        templates: null,
        expires: Number(session.doc.expires),
      },
      scope: { ...scope, user, roles: rolesOfScopes(scopes), ...(await groupsOfUser(this.#records, scope, user)) },
    };
  }

  async renew({ caller, scope }: LiveSession) {
    const iat = this.#seconds();
    const exp = iat + TOKEN_LIFE;
    const system = systemOf(scope);
    const session = await this.#records.get(system, SESSION_KIND, caller.session);
    if (session === null) throw notSigned();
    const doc = { ...session.doc, expires: exp };
    await this.#records.write(system, [{ op: 'update', kind: SESSION_KIND, id: session.id, doc }]);
    const claims = { iss: scope.cluster, sub: caller.user, tid: scope.tenant, sid: session.id, iat, exp };
    return { jwt: await this.#tokens.sign({ ...claims, scope: caller.scopes }), exp };
  }

  ofUser(scope: Scope): Promise<readonly StoredRecord[]> {
    return this.#find(scope, { user: scope.user });
  }

  end(scope: Scope, ids: readonly string[]): Promise<number> {
    return this.#erase(systemOf(scope), ids);
  }

  async endOfAccount(scope: Scope, account: string, keep?: string): Promise<number> {
    const live = (await this.#find(scope, { account })).map(({ id }) => id);
    return this.#erase(
      systemOf(scope),
      live.filter((id) => id !== keep),
    );
  }

  async endOfTenant(scope: Scope): Promise<number> {
    const system = systemOf(scope);
    let ended = 0;
    for (;;) {
      const { records } = await this.#records.search(system, SESSION_KIND, PAGE);
      if (records.length === 0) return ended;
      const ids = records.map(({ id }) => id);
      ended += await this.#erase(system, ids);
    }
  }

  async sweep(cluster: string, tenant: string): Promise<number> {
    const scope = systemScope(cluster, tenant);
    const sort = [{ field: 'expires', order: 'asc' }] as const;
    const { records: oldest } = await this.#records.search(scope, SESSION_KIND, { ...PAGE, sort });
    const gone = oldest.filter(({ doc }) => Number(doc.expires) < this.#seconds()).map(({ id }) => id);
    return this.#erase(scope, gone);
  }

  #seconds(): number {
    return Math.floor(this.#clock() / 1000);
  }

  async #find(scope: Scope, where: Readonly<Record<string, string>>): Promise<readonly StoredRecord[]> {
    const { records } = await this.#records.search(systemOf(scope), SESSION_KIND, { ...PAGE, where });
    return records.filter(({ doc }) => Number(doc.expires) >= this.#seconds());
  }

  async #erase(scope: Scope, ids: readonly string[]): Promise<number> {
    const known = await this.#records.getMany(scope, SESSION_KIND, ids);
    await this.#records.write(
      scope,
      known.map(({ id }) => ({ op: 'erase', kind: SESSION_KIND, id }) as const),
    );
    return known.length;
  }
}

const systemOf = (scope: Scope): Scope => systemScope(scope.cluster, scope.tenant, scope.requestId);
