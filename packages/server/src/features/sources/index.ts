import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../../access/audit.ts';
import { AllowList } from '../../outbound/allow-list.ts';
import { Outbound } from '../../outbound/outbound.ts';
import type { BatchStores } from '../data/batch-applier.ts';
import type { Batches } from '../data/batches.ts';
import { Templates } from '../templates/templates.ts';
import { registerConverterSave } from './converter-route.ts';
import { registerDatabaseHelpers } from './database-routes.ts';
import { registerOutbound } from './outbound-routes.ts';
import { registerPlatformHelpers } from './platform-routes.ts';
import { registerRestHelper } from './rest-routes.ts';
import { SourceRuns } from './run-route.ts';
import { ScheduleRoutes } from './schedule-routes.ts';
import { Schedules } from './schedules.ts';
import { registerSources } from './source-routes.ts';
import type { SourceServices } from './source-services.ts';
import { Sources } from './sources.ts';

/** Sources: kept with their converters, tried out by helpers, imported by the platform itself, replicas also by a schedule. */
export function sourcesFeature(
  app: FastifyInstance,
  stores: BatchStores & { readonly audit: Audit },
  batches: Batches,
): void {
  const list = new AllowList(stores.records);
  const services: SourceServices = {
    sources: new Sources(stores.records),
    outbound: new Outbound(list),
    templates: new Templates(stores),
    folder: join(stores.config.data, 'source-previews'),
  };
  registerSources(app, services.sources);
  registerConverterSave(app, services);
  registerDatabaseHelpers(app, services.sources, services.outbound);
  registerRestHelper(app, services);
  registerPlatformHelpers(app, services);
  registerOutbound(app, list);
  const runs = new SourceRuns(services, batches, stores);
  runs.register(app);
  const schedules = new Schedules(stores, runs, batches);
  new ScheduleRoutes(services, schedules, stores).register(app);
  app.addHook('onReady', () => schedules.start());
  app.addHook('preClose', () => schedules.close());
}
