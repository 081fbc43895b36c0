import type { FastifyInstance } from 'fastify';

/** Addresses below `/api` that describe the platform instead of being a call of it. */
const WITHOUT_ROW = /^\/api\/(docs|openapi\.json)(\/|$)/;

/** Refuses, at start, an address below `/api` that was not registered through its end-point row. */
export function refuseRoutesWithoutRow(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!url.startsWith('/api/') || WITHOUT_ROW.test(url) || config?.endpoint !== undefined) return;
    throw new Error(`${method} ${url} has no end-point row: add one in packages/schema/src/endpoints and use route()`);
  });
}
