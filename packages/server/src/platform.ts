import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Engine } from '@datasarana/engine';
import type { FastifyInstance } from 'fastify';
import { destination, type Logger, pino } from 'pino';
import { ACCOUNT_KIND } from './access/account.ts';
import { API_TOKEN_KIND, createApiTokens } from './access/api-tokens.ts';
import { AUDIT_KIND, createAudit } from './access/audit.ts';
import { createPasswords } from './access/passwords.ts';
import { createSessions, SESSION_KIND } from './access/sessions.ts';
import { createSigningKeys } from './access/signing-keys.ts';
import { createThrottle } from './access/throttle.ts';
import { createTokens } from './access/tokens.ts';
import { buildApp } from './app.ts';
import type { Settings } from './config/config.ts';
import { keepSigningKeys, loadConfig } from './config/kept.ts';
import { eraseExpired } from './features/records/erase-expired.ts';
import { declareRecordKinds } from './features/records/kinds.ts';
import { eraseExpiredTenants } from './features/records/tenant-life.ts';
import { eraseExpiredTemplates } from './features/templates/erase-template.ts';
import { removeUnusedTemplates } from './features/templates/unused-template.ts';
import { type FirstAdministrator, firstStart, refuseUnknownTenant } from './lifecycle/first-start.ts';
import { lockFolder } from './lifecycle/lock.ts';
import { repeat } from './lifecycle/repeat.ts';
import { sweepSessions } from './lifecycle/session-sweep.ts';
import type { Services } from './services.ts';
import { EmbeddedArchive } from './stores/archive/index.ts';
import { createCipher, openSqliteRecords } from './stores/records/index.ts';
import type { RecordStore } from './stores/records/port.ts';
import { KeptReplies } from './stores/replies/kept-replies.ts';
import { EmbeddedSearchIndex } from './stores/search/index.ts';
import { EmbeddedStreamLog } from './stores/stream/index.ts';

/** A platform whose stores are open; `app` is ready to listen. */
export interface Platform {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Set at the very first start of a data folder. */
  readonly administrator: FirstAdministrator | null;
  /** Lets running calls finish, closes the stores and gives the data folder back. */
  readonly close: () => Promise<void>;
}

/** What never belongs in a log line (SEC-01). */
const MASKED = ['password', 'current', 'jwt', 'token', 'authorization', 'secret', 'app_key'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

const SWEEP_MS = 3_600_000;

/** Bytes of lines that are written at once, and for how long, in ms, one waits for others. */
const LOG_LINES = { minLength: 4096, periodicFlush: 100 } as const;

/** Lines go to standard output several at once, and no call waits for a slow reader of them; the last ones at the end. */
const openLog = (level: Settings['logLevel']): Logger =>
  pino({ level, redact: { paths: MASKED, censor: '••••••••' } }, destination({ dest: 1, sync: false, ...LOG_LINES }));

/** Opens the stores of a data folder and builds the application on them; nothing listens yet. */
export async function createPlatform(settings: Settings, clock: () => number = Date.now): Promise<Platform> {
  const unlock = lockFolder(settings.data);
  const opened: { close(): Promise<void> }[] = [];
  const closeAll = async (): Promise<void> => {
    for (const store of opened.splice(0).reverse()) await store.close();
    unlock();
  };
  try {
    const config = await loadConfig(settings, clock());
    const log = openLog(settings.logLevel);
    const cipher = createCipher(Buffer.from(config.dataKey, 'base64'));
    const { records, search, stream, archive, replies } = await openStores(settings, cipher, clock, opened);
    const passwords = createPasswords();
    const keys = createSigningKeys(config.signingKeys, (ring) => keepSigningKeys(settings.data, ring));
    const sessions = createSessions(records, createTokens(keys), clock);
    const throttle = createThrottle(clock, (ms) => setTimeout(ms));
    const audit = createAudit(records, log);
    opened.push(audit);
    const administrator = await firstStart(config, records, passwords);
    await refuseUnknownTenant(config, records);
    let ready = false;
    const services: Services = {
      config,
      clock,
      log,
      records,
      search,
      stream,
      archive,
      replies,
      sessions,
      apiTokens: createApiTokens(records, config.clusterId, clock),
      passwords,
      throttle,
      audit,
      ready: () => ready,
    };
    const app = await buildApp(services);
    app.addHook('onReady', async () => {
      ready = true;
    });
    const sweepFailed = (error: unknown) => log.error({ err: error }, 'what has expired could not be erased');
    const stopSweep = repeat(SWEEP_MS, () => sweep(services), sweepFailed, 'now');
    // Calls and features end first, then what they stand on.
    const close = async (): Promise<void> => {
      await stopSweep();
      await drain(app);
      await closeAll();
    };
    return { app, services, administrator, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Opens the embedded stores below a folder; each that stands is noted in `opened`, so that a later failure closes it. */
async function openStores(
  { data, searchMemoryMb: memoryLimitMb }: Settings,
  cipher: ReturnType<typeof createCipher>,
  clock: () => number,
  opened: { close(): Promise<void> }[],
) {
  const records = await openSqliteRecords({ file: path.join(data, 'records.sqlite'), cipher, now: clock });
  opened.push(records);
  declareCoreKinds(records);
  const engine = await Engine.open({ folder: path.join(data, 'search'), ...(memoryLimitMb && { memoryLimitMb }) });
  opened.push(engine);
  const stream = new EmbeddedStreamLog(path.join(data, 'stream'));
  opened.push(stream);
  const archive = new EmbeddedArchive(path.join(data, 'archive'));
  const replies = new KeptReplies(path.join(data, 'replies.sqlite'));
  opened.push(replies);
  return { records, replies, search: new EmbeddedSearchIndex(engine), stream, archive };
}

/** Removes templates left behind by dry runs, and erases what has run out: sessions, and records, templates and tenants removed long ago. */
async function sweep(services: Services): Promise<void> {
  const { records, sessions, replies, config, clock } = services;
  replies.sweep(clock());
  await sweepSessions(records, sessions, config.clusterId);
  await eraseExpired(records, config.clusterId, clock());
  await removeUnusedTemplates(services);
  await eraseExpiredTemplates(services);
  await eraseExpiredTenants(services);
}

/** Running calls get this long to finish before their connections are cut. */
const PATIENCE_MS = 30_000;

/** Refuses new calls and waits for the running ones; a connection that has become idle is not kept waiting for its peer. */
async function drain(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  const impatient = globalThis.setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(impatient);
  }
}

function declareCoreKinds(records: RecordStore): void {
  records.declareKind(AUDIT_KIND, 'tenant', {
    indexes: [{ path: 'event' }, { path: 'user' }, { path: 'endpoint' }, { path: 'request_id' }],
  });
  records.declareKind(SESSION_KIND, 'tenant', { indexes: [{ path: 'account' }, { path: 'user' }] });
  records.declareKind(API_TOKEN_KIND, 'tenant', { indexes: [{ path: 'user' }, { path: 'hash' }] });
  records.declareKind(ACCOUNT_KIND, 'tenant', {
    searchable: ['login_id'],
    indexes: [{ path: 'login_key', unique: true }, { path: 'user_id' }, { path: 'domains' }],
  });
  declareRecordKinds(records);
}
