import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROWS_TOGETHER } from '@datasarana/engine';

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

/**
 * From this size on a file of the spool is closed and the next one begun: what is closed can be read already. Several are read
 * at a time, a thread each: a thread of DuckDB that finds nothing to do does not rest but asks again and again.
 */
const PART_BYTES = 4 * 1024 * 1024;

/** Of long rows as many are read early at a time. */
const EARLY_BYTES = 32 * 1024 * 1024;

/** Normalised rows in files that follow one another. */
export class Spool {
  readonly #path: string;
  readonly #files: string[] = [];
  #file: FileHandle | null = null;
  #bytes = 0;
  /** Since files were last given to be read. */
  #waiting = { from: 0, rows: 0, bytes: 0 };

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
   * @returns files before these rows that are best read together now
   */
  async write(block: Uint8Array, rows = 0): Promise<readonly string[] | null> {
    const ready = this.#isDue(rows) ? await this.#handOver() : null;
    this.#file ??= await this.#begin();
    await this.#file.writeFile(block);
    this.#bytes += block.length;
    this.#waiting.rows += rows;
    this.#waiting.bytes += block.length;
    if (this.#bytes >= PART_BYTES) await this.close();
    return ready;
  }

  #isDue(more: number): boolean {
    const { rows, bytes } = this.#waiting;
    return rows > 0 && (rows + more > ROWS_TOGETHER || bytes >= EARLY_BYTES);
  }

  async #handOver(): Promise<readonly string[]> {
    await this.close();
    const ready = this.#files.slice(this.#waiting.from);
    this.#waiting = { from: this.#files.length, rows: 0, bytes: 0 };
    return ready;
  }

  async #begin(): Promise<FileHandle> {
    const path = `${this.#path}.${this.#files.length}.rows`;
    this.#files.push(path);
    this.#bytes = 0;
    return open(path, 'w');
  }

  /** Every row is in `files`; a batch without rows has one empty file. */
  async close(): Promise<void> {
    if (this.#files.length === 0) this.#file = await this.#begin();
    await this.#file?.close();
    this.#file = null;
  }

  async remove(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
    for (const path of this.#files.splice(0)) await rm(path, { force: true });
  }
}
