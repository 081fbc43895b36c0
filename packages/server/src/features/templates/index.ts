import type { FastifyInstance } from 'fastify';
import { registerTemplateCommands } from './command-routes.ts';
import { registerTemplateInfo } from './info-routes.ts';
import { registerTemplateItems } from './item-routes.ts';
import { registerTemplateRecords } from './record-routes.ts';
import { TEMPLATE_KIND, VERSION_KIND } from './template.ts';
import { type DeployListener, type TemplateStores, Templates } from './templates.ts';

/**
 * Templates: their fields, versions, configuration, deployment, exports and statistics.
 * @returns what adds a listener to deployments
 */
export async function templatesFeature(
  app: FastifyInstance,
  stores: TemplateStores,
): Promise<(listener: DeployListener) => void> {
  stores.records.declareKind(TEMPLATE_KIND, 'tenant', {
    searchable: ['name', 'description', 'tags', 'type', 'category', 'minor_category', 'id'],
    indexes: [{ path: 'owner.id' }, { path: 'is_public' }],
  });
  stores.records.declareKind(VERSION_KIND, 'tenant', { indexes: [{ path: 'template' }, { path: 'mode' }] });
  const listeners: DeployListener[] = [];
  const templates = new Templates(stores, (scope, id) => {
    for (const listener of listeners) listener(scope, id);
  });
  registerTemplateRecords(app, templates, stores.records);
  registerTemplateItems(app, templates);
  registerTemplateInfo(app, templates, stores);
  registerTemplateCommands(app, templates, stores);
  return (listener) => void listeners.push(listener);
}
