import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { registerAssets } from './assets.ts';
import { notServed } from './errors.ts';
import { answerPages } from './web-document.ts';

/**
 * Serves the built application: hashed assets for ever, everything else afresh, and its document for every address that
 * is a page (RTE-06). A missing asset is a real 404, so that a new version is noticed. A build that runs meanwhile is served as
 * soon as it is there, document and assets of one and the same.
 */
export async function registerWebApplication(app: FastifyInstance, root: string): Promise<void> {
  registerAssets(app, path.join(root, 'assets'));
  if (existsSync(root))
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      globIgnore: ['assets/**', 'index.html'],
      cacheControl: false,
      setHeaders: (response) => {
        response.header('cache-control', 'no-cache');
      },
    });
  const answerPage = answerPages(root);
  app.setNotFoundHandler((request, reply) => {
    const [url = ''] = request.url.split('?');
    const page =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|basemap|health)(\/|$)/.test(url);
    return page ? answerPage(request, reply) : notServed(app, request, reply);
  });
}
