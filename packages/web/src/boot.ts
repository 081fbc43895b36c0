import { type Application, browserStorage, createApplication, loadConfig } from '@datasarana/client';
import { notify } from './design/notify.tsx';
import { fetchEarly } from './early-code.ts';

/**
 * Starts in the order of APP-12; its moments are raised on `window` as `ds:schema initialised`, `ds:ready` and
 * `ds:system.init`. Throws ConfigurationMissing before anything else is asked of the platform (APP-11).
 */
export async function boot(): Promise<Application> {
  const config = await loadConfig();
  const storage = browserStorage();
  const { pathname } = window.location;
  // behind the calls for the session, which are short
  if (pathname.startsWith('/toolkit/') && storage.token.read() !== null) setTimeout(() => fetchEarly(pathname));
  const application = await createApplication({
    config,
    storage,
    tabs: 'ds.session',
    onEvent: (event) => window.dispatchEvent(new CustomEvent(`ds:${event}`)),
    // APP-17: the title carries `{code}: {message}`.
    notify: (title) => notify.negative({ title, hint: 'Reload the page to try again.' }),
  });
  window.addEventListener('pagehide', (event) => {
    if (!event.persisted) void application.dispose();
  });
  return application;
}
