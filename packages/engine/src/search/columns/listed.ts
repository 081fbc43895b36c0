import { DocBits } from '../text/bits.ts';
import type { Codes } from './coded.ts';

/** Whether a document passes, by the code of what it has in a column. */
export interface CodeTest {
  readonly codes: Codes;
  /** 1 for each code that passes. */
  readonly passes: Uint8Array;
}

/**
 * Documents by the code of what they have in a column: a question for few values looks at few documents. The column may have gone
 * on since; its documents from `capacity` on are in no list.
 */
export class Listed {
  /** Where the documents of each code begin; one more at the end. */
  readonly #starts: Uint32Array;
  readonly #docs: Uint32Array;
  /** Numbers of the documents in the lists are below. */
  readonly capacity: number;

  /** `base` is how many different codes there are. */
  constructor(codes: Codes, base: number) {
    this.capacity = codes.length;
    this.#starts = new Uint32Array(base + 1);
    this.#docs = new Uint32Array(codes.length);
    const starts = this.#starts;
    for (let doc = 0; doc < codes.length; doc++) {
      const next = (codes[doc] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let code = 1; code <= base; code++) starts[code] = (starts[code] ?? 0) + (starts[code - 1] ?? 0);
    const places = starts.slice();
    for (let doc = 0; doc < codes.length; doc++) {
      const code = codes[doc] ?? 0;
      const place = places[code] ?? 0;
      this.#docs[place] = doc;
      places[code] = place + 1;
    }
  }

  /** The documents with a code, ascending. */
  of(code: number): Uint32Array {
    const start = this.#starts[code] ?? 0;
    return this.#docs.subarray(start, start + this.count(code));
  }

  /** How many documents have a code; none one that came later. */
  count(code: number): number {
    const end = this.#starts[code + 1];
    return end === undefined ? 0 : end - (this.#starts[code] ?? 0);
  }

  /** The documents whose code passes; null when they are too many for their lists to be the shorter way. */
  where(passes: Uint8Array, codes: Codes): DocBits | null {
    let left = this.capacity / SHARE;
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] !== 0) left -= this.count(code);
      if (left < 0) return null;
    }
    const bits = new DocBits(codes.length);
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] === 0) continue;
      for (const doc of this.of(code)) if (doc < codes.length) bits.add(doc);
    }
    for (let doc = this.capacity; doc < codes.length; doc++) if (passes[codes[doc] ?? 0] === 1) bits.add(doc);
    return bits;
  }

  /** How many documents in the lists have a code that passes. */
  countOf(passes: Uint8Array): number {
    let count = 0;
    for (let code = 0; code < passes.length; code++) if (passes[code] !== 0) count += this.count(code);
    return count;
  }

  /** The documents whose code passes that pass the other tests, too. */
  among({ codes, passes }: CodeTest, others: readonly CodeTest[]): DocBits {
    const bits = new DocBits(codes.length);
    const add = (doc: number): void => {
      for (const other of others) if (other.passes[other.codes[doc] ?? 0] !== 1) return;
      bits.add(doc);
    };
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] === 0) continue;
      for (const doc of this.of(code)) if (doc < codes.length) add(doc);
    }
    for (let doc = this.capacity; doc < codes.length; doc++) if (passes[codes[doc] ?? 0] === 1) add(doc);
    return bits;
  }

  /** Whether so few documents came since that the lists serve. */
  isMostOf(documents: number): boolean {
    return documents - this.capacity <= Math.max(FEW, this.capacity / BEHIND);
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#docs.byteLength;
  }
}

/** To add one document to a set takes as long as to look at so many one after the other. */
const SHARE = 4;

/** Lists are made anew when more than so many documents, and more than this part of them, came since. */
const FEW = 8192;
const BEHIND = 16;

/** What a document, and a code, takes in such lists. */
export const LISTED_BYTES = Uint32Array.BYTES_PER_ELEMENT;
