import type { FoundPlaces } from '../../documents/words/packed-words.ts';
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
  /** Those of the text are from `next` to `end`, ascending. */
  places: { at(index: number): number | undefined };
  next: number;
  end: number;
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
        end: 0,
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
      const own = placesOf(cursor.words, places);
      if (own.length === 0) return 0;
      cursor.places = own;
      cursor.next = 0;
      cursor.end = own.length;
    }
    return this.#walk();
  }

  /**
   * The same for documents by their place among those whose places were asked for, without a list made for a document.
   * @returns null for a phrase with several words at one place
   */
  counter(found: ReadonlyMap<string, FoundPlaces>): ((wanted: number) => number) | null {
    const sources: FoundPlaces[] = [];
    for (const { words } of this.#cursors) {
      const places = onlyOne(words, found);
      if (places === null) return null;
      sources.push(places);
    }
    return (wanted) => {
      for (const [i, cursor] of this.#cursors.entries()) {
        const places = sources[i];
        if (places === undefined || places.from(wanted) === places.to(wanted)) return 0;
        cursor.places = places;
        cursor.next = places.from(wanted);
        cursor.end = places.to(wanted);
      }
      return this.#walk();
    };
  }

  /** How often it is where its cursors stand before their first places. */
  #walk(): number {
    const [first, second, ...others] = this.#cursors;
    if (first && second && first.group.length === 0 && others.length === 0) return this.#walkPair(first, second);
    this.#begin();
    let frequency = 0;
    while (this.#positioned) {
      const length = this.#nextMatch();
      if (length <= this.#slop) frequency += 1 / (1 + length);
    }
    return frequency;
  }

  /** What the walk comes to for two words of which neither is the other: the one behind goes on until it is past the other. */
  #walkPair(first: Cursor, second: Cursor): number {
    advance(first);
    advance(second);
    let [behind, ahead] = before(first, second) < 0 ? [first, second] : [second, first];
    for (let frequency = 0; ; [behind, ahead] = [ahead, behind]) {
      let length = ahead.position - behind.position;
      let goesOn = advance(behind);
      for (; goesOn && behind.position <= ahead.position; goesOn = advance(behind))
        length = Math.min(length, ahead.position - behind.position);
      if (length <= this.#slop) frequency += 1 / (1 + length);
      if (!goesOn) return frequency;
    }
  }

  #begin(): void {
    this.#queue.length = 0;
    this.#end = Number.NEGATIVE_INFINITY;
    for (const cursor of this.#cursors) advance(cursor);
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
  const { places, end } = cursor;
  if (cursor.next >= end) return false;
  const place = places.at(cursor.next++) ?? 0;
  // a place where several of its words stand is one
  while (cursor.next < end && places.at(cursor.next) === place) cursor.next++;
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

/** Where the word of a slot stands; null where it has several. */
export function onlyOne(words: readonly string[], found: ReadonlyMap<string, FoundPlaces>): FoundPlaces | null {
  const [word, ...others] = words;
  return word === undefined || others.length > 0 ? null : (found.get(word) ?? null);
}
