import { type Application, browserStorage, createApplication, loadConfig } from '@datasarana/client';
import { notify } from './design/notify.tsx';

/**
 * Starts in the order of APP-12; its moments are raised on `window` as `ds:schema initialised`, `ds:ready` and
 * `ds:system.init`. Throws ConfigurationMissing before anything else is asked of the platform (APP-11).
 */
export async function boot(): Promise<Application> {
  const application = await createApplication({
    config: await loadConfig(),
    storage: browserStorage(),
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
