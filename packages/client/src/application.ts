import { isFailure } from './call-failure.ts';
import type { Client } from './client.ts';
import { type AppConfig, parseConfig } from './config.ts';
import type { Values } from './records/record-source.ts';
import { SchemaCache } from './schemas/schema-cache.ts';
import { SessionStore } from './session/session.ts';
import type { SessionStorage } from './session/storage.ts';
import type { Timers } from './timers.ts';

/** Moments of start-up, in this order (APP-12). */
export type BootEvent = 'schema initialised' | 'ready' | 'system.init';

/** Real-time messages (APP-13). */
export interface Messaging {
  start(): void | Promise<void>;
  close(): void | Promise<void>;
}

/** What an application is made from; what is left out is that of the browser. */
export interface ApplicationOptions {
  /** What `/app-config.json` answered; checked before anything else (APP-11). */
  readonly config: unknown;
  readonly storage?: SessionStorage;
  readonly timers?: Timers;
  readonly tabs?: string;
  readonly onEvent?: (event: BootEvent) => void;
  /** Makes the messaging service; asked only when the configuration has an address. */
  readonly messaging?: (url: string, session: SessionStore) => Messaging;
  /** Shows `{code}: {message}` as a negative notification (APP-17). */
  readonly notify?: (message: string) => void;
}

/** Cluster and tenant of the session (APP-16); null until loaded. */
export interface Context {
  readonly cluster: Values | null;
  readonly tenant: Values | null;
}

/** The application as screens use it: configuration, session, calls and what is known of the tenant. */
export interface Application {
  readonly config: AppConfig;
  readonly session: SessionStore;
  readonly client: Client;
  readonly schemas: SchemaCache;
  readonly context: () => Context;
  readonly subscribe: (listener: () => void) => () => void;
  /** Closes messaging and ends every timer (APP-15). */
  dispose(): Promise<void>;
}

/** APP-14: the address an error of start-up holds, where the browser is to go. */
export function addressOfError(error: unknown): string | undefined {
  console.error(error);
  const url = typeof error === 'object' && error !== null && 'url' in error ? error.url : undefined;
  return typeof url === 'string' && url !== '' ? url : undefined;
}

async function startMessaging(options: ApplicationOptions, config: AppConfig, session: SessionStore) {
  const url = config.messaging_url;
  if (!url || !options.messaging) return undefined;
  try {
    const messaging = options.messaging(url, session);
    await messaging.start();
    return messaging;
  } catch (error) {
    // MSG-08: the application works without real-time messages.
    console.error(error);
    return undefined;
  }
}

/** Loads cluster and tenant by id and says which could not be (APP-16, APP-17). */
class ContextLoader {
  readonly listeners = new Set<() => void>();
  current: Context = { cluster: null, tenant: null };
  readonly #session: SessionStore;
  readonly #notify: (message: string) => void;
  #loadedFor = '';

  constructor(session: SessionStore, notify: (message: string) => void) {
    this.#session = session;
    this.#notify = notify;
  }

  /** Answers whether a session began that was not there before. */
  follow(): boolean {
    const { session } = this.#session.read();
    const key = session ? `${session.cluster} ${session.tenant} ${session.user.id}` : '';
    if (key === this.#loadedFor) return false;
    this.#loadedFor = key;
    this.#set({ cluster: null, tenant: null });
    if (!session) return false;
    void this.#load('cluster', session.cluster);
    void this.#load('tenant', session.tenant);
    return true;
  }

  async #load(what: 'cluster' | 'tenant', id: string): Promise<void> {
    const key = this.#loadedFor;
    try {
      const { data } = await this.#session.client.call(`${what}.get`, { params: { id } });
      if (key === this.#loadedFor) this.#set({ ...this.current, [what]: data });
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (key === this.#loadedFor) this.#notify(`${error.code}: ${error.message}`);
    }
  }

  #set(context: Context): void {
    this.current = context;
    for (const listener of this.listeners) listener();
  }
}

/**
 * Starts in the order of APP-12: schemas → 'schema initialised' → api → 'ready' → 'system.init' → messaging when an address is
 * configured. A kept session is taken up before 'ready'; schemas, cluster and tenant load whenever a session begins.
 * @throws ConfigurationMissing before any request is made (APP-11)
 */
export async function createApplication(options: ApplicationOptions): Promise<Application> {
  const config = parseConfig(options.config);
  const { storage, timers, tabs } = options;
  const session = new SessionStore({
    config,
    ...(storage && { storage }),
    ...(timers && { timers }),
    ...(tabs && { tabs }),
  });
  const schemas = new SchemaCache(session.client);
  options.onEvent?.('schema initialised');
  const context = new ContextLoader(session, options.notify ?? (() => {}));
  const unfollow = session.subscribe(() => {
    // Endpoints are known last during sign-in: by then every later call may be made.
    if (session.read().endpoints !== null || session.read().session === null)
      if (context.follow()) void schemas.loadRest();
  });
  await session.resume();
  options.onEvent?.('ready');
  options.onEvent?.('system.init');
  const messaging = await startMessaging(options, config, session);
  return {
    config,
    session,
    client: session.client,
    schemas,
    context: () => context.current,
    subscribe: (listener) => {
      context.listeners.add(listener);
      return () => context.listeners.delete(listener);
    },
    dispose: async () => {
      unfollow();
      schemas.dispose();
      session.dispose();
      await messaging?.close();
    },
  };
}
