import { browserStorage, loadConfig, SessionStore } from '@datasarana/client';

/** Start-up moments other parts may wait for (APP-12), raised on `window` as `ds:<name>`. */
export type BootEvent = 'schema initialised' | 'ready' | 'system.init';

export const raise = (name: BootEvent): void => {
  window.dispatchEvent(new CustomEvent(`ds:${name}`));
};

/**
 * Starts in the order of APP-12: configuration, schemas, api, ready, `system.init`.
 * Throws ConfigurationMissing before anything else is asked of the platform (APP-11).
 */
export async function boot(): Promise<SessionStore> {
  const config = await loadConfig();
  raise('schema initialised');
  const store = new SessionStore({
    config,
    storage: browserStorage(),
    tabs: 'ds.session',
  });
  window.addEventListener('pagehide', (event) => !event.persisted && store.dispose());
  await store.resume();
  raise('ready');
  raise('system.init');
  return store;
}
