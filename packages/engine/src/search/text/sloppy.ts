import type { PhraseSlot } from '../condition.ts';

/** Where each word stands in a text, ascending. */
export type Places = Pick<ReadonlyMap<string, readonly number[]>, 'get'>;

/** A word of the phrase on its way through the text; `position` is where the phrase would begin by this word. */
interface Cursor {
  readonly offset: number;
  readonly order: number;
  readonly places: readonly number[];
  /** Cursors that may stand on the same word, this one among them; by offset. */
  group: Cursor[];
  next: number;
  position: number;
}

/**
 * How often a phrase is in a text when its words may stand apart: each match counts 1 / (1 + how far they stand apart).
 * The walk is that of Lucene's SloppyPhraseMatcher, since which of overlapping matches count decides the score.
 */
export function sloppyFrequency(slots: readonly PhraseSlot[], places: Places, slop: number): number {
  const first = slots[0]?.position ?? 0;
  const cursors = slots.map((slot, order): Cursor => {
    const own = [...new Set(slot.words.flatMap((word) => places.get(word) ?? []))].sort((a, b) => a - b);
    return { offset: slot.position - first, order, places: own, group: [], next: 0, position: 0 };
  });
  if (cursors.some((cursor) => cursor.places.length === 0)) return 0;
  for (const [i, cursor] of cursors.entries()) {
    cursor.group = cursors.filter((_, j) => slots[i]?.words.some((word) => slots[j]?.words.includes(word)));
  }
  return new Walk(cursors, slop).frequency();
}

class Walk {
  readonly #queue: Cursor[] = [];
  readonly #cursors: readonly Cursor[];
  readonly #slop: number;
  #end = Number.NEGATIVE_INFINITY;
  #positioned: boolean;

  constructor(cursors: readonly Cursor[], slop: number) {
    this.#cursors = cursors;
    this.#slop = slop;
    for (const cursor of cursors) advance(cursor);
    this.#positioned = cursors.every((cursor) => this.#parted(cursor));
    for (const cursor of cursors) {
      this.#end = Math.max(this.#end, cursor.position);
      this.#add(cursor);
    }
  }

  frequency(): number {
    let frequency = 0;
    while (this.#positioned) {
      const length = this.#nextMatch();
      if (length <= this.#slop) frequency += 1 / (1 + length);
    }
    return frequency;
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
    this.#queue.push(cursor);
    this.#queue.sort(before);
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
