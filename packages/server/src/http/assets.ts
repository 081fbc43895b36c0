import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { notServed } from './errors.ts';

const compress = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = new Set(['.css', '.js', '.json', '.map', '.svg']);

/** Names below a folder, with forward slashes; only these can be asked for. */
const namesIn = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  );

/**
 * The built application's hashed files: kept for ever by browsers, compressed once on first demand and held in memory
 * (a build is a few MB), a name that is not there answered with a real 404.
 */
export function registerAssets(app: FastifyInstance, folder: string): void {
  const names = namesIn(folder);
  const compressed = new Map<string, Promise<Buffer>>();
  const compressedFile = (name: string): Promise<Buffer> => {
    const known = compressed.get(name);
    if (known !== undefined) return known;
    const made = readFile(path.join(folder, name)).then((bytes) => compress(bytes, { level: 9 }));
    compressed.set(name, made);
    return made;
  };

  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    if (!names.has(name)) return notServed(app, request, reply);
    const extension = path.extname(name);
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(TYPES[extension] ?? 'application/octet-stream');
    if (COMPRESSIBLE.has(extension) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      return reply.header('content-encoding', 'gzip').send(await compressedFile(name));
    return reply.send(await readFile(path.join(folder, name)));
  });
}
