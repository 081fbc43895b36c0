import type { PhraseSlot } from '../condition.ts';

/** Where each word stands in a text, ascending. */
export type Places = Pick<ReadonlyMap<string, readonly number[]>, 'get'>;

/** A word of the phrase on its way through the text; `position` is where the phrase would begin by this word. */
interface Cursor {
  readonly words: readonly string[];
  readonly offset: number;
  readonly order: number;
  /** Cursors that may stand on the same word, this one among them, by offset; empty where there is no other. */
  readonly group: Cursor[];
  places: readonly number[];
  next: number;
  position: number;
}

/**
 * Counts how often a phrase is in texts when its words may stand apart: each match counts 1 / (1 + how far they stand apart).
 * The walk is that of Lucene's SloppyPhraseMatcher, since which of overlapping matches count decides the score.
 */
export class SloppyPhrase {
  readonly #queue: Cursor[] = [];
  readonly #cursors: readonly Cursor[];
  readonly #slop: number;
  #end = Number.NEGATIVE_INFINITY;
  #positioned = false;

  constructor(slots: readonly PhraseSlot[], slop: number) {
    const first = slots[0]?.position ?? 0;
    this.#slop = slop;
    this.#cursors = slots.map(
      ({ words, position }, order): Cursor => ({
        words,
        offset: position - first,
        order,
        group: [],
        places: [],
        next: 0,
        position: 0,
      }),
    );
    for (const { words, group } of this.#cursors) {
      const alike = this.#cursors.filter((other) => words.some((word) => other.words.includes(word)));
      if (alike.length > 1) group.push(...alike);
    }
  }

  /** How often it is in a text. */
  frequency(places: Places): number {
    for (const cursor of this.#cursors) {
      cursor.places = eachOnce(placesOf(cursor.words, places));
      if (cursor.places.length === 0) return 0;
    }
    this.#begin();
    let frequency = 0;
    while (this.#positioned) {
      const length = this.#nextMatch();
      if (length <= this.#slop) frequency += 1 / (1 + length);
    }
    return frequency;
  }

  #begin(): void {
    this.#queue.length = 0;
    this.#end = Number.NEGATIVE_INFINITY;
    for (const cursor of this.#cursors) {
      cursor.next = 0;
      advance(cursor);
    }
    this.#positioned = this.#cursors.every((cursor) => this.#parted(cursor));
    for (const cursor of this.#cursors) {
      this.#end = Math.max(this.#end, cursor.position);
      this.#add(cursor);
    }
  }

  /** The length of the next match, or of what is left when the words are used up. */
  #nextMatch(): number {
    let cursor = this.#pop();
    let length = this.#end - cursor.position;
    let next = this.#queue[0]?.position ?? cursor.position;
    while (this.#advance(cursor)) {
      const moved = this.#resolve(cursor);
      if (moved === null) break;
      cursor = moved;
      if (cursor.position > next) {
        this.#add(cursor);
        if (length <= this.#slop) return length;
        cursor = this.#pop();
        next = this.#queue[0]?.position ?? cursor.position;
        length = this.#end - cursor.position;
      } else length = Math.min(length, this.#end - cursor.position);
    }
    this.#positioned = false;
    return length;
  }

  /** At the start, cursors of the same word are set apart. */
  #parted(cursor: Cursor): boolean {
    for (let other = collision(cursor); other !== undefined; other = collision(cursor)) {
      if (!advance(lesser(cursor, other))) return false;
    }
    return true;
  }

  /** Moves cursors that met on one word on; null when the words are used up. */
  #resolve(cursor: Cursor): Cursor | null {
    if (cursor.group.length === 0) return cursor;
    const moved = new Set<Cursor>();
    let current = cursor;
    for (let other = collision(current); other !== undefined; other = collision(current)) {
      current = lesser(current, other);
      if (!this.#advance(current)) return null;
      if (other !== cursor) moved.add(other);
      if (current !== cursor) moved.add(current);
    }
    if (moved.size > 0) this.#queue.sort(before);
    return cursor;
  }

  #advance(cursor: Cursor): boolean {
    if (!advance(cursor)) return false;
    this.#end = Math.max(this.#end, cursor.position);
    return true;
  }

  #add(cursor: Cursor): void {
    const queue = this.#queue;
    let at = queue.length;
    for (let other = queue[at - 1]; other !== undefined && before(cursor, other) < 0; other = queue[--at - 1])
      queue[at] = other;
    queue[at] = cursor;
  }

  #pop(): Cursor {
    const cursor = this.#queue.shift() ?? this.#cursors[0];
    if (cursor === undefined) throw new Error('A phrase without words');
    return cursor;
  }
}

const before = (a: Cursor, b: Cursor): number => a.position - b.position || a.offset - b.offset || a.order - b.order;

function advance(cursor: Cursor): boolean {
  const place = cursor.places[cursor.next];
  if (place === undefined) return false;
  cursor.next += 1;
  cursor.position = place - cursor.offset;
  return true;
}

const collision = (cursor: Cursor): Cursor | undefined =>
  cursor.group.find((other) => other !== cursor && other.position + other.offset === cursor.position + cursor.offset);

const lesser = (a: Cursor, b: Cursor): Cursor =>
  a.position < b.position || (a.position === b.position && a.offset < b.offset) ? a : b;

/** Where any of some words stands, ascending; a place where several of them stand is there for each. */
export function placesOf([word = '', ...others]: readonly string[], places: Places): readonly number[] {
  const own = places.get(word) ?? [];
  if (others.length === 0) return own;
  return own.concat(...others.map((each) => places.get(each) ?? [])).sort((a, b) => a - b);
}

const eachOnce = (places: readonly number[]): readonly number[] =>
  places.every((place, i) => place !== places[i - 1]) ? places : [...new Set(places)];
