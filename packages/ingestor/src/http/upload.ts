import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { invalid, malformed, UPLOAD_LIMIT } from '@datasarana/schema';
import { Busboy } from '@fastify/busboy';

/** What a file of a type may be called (SRC-17, SRC-18); what it holds is looked at when it is read. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  csv: ['.xls', '.xlsx', '.csv'],
  spatial: ['.json', '.geojson'],
  json: ['.json', '.ndjson', '.jsonl'],
  map: ['.csv', '.txt'],
};

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The extension of a file that may be uploaded. @throws PlatformError 32, or 31/422 for a file of another kind */
function extensionFor(type: string, name: string): string {
  const known = Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : undefined;
  if (!known) throw malformed(`type '${type}' must be one of ${Object.keys(EXTENSIONS).join(', ')}.`);
  const extension = path.extname(name).toLowerCase();
  if (known.includes(extension)) return extension;
  throw invalid({ file: `A file of the type ${type} must be ${listed(known)}; '${name}' is not.` });
}

/** ING-08. */
export interface Uploaded {
  readonly type: string;
  readonly id: string;
  readonly ids: readonly string[];
  /** Where it lies, under a name we gave it (SEC-12). */
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

interface Part {
  readonly fields: Record<string, string>;
  readonly file: Promise<Pick<Uploaded, 'path' | 'name' | 'size' | 'sha256'>> | null;
}

async function store(stream: NodeJS.ReadableStream, folder: string, name: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      hash.update(piece);
      done(null, piece);
    },
  });
  try {
    await pipeline(stream, counted, createWriteStream(file, { mode: 0o600, flush: true }));
    if (Reflect.get(stream, 'truncated') === true) throw malformed('The file is larger than 1 GB.');
  } catch (cause) {
    await rm(file, { force: true });
    throw cause;
  }
  return { path: file, name, size, sha256: hash.digest('hex') };
}

function parts(request: IncomingMessage, folder: string): Promise<Part> {
  const type = request.headers['content-type'];
  if (!type?.startsWith('multipart/form-data'))
    throw malformed('Send the file as multipart/form-data with type, id, ids and file.');
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let file: Part['file'] = null;
    let incoming: Readable | null = null;
    const form = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: { files: 1, fields: 10, fieldSize: 10_000, fileSize: UPLOAD_LIMIT },
    });
    form.on('field', (name, value) => {
      fields[name] = value;
    });
    form.on('file', (_field, stream, name) => {
      incoming = stream;
      file = store(stream, folder, path.basename(name ?? 'file'));
      file.catch(() => {});
    });
    form.on('finish', () => resolve({ fields, file }));
    form.on('error', (cause) =>
      reject(malformed(`The upload cannot be read: ${cause instanceof Error ? cause.message : cause}`)),
    );
    // a pipe does not tell its end that the sender went away
    finished(request, { writable: false }).catch(async () => {
      incoming?.destroy();
      await file?.catch(() => {});
      reject(malformed('The upload broke off before its end. Send the file again.'));
    });
    request.pipe(form);
  });
}

/** Takes a file in, streamed to disk. @throws PlatformError 32, or 31/422 for a file of another kind than its type */
export async function takeUpload(request: IncomingMessage, data: string): Promise<Uploaded> {
  const { fields, file } = await parts(request, path.join(data, 'uploads'));
  if (file === null) throw malformed('The upload holds no file.');
  const stored = await file;
  const { type = '', id = '', ids = '' } = fields;
  try {
    if (id === '') throw malformed('id must name a source.');
    const place = stored.path.replace(/\.part$/, extensionFor(type, stored.name));
    await rename(stored.path, place);
    const list = ids.split(',').flatMap((text) => text.trim() || []);
    return { ...stored, path: place, type, id, ids: list };
  } catch (cause) {
    await rm(stored.path, { force: true });
    throw cause;
  }
}
