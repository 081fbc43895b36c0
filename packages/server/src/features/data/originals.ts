import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Scope } from '../../access/scope.ts';
import { unlessMissing } from '../../stores/unless-missing.ts';

/** What is kept per tenant: the newest files, up to so many bytes, so long. */
export interface OriginalLimits {
  readonly bytes: number;
  readonly ms: number;
}

const LIMITS: OriginalLimits = { bytes: 2 * 1024 ** 3, ms: 30 * 24 * 60 * 60_000 };

const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Files of imports as they were received, for a while, so that a batch can be compared with what was sent. */
export class Originals {
  readonly #folder: string;
  readonly #limits: OriginalLimits;

  /** `data` is the platform's data folder. */
  constructor(data: string, limits: OriginalLimits = LIMITS) {
    this.#folder = join(data, 'originals');
    this.#limits = limits;
  }

  #of(scope: Scope): string {
    return join(this.#folder, nameOf(scope.tenant));
  }

  /** Removes every file of a tenant that is erased. */
  async erase(scope: Scope): Promise<void> {
    await rm(this.#of(scope), { recursive: true, force: true });
  }

  /** Takes a file over for a batch; the oldest go when there is too much. */
  async keep(scope: Scope, batch: string, file: string, now: number): Promise<void> {
    const folder = this.#of(scope);
    await mkdir(folder, { recursive: true });
    await rename(file, join(folder, nameOf(batch)));
    await this.#trim(folder, now);
  }

  /** Null when it is not kept, or not any more. */
  async read(scope: Scope, batch: string): Promise<Readable | null> {
    const path = join(this.#of(scope), nameOf(batch));
    return (await unlessMissing(stat(path))) ? createReadStream(path) : null;
  }

  async has(scope: Scope, batch: string): Promise<boolean> {
    return (await unlessMissing(stat(join(this.#of(scope), nameOf(batch))))) !== null;
  }

  async #trim(folder: string, now: number): Promise<void> {
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => ({ path: join(folder, name), ...(await fileState(join(folder, name))) })),
    );
    let bytes = 0;
    for (const { path, size, mtimeMs } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
      bytes += size;
      if (bytes > this.#limits.bytes || mtimeMs < now - this.#limits.ms) await rm(path, { force: true });
    }
  }
}

const fileState = async (path: string) => {
  const state = await unlessMissing(stat(path));
  return { size: state?.size ?? 0, mtimeMs: state?.mtimeMs ?? 0 };
};
