import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { BatchChanges } from './batch-changes.ts';
import { BATCH_KIND } from './batch-record.ts';
import { BatchRoutes } from './batch-routes.ts';
import { Batches } from './batches.ts';
import { registerImports } from './import-routes.ts';
import { Originals } from './originals.ts';
import { registerDataRecords } from './record-routes.ts';
import { registerStreamReset } from './reset-route.ts';
import { registerDataSearch } from './search-routes.ts';

/** Data of templates: imports with their ledgers, single records, search and download. */
export async function dataFeature(app: FastifyInstance, stores: BatchStores): Promise<Batches> {
  stores.records.declareKind(BATCH_KIND, 'tenant', {
    searchable: ['template_name', 'user_name', 'file', 'id'],
    indexes: [{ path: 'template' }, { path: 'request_id' }, { path: 'state' }, { path: 'user' }],
  });
  const templates = new Templates(stores);
  const batches = new Batches(stores);
  const originals = new Originals(join(stores.config.data, 'originals'));
  await registerImports(app, batches, templates, stores, originals);
  const routes = new BatchRoutes(batches, templates, stores, originals);
  routes.register(app);
  new BatchChanges(routes, batches, templates, stores).register(app);
  registerDataRecords(app, templates, stores);
  registerDataSearch(app, templates, stores);
  registerStreamReset(app, batches, templates, stores);
  app.addHook('onReady', () => batches.start());
  app.addHook('preClose', () => batches.stop());
  return batches;
}
