import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of files that hold a batch between the wire and the index. */
export class SpoolFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes what an earlier process left: the stream holds all that was acknowledged. */
  async clear(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const name of await readdir(this.#folder)) await rm(join(this.#folder, name), { force: true });
  }

  async create(batch: string): Promise<Spool> {
    await mkdir(this.#folder, { recursive: true });
    const name = createHash('sha256').update(batch).digest('hex').slice(0, 32);
    const path = join(this.#folder, `${name}.rows`);
    return new Spool(path, await open(path, 'w'));
  }
}

/** One file of normalised rows. */
export class Spool {
  readonly path: string;
  #file: FileHandle | null;

  constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  async write(block: Uint8Array): Promise<void> {
    await this.#file?.writeFile(block);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
  }
}
