import { blockOf } from './bucket.ts';
import type { Connection } from './connection.ts';

/** How keyword.ts ends a value and a path. No keyword holds these letters, so no gram does. */
const VALUE_END = 0x1e;
const PATH_END = 0x1f;
const PAIR = 2 ** 16;
const PATH = 2 ** 32;
const OPEN_BLOCKS = 64;

/** The place of grams that stand in any path; the nth searchable path has the place n + 1. */
export const ANY_PATH = 0;
/** Longest text the table knows, in UTF-16 units. */
export const GRAM_UNITS = 2;

/**
 * Which one and two letters were ever written into which block of rids. Letters are UTF-16 units. Nothing is taken out when a
 * record moves or goes: a search reads the texts of the blocks it is led to.
 */
export class GramTable {
  readonly #connection: Connection;
  /** The block each bucket writes into now, with what it is known to hold. */
  readonly #open = new Map<number, { readonly block: number; readonly grams: Set<number> }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(bucket: number, rid: number, text: string): void {
    const block = blockOf(rid);
    const grams = this.#gramsOf(bucket, block);
    let path = ANY_PATH + 1;
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === PATH_END) path++;
      if (unit === PATH_END || unit === VALUE_END) before = 0;
      else {
        this.#note(grams, block, path, unit);
        if (before > 0) this.#note(grams, block, path, before * PAIR + unit);
        before = unit;
      }
    }
  }

  /** After a change that was taken back: what was noted with it is not there. */
  forget(): void {
    this.#open.clear();
  }

  #gramsOf(bucket: number, block: number): Set<number> {
    const open = this.#open.get(bucket);
    if (open?.block === block) return open.grams;
    const grams = new Set<number>();
    if (this.#open.size >= OPEN_BLOCKS) this.#open.clear();
    this.#open.set(bucket, { block, grams });
    return grams;
  }

  #note(grams: Set<number>, block: number, path: number, gram: number): void {
    if (grams.has(path * PATH + gram)) return;
    const text = gram < PAIR ? String.fromCharCode(gram) : String.fromCharCode(Math.floor(gram / PAIR), gram % PAIR);
    for (const place of [path, ANY_PATH]) {
      if (grams.has(place * PATH + gram)) continue;
      grams.add(place * PATH + gram);
      this.#connection.run('INSERT OR IGNORE INTO gram VALUES (?, ?, ?)', place, text, block);
    }
  }
}
