import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, notFound } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';

/** Long enough to read what a dry run says. */
const KEPT_MS = 30 * 60_000;

/** As many tabs as a person imports in at a time; beyond it the oldest goes. */
const KEPT_FILES = 4;

interface Kept {
  readonly owner: string;
  readonly file: string;
  readonly size: number;
  readonly timer: NodeJS.Timeout;
}

const ownerOf = ({ tenant, user }: Scope): string => `${tenant}\0${user}`;

/** Bodies of dry runs, so that the import after one need not send them again: the last few of each user, for half an hour. */
export class KeptUploads {
  readonly #folder: string;
  readonly #kept = new Map<string, Kept>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes what an earlier process kept: nobody knows its ids any more. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Hands the body on and copies it; `kept` is told the id once it was read to its end. */
  async *copying(
    scope: Scope,
    body: AsyncIterable<Uint8Array>,
    kept: (id: string) => void,
  ): AsyncGenerator<Uint8Array> {
    const id = newId();
    const file = join(this.#folder, id);
    await mkdir(this.#folder, { recursive: true });
    const copy = await open(file, 'w');
    let [whole, size] = [false, 0];
    try {
      for await (const chunk of body) {
        await copy.writeFile(chunk);
        size += chunk.length;
        yield chunk;
      }
      whole = true;
    } finally {
      await copy.close();
      if (whole) await this.#keep(scope, id, file, size);
      else await rm(file, { force: true });
    }
    kept(id);
  }

  /**
   * The body kept under an id; looked for when its first byte is asked for, so that a repeated request is answered after it
   * went. @throws PlatformError 34/404 when it is gone or another user's
   */
  async *read(scope: Scope, id: string): AsyncGenerator<Uint8Array> {
    const kept = this.#kept.get(id);
    if (kept?.owner !== ownerOf(scope)) throw notFound('The file of the dry run is no longer kept. Send it again.');
    yield* createReadStream(kept.file, { highWaterMark: 256 * 1024 });
  }

  /** Bytes of a body of the caller; 0 when it is gone. */
  size(scope: Scope, id: string): number {
    return this.holds(scope, id) ? (this.#kept.get(id)?.size ?? 0) : 0;
  }

  /** True while a body of the caller is kept under an id. */
  holds(scope: Scope, id: string): boolean {
    return this.#kept.get(id)?.owner === ownerOf(scope);
  }

  /** Gives the file away; who takes it removes it. Null when it is gone or another user's. */
  handOver(scope: Scope, id: string): string | null {
    return this.holds(scope, id) ? this.#take(id) : null;
  }

  #take(id: string): string | null {
    const kept = this.#kept.get(id);
    if (!kept) return null;
    clearTimeout(kept.timer);
    this.#kept.delete(id);
    return kept.file;
  }

  async #forget(id: string): Promise<void> {
    const file = this.#take(id);
    if (file !== null) await rm(file, { force: true });
  }

  async #keep(scope: Scope, id: string, file: string, size: number): Promise<void> {
    const owner = ownerOf(scope);
    const timer = setTimeout(() => void this.#forget(id), KEPT_MS).unref();
    this.#kept.set(id, { owner, file, size, timer });
    const own = [...this.#kept].filter(([, kept]) => kept.owner === owner);
    for (const [old] of own.slice(0, -KEPT_FILES)) await this.#forget(old);
  }
}
