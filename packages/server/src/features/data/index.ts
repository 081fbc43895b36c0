import type { FastifyInstance } from 'fastify';
import { repeat } from '../../lifecycle/repeat.ts';
import { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { BatchChanges } from './batch-changes.ts';
import { BATCH_KIND } from './batch-record.ts';
import { BatchRoutes } from './batch-routes.ts';
import { Batches } from './batches.ts';
import { FileRoutes } from './files/file-routes.ts';
import { FileStore } from './files/file-store.ts';
import { KeptFiles } from './files/kept-files.ts';
import { registerImports } from './import-routes.ts';
import { Originals } from './originals.ts';
import { registerRecordHistory } from './record-history-routes.ts';
import { registerDataRecords } from './record-routes.ts';
import { registerStreamReset } from './reset-route.ts';
import { registerDataSearch } from './search-routes.ts';

/** Files of records that went in other ways than one by one or by undoing their batch. */
const SWEEP_MS = 6 * 60 * 60_000;

/** Data of templates: imports with their ledgers, single records, search and download. */
export async function dataFeature(app: FastifyInstance, stores: BatchStores): Promise<Batches> {
  stores.records.declareKind(BATCH_KIND, 'tenant', {
    searchable: ['template_name', 'user_name', 'file', 'id'],
    indexes: ['template', 'request_id', 'state', 'user', 'sha256'].map((path) => ({ path })),
  });
  const templates = new Templates(stores);
  const batches = new Batches(stores);
  const originals = new Originals(stores.config.data);
  await registerImports(app, batches, templates, stores, originals);
  let stopSweeps = async (): Promise<void> => {};
  const routes = new BatchRoutes(batches, templates, stores, originals);
  routes.register(app);
  const store = new FileStore(stores.config.data);
  const files = new KeptFiles(store, stores, (scope, batch) => batches.live(scope, batch) !== null);
  await new FileRoutes(store, files, batches, templates, stores).register(app);
  new BatchChanges(routes, batches, templates, stores, files).register(app);
  registerDataRecords(app, templates, stores);
  registerRecordHistory(app, templates, stores);
  registerDataSearch(app, templates, stores);
  registerStreamReset(app, batches, templates, stores);
  app.addHook('onReady', async () => {
    await store.clear();
    await batches.start();
    const failed = (error: unknown) =>
      stores.log.error({ err: error }, 'Files that no record has any more stay for now');
    stopSweeps = repeat(SWEEP_MS, () => files.sweepAll(), failed, 'later');
  });
  app.addHook('preClose', async () => {
    await stopSweeps();
    await batches.stop();
  });
  return batches;
}
