import { dropOldest } from '../../store/drop-oldest.ts';
import { PostingsMemory } from '../text/postings-memory.ts';
import { MOST_KEYS } from './coded.ts';

export interface ColumnMemoryOptions {
  /** Upper bound of what is kept. */
  readonly limitBytes?: number;
  /** A column is kept from that many questions about it on: to read one costs as much as some answers. */
  readonly asks?: number;
  /** Columns with more different values are kept as they are instead of by numbers. */
  readonly mostKeys?: number;
}

/** How many columns are remembered to have been asked for. */
const NOTED = 1000;

/** Columns and counts of one tenant that questions were asked about, while the file is open and somebody asks. */
export class ColumnMemory {
  readonly #kept: PostingsMemory;
  readonly #limit: number;
  readonly #asks: number;
  readonly #asked = new Map<string, number>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly isOff: boolean;
  readonly mostKeys: number;

  constructor({ limitBytes = 96 * 1024 * 1024, asks = 2, mostKeys = MOST_KEYS }: ColumnMemoryOptions = {}) {
    this.mostKeys = mostKeys;
    this.#kept = new PostingsMemory({ limitBytes });
    this.#limit = limitBytes;
    this.#asks = asks;
    this.isOff = limitBytes === 0;
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  clear(): void {
    this.#kept.clear();
    this.#asked.clear();
  }

  get<T>(key: string): T | undefined {
    return this.#kept.get<T>(key);
  }

  /** Whether so much is kept at all. */
  fits(bytes: number): boolean {
    return this.#kept.fits(bytes);
  }

  /** Whether so much can be kept beside what is there. */
  hasRoom(bytes: number): boolean {
    return this.#kept.bytes + bytes <= this.#limit;
  }

  set(key: string, value: unknown, bytes: number): void {
    this.#kept.set(key, value, bytes);
  }

  /** Notes a question; whether there were enough of them, `times` as many as for a column, for the answer to be worth keeping. */
  isWorth(key: string, times = 1): boolean {
    const asks = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.delete(key);
    this.#asked.set(key, asks);
    dropOldest(this.#asked, NOTED);
    return asks >= this.#asks * times;
  }

  /** Work on one column takes turns, so that two readers do not read the same, or number its values differently. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key) ?? Promise.resolve();
    const turn = before.then(work);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#turns.get(key) === settled) this.#turns.delete(key);
      });
    this.#turns.set(key, settled);
    return turn;
  }
}
