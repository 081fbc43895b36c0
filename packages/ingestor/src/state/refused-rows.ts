import { readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { IngestorHost } from '@datasarana/schema';

/** How long, and how many bytes of them, refused rows are kept. */
export interface RefusedBounds {
  readonly refusedMs: number;
  readonly refusedBytes: number;
}

interface Kept {
  readonly file: string;
  readonly bytes: number;
  /** When it was kept, in ms. */
  readonly since: number;
}

/** Rows that the platform refused of files that are gone: nothing else has them. */
export class RefusedRows {
  readonly #folder: string;

  constructor(data: string) {
    this.#folder = path.join(data, 'refused');
  }

  /** Keeps a body under a name that tells whose rows it holds. Answers its path. */
  async keep(body: string, name: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const whose = name.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(-80);
    const kept = path.join(this.#folder, `${whose}.${path.basename(body).slice(0, 8)}.csv.gz`);
    // one of an earlier try is the same; some file systems know no links
    await link(body, kept).catch(() => copyFile(body, kept));
    return kept;
  }

  told(): NonNullable<IngestorHost['refused']> {
    const kept = this.#kept();
    return { folder: this.#folder, files: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** Removes what is kept for longer, then the oldest until the rest is no more than it may be. Answers their paths. */
  clear({ refusedMs, refusedBytes }: RefusedBounds, now: number): readonly string[] {
    const removed: string[] = [];
    let bytes = 0;
    for (const each of this.#kept()) {
      bytes += each.bytes;
      if (now - each.since <= refusedMs && bytes <= refusedBytes) continue;
      rmSync(each.file, { force: true });
      removed.push(each.file);
    }
    return removed;
  }

  /** The latest first. */
  #kept(): readonly Kept[] {
    return namesIn(this.#folder)
      .map((name) => {
        const file = path.join(this.#folder, name);
        // by its other time a linked file is as old as its rows
        const { size: bytes, ctimeMs: since } = statSync(file);
        return { file, bytes, since };
      })
      .toSorted((a, b) => b.since - a.since || (a.file < b.file ? -1 : 1));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (Object(cause).code === 'ENOENT') return [];
    throw cause;
  }
}
