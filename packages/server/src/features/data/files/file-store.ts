import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { UPLOAD_LIMIT } from '@datasarana/schema';
import { mediaTypeOf } from '@datasarana/sources';
import type { Scope } from '../../../access/scope.ts';
import { folderName, syncFolder } from '../../../stores/folder.ts';
import { unlessMissing } from '../../../stores/unless-missing.ts';
import { tooLarge } from '../intake.ts';

/** What the bytes of a file say about it. */
export interface FileFacts {
  readonly sha256: string;
  readonly size: number;
  /** By its first bytes. */
  readonly media_type: string;
}

/** A file that was received whole and waits to be kept or dropped. */
export interface Incoming extends FileFacts {
  readonly path: string;
}

const HEAD_BYTES = 64 * 1024;
const SHA256 = /^[0-9a-f]{64}$/;

/** Files by the checksum of their bytes, a folder for each tenant: no name that anyone gives is ever part of a path. */
export class FileStore {
  readonly #folder: string;

  /** `data` is the platform's data folder. */
  constructor(data: string) {
    this.#folder = join(data, 'files');
  }

  /** Removes every file of a tenant that is erased. */
  async erase({ tenant }: Scope): Promise<void> {
    await rm(join(this.#folder, folderName(tenant)), { recursive: true, force: true });
  }

  /** Removes what an earlier process was still receiving. */
  async clear(): Promise<void> {
    await rm(join(this.#folder, '.incoming'), { recursive: true, force: true });
  }

  /** Writes a body to disk and reads its facts. @throws PlatformError 32/413 beyond the limit of an upload */
  async receive(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Incoming> {
    const folder = join(this.#folder, '.incoming');
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    const file = await open(path, 'wx', 0o600);
    const digest = createHash('sha256');
    let head = Buffer.alloc(0);
    let size = 0;
    try {
      for await (const chunk of body) {
        signal.throwIfAborted();
        size += chunk.length;
        if (size > UPLOAD_LIMIT) throw tooLarge();
        digest.update(chunk);
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
        await file.writeFile(chunk);
      }
      await file.sync();
      await file.close();
    } catch (cause) {
      await file.close();
      await rm(path, { force: true });
      throw cause;
    }
    return { path, sha256: digest.digest('hex'), size, media_type: mediaTypeOf(head) };
  }

  #place({ tenant }: Scope, sha256: string): { readonly folder: string; readonly path: string } {
    if (!SHA256.test(sha256)) throw new Error(`Not a checksum: ${sha256.slice(0, 80)}`);
    const folder = join(this.#folder, folderName(tenant), sha256.slice(0, 2));
    return { folder, path: join(folder, sha256) };
  }

  /** Takes a received file over; durable when it returns. */
  async keep(scope: Scope, { path: from, sha256 }: Incoming): Promise<void> {
    const { folder, path } = this.#place(scope, sha256);
    await mkdir(folder, { recursive: true });
    await rename(from, path);
    await syncFolder(folder);
  }

  async drop({ path }: Incoming): Promise<void> {
    await rm(path, { force: true });
  }

  async remove(scope: Scope, sha256: string): Promise<void> {
    await rm(this.#place(scope, sha256).path, { force: true });
  }

  /** Null when no such file is kept for this tenant. */
  async read(scope: Scope, sha256: string): Promise<Readable | null> {
    if (!SHA256.test(sha256)) return null;
    const { path } = this.#place(scope, sha256);
    return (await unlessMissing(stat(path))) ? createReadStream(path) : null;
  }
}
