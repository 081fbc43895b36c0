import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { notServed } from './errors.ts';
import { takesGzip } from './packing.ts';

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
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
      : [],
  );

/** Time between two looks at a folder for names that were not there. */
const LOOK_MS = 1000;

/** The files of the last build: a name that is unknown has the folder looked at again, since a build may have ended meanwhile. */
class BuiltFiles {
  readonly #folder: string;
  readonly #packed = new Map<string, Promise<Buffer>>();
  #names: ReadonlySet<string>;
  #looked = -LOOK_MS;

  constructor(folder: string) {
    this.#folder = folder;
    this.#names = namesIn(folder);
  }

  has(name: string): boolean {
    if (!this.#names.has(name)) this.#lookAgain();
    return this.#names.has(name);
  }

  /** @throws ENOENT when a build took the file away */
  read(name: string): Promise<Buffer> {
    return readFile(path.join(this.#folder, name));
  }

  /** Packed once on first demand, and held. */
  packed(name: string): Promise<Buffer> {
    const known = this.#packed.get(name);
    if (known !== undefined) return known;
    const made = this.read(name).then((bytes) => compress(bytes, { level: 9 }));
    made.catch(() => this.#packed.delete(name));
    this.#packed.set(name, made);
    return made;
  }

  #lookAgain(): void {
    const now = performance.now();
    if (now - this.#looked < LOOK_MS) return;
    this.#looked = now;
    this.#names = namesIn(this.#folder);
    for (const name of this.#packed.keys()) if (!this.#names.has(name)) this.#packed.delete(name);
  }
}

/**
 * The built application's hashed files: kept for ever by browsers, compressed once on first demand and held in memory
 * (a build is a few MB), a name that is not there answered with a real 404.
 */
export function registerAssets(app: FastifyInstance, folder: string): void {
  const files = new BuiltFiles(folder);
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    if (!files.has(name)) return notServed(app, request, reply);
    const extension = path.extname(name);
    const isPacked = COMPRESSIBLE.has(extension) && takesGzip(request.headers['accept-encoding']);
    const bytes = await (isPacked ? files.packed(name) : files.read(name)).catch(absentAsNull);
    if (bytes === null) return notServed(app, request, reply);
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(TYPES[extension] ?? 'application/octet-stream');
    if (isPacked) reply.header('content-encoding', 'gzip');
    return reply.send(bytes);
  });
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
