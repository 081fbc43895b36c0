import type { RecordStore } from './port.ts';

/**
 * Keeps what was worked out from records for as long as none is written, whoever writes: a right that is taken away is
 * gone with the very write that takes it.
 */
export class WhileUnchanged<Value> {
  readonly #records: Pick<RecordStore, 'stamp'>;
  readonly #most: number;
  readonly #kept = new Map<string, Value>();
  #stamp = Number.NaN;

  /** `most` = how many values are kept. */
  constructor(records: Pick<RecordStore, 'stamp'>, most: number) {
    this.#records = records;
    this.#most = most;
  }

  /** The value under a key, read once; a reading that fails is tried again by the next call. */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    const stamp = this.#records.stamp();
    if (stamp !== this.#stamp) {
      this.#kept.clear();
      this.#stamp = stamp;
    }
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const value = await read();
    // Another call that met a newer stamp has begun anew: this value may be older than that.
    if (this.#stamp === stamp) {
      if (this.#kept.size >= this.#most) this.#kept.clear();
      this.#kept.set(key, value);
    }
    return value;
  }
}
