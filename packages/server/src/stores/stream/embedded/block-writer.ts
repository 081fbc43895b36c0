import { type FileHandle, open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { frameOf } from './frame.ts';
import { writeAll } from './partition.ts';

const compress = promisify(zstdCompress);
const BLOCK_BYTES = 1024 * 1024;
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Bytes of a piece of what is packed, as that is the default. */
const PIECE_BYTES = 16 * 1024;
/** Blocks compressed at the same time: one per core of a small machine. */
const IN_FLIGHT = 2;

/** A packed block in one piece: many small ones cost the main thread more than all else it does for a block. */
const packing = (bytes: number) => ({ params: PARAMS, chunkSize: Math.max(PIECE_BYTES, bytes >> 1) });

/** Turns rows into compressed blocks: kept in memory while they are few, in a file of their own from the second MiB on. */
export class BlockWriter {
  readonly path: string;
  readonly frames: Buffer[] = [];
  file: FileHandle | null = null;
  bytes = 0;
  rows = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #pendingRows = 0;
  #taken: (() => void)[] = [];
  #flying: Promise<Buffer>[] = [];
  #chain: Promise<void> = Promise.resolve();
  #failure: unknown = null;

  constructor(path: string) {
    this.path = path;
  }

  async write(rows: Buffer, count: number, taken?: () => void): Promise<void> {
    if (this.#failure) throw this.#failure;
    this.#pending.push(rows);
    if (taken) this.#taken.push(taken);
    this.#pendingBytes += rows.length;
    this.#pendingRows += count;
    this.rows += count;
    if (this.#pendingBytes >= BLOCK_BYTES * 0.9) await this.#block();
  }

  async #block(): Promise<void> {
    const raw = this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
    const [rows, taken] = [this.#pendingRows, this.#taken];
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#pendingRows = 0;
    this.#taken = [];
    const packed = compress(raw, packing(raw.length)).then((bytes) => {
      for (const done of taken) done();
      return frameOf('block', bytes, raw.length, rows, true);
    });
    this.#flying.push(packed);
    this.#chain = this.#chain.then(async () => this.#keep(await packed));
    this.#chain.catch((cause: unknown) => {
      this.#failure = cause;
    });
    if (this.#flying.length >= IN_FLIGHT) await this.#flying.shift();
  }

  async #keep(frame: Buffer): Promise<void> {
    if (!this.file && this.bytes + frame.length < BLOCK_BYTES && this.frames.length === 0) {
      this.frames.push(frame);
      this.bytes += frame.length;
      return;
    }
    if (!this.file) {
      this.file = await open(this.path, 'wx+');
      await writeAll(this.file, Buffer.concat(this.frames), 0);
      this.frames.length = 0;
    }
    await writeAll(this.file, frame, this.bytes);
    this.bytes += frame.length;
  }

  /** Everything written is in `frames` or in `file`. */
  async finish(): Promise<void> {
    if (this.#pendingRows > 0) await this.#block();
    await this.#chain;
  }

  async discard(): Promise<void> {
    await this.#chain.catch(() => {});
    await this.file?.close().catch(() => {});
    this.file = null;
    this.frames.length = 0;
    await rm(this.path, { force: true });
  }
}
