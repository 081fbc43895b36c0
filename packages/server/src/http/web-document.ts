import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ABSENT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>Datasarana</title><body style="background:#424242;color:#f4f4f4;font-family:system-ui;padding:48px">
<h1>The web application is not built</h1><p>Run <code>npm run build</code>, or wait until a build that runs has ended: this page then opens by itself. The platform's calls work: <a style="color:#57cfde" href="/api/docs">/api/docs</a></p></body></html>`;

interface Built {
  /** Changes with each build. */
  readonly tag: string;
  readonly html: string;
}

/** The document as the last build wrote it; null while none is there, as during a build. */
function documentIn(root: string): () => Promise<Built | null> {
  const file = path.join(root, 'index.html');
  let kept: Built | null = null;
  return async () => {
    try {
      const { mtimeMs, size } = await stat(file);
      const tag = `${mtimeMs.toString(36)}-${size.toString(36)}`;
      if (kept?.tag !== tag) kept = { tag, html: await readFile(file, 'utf8') };
      return kept;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return null;
    }
  };
}

/**
 * Answers the pages of the application with its document (RTE-06), which is marked at addresses of the toolkit: their bar stands
 * with the first paint (see the styles of index.html).
 */
export function answerPages(root: string) {
  const document = documentIn(root);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    const built = await document();
    if (built === null) return reply.code(503).header('retry-after', '3').send(ABSENT);
    const isToolkit = request.url.startsWith('/toolkit');
    const etag = `"${built.tag}${isToolkit ? '-t' : ''}"`;
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(isToolkit ? built.html.replace('<html ', '<html data-toolkit ') : built.html);
  };
}
