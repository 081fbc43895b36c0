import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

const PIECE_BYTES = 128 * 1024;

function* slices(body: readonly Buffer[]): Generator<Buffer> {
  for (const piece of body)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) yield piece.subarray(at, at + PIECE_BYTES);
}

/** Bodies that wait for the platform, packed, one file each; durable before the progress that names them. */
export class Spool {
  readonly #folder: string;

  constructor(data: string) {
    this.#folder = path.join(data, 'spool');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  path(file: string): string {
    return path.join(this.#folder, file);
  }

  /** Packs the pieces of a body one after the other. Answers the name of the file and its bytes on disk. */
  async write(body: readonly Buffer[]): Promise<{ readonly file: string; readonly bytes: number }> {
    const file = `${randomUUID()}.csv.gz`;
    const handle = await open(this.path(file), 'wx', 0o600);
    let bytes = 0;
    try {
      const packed = Readable.from(slices(body)).pipe(
        createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE_BYTES }),
      );
      for await (const chunk of packed as AsyncIterable<Buffer>) {
        await handle.writeFile(chunk);
        bytes += chunk.length;
      }
      await handle.sync();
    } catch (cause) {
      // a disk that is full must not be filled with pieces
      await rm(this.path(file), { force: true });
      throw cause;
    } finally {
      await handle.close();
    }
    return { file, bytes };
  }

  async remove(files: readonly string[]): Promise<void> {
    for (const file of files) await rm(this.path(file), { force: true });
  }

  /** Removes what a killed process wrote and never noted. */
  clearExcept(known: ReadonlySet<string>): void {
    for (const file of readdirSync(this.#folder)) if (!known.has(file)) rmSync(this.path(file), { force: true });
  }
}

/** The same rows of the same source give the same id, whoever reads them again: the platform then stores them once (STR-04). */
export function requestIdOf(parts: readonly unknown[], body: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${JSON.stringify(part)}\n`);
  for (const piece of body) hash.update(piece);
  const hex = hash.digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
