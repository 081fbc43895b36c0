import { grown } from '../../search/columns/grown.ts';

/** What a slot holds of a word: its hash, its number, where its letters begin, and where they end, which is 0 in one that is free. */
const SLOT = 4;

/**
 * Numbers of words by their letters, looked up where they stand in a text: a `Map` would have each word cut out of it each time it occurs.
 * A word whose slot is taken has the next free one; at most half of them are taken.
 */
export class SpeltWords {
  readonly #numberOf: (word: string) => number;
  #slots = new Int32Array(1024 * SLOT);
  #size = 0;
  #letters = new Uint16Array(4096);
  #used = 0;

  /** `numberOf` is asked once for each word. */
  constructor(numberOf: (word: string) => number) {
    this.#numberOf = numberOf;
  }

  /** Bytes of memory this takes. */
  get bytes(): number {
    return this.#slots.byteLength + this.#letters.byteLength;
  }

  /** The number of the word `text[start, end)`, which is not empty. */
  numberOf(text: string, start: number, end: number): number {
    let hash = 0;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
    hash ^= hash >>> 15;
    const slots = this.#slots;
    const mask = slots.length / SLOT - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const slot = place * SLOT;
      if (slots[slot + 3] === 0) return this.#add(text.slice(start, end), hash, slot);
      if (slots[slot] === hash && this.#isAt(slot, text, start, end)) return slots[slot + 1] ?? 0;
    }
  }

  #isAt(slot: number, text: string, start: number, end: number): boolean {
    const [letters, from] = [this.#letters, this.#slots[slot + 2] ?? 0];
    if ((this.#slots[slot + 3] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (letters[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }

  #add(word: string, hash: number, slot: number): number {
    const from = this.#used;
    const to = from + word.length;
    if (to > this.#letters.length) this.#letters = grown(this.#letters, Math.max(2 * this.#letters.length, to));
    for (let at = 0; at < word.length; at++) this.#letters[from + at] = word.charCodeAt(at);
    this.#used = to;
    // a part of a text would keep all of it in memory
    const number = this.#numberOf(Reflect.apply(String.fromCharCode, null, this.#letters.subarray(from, to)));
    const slots = this.#slots;
    slots[slot] = hash;
    slots[slot + 1] = number;
    slots[slot + 2] = from;
    slots[slot + 3] = to;
    this.#size++;
    if (this.#size * 2 * SLOT > this.#slots.length) this.#spread();
    return number;
  }

  /** Gives the words twice as many slots. */
  #spread(): void {
    const [before, slots] = [this.#slots, new Int32Array(2 * this.#slots.length)];
    const mask = slots.length / SLOT - 1;
    for (let slot = 0; slot < before.length; slot += SLOT) {
      if (before[slot + 3] === 0) continue;
      let place = (before[slot] ?? 0) & mask;
      while (slots[place * SLOT + 3] !== 0) place = (place + 1) & mask;
      for (let part = 0; part < SLOT; part++) slots[place * SLOT + part] = before[slot + part] ?? 0;
    }
    this.#slots = slots;
  }
}
