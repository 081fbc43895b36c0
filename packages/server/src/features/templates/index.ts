import type { FastifyInstance } from 'fastify';
import { registerTemplateCommands } from './command-routes.ts';
import { registerTemplateInfo } from './info-routes.ts';
import { registerTemplateItems } from './item-routes.ts';
import { registerTemplateRecords } from './record-routes.ts';
import { TEMPLATE_KIND, VERSION_KIND } from './template.ts';
import { type TemplateStores, Templates } from './templates.ts';

/** Templates: their fields, versions, configuration, deployment, exports and statistics. */
export async function templatesFeature(app: FastifyInstance, stores: TemplateStores): Promise<void> {
  stores.records.declareKind(TEMPLATE_KIND, 'tenant', {
    searchable: ['name', 'description', 'tags', 'type', 'category', 'minor_category', 'id'],
    indexes: [{ path: 'owner.id' }, { path: 'is_public' }],
  });
  stores.records.declareKind(VERSION_KIND, 'tenant', { indexes: [{ path: 'template' }, { path: 'mode' }] });
  const templates = new Templates(stores);
  registerTemplateRecords(app, templates, stores.records);
  registerTemplateItems(app, templates);
  registerTemplateInfo(app, templates, stores);
  registerTemplateCommands(app, templates, stores);
}
