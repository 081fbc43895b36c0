import type { Connection } from './connection.ts';
import {
  INDEXES_OF_BUCKET,
  INDEXES_OF_FILE,
  type IndexWish,
  type ListIndex,
  LONG_LIST,
  listIndexName,
} from './list-index.ts';
import { listIndexNames } from './list-index-table.ts';

/** An index that gives the wanted order or its reverse, and what should be made for the next time. */
export interface Offer {
  readonly index: ListIndex | null;
  readonly wish: IndexWish | null;
}

/** Which indexes of lists there are, and how often each order of a long list was asked for since the program started. */
export class ListIndexUse {
  readonly #connection: Connection;
  readonly #asked = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** For a list of `length` records in an order of its bucket. */
  offer(wanted: ListIndex, length: number): Offer {
    const name = listIndexName(wanted);
    const kept = listIndexNames(this.#connection, wanted.bucket);
    const isKept = kept.includes(name);
    // short lists, which every tenant has many of, are not worth a count
    const asked = isKept || length >= LONG_LIST ? this.#count(name) : 0;
    if (isKept) return { index: wanted, wish: null };
    const turned: ListIndex = { ...wanted, order: wanted.order === 'asc' ? 'desc' : 'asc' };
    const index = kept.includes(listIndexName(turned)) ? turned : null;
    return { index, wish: length < LONG_LIST ? null : this.#wish(wanted, asked, kept) };
  }

  #count(name: string): number {
    const asked = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, asked);
    return asked;
  }

  /** A full bucket, or file, gives up the order asked for least, once the new one was asked for twice as often. */
  #wish(create: ListIndex, asked: number, kept: readonly string[]): IndexWish | null {
    const all = listIndexNames(this.#connection);
    if (kept.length < INDEXES_OF_BUCKET && all.length < INDEXES_OF_FILE) return { create, drop: null };
    const count = (name: string): number => this.#asked.get(name) ?? 0;
    const [drop = ''] = (kept.length < INDEXES_OF_BUCKET ? all : kept).toSorted((a, b) => count(a) - count(b));
    return asked > 2 * count(drop) ? { create, drop } : null;
  }
}
