/**
 * What stays when room is made. A map is gone through from its first entry, past all that were taken out before: done for each entry
 * of a full memory that takes longer than to read anew what it keeps.
 */
const STAYS = 7 / 8;

export interface PostingsMemoryOptions {
  readonly limitBytes?: number;
  /** What nobody asked for so long is let go. */
  readonly idleMs?: number;
}

/** Keeps what was read of postings while nothing changes; the least recently used goes first. */
export class PostingsMemory {
  readonly #limit: number;
  readonly #entries = new Map<string, { readonly value: unknown; readonly bytes: number }>();
  readonly #idleMs: number;
  readonly #asked = new Set<string>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ limitBytes = 48 * 1024 * 1024, idleMs = 120_000 }: PostingsMemoryOptions = {}) {
    this.#limit = limitBytes;
    this.#idleMs = idleMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#entries.clear();
    this.#asked.clear();
    this.#bytes = 0;
  }

  #used(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.clear(), this.#idleMs);
    this.#timer.unref();
  }

  get<T>(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#used();
    return entry.value as T;
  }

  /** Notes a question; whether there was one about the same before. */
  isAskedAgain(key: string): boolean {
    const isAgain = this.#asked.has(key);
    this.#asked.add(key);
    return isAgain;
  }

  /** Whether one entry may be so large. */
  fits(bytes: number): boolean {
    return bytes <= this.#limit / 2;
  }

  /** Whether few entries of so many bytes would leave no room for others. */
  isLarge(bytes: number): boolean {
    return bytes > this.#limit / 4;
  }

  set(key: string, value: unknown, bytes: number): void {
    if (!this.fits(bytes)) return;
    this.#used();
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    if (this.#bytes > this.#limit) this.#makeRoom();
  }

  /** As if it had neither been kept nor asked for. */
  forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
    this.#asked.delete(key);
  }

  #makeRoom(): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#limit * STAYS) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}
