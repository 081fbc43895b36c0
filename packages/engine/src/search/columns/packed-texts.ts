import { DocBits } from '../text/bits.ts';
import { grown, ROOM } from './grown.ts';
import { hashOfText, TEXT_END } from './hash.ts';
import type { TextTest } from './text-test.ts';

/** Marks the place of a text that goes on with the number of its document, as ids do that were made while rows came in. */
const NUMBERED = 0x8000_0000;

/** A document, and the last one before it whose text is there as a whole; -1 for none. */
interface Reached {
  readonly doc: number;
  readonly last: number;
}

/** To find the next text that has some bytes in it costs as much as to test so many; told after so many documents. */
const SELDOM = 4;
const FEW = 4096;

/**
 * Texts of documents in UTF-8, one behind the other: their own length instead of a string of JavaScript for each. A text
 * that comes again right away is there once.
 */
export class PackedTexts {
  /** Where the text of a document begins; 0 for none. */
  readonly #starts: Uint32Array;
  #bytes: Buffer;
  #end = 1;
  /** Where the text begins that came last. */
  #last = 0;
  #lastDoc = -1;
  /** Whether the texts lie in the order of their documents. */
  #isOrdered = true;

  /** Room for `capacity` documents with texts of `length` bytes together, besides those of `before`. */
  constructor(capacity: number, length: number, before: PackedTexts | null = null) {
    if (before === null) {
      this.#starts = new Uint32Array(capacity);
      this.#bytes = Buffer.allocUnsafe(1 + length);
      return;
    }
    this.#starts = grown(before.#starts, capacity).fill(0, before.#starts.length);
    this.#bytes = widened(before.#bytes, before.#end, before.#end + length);
    this.#end = before.#end;
    this.#lastDoc = before.#lastDoc;
    this.#isOrdered = before.#isOrdered;
  }

  get byteLength(): number {
    return this.#starts.buffer.byteLength + this.#bytes.length;
  }

  /** The text of a document, as the bytes from `from` up to `to`. */
  add(doc: number, bytes: Uint8Array, from: number, to: number): void {
    const end = startOfNumber(doc, bytes, from, to);
    const isNumbered = end < to;
    this.#isOrdered &&= doc > this.#lastDoc;
    this.#lastDoc = doc;
    if (!this.#isLast(bytes, from, end)) {
      this.#last = this.#end;
      for (let at = from; at < end; at++) this.#bytes[this.#end++] = bytes[at] ?? 0;
      this.#bytes[this.#end++] = TEXT_END;
    }
    this.#starts[doc] = isNumbered ? this.#last + NUMBERED : this.#last;
  }

  /** Gives room back of which most was not needed: texts that come again, and numbers of documents, take none. */
  trim(): void {
    if (this.#end < this.#bytes.length / 2) this.#bytes = Buffer.from(this.#bytes.subarray(0, this.#end));
  }

  #isLast(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#last === 0 || this.#end - this.#last - 1 !== to - from) return false;
    for (let at = from; at < to; at++) if (bytes[at] !== this.#bytes[this.#last + at - from]) return false;
    return true;
  }

  at(doc: number): string | null {
    const place = this.#starts[doc] ?? 0;
    if (place === 0) return null;
    const start = place % NUMBERED;
    const text = this.#bytes.toString('utf8', start, this.#bytes.indexOf(TEXT_END, start));
    return place > NUMBERED ? text + doc : text;
  }

  /** The documents whose text passes. Every text that passes has the bytes of `holds` in a row, where that is known. */
  where(test: TextTest, holds?: Uint8Array): DocBits {
    const found = new DocBits(this.#starts.length);
    const from = this.#isOrdered && holds && holds.length > 1 ? this.#whereHeld(test, holds, found) : 0;
    for (let doc = from; doc < this.#starts.length; doc++) if (this.passes(doc, test)) found.add(doc);
    return found;
  }

  /** Looks at the texts alone in which the bytes occur, as long as these are few. @returns the document it came to */
  #whereHeld(test: TextTest, holds: Uint8Array, found: DocBits): number {
    const starts = this.#starts;
    const texts = this.#bytes.subarray(0, this.#end);
    let looked = 0;
    for (let hit = texts.indexOf(holds, 1), at: Reached = { doc: 0, last: -1 }; ; ) {
      at = this.#passing(at, hit < 0 ? this.#end : hit, test, found);
      const { doc, last } = at;
      if (hit < 0) return starts.length;
      if (last >= 0 && test(texts, starts[last] ?? 0)) this.#addAlike(last, found);
      if (doc > FEW && ++looked > doc / SELDOM) return doc;
      hit = texts.indexOf(holds, doc < starts.length ? starts[doc] : this.#end);
    }
  }

  /** On to the first text that begins behind `limit`; those with the number of their document are looked at on the way. */
  #passing({ doc, last }: Reached, limit: number, test: TextTest, found: DocBits): Reached {
    const starts = this.#starts;
    for (; doc < starts.length; doc++) {
      const start = starts[doc] ?? 0;
      if (start > NUMBERED) {
        if (this.passes(doc, test)) found.add(doc);
      } else if (start > limit) break;
      else if (start > 0) last = doc;
    }
    return { doc, last };
  }

  /** A document, and those right before it that share its text. */
  #addAlike(last: number, found: DocBits): void {
    const place = this.#starts[last];
    for (let doc = last; doc >= 0; doc--) {
      const start = this.#starts[doc] ?? 0;
      if (start === place) found.add(doc);
      else if (start > 0 && start < NUMBERED) return;
    }
  }

  /** Whether a document has a text that passes. */
  passes(doc: number, test: TextTest): boolean {
    const place = this.#starts[doc] ?? 0;
    if (place === 0) return false;
    return place < NUMBERED ? test(this.#bytes, place) : test(this.#numbered(place - NUMBERED, doc), 0);
  }

  /** A hash of the text of a document, or of its first `most` bytes; null when it has none. */
  hash(doc: number, most?: number): number | null {
    const place = this.#starts[doc] ?? 0;
    if (place === 0) return null;
    if (place < NUMBERED) return hashOfText(this.#bytes, place, most);
    return hashOfText(this.#numbered(place - NUMBERED, doc), 0, most);
  }

  #numbered(start: number, doc: number): Uint8Array {
    const end = this.#bytes.indexOf(TEXT_END, start);
    const number = String(doc);
    const whole = Buffer.allocUnsafe(end - start + number.length + 1);
    this.#bytes.copy(whole, 0, start, end);
    whole[whole.write(number, end - start, 'latin1') + end - start] = TEXT_END;
    return whole;
  }
}

/** The same bytes with room for `length`, in the same memory where there is room behind those in use. */
function widened(bytes: Buffer, used: number, length: number): Buffer {
  if (length <= bytes.length) return bytes;
  const wider = Buffer.allocUnsafe(Math.ceil(length * (1 + ROOM)));
  bytes.copy(wider, 0, 0, used);
  return wider;
}

const ZERO = 0x30;

/** Where the number of its document begins at the end of a text; the end of the text when it is not there. */
function startOfNumber(doc: number, bytes: Uint8Array, from: number, to: number): number {
  let rest = doc;
  for (let at = to - 1; at >= from; at--) {
    if (bytes[at] !== ZERO + (rest % 10)) return to;
    rest = Math.floor(rest / 10);
    if (rest === 0) return at;
  }
  return to;
}
