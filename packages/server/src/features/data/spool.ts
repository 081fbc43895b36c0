import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CountedFile, ROWS_TOGETHER } from '@datasarana/engine';

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
    return new Spool(join(this.#folder, name));
  }
}

/** A file of long rows has as many as these bytes hold, one of others a row group of the index. */
const FILE_BYTES = 32 * 1024 * 1024;

/** Normalised rows in files that follow one another. */
export class Spool {
  readonly #path: string;
  readonly #files: string[] = [];
  #file: FileHandle | null = null;
  #bytes = 0;
  #rows = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get files(): readonly string[] {
    return this.#files;
  }

  /** Path of a file that may be made beside the rows; who makes it removes it. */
  get spare(): string {
    return `${this.#path}.upload`;
  }

  /**
   * Adds whole rows; how many they are is only asked for where files are read before the last is there.
   * @returns the file before these rows when it is full now
   */
  async write(block: Uint8Array, rows = 0): Promise<CountedFile | null> {
    const full = this.#isFull(rows) ? await this.close() : null;
    this.#file ??= await this.#begin();
    await this.#file.writeFile(block);
    this.#bytes += block.length;
    this.#rows += rows;
    return full;
  }

  #isFull(more: number): boolean {
    return this.#file !== null && (this.#rows + more > ROWS_TOGETHER || this.#bytes >= FILE_BYTES);
  }

  async #begin(): Promise<FileHandle> {
    const path = `${this.#path}.${this.#files.length}.rows`;
    this.#files.push(path);
    this.#bytes = 0;
    this.#rows = 0;
    return open(path, 'w');
  }

  /**
   * Every row is in `files`; a batch without rows has one empty file.
   * @returns the last of them; null where its rows were not counted: those are not read before all are there
   */
  async close(): Promise<CountedFile | null> {
    if (this.#files.length === 0) this.#file = await this.#begin();
    await this.#file?.close();
    this.#file = null;
    const path = this.#files.at(-1);
    return path !== undefined && this.#rows > 0 ? { path, rows: this.#rows } : null;
  }

  async remove(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
    for (const path of this.#files.splice(0)) await rm(path, { force: true });
  }
}
