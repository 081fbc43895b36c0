import { hash as digest, randomBytes } from 'node:crypto';
import { newId } from '@datasarana/schema';
import { type RecordStore, type StoredRecord, WhileUnchanged } from '../stores/records/index.ts';
import { onBehalfOf } from './on-behalf.ts';
import { notSigned } from './refusals.ts';
import type { Scope } from './scope.ts';
import type { LiveSession } from './sessions.ts';
import { systemScope } from './system-scope.ts';

/** Kind of a personal API token; only its hash is stored (AUT-19). */
export const API_TOKEN_KIND = 'session.token';

/** Tells a token from a session's at a glance, also to whoever scans for leaked secrets. */
const PREFIX = 'dst_';

export const isApiToken = (text: string): boolean => text.startsWith(PREFIX);

export interface ApiTokenDraft {
  readonly name: string;
  /** Some of the maker's own scope texts. */
  readonly scope: readonly string[];
  /** The only templates it may write to; null = all its scopes allow. */
  readonly templates: readonly string[] | null;
  /** Epoch ms; null = until revoked. */
  readonly expires: number | null;
}

export interface ApiTokens {
  /** The only time the value is known. */
  create(live: LiveSession, draft: ApiTokenDraft): Promise<{ readonly id: string; readonly token: string }>;
  ofUser(scope: Scope): Promise<readonly StoredRecord[]>;
  /** False when the caller has no such token. */
  revoke(scope: Scope, id: string): Promise<boolean>;
  /** Who stands behind a token; throws 401/14 when it is unknown, revoked or past its end. */
  resolve(token: string, requestId: string): Promise<LiveSession>;
  /** Who stands behind a token that was resolved before, by now. Throws as `resolve` does. */
  still(live: LiveSession): Promise<LiveSession>;
}

/** The value names its tenant, so that it is looked for there and nowhere else. */
const tokenOf = (tenant: string): string =>
  `${PREFIX}${Buffer.from(tenant).toString('base64url')}_${randomBytes(32).toString('hex')}`;

const tenantOf = (token: string): string =>
  Buffer.from(token.slice(PREFIX.length, token.lastIndexOf('_')), 'base64url').toString('utf8');

/** 256 random bits need no salt and no slow hash. */
const hashOf = (token: string): string => digest('sha256', token, 'hex');

/** How many tokens are remembered by their hash. */
const MOST_SEEN = 10_000;

/** Who stands behind a token, and until when. */
interface Standing {
  readonly live: LiveSession;
  readonly expires: number | null;
}

const notValid = (): Error =>
  notSigned('This API token is not valid, or has ended', 'Make a new one under your account and put it in its place.');

const recordOf = (
  records: RecordStore,
  { cluster, tenant, requestId }: Scope,
  id: string,
): Promise<StoredRecord | null> => records.get(systemScope(cluster, tenant, requestId), API_TOKEN_KIND, id);

/** Whether an id is that of a token which may be used at that moment, in the tenant of the scope. */
export async function isLiveToken(records: RecordStore, scope: Scope, id: string, now: number): Promise<boolean> {
  const found = await recordOf(records, scope, id);
  if (found === null || found.ts_removed !== null) return false;
  const { expires } = found.doc;
  return typeof expires !== 'number' || expires > now;
}

/** Whether a token, as it stands now, allows all of these scopes for every template. */
export async function allowsAll(
  records: RecordStore,
  scope: Scope,
  id: string,
  scopes: readonly string[],
): Promise<boolean> {
  const found = await recordOf(records, scope, id);
  const given = found?.doc.scope;
  return Array.isArray(given) && !Array.isArray(found?.doc.templates) && scopes.every((text) => given.includes(text));
}

/** Personal tokens kept as records; a right the account has lost is lost to its tokens at once. */
export function createApiTokens(records: RecordStore, cluster: string, clock: () => number): ApiTokens {
  const page = { keys: [], keyword: '', from: 0, to: 1000 } as const;

  const find = async (scope: Scope, where: Readonly<Record<string, string>>) =>
    (
      await records.search(systemScope(scope.cluster, scope.tenant, scope.requestId), API_TOKEN_KIND, {
        ...page,
        where,
      })
    ).records;

  /** Records of tokens by the hash of their value, so that a call with one that was seen needs no search. */
  const seen = new Map<string, string>();

  async function tokenOfHash(scope: Scope, hash: string): Promise<StoredRecord | null> {
    const key = `${scope.tenant}/${hash}`;
    const id = seen.get(key);
    const known = id === undefined ? null : await records.get(scope, API_TOKEN_KIND, id);
    if (known !== null && known.ts_removed === null && known.doc.hash === hash) return known;
    seen.delete(key);
    const [found = null] = await find(scope, { hash });
    if (found !== null) {
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.set(key, found.id);
    }
    return found;
  }

  const standing = new WhileUnchanged<Standing>(records, MOST_SEEN);

  async function standingOf(scope: Scope, found: StoredRecord | null): Promise<Standing> {
    if (found === null || found.ts_removed !== null) throw notValid();
    const { doc } = found;
    const expires = typeof doc.expires === 'number' ? doc.expires : null;
    const live = await onBehalfOf(records, scope, {
      by: found.id,
      account: String(doc.account),
      user: String(doc.user),
      given: Array.isArray(doc.scope) ? doc.scope.map(String) : [],
      templates: Array.isArray(doc.templates) ? doc.templates.map(String) : null,
      expires,
    });
    return { live, expires };
  }

  /** The token of a name, which is found by `read`. */
  async function named(scope: Scope, name: string, read: () => Promise<StoredRecord | null>): Promise<LiveSession> {
    const of = async (): Promise<Standing> => standingOf(scope, await read());
    const { live, expires } = await standing.get(`${scope.tenant}/${name}`, of);
    if (expires !== null && expires <= clock()) throw notValid();
    return { caller: live.caller, scope: { ...live.scope, requestId: scope.requestId, token: live.caller.session } };
  }

  return {
    async create({ caller, scope }, { name, scope: scopes, templates, expires }) {
      const token = tokenOf(scope.tenant);
      const id = newId();
      const { account, user } = caller;
      const doc = { name, scope: scopes, templates, expires, hash: hashOf(token), account, user };
      await records.write(scope, [{ op: 'add', kind: API_TOKEN_KIND, id, doc }]);
      return { id, token };
    },
    ofUser: (scope) => find(scope, { user: scope.user }),
    async revoke(scope, id) {
      const own = (await find(scope, { user: scope.user })).some((token) => token.id === id);
      if (own) await records.write(scope, [{ op: 'erase', kind: API_TOKEN_KIND, id }]);
      return own;
    },
    async resolve(token, requestId) {
      const scope = systemScope(cluster, tenantOf(token), requestId);
      if (scope.tenant === '') throw notValid();
      const hash = hashOf(token);
      return named(scope, hash, () => tokenOfHash(scope, hash));
    },
    still: ({ caller, scope: { tenant, requestId } }) => {
      const scope = systemScope(cluster, tenant, requestId);
      return named(scope, caller.session, () => recordOf(records, scope, caller.session));
    },
  };
}
