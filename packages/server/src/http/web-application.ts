import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { registerAssets } from './assets.ts';
import { notServed } from './errors.ts';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Datasarana</title><body style="background:#424242;color:#f4f4f4;font-family:system-ui;padding:48px">
<h1>The web application is not built</h1><p>Run <code>npm run build</code>, then reload. The platform's calls work: <a style="color:#57cfde" href="/api/docs">/api/docs</a></p></body></html>`;

/**
 * Serves the built application: hashed assets for ever, everything else afresh, and its document for every address that
 * is a page (RTE-06). A missing asset is a real 404, so that a new version is noticed.
 */
export async function registerWebApplication(app: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(path.join(root, 'index.html'));
  if (built) {
    if (existsSync(path.join(root, 'assets'))) registerAssets(app, path.join(root, 'assets'));
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      globIgnore: ['assets/**'],
      cacheControl: false,
      setHeaders: (response) => {
        response.header('cache-control', 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const [url = ''] = request.url.split('?');
    const page =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|basemap|health)(\/|$)/.test(url);
    if (!page) return notServed(app, request, reply);
    reply.header('cache-control', 'no-cache');
    return built ? reply.type('text/html').sendFile('index.html') : reply.type('text/html').send(NOT_BUILT);
  });
}
