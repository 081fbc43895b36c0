import { blockOf } from './bucket.ts';
import type { Connection } from './connection.ts';
import { GramSet } from './gram-set.ts';

/** How keyword.ts ends a value and a path. No keyword holds these letters, so no gram does. */
const VALUE_END = 0x1e;
const PATH_END = 0x1f;
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
  /** The block each bucket writes into now, with what each place of it is known to hold. */
  readonly #open = new Map<number, { readonly block: number; readonly places: GramSet[] }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(bucket: number, rid: number, text: string): void {
    const block = blockOf(rid);
    const places = this.#placesOf(bucket, block);
    let place = ANY_PATH + 1;
    let known = placeIn(places, place);
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === PATH_END) known = placeIn(places, ++place);
      if (unit === PATH_END || unit === VALUE_END) before = 0;
      else {
        if (known.add(0, unit)) this.#note(places, block, place, 0, unit);
        if (before > 0 && known.add(before, unit)) this.#note(places, block, place, before, unit);
        before = unit;
      }
    }
  }

  /** After a change that was taken back: what was noted with it is not there. */
  forget(): void {
    this.#open.clear();
  }

  #placesOf(bucket: number, block: number): GramSet[] {
    const open = this.#open.get(bucket);
    if (open?.block === block) return open.places;
    const places: GramSet[] = [];
    if (this.#open.size >= OPEN_BLOCKS) this.#open.clear();
    this.#open.set(bucket, { block, places });
    return places;
  }

  #note(places: GramSet[], block: number, place: number, before: number, unit: number): void {
    const gram = before === 0 ? String.fromCharCode(unit) : String.fromCharCode(before, unit);
    this.#connection.run(INSERT, place, gram, block);
    if (placeIn(places, ANY_PATH).add(before, unit)) this.#connection.run(INSERT, ANY_PATH, gram, block);
  }
}

const INSERT = 'INSERT OR IGNORE INTO gram VALUES (?, ?, ?)';

function placeIn(places: GramSet[], place: number): GramSet {
  places[place] ??= new GramSet();
  return places[place];
}
