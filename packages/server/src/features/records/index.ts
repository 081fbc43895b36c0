import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { FAMILIES } from './families.ts';
import { familyRoutes } from './family-routes.ts';
import { genericRoutes } from './generic-routes.ts';
import { graphRoutes } from './graph-routes.ts';
import { memberRoutes } from './members.ts';
import { projectRoutes } from './project-routes.ts';
import { RecordService } from './record-service.ts';
import { sessionRoutes } from './session-routes.ts';
import { sharingRoutes } from './sharing.ts';

/** Records of every kind: the families of the end-point table, `/record/{kind}`, memberships, and what is the caller's own. */
export async function recordsFeature(app: FastifyInstance, services: Services): Promise<void> {
  const store = services.records;
  const deps = { store, service: new RecordService(store, services.clock), services };
  for (const family of FAMILIES) familyRoutes(app, deps, family);
  genericRoutes(app, deps);
  sharingRoutes(app, deps);
  memberRoutes(app, deps);
  projectRoutes(app, deps);
  sessionRoutes(app, deps);
  graphRoutes(app, deps);
}
